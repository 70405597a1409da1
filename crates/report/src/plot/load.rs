//! The cost of many players in one world: a line a contestant.

use super::axis::Axis;
use super::chart::{Chart, Context, Drawn, SIZE, label, line, stroke};
use super::curves;
use crate::error::ReportError;
use crate::format;
use crate::palette;
use clipmark_record::load::{LoadResults, LoadRow};
use plotters::style::text_anchor::{HPos, VPos};

type Curves<'a> = Vec<(&'a str, Vec<(f64, f64)>)>;

/// Frame time against the number of players, on the most threads that share them, at the lowest rate. `None` for a single
/// number of players.
pub(crate) fn frames(book: &LoadResults) -> Result<Option<super::Plot>, ReportError> {
    let hertz = book.rows.iter().map(|r| r.hertz).fold(f64::INFINITY, f64::min);
    let most = |players: usize| {
        let alike = book
            .rows
            .iter()
            .filter(|r| r.players == players && r.hertz == hertz);
        alike.map(|r| r.threads).max()
    };
    let shown = |r: &&LoadRow| r.hertz == hertz && most(r.players) == Some(r.threads);
    let curves = curves(book, shown, |r| (r.players as f64, r.frame_msec.p50));
    if curves.iter().all(|(_, points)| points.len() < 2) {
        return Ok(None);
    }
    let budget = 1000.0 / hertz;
    let threads = book.rows.iter().map(|r| r.threads).max().unwrap_or(1);
    let points = || curves.iter().flat_map(|(_, p)| p);
    let chart = Chart {
        file: "load-frames.svg",
        title: format!("Time of a frame against players, {} Hz", format::plain(hertz, 1)),
        caption: format!(
            "Median time in which all players are ticked once, on {} that share them; fewer players than threads have one \
             each. Every player moves by its own commands through {}. The level line is the time that a frame may take.",
            format::plural(threads, "thread", "threads"),
            book.world
        ),
        size: SIZE,
        x: Axis::log_of_counts(points().map(|p| p.0)),
        y: Axis::log(points().map(|p| p.1).chain([budget])),
        x_name: "players (log)",
        y_name: "ms a frame (log)",
        legend: legend(&curves),
    };
    let words = format!(
        "{} ms: a frame at {} Hz",
        format::three_digits(budget),
        format::plain(hertz, 1)
    );
    chart
        .draw(|context| {
            let ends = points().map(|p| p.0);
            let (least, most) = ends.fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), x| (a.min(x), b.max(x)));
            line(
                context,
                vec![(least, budget), (most, budget)],
                stroke(palette::FAIL, 1.5),
            )?;
            let above = (HPos::Left, VPos::Bottom);
            label(context, &words, (least, budget), (4, -3), palette::FAIL, above)?;
            draw(context, &curves)
        })
        .map(Some)
}

/// Ticks a second against threads, for the most players at the lowest rate; none for one number of threads.
pub(crate) fn growth(book: &LoadResults) -> Result<Option<super::Plot>, ReportError> {
    let players = book.rows.iter().map(|r| r.players).max().unwrap_or(1);
    let hertz = book.rows.iter().map(|r| r.hertz).fold(f64::INFINITY, f64::min);
    let shown = |r: &&LoadRow| r.players == players && r.hertz == hertz;
    let curves = curves(book, shown, |r| (r.threads as f64, r.ticks_per_second / 1e6));
    if curves.iter().all(|(_, points)| points.len() < 2) {
        return Ok(None);
    }
    let linear: Curves = curves
        .iter()
        .map(|(name, points)| (*name, linear(points)))
        .collect();
    let points = || curves.iter().chain(&linear).flat_map(|(_, p)| p);
    let chart = Chart {
        file: "load-threads.svg",
        title: format!("Ticks a second against threads, {} players", format::count(players)),
        caption: "Ticks of all players in a second, from the median frame, against the threads that share the players. The thin \
                  lines: twice the threads, twice the ticks."
            .into(),
        size: SIZE,
        x: Axis::log_of_counts(points().map(|p| p.0)),
        y: Axis::log(points().map(|p| p.1)),
        x_name: "threads (log)",
        y_name: "million ticks a second (log)",
        legend: legend(&curves),
    };
    chart
        .draw(|context| {
            for (i, (_, points)) in linear.iter().enumerate() {
                line(context, points.clone(), stroke(palette::contestant(i), 0.75))?;
            }
            draw(context, &curves)
        })
        .map(Some)
}

/// The result of the fewest threads, and the most threads' in proportion.
fn linear(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    match points {
        [first, .., last] => vec![*first, (last.0, first.1 * last.0 / first.0)],
        _ => Vec::new(),
    }
}

fn curves<'a>(
    book: &'a LoadResults,
    shown: impl Fn(&&LoadRow) -> bool,
    point: impl Fn(&LoadRow) -> (f64, f64),
) -> Curves<'a> {
    let mut curves: Curves = Vec::new();
    for row in book.rows.iter().filter(|r| !r.unlike_alone).filter(shown) {
        let at = point(row);
        match curves.iter_mut().find(|(name, _)| *name == row.contestant) {
            Some((_, points)) => points.push(at),
            None => curves.push((&row.contestant, vec![at])),
        }
    }
    for (_, points) in &mut curves {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    curves
}

fn legend(curves: &Curves) -> Vec<(String, palette::Pair, f64)> {
    curves::legend(curves.iter().map(|(name, _)| *name))
}

fn draw(context: &mut Context<'_>, curves: &Curves) -> Drawn {
    curves::draw(context, curves.iter().map(|(_, points)| points), 2.0)
}
