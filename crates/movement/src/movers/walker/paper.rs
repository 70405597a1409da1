//! The walker as published, and as meant: trying a place, sliding once, else staying.
//!
//! Departures from the text, by their numbers in `docs/walker.md`. Both:
//! - W1, W2: trying a place changes nothing; mode, slide and jump are taken over with the place accepted.
//! - W3: the feet rise at most at the jump speed from where they are, not from z = 0.
//! - W18: gravity enters as the profile says, in the tick of a jump too.
//!
//! `intended` besides:
//! - W4: feet rise to the highest walkable point within the lower hull, never onto a steeper one. (`literal` rises to the
//!   highest point of anything there: a wall is as high as the lower hull.)
//! - W5: the slide speed is divided by the length of the slide direction. Surfaces that face down are no support.
//! - W12: a jump ends where nothing is touched and the place is accepted (as read in `literal` too).
//! - W16: where the raised place does not fit, the same place at the old height is tried before giving up.
//! - W19, W20: the lower hull is deep enough for the speed, thinner than the upper, and overlaps it (see [`Terms`]).
//!
//! The rest is as published, to be measured: one normal of many, clipping once and in order, and normals of polygons where
//! edges are met. So are lifting by tilted walls and tunnelling.

use super::{Motion, Probe, Variant};
use crate::body::WalkerMode;
use crate::space::Space;
use clipmark_geometry::{Point, Vec3};

struct Tried {
    at: Point,
    mode: WalkerMode,
    slide_velocity: Vec3,
    clears_jump: bool,
    fits: bool,
}

/// Tries the wanted velocity, then its rest along the obstacles.
pub(super) fn carry<S: Space + ?Sized>(probe: &mut Probe<S>, m: &mut Motion, dt: f32) {
    let terms = probe.terms;
    if m.state.jumping && m.velocity.z <= 0.0 {
        m.state.jumping = false;
    }
    let wanted = m.velocity;
    let first = try_place(probe, m, m.at + wanted * dt, dt, true);
    if first.fits {
        return accept(m, &first, wanted);
    }
    let along = slid(probe, first.at, wanted);
    let second = try_place(probe, m, m.at + along * dt, dt, true);
    if second.fits {
        return accept(m, &second, along);
    }
    if terms.variant == Variant::Intended {
        for velocity in [wanted, along] {
            let level = try_place(probe, m, m.at + velocity * dt, dt, false);
            if level.fits {
                return accept(m, &level, velocity);
            }
        }
    }
    m.velocity = Vec3::zeros();
}

fn accept(m: &mut Motion, place: &Tried, velocity: Vec3) {
    m.at = place.at;
    m.velocity = velocity;
    m.state.mode = place.mode;
    m.state.slide_velocity = place.slide_velocity;
    m.state.jumping &= !place.clears_jump;
    if place.mode == WalkerMode::Walking {
        m.velocity.z = 0.0;
    }
}

/// The paper's TestPosition, without side effects: the body's place, its mode, and whether the upper hull fits there.
fn try_place<S: Space + ?Sized>(probe: &mut Probe<S>, m: &Motion, at: Point, dt: f32, raises: bool) -> Tried {
    let terms = probe.terms;
    let literal = terms.variant == Variant::Literal;
    let mut steepest: Option<Vec3> = None;
    let mut top = f32::NEG_INFINITY;
    let mut touched = false;
    probe.reached(&terms.lower, &at, |c| {
        let n = c.normal;
        touched = true;
        if (literal || n.z > 0.0) && steepest.is_none_or(|s| n.z > s.z) {
            steepest = Some(n);
        }
        if literal || n.z >= terms.walkable {
            top = top.max(c.top);
        }
    });
    let jumping = m.state.jumping;
    let supported = if literal { touched } else { steepest.is_some() };
    let mut tried = Tried {
        at,
        mode: WalkerMode::Falling,
        slide_velocity: Vec3::zeros(),
        clears_jump: jumping && !supported,
        fits: false,
    };
    if let Some(n) = steepest.filter(|_| !jumping) {
        let walks = n.z >= terms.walkable;
        if raises && (walks || literal) {
            tried.at.z = top.min(at.z + terms.foot + terms.rise_speed * dt) - terms.foot;
        }
        if walks {
            tried.mode = WalkerMode::Walking;
        } else {
            tried.mode = WalkerMode::Sliding;
            let down = Vec3::new(n.z * n.x, n.z * n.y, n.z * n.z - 1.0);
            let length = if literal {
                1.0 - n.z
            } else {
                (1.0 - n.z * n.z).sqrt()
            };
            tried.slide_velocity = down * (terms.slide_speed / length);
        }
    }
    tried.fits = probe.fits(&terms.upper, &tried.at);
    tried
}

/// The paper's step 12: each surface in the way takes its part of the velocity, in order; the rest is returned.
fn slid<S: Space + ?Sized>(probe: &mut Probe<S>, at: Point, wanted: Vec3) -> Vec3 {
    let mut along = wanted;
    probe.reached(&probe.terms.upper, &at, |c| {
        let into = along.dot(&c.normal);
        if into < 0.0 {
            along -= c.normal * into;
        }
    });
    along
}
