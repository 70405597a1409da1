//! Every round of the timing, as a strip per contestant. A median alone hides a second mode or a noisy machine.

use super::axis::Axis;
use super::chart::{self, Chart, label, line, rgb, stroke, text};
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_rows::{Case, Check, median, spread};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Height of a contestant's row, in the plot's own pixels.
const ROW: i32 = 58;
/// Share of a row that its rounds take, the first on top.
const SPREAD: f64 = 0.5;
/// At most this many dots a contestant.
const MAX_DOTS: usize = 400;

/// Nanoseconds of a sweep.
pub(super) fn of_sweeps(cases: &[Case]) -> Result<super::Plot, ReportError> {
    draw(
        cases,
        Check::NsSweep,
        "plots/ns-per-trace.svg",
        "Time per sweep",
        "ns per sweep (log)",
        "sweep of the refereed random set",
    )
}

/// Nanoseconds of a tick.
pub(super) fn of_ticks(cases: &[Case]) -> Result<super::Plot, ReportError> {
    let plot = draw(
        cases,
        Check::NsTick,
        "plots/ns-per-tick.svg",
        "Time per tick",
        "ns per tick (log)",
        "tick of the script",
    )?;
    Ok(plot.captioned("The same for the ticks of the script."))
}

fn draw(
    cases: &[Case],
    check: Check,
    file: &'static str,
    title: &str,
    x_name: &'static str,
    per: &str,
) -> Result<super::Plot, ReportError> {
    let of = |case: &Case| case.samples.get(&check).cloned().unwrap_or_default();
    let samples: Vec<Vec<f64>> = cases.iter().map(of).collect();
    let rounds = samples.iter().map(Vec::len).max().unwrap_or(0);
    let rows = cases.len().max(1);
    let x = Axis::log(samples.iter().flatten().copied());
    let left = x.min();
    // A row holds the contestant's name above its rounds.
    let place = |row: usize, round: usize, rounds: usize| {
        let share = round as f64 / rounds.saturating_sub(1).max(1) as f64;
        (rows - row) as f64 - 0.92 + SPREAD * (1.0 - share)
    };
    let ticks = samples.iter().enumerate().flat_map(|(i, samples)| {
        let rounds = samples.len();
        let last = (rounds > 1).then(|| (place(i, rounds - 1, rounds), format::count(rounds)));
        [(rounds > 0).then(|| (place(i, 0, rounds), "1".to_owned())), last]
    });
    let ticks = ticks.flatten().collect();
    let rounded = |samples: &[f64]| -> Vec<f64> {
        let taken = samples.iter().filter(|ns| **ns > 0.0);
        taken.map(|ns| (ns * 100.0).round() / 100.0).collect()
    };
    let row = |(i, samples): (usize, &Vec<f64>)| {
        serde_json::json!({
            "kind": "samples",
            "name": cases[i].contestant,
            "colour": palette::contestant(i).light,
            "top": rows - i,
            "bottom": rows - i - 1,
            "samples": rounded(samples),
            "unit": "ns",
            "one": "round",
        })
    };
    let told = samples
        .iter()
        .enumerate()
        .filter(|(_, samples)| !samples.is_empty());
    let told = serde_json::to_string(&told.map(row).collect::<Vec<_>>())?;
    let chart = Chart {
        file,
        title: title.into(),
        caption: format!(
            "Each dot is the mean time per {per} of one round, the first on top; {}. The upright mark is the median.",
            format::plural(rounds, "round", "rounds")
        ),
        size: (chart::SIZE.0, ROW * rows as i32 - chart::inner((0, 0)).1),
        x,
        y: Axis::marked(0.0, rows as f64, ticks),
        x_name,
        y_name: "round",
        legend: chart::legend_of_cases(cases, 0.0),
    };
    let plot = chart.draw(|context| {
        for (i, samples) in samples.iter().enumerate() {
            let colour = palette::contestant(i);
            let all = samples.len();
            let every = all.div_ceil(MAX_DOTS).max(1);
            for (n, &ns) in samples.iter().enumerate().step_by(every) {
                if ns > 0.0 {
                    let y = place(i, n, all);
                    let dot = Circle::new((ns, y), 2 * chart::FINE + 1, rgb(colour).mix(0.45).filled());
                    context.plotting_area().draw(&dot).map_err(text)?;
                }
            }
            let middle = median(samples);
            if middle > 0.0 {
                let ends = [place(i, 0, 2) + 0.04, place(i, 1, 2) - 0.04];
                let mark = ends.map(|y| (middle, y)).to_vec();
                line(context, mark, stroke(palette::INK, 2.0))?;
            }
            let figure = match middle > 0.0 {
                true => format!("{} ns", format::with_spread(middle, spread(samples))),
                false => "not timed".into(),
            };
            let words = format!("{} · {figure}", format::shortened(&cases[i].contestant, 28));
            let top = (left, (rows - i) as f64);
            label(
                context,
                &words,
                top,
                (8, 10),
                palette::INK,
                (HPos::Left, VPos::Center),
            )?;
        }
        Ok(())
    })?;
    Ok(plot.with("rows", &told))
}
