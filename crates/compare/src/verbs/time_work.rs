//! `compare time --explain`: what a trace took besides time, counted.

use clipmark_record::WorkPerTrace;
use std::fmt::Write;

/// What one backend did for a class of sweeps.
pub(super) struct Done<'a> {
    pub(super) class: &'a str,
    pub(super) backend: &'a str,
    pub(super) best_ns: f64,
    pub(super) work: WorkPerTrace,
}

/// A table of the work of a trace, on average; what a backend does not count is a dash.
pub(super) fn table(rows: &[Done]) -> String {
    let parted = rows.iter().any(|row| !row.class.is_empty());
    let class = |name: &str| {
        if parted {
            format!("{name:<9} ")
        } else {
            String::new()
        }
    };
    let mut out = format!(
        "\ncounted, of a trace\n{}{:<10} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}  {:>9}\n",
        class("units"),
        "backend",
        "nodes",
        "leaves",
        "solids",
        "planes",
        "GJK",
        "EPA",
        "best ns"
    );
    for row in rows {
        let w = &row.work;
        let counts = [
            w.nodes,
            w.leaves,
            w.primitives,
            w.planes,
            w.gjk_iterations,
            w.epa_iterations,
        ];
        // Writing to a string cannot fail.
        let _ = write!(out, "{}{:<10}", class(row.class), row.backend);
        for count in counts {
            let _ = match count {
                0.0 => write!(out, " {:>8}", "–"),
                some => write!(out, " {some:>8.2}"),
            };
        }
        let _ = writeln!(out, "  {:>9.1}", row.best_ns);
    }
    out
}
