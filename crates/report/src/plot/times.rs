//! Every round of the timing, as a strip per contestant. A median alone hides a second mode or a noisy machine.

use super::axis::Axis;
use super::chart::{self, Chart, label, line, rgb, stroke, text};
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_record::{Comparison, Entry, Timing};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Height of a contestant's row, in the plot's own pixels.
const ROW: i32 = 58;
/// Share of a row that its rounds take, the first on top.
const SPREAD: f64 = 0.5;
/// At most this many dots a contestant.
const MAX_DOTS: usize = 400;

/// Nanoseconds per trace and per tick.
pub(super) fn times(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    Ok(vec![
        draw(
            comparison,
            "ns-per-trace.svg",
            "Time per sweep",
            "ns per sweep (log)",
            "sweep of the refereed random set",
            |e| &e.trace_time,
        )?,
        draw(
            comparison,
            "ns-per-tick.svg",
            "Time per tick",
            "ns per tick (log)",
            "tick of the script",
            |e| &e.tick_time,
        )?
        .captioned("The same for the ticks of the script."),
    ])
}

/// The contestants, whose names stand in their rows.
pub(super) fn named(comparison: &Comparison) -> Vec<(String, palette::Pair, f64)> {
    let all = chart::legend(comparison).into_iter();
    all.map(|(name, colour, _)| (name, colour, 0.0)).collect()
}

fn draw(
    comparison: &Comparison,
    file: &'static str,
    title: &str,
    x_name: &'static str,
    per: &str,
    of: fn(&Entry) -> &Timing,
) -> Result<super::Plot, ReportError> {
    let entries = &comparison.contestants;
    let samples = entries
        .iter()
        .flat_map(|e| of(e).samples_ns.iter().copied().chain([of(e).median_ns]));
    let rounds = entries.iter().map(|e| of(e).samples_ns.len()).max().unwrap_or(0);
    let rows = entries.len().max(1);
    let x = Axis::log(samples);
    let left = x.min();
    // A row holds the contestant's name above its rounds.
    let place = |row: usize, round: usize, rounds: usize| {
        let share = round as f64 / rounds.saturating_sub(1).max(1) as f64;
        (rows - row) as f64 - 0.92 + SPREAD * (1.0 - share)
    };
    let ticks = (0..entries.len()).flat_map(|i| {
        let rounds = of(&entries[i]).samples_ns.len();
        let last = (rounds > 1).then(|| (place(i, rounds - 1, rounds), format::count(rounds)));
        [(rounds > 0).then(|| (place(i, 0, rounds), "1".to_owned())), last]
    });
    let ticks = ticks.flatten().collect();
    let samples = |e: &Entry| -> Vec<f64> {
        let taken = of(e).samples_ns.iter();
        let taken = taken.filter(|ns| ns.is_finite() && **ns > 0.0);
        taken.map(|ns| (ns * 100.0).round() / 100.0).collect()
    };
    let row = |(i, e): (usize, &Entry)| {
        serde_json::json!({
            "kind": "samples",
            "name": e.name,
            "colour": palette::contestant(i).light,
            "top": rows - i,
            "bottom": rows - i - 1,
            "samples": samples(e),
            "unit": "ns",
            "one": "round",
        })
    };
    let told = entries
        .iter()
        .enumerate()
        .filter(|(_, e)| !of(e).samples_ns.is_empty());
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
        legend: named(comparison),
    };
    let plot = chart.draw(|context| {
        for (i, entry) in entries.iter().enumerate() {
            let (time, colour) = (of(entry), palette::contestant(i));
            let all = time.samples_ns.len();
            let every = time.samples_ns.len().div_ceil(MAX_DOTS).max(1);
            for (n, &ns) in time.samples_ns.iter().enumerate().step_by(every) {
                if ns.is_finite() && ns > 0.0 {
                    let y = place(i, n, all);
                    let dot = Circle::new((ns, y), 2 * chart::FINE + 1, rgb(colour).mix(0.45).filled());
                    context.plotting_area().draw(&dot).map_err(text)?;
                }
            }
            if time.median_ns.is_finite() && time.median_ns > 0.0 {
                let ends = [place(i, 0, 2) + 0.04, place(i, 1, 2) - 0.04];
                let mark = ends.map(|y| (time.median_ns, y)).to_vec();
                line(context, mark, stroke(palette::INK, 2.0))?;
            }
            let figure = match time.median_ns {
                _ if time.not_timed.is_some() => "not timed: answers differ".into(),
                ns if ns > 0.0 => format!("{} ns", format::with_spread(ns, time.spread_ns)),
                _ => format!("{} ns", format::NONE),
            };
            let words = format!("{} · {figure}", format::shortened(&entry.name, 28));
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
