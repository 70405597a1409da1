#!/usr/bin/env python3
"""README's bar table, from the tables of runs of `compare bar`, with Polars.

    python3 bar_polars.py reports/latest/bar/bar.csv
    python3 bar_polars.py reports/record/2026-11-24-full-study/bar-{bsp,bvh}.csv.gz
"""

import sys

import polars as pl

# What is counted: head in the table, part of the bar, column of the file.
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
    "other": "changed wrong_contents start_solid wrong_place unreliable fell_out wrong_skin wrong_hull".split(),
    "rule": "touch_rule merged_rule bevel_rule patch_rule clipped_corners".split(),
}
# METHODOLOGY.md, "The correctness bar": what may never happen on a map, and what to fewer than one answer in so many.
NEVER = ["missed", "missed_from_touch", "too_deep", "changed"]
ONE_IN = {"phantom": 100_000, "wrong_normal": 10_000, "wrong_contents": 10_000, "start_solid": 10_000, "wrong_place": 10_000, "unreliable": 10_000}
NOT_BY_PLAYERS = ["too_deep", "stuck", "fell_out"]
NOT_BY_GAPS = ["wrong_skin", "wrong_hull"]
# The least that must be asked on a map: random sweeps, sweeps from rest, ticks.
LEAST = {"random": 10_000, "rest": 1_000, "walks": 500}


def rows(file):
    return pl.read_csv(file, infer_schema_length=None)


# The columns of two versions of the program may differ in their order, and one version may lack some: by name, and a lack is a null.
table = pl.concat([rows(file) for file in sys.argv[1:]], how="diagonal_relaxed")
known = {column for columns in SUMS.values() for column in columns}
table = table.with_columns(pl.lit(None, pl.Int64).alias(column) for column in sorted(known - {*table.columns}))
counts = [pl.col(column).filter(pl.col("part") == part).sum().alias(head) for head, (part, column) in COUNTS.items()]
counts += [pl.sum_horizontal(pl.col(columns).sum()).alias(head) for head, columns in SUMS.items()]
counted = table.group_by("contestant", maintain_order=True).agg(counts)

# A row for each map, contestant and part: sweeps from rest are judged together.
summed = ["asked", *{*NEVER, *ONE_IN, *NOT_BY_PLAYERS, *NOT_BY_GAPS}]
parts = table.group_by("contestant", "map", "part").agg(pl.col(summed).sum())
answers, walks, gaps = pl.col("part") != "walks", pl.col("part") == "walks", pl.col("part") == "gaps"
broken = [
    *[answers & (pl.col(column) > 0) for column in NEVER],
    *[answers & (pl.col(column) > 0) & (pl.col(column) * one_in >= pl.col("asked")) for column, one_in in ONE_IN.items()],
    *[walks & (pl.col(column) > 0) for column in NOT_BY_PLAYERS],
    *[gaps & (pl.col(column) > 0) for column in NOT_BY_GAPS],
    *[(pl.col("part") == part) & (pl.col("asked") < least) for part, least in LEAST.items()],
    pl.col("part") == "refused",
]
maps = parts.group_by("contestant", "map").agg(pl.any_horizontal(broken).any().alias("is_broken"))
met = maps.group_by("contestant").agg(pl.format("{} of {}", (~pl.col("is_broken")).sum(), pl.len()).alias("meets the bar on"))
print(counted.join(met, on="contestant", how="left", maintain_order="left").write_csv(), end="")
