//! The two-cylinder walker in the pipeline: it takes the place of slide move and ground probe. There is no reference
//! for it, so it computes in f32 whatever the tick uses.

use super::Mover;
use super::walker::{self, Motion, Probe, Terms, Variant};
use crate::body::{Body, WalkerMode, WalkerState};
use crate::context::{Ground, Tick};
use crate::profile::GravityRule;
use crate::real::Real;
use crate::space::Space;

/// The two-cylinder walker as a mover. Its legs are in solids by design, so it is not nudged.
pub(crate) struct CylinderPair(pub(crate) Variant);

impl<S: Space + ?Sized> Mover<S> for CylinderPair {
    const NUDGED: bool = false;

    fn found_ground(&mut self, t: &mut Tick<S>) -> bool {
        find_ground(t);
        true
    }

    fn walk(&mut self, t: &mut Tick<S>) {
        walk(t, self.0);
    }

    fn fly(&mut self, t: &mut Tick<S>) {
        fly(t, self.0);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        swim(t, self.0);
    }
}

/// The mode stands in for the ground.
fn find_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    let walker = &t.body.walker;
    let stands = matches!(walker.mode, WalkerMode::Walking | WalkerMode::Wedged) && !walker.jumping;
    t.body.grounded = stands;
    t.ground = Ground::level(stands);
}

/// Carries a body that walks: along the floor, whatever its height.
fn walk<S: Space + ?Sized>(t: &mut Tick<S>, variant: Variant) {
    t.body.velocity.z = S::Real::ZERO;
    carry(t, variant, Gravity::None);
}

/// Carries a body in the air or sliding.
fn fly<S: Space + ?Sized>(t: &mut Tick<S>, variant: Variant) {
    if t.jumped {
        t.body.walker = WalkerState {
            jumping: true,
            mode: WalkerMode::Falling,
            ..t.body.walker
        };
    }
    // In the paper a slide has one speed, and no inertia.
    if t.body.walker.mode == WalkerMode::Sliding && variant != Variant::Improved {
        t.body.velocity = t.body.walker.slide_velocity.map(S::Real::from);
        return carry(t, variant, Gravity::None);
    }
    carry(t, variant, Gravity::Pulls);
}

/// Carries a body in liquid.
fn swim<S: Space + ?Sized>(t: &mut Tick<S>, variant: Variant) {
    // Swimming up leaves the ground.
    t.body.walker.jumping |= t.body.velocity.z > S::Real::ZERO;
    carry(t, variant, Gravity::None);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gravity {
    None,
    Pulls,
}

/// Carries the body by its velocity.
fn carry<S: Space + ?Sized>(t: &mut Tick<S>, variant: Variant, gravity: Gravity) {
    let body: Body = t.body.cast();
    let dt = t.dt.wide() as f32;
    let mut motion = Motion {
        at: body.origin,
        velocity: body.velocity,
        state: body.walker,
    };
    // The other orders have pulled already.
    let half = match t.profile.gravity_rule() {
        GravityRule::Averaged if gravity == Gravity::Pulls => t.profile.gravity * dt * 0.5,
        _ => 0.0,
    };
    if gravity == Gravity::Pulls {
        motion.velocity.z = (motion.velocity.z - half).max(-t.profile.walker.terminal_speed);
    }
    let speed = motion.velocity.xy().norm();
    let terms = Terms::new(t.profile, variant, t.hulls.shape, t.hull.bounds(), speed, dt);
    let mut probe = Probe {
        space: t.space,
        mask: t.mask,
        work: &mut *t.work,
        tally: &mut t.tally,
    };
    walker::carry(&mut probe, &terms, &mut motion, dt);
    if !matches!(motion.state.mode, WalkerMode::Walking | WalkerMode::Wedged) {
        motion.velocity.z -= half;
    }
    *t.body = Body {
        origin: motion.at,
        velocity: motion.velocity,
        walker: motion.state,
        ..body
    }
    .cast();
}
