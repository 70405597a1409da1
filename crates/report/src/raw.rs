//! What lies beside a scene's rows as it was recorded: each tick, and each refereed sweep with its answer.
//!
//! States and answers are exact: the shortest form that reads back to the same bits. Figures made from them are rounded, so
//! that a sum of ticks reads 10.727 and not 10.727000000000004. A missing value is an empty cell.

use clipmark_rows::drawn::{Comparison, Entry, SweepRecord, TickRecord};
use clipmark_rows::round_figure;
use std::fmt::Display;

/// Of a tick. Positions in u, velocities in u/s, yaw in degrees.
const TICK: [&str; 18] = [
    "contestant",
    "tick",
    "seconds",
    "x",
    "y",
    "z",
    "vx",
    "vy",
    "vz",
    "grounded",
    "yaw",
    "intent",
    "queries",
    "hits",
    "contacts",
    "depth",
    "turned_back",
    "deviation",
];

/// Of a refereed sweep, numbered from 1 as on the page. Positions in u, the error of a normal in degrees.
const SWEEP: [&str; 20] = [
    "contestant",
    "sweep",
    "sx",
    "sy",
    "sz",
    "ex",
    "ey",
    "ez",
    "fraction",
    "truth",
    "nx",
    "ny",
    "nz",
    "missed",
    "phantom",
    "penetration",
    "gap",
    "time_of_impact",
    "normal_error",
    "ns",
];

/// A line for each contestant and tick.
pub(crate) fn ticks(comparison: &Comparison) -> Result<String, csv::Error> {
    let all = comparison.contestants.iter();
    let all = all.flat_map(|e| e.ticks.iter().enumerate().map(move |(i, t)| tick(e, i, t)));
    write_lines(TICK, all)
}

fn tick(e: &Entry, number: usize, t: &TickRecord) -> [String; TICK.len()] {
    let ([x, y, z], [vx, vy, vz]) = (t.origin.map(exact), t.velocity.map(exact));
    [
        e.name.clone(),
        number.to_string(),
        figure(t.seconds),
        x,
        y,
        z,
        vx,
        vy,
        vz,
        t.grounded.to_string(),
        exact(t.yaw),
        t.intent.to_string(),
        t.queries.to_string(),
        t.hits.to_string(),
        t.contacts.to_string(),
        figure(t.depth),
        figure(t.turned_back),
        figure(t.deviation),
    ]
}

/// A line for each contestant and refereed sweep.
pub(crate) fn sweeps(comparison: &Comparison) -> Result<String, csv::Error> {
    let all = comparison.contestants.iter();
    let all = all.flat_map(|e| e.answers.iter().enumerate().map(move |(i, a)| sweep(e, i, a)));
    write_lines(SWEEP, all)
}

fn sweep(e: &Entry, index: usize, a: &SweepRecord) -> [String; SWEEP.len()] {
    let [sx, sy, sz] = a.start.map(exact);
    let [ex, ey, ez] = a.end.map(exact);
    let [nx, ny, nz] = a.normal.map(exact);
    [
        e.name.clone(),
        (index + 1).to_string(),
        sx,
        sy,
        sz,
        ex,
        ey,
        ez,
        exact(a.fraction),
        exact(a.truth),
        nx,
        ny,
        nz,
        a.missed.to_string(),
        a.phantom.to_string(),
        figure(a.penetration),
        figure(a.gap),
        figure(a.time_of_impact),
        a.normal_error.map_or(String::new(), figure),
        e.sweep_times.get(index).copied().map_or(String::new(), figure),
    ]
}

fn write_lines<const N: usize>(
    heads: [&str; N],
    lines: impl Iterator<Item = [String; N]>,
) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heads)?;
    for line in lines {
        writer.write_record(line)?;
    }
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A number to its last bit, without the sign of a zero.
pub fn exact<T: Display + Copy + Into<f64>>(value: T) -> String {
    match value.into() {
        wide if !wide.is_finite() => String::new(),
        0.0 => "0".into(),
        _ => value.to_string(),
    }
}

/// A figure that was derived: a time, a distance.
pub fn figure(value: f64) -> String {
    exact(round_figure(value))
}
