//! `ticks.csv`: a row for each contestant and tick. Positions in u, velocities in u/s, yaw in degrees.

use crate::cells::{Exact, Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use clipmark_record::{Comparison, Entry, TickRecord};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        tick: usize,
        seconds: Figure,
        x: Exact<f32>,
        y: Exact<f32>,
        z: Exact<f32>,
        vx: Exact<f32>,
        vy: Exact<f32>,
        vz: Exact<f32>,
        grounded: bool,
        yaw: Exact<f32>,
        intent: bool,
        queries: u32,
        hits: u32,
        contacts: u8,
        depth: Figure,
        turned_back: Figure,
        deviation: Figure,
    }
}

pub(crate) static TICKS: DataTable<Comparison> = data_table!("ticks", rows);

fn rows(comparison: &Comparison) -> impl Iterator<Item = Row<'_>> {
    let all = comparison.contestants.iter();
    all.flat_map(|e| e.ticks.iter().enumerate().map(move |(i, t)| row(e, i, t)))
}

fn row<'a>(e: &'a Entry, tick: usize, t: &TickRecord) -> Row<'a> {
    let ([x, y, z], [vx, vy, vz]) = (t.origin.map(Exact), t.velocity.map(Exact));
    Row {
        contestant: e.name.as_str().into(),
        tick,
        seconds: Figure(t.seconds),
        x,
        y,
        z,
        vx,
        vy,
        vz,
        grounded: t.grounded,
        yaw: Exact(t.yaw),
        intent: t.intent,
        queries: t.queries,
        hits: t.hits,
        contacts: t.contacts,
        depth: Figure(t.depth),
        turned_back: Figure(t.turned_back),
        deviation: Figure(t.deviation),
    }
}
