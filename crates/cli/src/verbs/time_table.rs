//! `compare time`: the table on the terminal, and sentences on it.

use crate::cli::TimeArgs;
use crate::terminal::view;
use crate::verbs::time::Built;
use crate::verbs::time_results::{BackendTimes, ClassTimes, Verified};
use crate::verbs::time_sweeps::{Class, OTHERS};
use crate::verbs::time_work;
use clipmark_measure::speed;
use clipmark_record::{BuildCost, Standing, Timing};
use clipmark_report::grid::{Column, Grid, GridCell};
use clipmark_report::{count, fixed, other_word};

pub(super) fn table(
    args: &TimeArgs,
    classes: &[Class],
    measured: &[ClassTimes],
    left_out: usize,
    backends: &[Built],
) -> String {
    let view = view();
    let mut out = String::new();
    let mut line = |text: &str| {
        for text in view.wrapped(text, "  ") {
            out += text.trim_end();
            out.push('\n');
        }
    };
    for (class, m) in classes.iter().zip(measured) {
        for (name, times) in &m.backends {
            if let Some(wrong) = times.verified.wrong() {
                let of = match class.name.as_str() {
                    "" => String::new(),
                    class => format!("{class} u: "),
                };
                line(&format!("✗ {name} answers wrong: {of}{wrong}."));
            }
        }
    }
    for (class, m) in classes.iter().zip(measured) {
        let named = args
            .backends
            .iter()
            .filter_map(|name| m.backends.get_key_value(name));
        let times: Vec<_> = named.map(|(name, b)| (name.as_str(), &b.time)).collect();
        let what = match class.name.as_str() {
            "" => String::new(),
            OTHERS => "other lengths".to_owned(),
            name => format!("{name} u"),
        };
        speed(&what, &times).iter().for_each(|sentence| line(sentence));
    }
    let verified = |m: &ClassTimes| m.backends.values().next().map_or(0, |b| b.verified.sweeps);
    let refereed: usize = measured.iter().map(verified).sum();
    let n: usize = measured.iter().map(|m| m.sweeps).sum();
    line(&format!(
        "{} · {} · {} sweeps · {} rounds · {} refereed",
        args.world.world,
        args.hull,
        count(n),
        args.reps,
        count(refereed)
    ));
    let grid = grid(args, classes, measured);
    grid.lines(view).iter().for_each(|row| {
        out += row.trim_end();
        out.push('\n');
    });
    let mut line = |text: &str| {
        for text in view.wrapped(text, "  ") {
            out += text.trim_end();
            out.push('\n');
        }
    };
    if left_out > 0 {
        line(&format!(
            "{} sweeps with coordinates out of range are left out",
            count(left_out)
        ));
    }
    let times = || measured.iter().flat_map(|m| m.backends.values()).map(|b| &b.time);
    let lost: usize = times().map(|t| t.preempted).sum();
    if lost > 0 {
        let passes: usize = times().map(|t| t.samples_ns.len()).sum();
        line(&format!(
            "{lost} of {passes} passes lost the processor to other programs; times are CPU time"
        ));
    }
    for built in backends {
        let facts = built.backend.facts();
        let cost = BuildCost {
            msec: built.seconds * 1e3,
            said_msec: Some(facts.build_time.as_secs_f64() * 1e3),
            ..BuildCost::default()
        };
        if let Some(said) = cost.other_time() {
            line(&format!(
                "{}: its build took {:.1} ms, and it says {said:.1} ms",
                facts.name, cost.msec
            ));
        }
        if let Some(word) = other_word(&facts.name, &built.bytes) {
            line(&word);
        }
        for omission in &facts.omissions {
            line(&format!("{}: {omission}", facts.name));
        }
    }
    if args.explain {
        out += &time_work::table(&work_done(args, classes, measured), view);
    }
    out
}

/// One row for each class and backend.
fn grid(args: &TimeArgs, classes: &[Class], measured: &[ClassTimes]) -> Grid {
    let parted = classes.iter().any(|class| !class.name.is_empty());
    let verified = measured
        .iter()
        .flat_map(|m| m.backends.values().map(|b| &b.verified));
    let mut columns = vec![Column::text("backend")];
    columns.extend(error_and_time_columns(verified));
    if parted {
        columns.insert(1, Column::text("u"));
    }
    let mut rows = Vec::new();
    for (class, m) in classes.iter().zip(measured) {
        let named = args
            .backends
            .iter()
            .filter_map(|name| m.backends.get_key_value(name));
        for (
            name,
            BackendTimes {
                time: t, verified: v, ..
            },
        ) in named
        {
            let mut row = vec![
                name.clone(),
                count(v.missed),
                count(v.phantom),
                count(v.unreliable),
            ];
            if parted {
                row.insert(1, class.name.clone());
            }
            row.extend(time_cells(t));
            rows.push(row.into_iter().map(GridCell::from).collect());
        }
    }
    Grid { columns, rows }
}

/// Columns of errors, then of times. In a narrow terminal a column of errors is dropped only if all its counts are 0.
fn error_and_time_columns<'a>(verified: impl Iterator<Item = &'a Verified> + Clone) -> [Column; 10] {
    let wrong = |of: fn(&Verified) -> usize, rank| {
        if verified.clone().all(|v| of(v) == 0) {
            rank
        } else {
            0
        }
    };
    [
        Column::numbers("missed", 0),
        Column::numbers("phantom", wrong(|v| v.phantom, 1)),
        Column::numbers("unreliable", wrong(|v| v.unreliable, 4)),
        Column::numbers("best ns", 2),
        Column::numbers("median ns", 0),
        Column::numbers("wall ns", 1),
        Column::numbers("again ns", 5),
        Column::numbers("± MAD", 3),
        Column::numbers("relative", 0),
        Column::text("95 % interval"),
    ]
}

/// Best, median, that by the wall clock, the same asked again, spread, relative and interval; or that it was not timed.
fn time_cells(t: &Timing) -> [String; 7] {
    match t.not_timed {
        Some(differ) => {
            let none = || "–".to_owned();
            let why = format!("✗ not timed: {} of {} differ", differ.differ, differ.of);
            [none(), none(), none(), none(), none(), none(), why]
        }
        None => [
            fixed(t.best_ns, 1),
            fixed(t.median_ns, 1),
            // No pass kept the processor where it is missing.
            t.wall.map_or("–".into(), |ratio| fixed(ratio * t.median_ns, 1)),
            t.again_ns.map_or("–".into(), |ns| fixed(ns, 1)),
            fixed(t.spread_ns, 1),
            fixed(t.relative, 2),
            interval(t),
        ],
    }
}

fn interval(t: &Timing) -> String {
    if t.standing == Some(Standing::Quickest) {
        return "quickest".into();
    }
    let [low, high] = t.relative_interval;
    let remark = t.standing.map_or("", Standing::remark);
    format!("{low:.2} to {high:.2} {remark}").trim_end().to_owned()
}

/// The work of each backend for each class, in the order of the table.
fn work_done<'a>(
    args: &'a TimeArgs,
    classes: &'a [Class],
    measured: &'a [ClassTimes],
) -> Vec<time_work::Done<'a>> {
    let mut rows = Vec::new();
    for (class, m) in classes.iter().zip(measured) {
        let named = |name: &'a String| m.backends.get_key_value(name);
        rows.extend(
            args.backends
                .iter()
                .filter_map(named)
                .map(|(name, times)| time_work::Done {
                    class: &class.name,
                    backend: name,
                    best_ns: Some(times.time.best_ns),
                    work: times.work,
                }),
        );
        rows.extend(m.least.iter().flat_map(|of| time_work::least(&class.name, of)));
    }
    rows
}
