//! `times.csv`: a row for each contestant, thing timed and round.

use crate::cells::{Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use clipmark_record::Comparison;

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        what: Text<'a>,
        round: usize,
        ns: Figure,
    }
}

pub(crate) static TIMES: DataTable<Comparison> = data_table!("times", rows);

fn rows(comparison: &Comparison) -> impl Iterator<Item = Row<'_>> {
    comparison.contestants.iter().flat_map(|e| {
        let timed = [("trace", &e.trace_time), ("tick", &e.tick_time)];
        timed.into_iter().flat_map(move |(what, t)| {
            let of_round = move |(round, &ns): (usize, &f64)| Row {
                contestant: e.name.as_str().into(),
                what: what.into(),
                round,
                ns: Figure(ns),
            };
            t.samples_ns.iter().enumerate().map(of_round)
        })
    })
}
