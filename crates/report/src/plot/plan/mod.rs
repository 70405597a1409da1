//! The paths seen from above, over the floors and walls of the world.
//!
//! Floors above the walk would hide it. Only upward faces at or below its highest point are filled, the lower ones first. Upright
//! faces that cross its height are drawn as walls. The largest of both are kept.

mod faces;
mod movers;

use super::axis::Axis;
use super::chart::{self, Chart, Context, Drawn, inner, label, line, rgb, stroke, text};
use super::thin;
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_rows::drawn::{Comparison, Entry};
use faces::{Face, floor, largest, wall};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Width in the plot's own pixels, and the least and greatest height.
const WIDTH: i32 = 760;
const HEIGHT: (i32, i32) = (250, 620);
/// Room around the paths, as a share of their extent and at least this many units.
const ROOM: (f64, f64) = (0.12, 48.0);

type Polygon2 = Vec<(f64, f64)>;

#[derive(Clone, Copy)]
struct View {
    x: (f64, f64),
    y: (f64, f64),
    z: (f64, f64),
    /// Units per pixel.
    unit: f64,
}

pub(super) fn plan(comparison: &Comparison) -> Result<super::Plot, ReportError> {
    let view = View::around(comparison);
    let (floors, all_floors) = largest(comparison.outline.iter().filter_map(|f| floor(&f.corners, view)));
    let (walls, all_walls) = largest(comparison.outline.iter().filter_map(|f| wall(&f.corners, view)));
    let height = ((view.y.1 - view.y.0) / view.unit).round() as i32 - inner((0, 0)).1;
    let shown = |kept: usize, all: usize, one: &str, many: &str| {
        let all_of_them = format::plural(all, one, many);
        if kept == all {
            all_of_them
        } else {
            format!("the {} largest of {all_of_them}", format::count(kept))
        }
    };
    let caption = format!(
        "Each contestant's path from above (north is +y): the player's position after every tick. In the background \
         {} up to the height of the walk, darker when higher, and {}. A ring marks where a path leaves that of {}, \
         a dot where it ends.{}",
        shown(floors.len(), all_floors, "floor", "floors"),
        shown(
            walls.len(),
            all_walls,
            "wall that rises above it",
            "walls that rise above it"
        ),
        comparison.scene.measured_from,
        movers::caption(comparison),
    );
    let chart = Chart {
        file: "plots/plan.svg",
        title: "Paths from above".into(),
        caption,
        size: (WIDTH, height),
        x: Axis::exact(view.x.0, view.x.1, 7),
        y: Axis::exact(view.y.0, view.y.1, 5),
        x_name: "x (u)",
        y_name: "y (u)",
        legend: chart::path_legend(comparison),
    };
    let plot = chart.draw(|context| {
        draw_world(context, floors, &walls, view)?;
        movers::draw(context, comparison, |outline| view.clipped(outline))?;
        draw_paths(context, comparison, view)
    })?;
    let tick = comparison.scene.tick_msec / 1000.0;
    if !(tick.is_finite() && tick > 0.0) {
        return Ok(plot);
    }
    let told: Vec<Vec<f64>> = comparison
        .contestants
        .iter()
        .map(|e| encode_path(e, view))
        .collect();
    let told = serde_json::to_string(&told)?;
    Ok(plot.with("paths", &told).with("tick", &tick.to_string()))
}

/// Points of a path told to the pointer at most. The page stays small, and points lie closer than a pointer is wide.
const MAX_TOLD: usize = 1000;

/// A path for the page's script: x and y in whole units and the tick, as steps from the previous point.
fn encode_path(entry: &Entry, view: View) -> Vec<f64> {
    let mut out = Vec::new();
    let mut last: Option<((f64, f64), usize)> = None;
    let all = path(entry);
    let least = all.len().div_ceil(MAX_TOLD);
    for (tick, &p) in all
        .iter()
        .enumerate()
        .filter(|(_, p)| p.0.is_finite() && p.1.is_finite())
    {
        // A player that stands still is told once, and again on leaving.
        let new = last.is_none_or(|(q, before)| {
            tick - before >= least && (p.0 - q.0).hypot(p.1 - q.1) >= view.unit || tick + 1 == all.len()
        });
        if new {
            let step = tick - last.map_or(0, |(_, before)| before);
            out.extend([p.0.round(), p.1.round(), step as f64]);
            last = Some((p, tick));
        }
    }
    out
}

fn draw_world(context: &mut Context<'_>, mut floors: Vec<Face>, walls: &[Face], view: View) -> Drawn {
    floors.sort_by(|a, b| a.height.total_cmp(&b.height));
    let lowest = floors.first().map_or(view.z.0, |f| f.height);
    let range = (view.z.1 - lowest).max(1.0);
    for floor in floors {
        let levels = palette::FLOORS.len();
        let level = ((floor.height - lowest) / range * (levels - 1) as f64).round() as usize;
        let fill = rgb(palette::FLOORS[level.min(levels - 1)]).filled();
        context
            .plotting_area()
            .draw(&Polygon::new(floor.outline.clone(), fill))
            .map_err(text)?;
        let closed = floor
            .outline
            .iter()
            .chain(floor.outline.first())
            .copied()
            .collect();
        line(context, closed, stroke(palette::EDGE, 0.75))?;
    }
    for wall in walls {
        line(context, wall.outline.clone(), stroke(palette::WALL, 1.25))?;
    }
    Ok(())
}

fn draw_paths(context: &mut Context<'_>, comparison: &Comparison, view: View) -> Drawn {
    let all = comparison.contestants.len();
    for (i, entry) in comparison.contestants.iter().enumerate() {
        // Half a pixel: finer is not seen.
        let mut points = thin::spaced(&path(entry), view.unit * 0.5);
        if points.len() > 2 * thin::MAX_POINTS {
            let every = points.len().div_ceil(2 * thin::MAX_POINTS);
            points = points.into_iter().step_by(every).collect();
        }
        line(
            context,
            points,
            stroke(palette::contestant(i), chart::line_width(i, all)),
        )?;
    }
    for (i, entry) in comparison.contestants.iter().enumerate() {
        let colour = palette::contestant(i);
        let path = path(entry);
        let inside = |p: &&(f64, f64)| p.0.is_finite() && p.1.is_finite();
        if let Some(&end) = path.last().filter(inside) {
            let radius = (chart::line_width(i, all) + 1.5) * f64::from(chart::FINE);
            context
                .plotting_area()
                .draw(&Circle::new(end, radius as i32, rgb(colour).filled()))
                .map_err(text)?;
        }
        let parted = entry.parted;
        if let Some((tick, &at)) = parted.and_then(|tick| Some((tick, path.get(tick).filter(inside)?))) {
            let ring = Circle::new(at, 9 * chart::FINE, stroke(colour, 2.0));
            context.plotting_area().draw(&ring).map_err(text)?;
            let words = format!("tick {}", format::count(tick));
            let before = &comparison.contestants[..i];
            let parted_before = before.iter().filter(|e| e.parted.is_some()).count();
            let (side, anchor) = if at.0 > (view.x.0 + view.x.1) / 2.0 {
                (-13, HPos::Right)
            } else {
                (13, HPos::Left)
            };
            label(
                context,
                &words,
                at,
                (side, -14 - 17 * parted_before as i32),
                palette::INK,
                (anchor, VPos::Center),
            )?;
        }
    }
    let start = comparison
        .contestants
        .first()
        .and_then(|e| path(e).first().copied());
    match start.filter(|p| p.0.is_finite() && p.1.is_finite()) {
        Some(start) => label(
            context,
            "start",
            start,
            (0, 18),
            palette::INK,
            (HPos::Center, VPos::Center),
        ),
        None => Ok(()),
    }
}

fn path(entry: &Entry) -> Polygon2 {
    entry
        .ticks
        .iter()
        .map(|t| (f64::from(t.origin[0]), f64::from(t.origin[1])))
        .collect()
}

impl View {
    /// The paths with room around them, in the shape of the plot; the same scale both ways.
    fn around(comparison: &Comparison) -> Self {
        let ticks = || comparison.contestants.iter().flat_map(|e| &e.ticks);
        let corners = || comparison.outline.iter().flat_map(|f| &f.corners);
        let of = |k: usize| {
            super::axis::bounds(ticks().map(|t| f64::from(t.origin[k])))
                .or_else(|| super::axis::bounds(corners().map(|p| f64::from(p[k]))))
                .unwrap_or((0.0, 1.0))
        };
        let roomy = |(lo, hi): (f64, f64)| {
            let room = ((hi - lo) * ROOM.0).max(ROOM.1);
            (lo - room, hi + room)
        };
        let (x, y, z) = (roomy(of(0)), roomy(of(1)), of(2));
        let wide = f64::from(inner((WIDTH, 0)).0);
        let frame = -inner((0, 0)).1;
        let (least, most) = (f64::from(HEIGHT.0 - frame), f64::from(HEIGHT.1 - frame));
        let unit = ((x.1 - x.0) / wide).max((y.1 - y.0) / most);
        let widened = |(lo, hi): (f64, f64), to: f64| {
            let more = (to - (hi - lo)).max(0.0) / 2.0;
            (lo - more, hi + more)
        };
        Self {
            x: widened(x, wide * unit),
            y: widened(y, least * unit),
            z,
            unit,
        }
    }

    /// The part of a convex outline that is in view (Sutherland and Hodgman, 1974).
    fn clipped(&self, outline: Polygon2) -> Polygon2 {
        let sides: [(f64, f64, f64); 4] = [
            (1.0, 0.0, self.x.1),
            (-1.0, 0.0, -self.x.0),
            (0.0, 1.0, self.y.1),
            (0.0, -1.0, -self.y.0),
        ];
        sides.iter().fold(outline, |points, (nx, ny, dist)| {
            let off = |p: (f64, f64)| nx * p.0 + ny * p.1 - dist;
            let mut kept = Vec::with_capacity(points.len() + 1);
            for (i, &p) in points.iter().enumerate() {
                let q = points[(i + 1) % points.len()];
                let (dp, dq) = (off(p), off(q));
                if dp <= 0.0 {
                    kept.push(p);
                }
                if (dp > 0.0) != (dq > 0.0) {
                    let f = dp / (dp - dq);
                    kept.push((p.0 + f * (q.0 - p.0), p.1 + f * (q.1 - p.1)));
                }
            }
            kept
        })
    }
}
