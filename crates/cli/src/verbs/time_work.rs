//! `compare time --explain`: the counted work of a trace besides time.

use clipmark_record::{LeastWork, WorkPerTrace};
use clipmark_report::fixed;
use clipmark_report::grid::{Column, Grid, GridCell, View};

/// The work of one backend for a class of sweeps.
pub(super) struct Done<'a> {
    pub(super) class: &'a str,
    pub(super) backend: &'a str,
    /// `None` in a row that is computed, not timed.
    pub(super) best_ns: Option<f64>,
    pub(super) work: WorkPerTrace,
}

/// The work of any tracer of brushes for a class of sweeps (`clipmark_measure::least`): plane by plane, and by fours.
pub(super) fn least<'a>(class: &'a str, of: &LeastWork) -> [Done<'a>; 2] {
    [("least", of.planes), ("least, in fours", of.planes_in_fours)].map(|(backend, planes)| Done {
        class,
        backend,
        best_ns: None,
        work: WorkPerTrace {
            primitives: of.solids,
            planes,
            ..WorkPerTrace::default()
        },
    })
}

/// A table of the work of a trace, on average; a dash where a backend does not count.
pub(super) fn table(rows: &[Done], view: View) -> String {
    let heads = ["nodes", "leaves", "solids", "planes", "GJK", "EPA"];
    let mut columns = vec![Column::text("backend"), Column::text("u")];
    columns.extend(heads.map(|head| Column::numbers(head, 0)));
    columns.push(Column::numbers("best ns", 1));
    let row = |row: &Done| {
        let w = &row.work;
        let counts = [
            w.nodes,
            w.leaves,
            w.primitives,
            w.planes,
            w.gjk_iterations,
            w.epa_iterations,
        ];
        let counts = counts.map(|count| match count {
            0.0 => "–".to_owned(),
            some => fixed(some, 2),
        });
        let names = [row.backend.to_owned(), row.class.to_owned()];
        let ns = row.best_ns.map_or("–".to_owned(), |ns| fixed(ns, 1));
        let cells = names.into_iter().chain(counts).chain([ns]);
        cells.map(GridCell::from).collect()
    };
    let mut grid = Grid {
        columns,
        rows: rows.iter().map(row).collect(),
    };
    if rows.iter().all(|row| row.class.is_empty()) {
        grid.columns.remove(1);
        grid.rows.iter_mut().for_each(|row| drop(row.remove(1)));
    }
    let lines = grid.lines(view).into_iter();
    let lines = lines.map(|line| format!("{}\n", line.trim_end()));
    ["counted, of a trace\n".to_owned()]
        .into_iter()
        .chain(lines)
        .collect()
}
