//! `queries.csv`: a row for each contestant and refereed sweep, numbered from 1 as on the page and for `--explain`. Positions in u, the error of a normal in degrees.

use crate::cells::{Exact, Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use clipmark_record::{Comparison, Entry, SweepRecord};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        sweep: usize,
        sx: Exact<f32>,
        sy: Exact<f32>,
        sz: Exact<f32>,
        ex: Exact<f32>,
        ey: Exact<f32>,
        ez: Exact<f32>,
        fraction: Exact<f32>,
        truth: Exact<f64>,
        nx: Exact<f32>,
        ny: Exact<f32>,
        nz: Exact<f32>,
        missed: bool,
        phantom: bool,
        penetration: Figure,
        gap: Figure,
        time_of_impact: Figure,
        normal_error: Option<Figure>,
        ns: Option<Figure>,
    }
}

pub(crate) static QUERIES: DataTable<Comparison> = data_table!("queries", rows);

fn rows(comparison: &Comparison) -> impl Iterator<Item = Row<'_>> {
    let all = comparison.contestants.iter();
    all.flat_map(|e| e.answers.iter().enumerate().map(move |(i, a)| row(e, i, a)))
}

fn row<'a>(e: &'a Entry, index: usize, a: &SweepRecord) -> Row<'a> {
    let [sx, sy, sz] = a.start.map(Exact);
    let [ex, ey, ez] = a.end.map(Exact);
    let [nx, ny, nz] = a.normal.map(Exact);
    Row {
        contestant: e.name.as_str().into(),
        sweep: index + 1,
        sx,
        sy,
        sz,
        ex,
        ey,
        ez,
        fraction: Exact(a.fraction),
        truth: Exact(a.truth),
        nx,
        ny,
        nz,
        missed: a.missed,
        phantom: a.phantom,
        penetration: Figure(a.penetration),
        gap: Figure(a.gap),
        time_of_impact: Figure(a.time_of_impact),
        normal_error: a.normal_error.map(Figure),
        ns: e.sweep_times.get(index).copied().map(Figure),
    }
}
