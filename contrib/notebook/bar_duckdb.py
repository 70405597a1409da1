#!/usr/bin/env python3
"""Failures of the bar per million, a row a contestant, from the tables of runs of `compare bar`, with DuckDB.

    python3 bar_duckdb.py reports/latest/bar/table.csv
"""

import sys

import duckdb

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
    names = ", ".join(f"'{check}'" for check in checks)
    return f"coalesce(sum({column}) filter (questions = '{questions}' and \"check\" in ({names})), 0)"


def three_digits(x):
    """As the program prints numbers."""
    if x is None:
        return "–"
    if x >= 100:
        return f"{x:,.0f}"
    decimals = next((n for n, least in enumerate([10, 1, 0.1, 0.01], start=1) if x >= least), 5)
    return f"{x:.{decimals}f}".rstrip("0").rstrip(".") or "0"


def main():
    files = duckdb.read_csv(sys.argv[1:], sample_size=-1)
    figures = [
        f"1e6 * {counted('failed', questions, checks)} / nullif({counted('asked', questions, COUNTED)}, 0)"
        for _, questions, checks in PER_MILLION
    ]
    table = duckdb.sql(f"""
        with rows as (select *, row_number() over () as place from files)
        select contestant, {", ".join(figures)}, coalesce(sum(failed) filter (outcome = 'by rule'), 0)::bigint
        from rows group by contestant order by min(place)
    """)
    print(" | ".join(["contestant", *(head for head, _, _ in PER_MILLION), "by rule, in all"]))
    for contestant, *figures, by_rule in table.fetchall():
        print(" | ".join([contestant, *map(three_digits, figures), f"{by_rule:,}"]))


main()
