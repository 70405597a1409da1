//! Slopes too steep to stand on that still hold a body up: where one is a wall to the legs, and where it is rubble.

use super::attempt::{Attempt, GAP};
use super::bounds::Bounds;
use super::footing::{Footing, Kind, WALL, level};
use super::{Motion, Probe, Terms};
use crate::space::Space;
use clipmark_geometry::{Point, Vec3};

/// Whether a place has nothing to stand on but slopes that the velocity goes up.
pub(super) fn faces_slopes(footing: &Footing, velocity: Vec3) -> bool {
    let mut slopes = footing.uphill[..footing.slopes].iter();
    footing.kind != Kind::Floor && slopes.any(|uphill| velocity.dot(uphill) < 0.0)
}

/// Whether those slopes are but rubble: half a body further on none reaches the knees. Then the height is kept.
pub(super) fn goes_on<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    at: &Point,
    velocity: Vec3,
) -> bool {
    let Some(ahead) = velocity.try_normalize(f32::EPSILON) else {
        return false;
    };
    let mut rises = false;
    probe.reached(&terms.upper, &(at + ahead * terms.radius), |c| {
        rises |= c.normal.z > WALL && c.normal.z < terms.walkable;
    });
    !rises
}

/// A walking body takes slopes that would carry it off its floor for walls.
pub(super) fn keep_off_slopes(footing: &Footing, velocity: Vec3, bounds: &mut Bounds) -> bool {
    let mut turned = false;
    for uphill in &footing.uphill[..footing.slopes] {
        if velocity.dot(uphill) < 0.0 {
            turned |= bounds.add(*uphill, 0.0);
        }
    }
    turned
}

/// A body whose legs are among slopes does not sink into them.
pub(super) fn keep_legs_out<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    at: &Point,
    attempt: &Attempt,
    bounds: &mut Bounds,
) -> bool {
    let Attempt {
        velocity,
        dt,
        standing,
        ..
    } = *attempt;
    let mut turned = false;
    if !standing {
        // Slopes turn no run into a rise: a slope too steep to walk up is not slid up either.
        turned |= velocity.z > 0.0 && bounds.add(-Vec3::z(), -attempt.wanted.z.max(0.0));
    }
    probe.near(&terms.legs, at, GAP, |c| {
        if c.face_normal.z <= WALL || c.face_normal.z >= terms.walkable {
            return;
        }
        let out = GAP - c.distance;
        let (n, out) = match level(&c.normal) {
            _ if !standing => (c.normal, out),
            Some(flat) => (flat, out / c.normal.xy().norm()),
            None => return,
        };
        let into = n.dot(&velocity);
        if into < 0.0 && out > GAP * 1e-3 {
            turned |= bounds.add(n, into + out / dt);
        }
    });
    turned
}

/// A wedged body sinks until the wedge holds it.
pub(super) fn settle<S: Space + ?Sized>(probe: &mut Probe<S>, terms: &Terms, m: &mut Motion) {
    let mut bounds = Bounds::none();
    probe.near(&terms.legs, &m.at, terms.reach + GAP, |c| {
        if c.face_normal.z > WALL && c.normal.z > 0.0 {
            bounds.add(c.normal, GAP - c.distance);
        }
    });
    let down = bounds.nearest(-Vec3::z() * terms.reach);
    if !bounds.is_empty() && down.z < -GAP * 0.5 {
        let at = m.at + down;
        if probe.fits(&terms.upper, &at) {
            m.at = at;
        }
    }
}
