#!/usr/bin/env python3
"""README's bar table, from the tables of runs of `compare bar`, with DuckDB.

    python3 bar_duckdb.py reports/latest/bar/bar.csv
    python3 bar_duckdb.py reports/record/2026-11-24-full-study/bar-{bsp,bvh}.csv.gz
"""

import sys

import duckdb

# What is counted: head in the table, part of the bar, column of the file.
COUNTS = [
    ("missed", "random", "missed"),
    ("touch", "random", "missed_from_touch"),
    ("too deep", "random", "too_deep"),
    ("phantom", "random", "phantom"),
    ("normal", "random", "wrong_normal"),
    ("rest: missed", "rest", "missed"),
    ("rest: touch", "rest", "missed_from_touch"),
    ("rest: too deep", "rest", "too_deep"),
    ("rest: phantom", "rest", "phantom"),
    ("rest: normal", "rest", "wrong_normal"),
    ("ticks in a solid", "walks", "too_deep"),
    ("stuck", "walks", "stuck"),
]
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

broken = " or ".join(
    [f"part <> 'walks' and {column} > 0" for column in NEVER]
    + [f"part <> 'walks' and {column} > 0 and {column} * {one_in} >= asked" for column, one_in in ONE_IN.items()]
    + [f"part = 'walks' and {column} > 0" for column in NOT_BY_PLAYERS]
    + [f"part = 'gaps' and {column} > 0" for column in NOT_BY_GAPS]
    + [f"part = '{part}' and asked < {least}" for part, least in LEAST.items()]
    + ["part = 'refused'"]
)
summed = sorted({*NEVER, *ONE_IN, *NOT_BY_PLAYERS, *NOT_BY_GAPS})
counted = [f"sum(if(part = '{part}', {column}, 0)) as '{head}'" for head, part, column in COUNTS]
counted += [f"sum({' + '.join(f'coalesce({column}, 0)' for column in columns)}) as {head}" for head, columns in SUMS.items()]

TABLE = f"""
    -- A row for each map, contestant and part: sweeps from rest are judged together.
    with parts as (
        select contestant, map, part, sum(asked) as asked, {", ".join(f"sum({column}) as {column}" for column in summed)}
        from rows group by contestant, map, part
    ),
    maps as (select contestant, map, bool_or(coalesce({broken}, false)) as is_broken from parts group by contestant, map),
    counted as (select contestant, min(place) as place, {", ".join(counted)}
        from rows group by contestant)
    select counted.* exclude (place),
        (select count(*) || ' ' from maps where maps.contestant = counted.contestant and not is_broken)
            || 'of ' || (select count(*) from maps where maps.contestant = counted.contestant) as "meets the bar on"
    from counted order by place
"""


def rows(file):
    return duckdb.sql(f"select * from read_csv('{file}', sample_size = -1)")


files = [rows(file) for file in sys.argv[1:]]
# The columns of two versions of the program may differ in their order, and one version may lack some: by name, and a lack is a null.
for number, file in enumerate(files):
    file.create_view(f"file{number}")
known = {column for _, _, column in COUNTS} | {*summed} | {column for columns in SUMS.values() for column in columns}
nothing = "select " + ", ".join(f"null::bigint as {column}" for column in sorted(known)) + " where false"
union = nothing + " union all by name " + " union all by name ".join(f"select *, {number} as file from file{number}" for number in range(len(files)))
duckdb.sql(f"create view rows as select *, row_number() over () as place from ({union})")
table = duckdb.sql(TABLE)
print(",".join(table.columns))
for row in table.fetchall():
    print(",".join(str(cell) for cell in row))
