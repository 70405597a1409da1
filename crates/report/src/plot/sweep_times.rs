//! Times of single sweeps: how far the slowest lie from the usual, and the effect of length.

use super::axis::Axis;
use super::chart::{self, Chart, SIZE, label, line, rgb, stroke, text};
use super::curves::Curves;
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_rows::drawn::{Comparison, Entry, SweepRecord};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Times below this are the clock's own steps, in nanoseconds.
const LEAST: f64 = 10.0;
/// Height of a contestant's row, in the plot's own pixels.
const ROW: i32 = 64;
/// Share of a row that the curve of its density takes.
const RISE: f64 = 0.5;
/// Classes of times for that curve.
const CLASSES: usize = 90;
/// Lengths at which classes of sweeps begin, in units.
const LENGTHS: [f64; 9] = [0.5, 2.0, 8.0, 16.0, 64.0, 256.0, 512.0, 1024.0, 2048.0];
/// A class with fewer sweeps says little.
const FEWEST: usize = 12;

pub(super) fn sweep_times(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    if comparison.contestants.iter().all(|e| e.sweep_times.is_empty()) {
        return Ok(Vec::new());
    }
    Ok(vec![distribution(comparison)?, against_length(comparison)?])
}

fn sorted(entry: &Entry) -> Vec<f64> {
    let mut all: Vec<f64> = entry.sweep_times.iter().map(|ns| ns.max(LEAST)).collect();
    all.sort_by(f64::total_cmp);
    all
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted
        .get((last as f64 * share).round() as usize)
        .copied()
        .unwrap_or(f64::NAN)
}

fn distribution(comparison: &Comparison) -> Result<super::Plot, ReportError> {
    let entries = &comparison.contestants;
    let all: Vec<Vec<f64>> = entries.iter().map(sorted).collect();
    let rows = entries.len().max(1);
    let x = Axis::log(all.iter().flatten().copied());
    let (left, right) = (x.min(), x.max());
    let width = (right / left).ln() / CLASSES as f64;
    let counted = |times: &Vec<f64>| {
        let mut heights = vec![0usize; CLASSES];
        for ns in times {
            let class = ((ns / left).ln() / width) as usize;
            heights[class.min(CLASSES - 1)] += 1;
        }
        heights
    };
    let counts: Vec<Vec<usize>> = all.iter().map(counted).collect();
    let most = |i: usize| counts[i].iter().copied().max().unwrap_or(1).max(1);
    let floor = |i: usize| (rows - i) as f64 - 0.95;
    let timed = || (0..entries.len()).filter(|&i| !all[i].is_empty());
    let ticks = timed().flat_map(|i| {
        [
            (floor(i), "0".to_owned()),
            (floor(i) + RISE, format::count(most(i))),
        ]
    });
    let ticks = ticks.collect();
    let row = |i: usize| {
        serde_json::json!({
            "kind": "classes",
            "name": entries[i].name,
            "colour": palette::contestant(i).light,
            "top": rows - i,
            "bottom": rows - i - 1,
            "counts": counts[i],
            "unit": "ns",
            "what": "sweeps",
        })
    };
    let told = serde_json::to_string(&timed().map(row).collect::<Vec<_>>())?;
    let chart = Chart {
        file: "plots/ns-of-sweeps.svg",
        title: "Times of single sweeps".into(),
        caption: "Each timed sweep asked alone, seven times, and the median of those: how often a time occurs (the \
                  curve), and the times within which half, 99 % and all sweeps are done (the upright marks). The \
                  clock's own time is subtracted; asked alone, a sweep takes some tens of nanoseconds more than in \
                  a round."
            .into(),
        size: (SIZE.0, ROW * rows as i32 - chart::inner((0, 0)).1),
        x,
        y: Axis::marked(0.0, rows as f64, ticks),
        x_name: "ns of a sweep (log)",
        y_name: "sweeps",
        legend: chart::legend_of_cases(&comparison.results.cases, 0.0),
    };
    let plot = chart.draw(|context| {
        for (i, times) in all.iter().enumerate() {
            if times.is_empty() {
                continue;
            }
            let colour = palette::contestant(i);
            let (floor, most) = (floor(i), most(i) as f64);
            let mut curve = vec![(left, floor)];
            for (class, n) in counts[i].iter().enumerate() {
                let at = left * ((class as f64 + 0.5) * width).exp();
                curve.push((at, floor + RISE * *n as f64 / most));
            }
            curve.push((right, floor));
            let area = Polygon::new(curve.clone(), rgb(colour).mix(0.3).filled());
            context.plotting_area().draw(&area).map_err(text)?;
            line(context, curve, stroke(colour, 1.5))?;
            let told = [0.5, 0.99, 1.0].map(|share| quantile(times, share));
            for at in told {
                line(
                    context,
                    vec![(at, floor), (at, floor + RISE)],
                    stroke(palette::INK, 1.75),
                )?;
            }
            let [p50, p99, max] = told.map(format::three_digits);
            label(
                context,
                &format!(
                    "{} · p50 {p50} · p99 {p99} · max {max} ns",
                    format::shortened(&entries[i].name, 18)
                ),
                (left, (rows - i) as f64),
                (8, 12),
                palette::INK,
                (HPos::Left, VPos::Center),
            )?;
        }
        Ok(())
    })?;
    Ok(plot.with("rows", &told))
}

/// Median time of the sweeps of each class of length.
fn by_length(entry: &Entry) -> Vec<(f64, f64)> {
    let length = |a: &SweepRecord| {
        let way = [0, 1, 2].map(|k| f64::from(a.end[k]) - f64::from(a.start[k]));
        way.iter().map(|d| d * d).sum::<f64>().sqrt()
    };
    let timed = || entry.answers.iter().map(length).zip(&entry.sweep_times);
    let ends = LENGTHS.iter().skip(1).copied().chain([f64::INFINITY]);
    let classes = LENGTHS.iter().copied().zip(ends);
    classes
        .filter_map(|(from, to)| {
            let within: Vec<(f64, f64)> = timed()
                .filter(|(l, _)| (from..to).contains(l))
                .map(|(l, t)| (l, *t))
                .collect();
            let mut times: Vec<f64> = within.iter().map(|(_, t)| t.max(LEAST)).collect();
            times.sort_by(f64::total_cmp);
            let mean = within.iter().map(|(l, _)| l.ln()).sum::<f64>() / within.len().max(1) as f64;
            (within.len() >= FEWEST).then(|| (mean.exp(), quantile(&times, 0.5)))
        })
        .collect()
}

fn against_length(comparison: &Comparison) -> Result<super::Plot, ReportError> {
    let entries = comparison.contestants.iter();
    let curves = Curves {
        file: "plots/ns-length.svg".into(),
        title: "Time against the sweep's length".into(),
        caption: "The same single sweeps by length: median time of each class, at the geometric mean of its lengths. The \
                  shortest show the fixed cost of a question; longer ones add the part of the tree that they pass \
                  through."
            .into(),
        names: ["length (u, log)", "ns of a sweep (log)"],
        curves: entries.map(|entry| (&*entry.name, by_length(entry))).collect(),
        are_over_counts: false,
    };
    curves.draw()
}
