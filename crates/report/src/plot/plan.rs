//! The paths seen from above, over the floors and walls of the world.
//!
//! Floors above the walk would hide it. Only upward faces at or below its highest point are filled, the lower ones first. Upright
//! faces that cross its height are drawn as walls. The largest of both are kept.

mod movers;

use super::axis::Axis;
use super::chart::{self, Chart, Context, Drawn, inner, label, line, rgb, stroke, text};
use super::thin;
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_record::{Comparison, Entry};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Width in the plot's own pixels, and the least and greatest height.
const WIDTH: i32 = 760;
const HEIGHT: (i32, i32) = (250, 620);
/// At most this many floors and this many walls: about 200 kB of SVG together.
const MAX_FACES: usize = 900;
/// Faces smaller than this are not drawn, in the plot's own pixels: floors by area, walls by length.
const MIN_SIZE: f64 = 1.5;
/// A face that looks up at least this steeply (z of its unit normal) is a floor. A face that looks less steeply up or down than
/// [`WALL_NORMAL`] is a wall. Quake calls steeper than 0.7 walkable; ramps that one slides on are shown too.
const FLOOR_NORMAL: f64 = 0.2;
const WALL_NORMAL: f64 = 0.05;
/// Height of a player above its lowest point, in units: walls within it are in the way.
const PLAYER_HEIGHT: f64 = 56.0;
/// Room around the paths, as a share of their extent and at least this many units.
const ROOM: (f64, f64) = (0.12, 48.0);

type Polygon2 = Vec<(f64, f64)>;

struct Face {
    outline: Polygon2,
    height: f64,
    size: f64,
}

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
        file: "plan.svg",
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
    let told: Vec<Vec<f64>> = comparison.contestants.iter().map(|e| told(e, view)).collect();
    let told = serde_json::to_string(&told)?;
    Ok(plot.with("paths", &told).with("tick", &tick.to_string()))
}

/// Points of a path told to the pointer at most. The page stays small, and points lie closer than a pointer is wide.
const MAX_TOLD: usize = 1000;

/// A path for the page's script: x and y in whole units and the tick, as steps from the previous point.
fn told(entry: &Entry, view: View) -> Vec<f64> {
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
        let parted = entry.movement.divergence.as_ref();
        if let Some((d, &at)) = parted.and_then(|d| Some((d, path.get(d.tick).filter(inside)?))) {
            let ring = Circle::new(at, 9 * chart::FINE, stroke(colour, 2.0));
            context.plotting_area().draw(&ring).map_err(text)?;
            let words = format!("tick {}", format::count(d.tick));
            let before = &comparison.contestants[..i];
            let parted_before = before.iter().filter(|e| e.movement.divergence.is_some()).count();
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

fn floor(face: &[[f32; 3]], view: View) -> Option<Face> {
    let normal = normal(face).filter(|n| n[2] >= FLOOR_NORMAL)?;
    let height = heights(face).1;
    // A ramp on which the walk ends reaches above it by part of its own rise.
    let above = if normal[2] < 0.99 { PLAYER_HEIGHT } else { 1.0 };
    if heights(face).0 > view.z.1 + above {
        return None;
    }
    let outline = view.clipped(flat(face));
    let size = polygon_area(&outline) / (view.unit * view.unit);
    (outline.len() >= 3 && size >= MIN_SIZE).then_some(Face {
        outline,
        height,
        size,
    })
}

fn wall(face: &[[f32; 3]], view: View) -> Option<Face> {
    normal(face).filter(|n| n[2].abs() < WALL_NORMAL)?;
    let (low, high) = heights(face);
    // An edge that a step climbs is a stair's and drawn as the floor's; a wall rises above the walk.
    if low > view.z.1 + PLAYER_HEIGHT || high <= view.z.1 + 1.0 {
        return None;
    }
    let flat = flat(face);
    let (first, _) = farthest(&flat, *flat.first()?)?;
    let (second, _) = farthest(&flat, first)?;
    let outline = view.clipped(vec![first, second]);
    let (start, _) = farthest(&outline, *outline.first()?)?;
    let (end, length) = farthest(&outline, start)?;
    let size = length / view.unit;
    (size >= MIN_SIZE).then_some(Face {
        outline: vec![start, end],
        height: high,
        size,
    })
}

/// The [`MAX_FACES`] largest, and how many there were.
fn largest(faces: impl Iterator<Item = Face>) -> (Vec<Face>, usize) {
    let mut faces: Vec<Face> = faces.collect();
    let all = faces.len();
    faces.sort_by(|a, b| b.size.total_cmp(&a.size));
    faces.truncate(MAX_FACES);
    (faces, all)
}

/// Unit normal of a polygon, by Newell's method; `None` for one without area.
fn normal(face: &[[f32; 3]]) -> Option<[f64; 3]> {
    let mut n = [0.0; 3];
    for (i, p) in face.iter().enumerate() {
        let q = face[(i + 1) % face.len()];
        for (k, sum) in n.iter_mut().enumerate() {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            *sum += (f64::from(p[a]) - f64::from(q[a])) * (f64::from(p[b]) + f64::from(q[b]));
        }
    }
    let length = n.iter().map(|c| c * c).sum::<f64>().sqrt();
    (length.is_finite() && length > 0.0).then(|| n.map(|c| c / length))
}

fn heights(face: &[[f32; 3]]) -> (f64, f64) {
    super::axis::bounds(face.iter().map(|p| f64::from(p[2]))).unwrap_or((0.0, 0.0))
}

fn flat(face: &[[f32; 3]]) -> Polygon2 {
    face.iter().map(|p| (f64::from(p[0]), f64::from(p[1]))).collect()
}

fn polygon_area(points: &[(f64, f64)]) -> f64 {
    let cross = |i: usize| {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        p.0 * q.1 - q.0 * p.1
    };
    (0..points.len()).map(cross).sum::<f64>().abs() / 2.0
}

fn farthest(points: &[(f64, f64)], from: (f64, f64)) -> Option<((f64, f64), f64)> {
    let distance = |p: &(f64, f64)| (p.0 - from.0).hypot(p.1 - from.1);
    points
        .iter()
        .map(|p| (*p, distance(p)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> View {
        View {
            x: (0.0, 100.0),
            y: (0.0, 50.0),
            z: (24.0, 60.0),
            unit: 1.0,
        }
    }

    #[test]
    fn a_floor_is_cut_to_the_view_and_a_ceiling_left_out() {
        let floor_at = |z: f32| {
            vec![
                [-50.0, -50.0, z],
                [40.0, -50.0, z],
                [40.0, 500.0, z],
                [-50.0, 500.0, z],
            ]
        };
        let face = floor(&floor_at(8.0), view()).unwrap();
        assert_eq!(face.size, 40.0 * 50.0);
        assert_eq!(face.height, 8.0);
        assert!(floor(&floor_at(61.5), view()).is_none());
        let mut downward = floor_at(8.0);
        downward.reverse();
        assert!(floor(&downward, view()).is_none());
    }

    #[test]
    fn a_wall_becomes_a_line_and_a_riser_does_not() {
        let upright = |top: f32| {
            vec![
                [20.0, -10.0, 0.0],
                [20.0, 30.0, 0.0],
                [20.0, 30.0, top],
                [20.0, -10.0, top],
            ]
        };
        let face = wall(&upright(128.0), view()).unwrap();
        assert_eq!(face.size, 30.0);
        assert!(wall(&upright(16.0), view()).is_none());
    }
}
