#!/usr/bin/env python3
"""The counts of README's bar table, from the Parquet of a run of `compare bar`, with DuckDB.

    python3 bar_duckdb.py tables/bar.parquet
"""

import sys

import duckdb

# Columns of the file that have none of their own in the table.
OTHER = "changed wrong_contents start_solid wrong_place unreliable fell_out wrong_skin wrong_hull"
# What engines do by their rules.
RULE = "touch_rule merged_rule bevel_rule patch_rule clipped_corners"

TABLE = """
    select
        contestant,
        sum(if(part = 'random', missed, 0)) as "missed",
        sum(if(part = 'random', missed_from_touch, 0)) as "touch",
        sum(if(part = 'random', too_deep, 0)) as "too deep",
        sum(if(part = 'random', phantom, 0)) as "phantom",
        sum(if(part = 'random', wrong_normal, 0)) as "normal",
        sum(if(part = 'rest', missed, 0)) as "rest: missed",
        sum(if(part = 'rest', missed_from_touch, 0)) as "rest: touch",
        sum(if(part = 'rest', too_deep, 0)) as "rest: too deep",
        sum(if(part = 'rest', phantom, 0)) as "rest: phantom",
        sum(if(part = 'rest', wrong_normal, 0)) as "rest: normal",
        sum(if(part = 'walks', too_deep, 0)) as "ticks in a solid",
        sum(if(part = 'walks', stuck, 0)) as "stuck",
        sum({other}) as "other",
        sum({rule}) as "rule"
    from read_parquet(?, file_row_number = true)
    group by contestant
    order by min(file_row_number)
"""



def added(columns: str) -> str:
    return " + ".join(f"coalesce({column}, 0)" for column in columns.split())


table = duckdb.execute(TABLE.format(other=added(OTHER), rule=added(RULE)), [sys.argv[1]])
print(",".join(column[0] for column in table.description))
for row in table.fetchall():
    print(",".join(str(cell) for cell in row))
