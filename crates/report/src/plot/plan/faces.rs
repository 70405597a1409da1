//! The floors and walls of the world that are drawn below the paths.

use super::{Polygon2, View};
use crate::plot::axis;

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

pub(super) struct Face {
    pub(super) outline: Polygon2,
    pub(super) height: f64,
    pub(super) size: f64,
}

pub(super) fn floor(face: &[[f32; 3]], view: View) -> Option<Face> {
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

pub(super) fn wall(face: &[[f32; 3]], view: View) -> Option<Face> {
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
pub(super) fn largest(faces: impl Iterator<Item = Face>) -> (Vec<Face>, usize) {
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
    axis::bounds(face.iter().map(|p| f64::from(p[2]))).unwrap_or((0.0, 0.0))
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
