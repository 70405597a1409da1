//! The tables of `bench`: sweeps by length or by brushes of the world, players and threads, counted work.

use crate::format::{self, NONE, count, digits};
use crate::sheet::SHOWN;
use clipmark_rows::{ALL_LENGTHS, Axis, Case, Check, Column, Line, Table, each_once, pivot};

/// Nanoseconds in a microsecond.
const USEC: f64 = 1e3;
/// The same of a millisecond, in seconds.
const MSEC: f64 = 1e3;

/// Heads of the table of work, and their counts.
const WORK: [(&str, Check); 6] = [
    ("nodes", Check::Nodes),
    ("leaves", Check::Leaves),
    ("solids", Check::Solids),
    ("planes", Check::Planes),
    ("GJK", Check::GjkSteps),
    ("EPA", Check::EpaSteps),
];

/// All tables that cases have something for.
pub(super) fn tables(cases: &[Case]) -> Vec<Table> {
    let sweeps: Vec<&Case> = cases.iter().filter(|case| is_of_sweeps(case)).collect();
    let mut all = Vec::new();
    if sweeps.iter().any(|case| !case.axes.get(Axis::Brushes).is_empty()) {
        let lengths = each_once(sweeps.iter().map(|case| case.axes.get(Axis::Lengths)));
        all.extend(
            lengths
                .into_iter()
                .map(|lengths| by_brushes(cases, &sweeps, lengths)),
        );
    } else if !sweeps.is_empty() {
        all.push(by_length(cases, &sweeps));
    }
    let loads: Vec<&Case> = cases.iter().filter(|case| is_of_load(case)).collect();
    if !loads.is_empty() {
        all.push(by_players(cases, &loads));
    }
    all.push(work(&sweeps));
    all.retain(|table| !table.lines.is_empty());
    all
}

fn is_of_load(case: &Case) -> bool {
    !case.axes.get(Axis::Players).is_empty() && case.reason().is_none()
}

fn is_of_sweeps(case: &Case) -> bool {
    let is_judged = [Check::NsSweep, Check::OtherAnswer]
        .iter()
        .any(|check| case.row(*check).is_some());
    is_judged && case.axes.get(Axis::Players).is_empty()
}

fn is_failed(cases: &[Case], name: &str) -> bool {
    cases
        .iter()
        .any(|case| case.contestant == name && case.is_failed())
}

fn times(case: Option<&Case>, check: Check) -> String {
    format::times(case.and_then(|case| case.row(check)))
}

/// The cost of each contestant's build: the first case that has it.
fn build<'a>(cases: &'a [Case], name: &str, brushes: &str) -> Option<&'a Case> {
    let own = cases.iter().filter(|case| case.contestant == name);
    let mut built = own.filter(|case| case.row(Check::BuildTime).is_some());
    built.find(|case| case.axes.get(Axis::Brushes) == brushes)
}

/// The fastest first by the ratio of a column, those with wrong answers last.
fn sort(lines: &mut [(Option<f64>, Line)]) {
    lines.sort_by(|(a, x), (b, y)| {
        let [a, b] = [a, b].map(|times| times.unwrap_or(f64::INFINITY));
        x.is_failed.cmp(&y.is_failed).then(a.total_cmp(&b))
    });
}

/// A line a contestant: time of a sweep of each class, beside the fastest's, and the build.
fn by_length(cases: &[Case], sweeps: &[&Case]) -> Table {
    let pivot = pivot(
        sweeps.iter().copied(),
        |case| case.contestant.clone(),
        |case| case.axes.get(Axis::Lengths).to_owned(),
    );
    let mut columns = vec![Column::text("contestant")];
    for lengths in &pivot.columns {
        let unit = if lengths == ALL_LENGTHS { "" } else { " u" };
        columns.push(Column::number(format!("{lengths}{unit} ns")));
        columns.push(Column::number("× fastest"));
    }
    columns.extend(["build ms", "bytes"].map(Column::number));
    let line = |(row, name): (usize, &String)| {
        let of_class = |column| pivot.cell(row, column).first().copied();
        let mut cells = vec![name.clone()];
        for column in 0..pivot.columns.len() {
            cells.push(digits(
                of_class(column).and_then(|case| case.value(Check::NsSweep)),
            ));
            cells.push(times(of_class(column), Check::TimesSweep));
        }
        let built = build(cases, name, "");
        cells.push(digits(
            built
                .and_then(|case| case.value(Check::BuildTime))
                .map(|s| s * MSEC),
        ));
        cells.push(bytes(built, 1.0));
        let first = of_class(0).and_then(|case| case.value(Check::TimesSweep));
        (first, Line::new(is_failed(cases, name), cells))
    };
    let mut lines: Vec<_> = pivot.rows.iter().enumerate().map(line).collect();
    sort(&mut lines);
    Table {
        title: "time of a sweep".into(),
        columns,
        lines: lines.into_iter().map(|(_, line)| line).collect(),
        ..Table::default()
    }
}

/// Bytes for each of so many things, as counted.
fn bytes(built: Option<&Case>, things: f64) -> String {
    built
        .and_then(|case| case.value(Check::Bytes))
        .map_or(NONE.into(), |bytes| count((bytes / things).round() as u64))
}

/// A line a contestant: time of a sweep in each world, growth to the largest, build and memory there.
fn by_brushes(cases: &[Case], sweeps: &[&Case], lengths: &str) -> Table {
    let own = sweeps.iter().copied();
    let pivot = pivot(
        own.filter(|case| case.axes.get(Axis::Lengths) == lengths),
        |case| case.contestant.clone(),
        |case| case.axes.get(Axis::Brushes).to_owned(),
    );
    let number = |text: &str| text.parse::<u64>().unwrap_or_default();
    let mut order: Vec<usize> = (0..pivot.columns.len()).collect();
    order.sort_by_key(|&column| number(&pivot.columns[column]));
    let sizes: Vec<&String> = order.iter().map(|&column| &pivot.columns[column]).collect();
    // What decides stands first: a narrow screen shows no more than that.
    let mut columns = vec![Column::text("contestant"), Column::number("× fastest")];
    columns.extend(
        sizes
            .iter()
            .map(|size| Column::number(format!("{} ns", count(number(size))))),
    );
    let smaller = sizes.iter().rev().nth(1);
    columns.extend(smaller.map(|size| Column::number(format!("× from {}", count(number(size))))));
    columns.extend(["build s", "B/brush", "wrong"].map(Column::number));
    let line = |(row, name): (usize, &String)| {
        let at = |&column: &usize| pivot.cell(row, column).first().copied();
        let last = order.last().and_then(at);
        let mut cells = vec![name.clone(), times(last, Check::TimesSweep)];
        cells.extend(
            order
                .iter()
                .map(|column| digits(at(column).and_then(|case| case.value(Check::NsSweep)))),
        );
        cells.extend(smaller.map(|_| times(last, Check::GrowthSweep)));
        let size = last.map_or("", |case| case.axes.get(Axis::Brushes));
        let built = build(cases, name, size);
        cells.push(digits(built.and_then(|case| case.value(Check::BuildTime))));
        cells.push(bytes(built, number(size).max(1) as f64));
        let wrong = pivot.of_row(row).filter_map(|case| case.row(Check::WrongAnswer));
        cells.push(count(wrong.map(|row| row.failed).fold(0, u64::saturating_add)));
        let times = last.and_then(|case| case.value(Check::TimesSweep));
        (times, Line::new(is_failed(cases, name), cells))
    };
    let mut lines: Vec<_> = pivot.rows.iter().enumerate().map(line).collect();
    sort(&mut lines);
    let class = match lengths {
        ALL_LENGTHS => "sweeps".to_owned(),
        lengths => format!("sweeps of {lengths} u"),
    };
    Table {
        title: format!("{class}; ×, build and memory in the largest world"),
        columns,
        lines: lines.into_iter().map(|(_, line)| line).collect(),
        shown: Some(SHOWN),
    }
}

/// A line for each contestant and setting: frames and ticks.
fn by_players(cases: &[Case], loads: &[&Case]) -> Table {
    let axes = [
        (Axis::Brushes, "brushes"),
        (Axis::Players, "players"),
        (Axis::Hz, "Hz"),
        (Axis::Threads, "threads"),
    ];
    // An axis that was not varied is in the heading.
    let is_varied = |axis: Axis| each_once(loads.iter().map(|case| case.axes.get(axis))).len() > 1;
    let axes: Vec<_> = axes
        .into_iter()
        .filter(|(axis, _)| *axis == Axis::Players || is_varied(*axis))
        .collect();
    let mut columns = vec![Column::text("contestant")];
    columns.extend(axes.iter().map(|(_, head)| Column::number(*head).as_key()));
    let heads = [
        "× fastest",
        "frame ms",
        "p99",
        "tick µs",
        "p99.9",
        "ticks/s",
        "in time",
        "bytes",
    ];
    columns.extend(heads.map(Column::number));
    let line = |case: &&Case| {
        let mut cells = vec![case.contestant.clone()];
        let number = |axis: Axis| count(case.axes.number(axis).unwrap_or_default() as u64);
        cells.extend(axes.iter().map(|(axis, _)| number(*axis)));
        let own = |check| case.value(check);
        let [frame, p99, tick, p999] = [
            Check::FrameTime,
            Check::FrameP99,
            Check::NsTick,
            Check::NsTickP999,
        ]
        .map(own);
        let in_time = case
            .row(Check::FrameP99)
            .and_then(|row| Some(row.value? <= row.limit?));
        let players = case.axes.number(Axis::Players).unwrap_or_default();
        cells.extend([
            times(Some(case), Check::TimesFrame),
            digits(frame),
            digits(p99),
            digits(tick.map(|ns| ns / USEC)),
            digits(p999.map(|ns| ns / USEC)),
            frame.map_or(NONE.into(), |ms| count((players / ms * MSEC).round() as u64)),
            in_time
                .map_or(NONE, |yes| if yes { "yes" } else { "no" })
                .to_owned(),
            bytes(build(cases, &case.contestant, case.axes.get(Axis::Brushes)), 1.0),
        ]);
        Line::new(is_failed(cases, &case.contestant), cells)
    };
    let mut sorted = loads.to_vec();
    sorted.sort_by(|a, b| {
        let key = |case: &Case| {
            axes.iter()
                .map(|(axis, _)| case.axes.number(*axis))
                .collect::<Vec<_>>()
        };
        key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
    });
    Table {
        title: "frames, a tick of every player; in time: 99 of 100".into(),
        columns,
        lines: sorted.iter().map(line).collect(),
        shown: Some(SHOWN),
    }
}

/// Counted work of a sweep, and the least that any tracer of brushes must do; no lines where it was not counted.
fn work(sweeps: &[&Case]) -> Table {
    let mut lines = Vec::new();
    for case in sweeps {
        let counts = WORK.map(|(_, check)| case.value(check));
        if counts.iter().any(Option::is_some) {
            lines.push(work_line(&case.contestant, case, counts));
        }
    }
    let settings: Vec<String> = sweeps.iter().map(|case| case.axes.describe()).collect();
    for setting in each_once(settings.iter().map(String::as_str)) {
        let mut alike = sweeps.iter().filter(|case| case.axes.describe() == setting);
        let Some(case) = alike.find(|case| case.row(Check::LeastPlanes).is_some()) else {
            continue;
        };
        let [solids, planes, fours] = [Check::LeastSolids, Check::LeastPlanes, Check::LeastPlanesInFours]
            .map(|check| case.value(check));
        lines.push(work_line("least", case, [None, None, solids, planes, None, None]));
        lines.push(work_line(
            "least, in fours",
            case,
            [None, None, solids, fours, None, None],
        ));
    }
    let mut columns = vec![Column::text("contestant"), Column::text("sweeps").as_key()];
    columns.extend(WORK.map(|(head, _)| Column::number(head)));
    Table {
        title: "counted work of a sweep".into(),
        columns,
        lines,
        shown: Some(SHOWN),
    }
}

fn work_line(name: &str, case: &Case, counts: [Option<f64>; 6]) -> Line {
    let names = [name.to_owned(), case.axes.describe()];
    Line::new(false, names.into_iter().chain(counts.map(digits)))
}
