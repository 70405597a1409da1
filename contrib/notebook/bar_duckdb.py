#!/usr/bin/env python3
"""The bar's table, a row a contestant, from the tables of runs of `compare bar`, with DuckDB.

    python3 bar_duckdb.py reports/latest/bar/bar.csv
    python3 bar_duckdb.py reports/record/2026-11-27-bar/bar-{bvh,cylinder}.csv.gz
"""

import sys

import duckdb

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
PLAYER = ["random", "rest", "walks", "gaps"]
# What the program says of a map, in SQL's quotes.
MET = ["meets the bar", "meets the bar by an engine''s rules"]


def between(columns, first, last):
    """The columns of the file from one to another: its faults, or the rules of engines."""
    return columns[columns.index(first) : columns.index(last) + 1]


def total(columns, where):
    return f"coalesce(sum({' + '.join(f'coalesce({column}, 0)' for column in columns)}) filter ({where}), 0)::bigint"


files = duckdb.read_csv(sys.argv[1:], sample_size=-1)
faults = between(files.columns, "malformed", "unreliable")
rules = between(files.columns, "touch_rule", "clipped_corners")
has_a_column = {column for _, _, columns in OWN for column in columns}
player = f"part in {tuple(PLAYER)}"
counted = [f"{total(columns, f'''part = '{part}' ''')} as '{head}'" for head, part, columns in OWN]
counted += [
    f"{total(faults, f'not {player}')} as 'every hull'",
    f"{total([column for column in faults if column not in has_a_column], player)} as other",
    f"{total(rules, 'true')} as rule",
]
met, by_rules = (f"count(distinct map) filter (verdict = '{verdict}')" for verdict in MET)
maps = "count(distinct map)"
table = duckdb.sql(f"""
    with rows as (select *, row_number() over () as place from files)
    select contestant, {", ".join(counted)}, case
        when {by_rules} = 0 then {met} || ' of ' || {maps}
        when {met} = 0 then {by_rules} || ' of ' || {maps} || ' by rules'
        else {met} || ' of ' || {maps} || ', ' || {by_rules} || ' more by rules' end as "meets the bar on"
    from rows group by contestant order by min(place)
""")
print(" | ".join(table.columns))
for row in table.fetchall():
    print(" | ".join(str(cell) for cell in row))
