//! Costs over an axis, both logarithmic: a curve a contestant.

use crate::error::ReportError;
use crate::format::count;
use crate::plot::Plot;
use crate::plot::curves::Curves;
use clipmark_rows::{ALL_LENGTHS, Axis, Case, Check, each_once};

/// Milliseconds of a second.
const MSEC: f64 = 1e3;

/// A plot for each cost that some contestant has at two places of an axis.
pub(super) fn plots(cases: &[Case]) -> Result<Vec<Plot>, ReportError> {
    let mut all = Vec::new();
    let lengths = each_once(cases.iter().map(|case| case.axes.get(Axis::Lengths)));
    for lengths in lengths.into_iter().filter(|lengths| !lengths.is_empty()) {
        let of_class: Vec<&Case> = cases
            .iter()
            .filter(|case| case.axes.get(Axis::Lengths) == lengths)
            .collect();
        all.push(Curves {
            file: format!("plots/sweep-{lengths}.svg"),
            title: match lengths {
                ALL_LENGTHS => "Time of a sweep".into(),
                lengths => format!("Time of a sweep of {lengths} u"),
            },
            caption: "Median time of a sweep of a player, contestants taking turns, against the brushes of the world. Sweeps start \
                      anywhere in it."
                .into(),
            names: ["brushes (log)", "ns (log)"],
            curves: curves(&of_class, Axis::Brushes, |case| case.value(Check::NsSweep)),
            are_over_counts: true,
        });
    }
    let all_cases: Vec<&Case> = cases.iter().collect();
    let kinds: [(&str, &str, &str, Check, f64); 2] = [
        (
            "plots/build.svg",
            "Time to build",
            "s (log)",
            Check::BuildTime,
            1.0,
        ),
        ("plots/bytes.svg", "Memory", "kB (log)", Check::Bytes, 1e-3),
    ];
    for (file, title, unit, check, factor) in kinds {
        all.push(Curves {
            file: file.into(),
            title: title.into(),
            caption: "Of one contestant, built of the world: CPU time of all threads, and bytes as the allocator counted them.".into(),
            names: ["brushes (log)", unit],
            curves: curves(&all_cases, Axis::Brushes, |case| Some(case.value(check)? * factor)),
            are_over_counts: true,
        });
    }
    let loads: Vec<&Case> = cases
        .iter()
        .filter(|case| !case.axes.get(Axis::Players).is_empty())
        .collect();
    let loads = of_largest_world(&loads);
    let place = match extreme(&loads, Axis::Brushes, f64::max) {
        Some(brushes) => format!(" In the town of {} brushes.", count(brushes as u64)),
        None => String::new(),
    };
    let most_threads = extreme(&loads, Axis::Threads, f64::max);
    let slowest = extreme(&loads, Axis::Hz, f64::min);
    let most_players = extreme(&loads, Axis::Players, f64::max);
    let at = |axis: Axis, wanted: Option<f64>| move |case: &&&Case| case.axes.number(axis) == wanted;
    let by_players = loads
        .iter()
        .filter(at(Axis::Threads, most_threads))
        .filter(at(Axis::Hz, slowest));
    all.push(Curves {
        file: "plots/frames.svg".into(),
        title: "Time of a frame against players".into(),
        caption: format!(
            "Median time in which all players are ticked once, on the most threads, at the lowest rate.{place}"
        ),
        names: ["players (log)", "ms a frame (log)"],
        curves: curves(&by_players.copied().collect::<Vec<_>>(), Axis::Players, |case| {
            case.value(Check::FrameTime)
        }),
        are_over_counts: true,
    });
    let by_threads = loads
        .iter()
        .filter(at(Axis::Players, most_players))
        .filter(at(Axis::Hz, slowest));
    all.push(Curves {
        file: "plots/threads.svg".into(),
        title: "Ticks a second against threads".into(),
        caption: format!(
            "Ticks of all players in a second, from the median frame of the most players, against the threads that share \
             them.{place}"
        ),
        names: ["threads (log)", "ticks a second (log)"],
        curves: curves(&by_threads.copied().collect::<Vec<_>>(), Axis::Threads, |case| {
            Some(case.axes.number(Axis::Players)? / case.value(Check::FrameTime)? * MSEC)
        }),
        are_over_counts: true,
    });
    let drawn = all.iter().filter(|curves| curves.has_points(2));
    drawn.map(Curves::draw).collect()
}

/// The cases of the largest town, or all of a scene: a curve is of one world.
pub fn of_largest_world<'a>(cases: &[&'a Case]) -> Vec<&'a Case> {
    let brushes = |case: &Case| case.axes.number(Axis::Brushes);
    let most = extreme(cases, Axis::Brushes, f64::max);
    let largest = cases.iter().filter(|case| brushes(case) == most);
    largest.copied().collect()
}

fn extreme(cases: &[&Case], axis: Axis, choose: fn(f64, f64) -> f64) -> Option<f64> {
    cases
        .iter()
        .filter_map(|case| case.axes.number(axis))
        .reduce(choose)
}

/// The points of each contestant over an axis.
fn curves<'a>(
    cases: &[&'a Case],
    axis: Axis,
    value: impl Fn(&Case) -> Option<f64>,
) -> Vec<(&'a str, Vec<(f64, f64)>)> {
    let names = each_once(cases.iter().map(|case| case.contestant.as_str()));
    let curve = |name: &'a str| {
        let own = cases.iter().filter(|case| case.contestant == name);
        let points = own.filter_map(|case| Some((case.axes.number(axis)?, value(case)?)));
        let mut points: Vec<(f64, f64)> = points.filter(|(_, y)| *y > 0.0).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        (name, points)
    };
    names.into_iter().map(curve).collect()
}
