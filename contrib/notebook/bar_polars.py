#!/usr/bin/env python3
"""The counts of README's bar table, from the Parquet of a run of `compare bar`, with Polars.

    python3 bar_polars.py tables/bar.parquet
"""

import sys

import polars as pl

# Head in the table: part of the bar, column of the file.
COUNTS = {
    "missed": ("random", "missed"),
    "touch": ("random", "missed_from_touch"),
    "too deep": ("random", "too_deep"),
    "phantom": ("random", "phantom"),
    "normal": ("random", "wrong_normal"),
    "rest: missed": ("rest", "missed"),
    "rest: touch": ("rest", "missed_from_touch"),
    "rest: too deep": ("rest", "too_deep"),
    "rest: phantom": ("rest", "phantom"),
    "rest: normal": ("rest", "wrong_normal"),
    "ticks in a solid": ("walks", "too_deep"),
    "stuck": ("walks", "stuck"),
}

# Columns of the file that have none of their own in the table, and what engines do by their rules.
SUMS = {
    "other": "changed wrong_contents start_solid wrong_place unreliable fell_out wrong_skin wrong_hull",
    "rule": "touch_rule merged_rule bevel_rule patch_rule clipped_corners",
}

counts = [pl.col(column).filter(pl.col("part") == part).sum().alias(head) for head, (part, column) in COUNTS.items()]
counts += [pl.sum_horizontal(pl.col(columns.split()).sum()).alias(head) for head, columns in SUMS.items()]
table = pl.read_parquet(sys.argv[1]).group_by("contestant", maintain_order=True).agg(counts)
print(table.write_csv(), end="")
