#!/usr/bin/env python3
"""The bar's table, a row a contestant, from the tables of runs of `compare bar`, with Polars.

    python3 bar_polars.py reports/latest/bar/bar.csv
    python3 bar_polars.py reports/record/2026-11-27-bar/bar-{bvh,cylinder}.csv.gz
"""

import sys

import polars as pl

# Columns of the table that count a fault or two in one part of the bar: head, part, columns of the file.
OWN = [
    ("missed", "random", ["malformed", "missed"]),
    ("touch", "random", ["missed_from_touch"]),
    ("too deep", "random", ["too_deep"]),
    ("phantom", "random", ["phantom"]),
    ("normal", "random", ["wrong_normal"]),
    ("rest: missed", "rest", ["malformed", "missed"]),
    ("rest: touch", "rest", ["missed_from_touch"]),
    ("rest: too deep", "rest", ["too_deep"]),
    ("rest: phantom", "rest", ["phantom"]),
    ("rest: normal", "rest", ["wrong_normal"]),
    ("ticks in a solid", "walks", ["too_deep"]),
    ("stuck", "walks", ["stuck"]),
]
# The parts that are asked with the player's hull. All others ask every hull that a contestant declares.
PLAYER = pl.col("part").is_in(["random", "rest", "walks", "gaps"])


def between(columns, first, last):
    """The columns of the file from one to another: its faults, or the rules of engines."""
    return columns[columns.index(first) : columns.index(last) + 1]


def total(columns, where):
    return pl.sum_horizontal(pl.col(columns).filter(where).sum())


def maps(verdict):
    """On how many maps the program gave a verdict."""
    return pl.col("map").filter(pl.col("verdict") == verdict).n_unique()


rows = pl.concat([pl.read_csv(file, infer_schema_length=None) for file in sys.argv[1:]], how="vertical_relaxed")
faults = between(rows.columns, "malformed", "unreliable")
rules = between(rows.columns, "touch_rule", "clipped_corners")
has_a_column = {column for _, _, columns in OWN for column in columns}
table = rows.group_by("contestant", maintain_order=True).agg(
    *[total(columns, pl.col("part") == part).alias(head) for head, part, columns in OWN],
    total(faults, ~PLAYER).alias("every hull"),
    total([column for column in faults if column not in has_a_column], PLAYER).alias("other"),
    total(rules, True).alias("rule"),
    maps("meets the bar").alias("met"),
    maps("meets the bar by an engine's rules").alias("by_rules"),
    pl.col("map").n_unique().alias("maps"),
)
met = (
    pl.when(pl.col("by_rules") == 0)
    .then(pl.format("{} of {}", "met", "maps"))
    .when(pl.col("met") == 0)
    .then(pl.format("{} of {} by rules", "by_rules", "maps"))
    .otherwise(pl.format("{} of {}, {} more by rules", "met", "maps", "by_rules"))
)
table = table.with_columns(met.alias("meets the bar on")).drop("met", "by_rules", "maps")
print(" | ".join(table.columns))
for row in table.rows():
    print(" | ".join(map(str, row)))
