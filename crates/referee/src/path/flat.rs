//! When a path is inside half-spaces, and when it crosses a body without thickness: a closed form.

use super::{Inside, Path};
use crate::body::Body;
use crate::solid::{HalfSpace, V};

/// The clip of Cyrus and Beck, once with the planes as they are and once with all `error` further out. The second proves a miss.
/// A hit is proven by a position that lies deeper than `error` behind all of them.
pub(super) fn planes(bounds: impl Iterator<Item = HalfSpace> + Clone, path: &Path, error: f64) -> Inside {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let (mut first, mut last, mut surely) = (0f64, 1f64, 0f64);
    let mut depth_at_start = f64::INFINITY;
    let mut missed = false;
    for p in bounds.clone() {
        let gap = -p.distance(&path.start);
        let speed = p.normal.dot(&path.d);
        depth_at_start = depth_at_start.min(gap);
        if speed == 0.0 {
            missed |= gap <= 0.0;
            if gap + error <= 0.0 {
                return Inside::NEVER;
            }
        } else if speed < 0.0 {
            enter = enter.max(gap / speed);
            first = first.max((gap + error) / speed);
            surely = surely.max((gap - error) / speed);
        } else {
            leave = leave.min(gap / speed);
            last = last.min((gap + error) / speed);
        }
        if first > last {
            return Inside::NEVER;
        }
    }
    let met = Inside {
        enter,
        leave,
        doubtful: false,
        bracket: [first, surely],
    };
    if missed || !met.blocks() {
        return Inside::perhaps(first, last);
    }
    let middle = path.at(0.5 * (enter.max(0.0) + leave.min(1.0)));
    let hit = bounds.into_iter().all(|p| p.distance(&middle) < -error);
    Inside {
        doubtful: !hit || depth_at_start.abs() <= error,
        ..met
    }
}

/// As [`planes`] for a body without thickness.
pub(super) fn crossing_of(body: &Body, normal: &V, path: &Path, offset: f64, error: f64) -> Inside {
    let out = body.round.radius() + offset;
    let height = body.points().first().map_or(0.0, |p| normal.dot(p));
    let (before, after) = (
        normal.dot(&path.start) - height,
        normal.dot(&path.at(1.0)) - height,
    );
    let near = before.abs() <= error || after.abs() <= error;
    if !near && (before < 0.0) == (after < 0.0) {
        return Inside::NEVER;
    }
    let t = before / (before - after);
    let x = path.at(if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 });
    let outline = |p: &HalfSpace| p.normal.dot(normal).abs() < 0.5;
    let outside = body
        .bounds(offset)
        .filter(outline)
        .map(|p| p.distance(&x))
        .fold(f64::NEG_INFINITY, f64::max);
    // Where the path runs along the surface, the place of the crossing is as uncertain as its sine is small.
    let slide = error * (1.0 + path.d.norm() / (before - after).abs().max(f64::MIN_POSITIVE));
    if outside > slide {
        return Inside::NEVER;
    }
    let doubtful = near || outside.abs() <= slide;
    let crosses = before * after < 0.0 && outside <= 0.0;
    let enter = t - out / (before - after).abs().max(f64::MIN_POSITIVE);
    match crosses {
        true => Inside {
            enter,
            leave: f64::INFINITY,
            doubtful,
            bracket: [enter - slide / path.d.norm(), enter + slide / path.d.norm()],
        },
        false if doubtful => Inside::perhaps(t, t),
        false => Inside::NEVER,
    }
}
