//! The surfaces that a body touches, by the exact reference: short sweeps feel around the body.
//!
//! Sweeps enter the union of the solids. So they do not feel a seam between two of them or a hidden face.

use super::Walk;
use clipmark_movement::{Body, Order};
use nalgebra::{Point3, Vector3};

type V = Vector3<f64>;

/// How far the sweeps reach beyond the skin, in units: the deepest lawful gap of a resting body is a skin and a quarter
/// (law L26). Too small: the floor under a resting body is not felt; too large: walls passed by count as touched.
const REACH: f64 = 0.25;
/// Normals whose product is above this are one surface's.
const SAME: f64 = 1.0 - 1e-6;
/// A felt surface faces the sweep by at least this cosine; less is the side of a solid met at its edge.
const FACES: f64 = 1e-3;

/// Unit normals of all surfaces within skin, tolerance and a quarter of a unit of the body, each once.
pub(super) fn felt(walk: &Walk, body: &Body) -> Vec<V> {
    let (at, truth) = (&body.origin, walk.truth.reference(body));
    let reach = f64::from(walk.rules.skin) + walk.tolerance(at) + REACH;
    let mut out = Vec::new();
    let from: Point3<f64> = at.cast();
    for x in -1..=1 {
        for y in -1..=1 {
            for z in -1..=1 {
                let Some(way) = V::new(x.into(), y.into(), z.into()).try_normalize(0.5) else {
                    continue;
                };
                // Twice as far, since a slanted feeler meets a surface later than one along its normal.
                let met = truth.sweep(&from, &(from + way * reach * 2.0));
                let Some(entry) = met.entry else { continue };
                for n in met.contacts.iter().flat_map(|c| &c.normals) {
                    let gap = -n.dot(&way) * entry * reach * 2.0;
                    if n.dot(&way) < -FACES && gap <= reach {
                        add(&mut out, n);
                    }
                }
            }
        }
    }
    out
}

/// Adds a normal unless it is there.
pub(super) fn add(normals: &mut Vec<V>, n: &V) {
    if !normals.iter().any(|m| m.dot(n) > SAME) {
        normals.push(*n);
    }
}

/// Whether a body lies where Quake III's movement never settles: in a groove with at least one side too steep to stand on. That
/// is law L24; the foot of a steep slope shakes likewise against the floor. No repair is known, so `ideal` shakes there as well.
pub(super) fn restless_groove(walk: &Walk, body: &Body) -> bool {
    if walk.profile.order != Order::Quake3 {
        return false;
    }
    let up: Vec<V> = felt(walk, body).into_iter().filter(|n| n.z > FACES).collect();
    up.len() > 1 && up.iter().any(|n| n.z < f64::from(walk.profile.walkable_normal))
}
