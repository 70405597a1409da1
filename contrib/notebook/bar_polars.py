#!/usr/bin/env python3
"""Failures of the bar per million, a row a contestant, from the tables of runs of `compare bar`, with Polars.

    python3 bar_polars.py reports/latest/bar/table.csv
"""

import sys

import polars as pl

# Columns of the table: head, kind of question, checks that are added up.
PASSES = ["malformed", "passes_through", "passes_touched"]
PER_MILLION = [
    ("random: passes", "random", PASSES),
    ("random: in solid", "random", ["ends_in_solid"]),
    ("random: short", "random", ["stops_at_nothing"]),
    ("rest: passes", "rest", PASSES),
    ("rest: in solid", "rest", ["ends_in_solid"]),
    ("rest: short", "rest", ["stops_at_nothing"]),
    ("ticks in a solid", "walks", ["deep"]),
]
# Rows that say how much was asked.
COUNTED = ["true_hits", "walked"]


def counted(column, questions, checks):
    return pl.col(column).filter((pl.col("questions") == questions) & pl.col("check").is_in(checks)).sum()


def three_digits(x):
    """As the program prints numbers."""
    if x is None or x != x:
        return "–"
    if x >= 100:
        return f"{x:,.0f}"
    decimals = next((n for n, least in enumerate([10, 1, 0.1, 0.01], start=1) if x >= least), 5)
    return f"{x:.{decimals}f}".rstrip("0").rstrip(".") or "0"


rows = pl.concat([pl.read_csv(file, infer_schema_length=None) for file in sys.argv[1:]], how="vertical_relaxed")
table = rows.group_by("contestant", maintain_order=True).agg(
    *[
        (1e6 * counted("failed", questions, checks) / counted("asked", questions, COUNTED)).alias(head)
        for head, questions, checks in PER_MILLION
    ],
    pl.col("failed").filter(pl.col("outcome") == "by rule").sum().alias("by rule, in all"),
)
print(" | ".join(table.columns))
for contestant, *figures, by_rule in table.rows():
    print(" | ".join([contestant, *map(three_digits, figures), f"{by_rule:,}"]))
