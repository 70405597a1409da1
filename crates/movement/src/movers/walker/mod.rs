//! The two-cylinder walker of Darken and Anderegg, *Collision Motion Model Design* (2006), in three variants.
//!
//! Two upright hulls on one axis. The upper one, from the knees to the top, never overlaps the world at an accepted place. The
//! lower one, from the knees to a little below the feet, usually does, and tells the ground. [`CylinderPair`] ties them to a
//! tick: a wanted velocity carries a [`Motion`] through the answers of a [`Probe`], by the rules of `paper.rs` or
//! `improved.rs`.

pub(crate) mod bounds;
mod improved;
mod paper;

use super::Mover;
use crate::body::{Body, WalkerMode, WalkerState};
use crate::context::{Ground, Tick};
use crate::facts::Tally;
use crate::profile::{GravityRule, Profile};
use crate::real::Real;
use crate::shape::ShapeKind;
use crate::space::Space;
use clipmark_collision::{Contact, Penetration, Reached, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Point, Vec3};

/// How much thinner the lower hull is than the upper, in units (W20). Thinner misses ledges; as thick, a wall that is
/// just touched counts as something below.
const THINNER: f32 = 1.0 / 32.0;
/// How far the lower hull reaches into the upper, in units. With 0, a step as high as the knees touches both and overlaps
/// neither, and the body walks on inside of it. The upper hull stops at anything the lower one finds above the knees, so more
/// only costs.
const OVER_KNEES: f32 = 1.0 / 32.0;
/// The lower hull reaches this many times the drop of the steepest walkable slope in the tick (W19).
const REACH_MARGIN: f32 = 1.1;
/// Bodies without legs or width are still carried in steps of this many units.
const LEAST_STEP: f32 = 1.0;

/// How much of the paper's text is put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As printed, except for the parts that cannot run: W1 to W3.
    Literal,
    /// As meant: W1 to W5, W12, W16, W19 and W20.
    Intended,
    /// With its known problems repaired.
    Improved,
}

/// The two-cylinder walker as a mover: it takes the place of slide move and ground probe. Its legs are in solids by design, so
/// it is not nudged. There is no reference for it, so it computes in f32 whatever the tick uses.
pub(crate) struct CylinderPair(pub(crate) Variant);

impl<S: Space + ?Sized> Mover<S> for CylinderPair {
    const NUDGED: bool = false;

    /// The mode stands in for the ground.
    fn found_ground(&mut self, t: &mut Tick<S>) -> bool {
        let walker = &t.body.walker;
        let stands = matches!(walker.mode, WalkerMode::Walking | WalkerMode::Wedged) && !walker.jumping;
        t.body.grounded = stands;
        t.ground = Ground::level(stands);
        true
    }

    /// Along the floor, whatever its height.
    fn walk(&mut self, t: &mut Tick<S>) {
        t.body.velocity.z = S::Real::ZERO;
        carry(t, self.0, Gravity::None);
    }

    /// In the air or sliding.
    fn fly(&mut self, t: &mut Tick<S>) {
        if t.jumped {
            t.body.walker = WalkerState {
                jumping: true,
                mode: WalkerMode::Falling,
                ..t.body.walker
            };
        }
        // In the paper a slide has one speed, and no inertia.
        if t.body.walker.mode == WalkerMode::Sliding && self.0 != Variant::Improved {
            t.body.velocity = t.body.walker.slide_velocity.map(S::Real::from);
            return carry(t, self.0, Gravity::None);
        }
        carry(t, self.0, Gravity::Pulls);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        // Swimming up leaves the ground.
        t.body.walker.jumping |= t.body.velocity.z > S::Real::ZERO;
        carry(t, self.0, Gravity::None);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gravity {
    None,
    Pulls,
}

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
        terms: &terms,
    };
    match variant {
        Variant::Literal | Variant::Intended => paper::carry(&mut probe, &mut motion, dt),
        Variant::Improved => probe.carry(&mut motion, dt),
    }
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

/// The data that a walker moves: place, velocity and the state between ticks.
#[derive(Clone, Copy, Debug)]
struct Motion {
    at: Point,
    velocity: Vec3,
    state: WalkerState,
}

/// A walker's terms in one tick: the profile's numbers and the body's hulls.
#[derive(Clone, Copy, Debug)]
struct Terms {
    variant: Variant,
    /// Knees to top: never to overlap anything.
    upper: Hull,
    /// Just above the knees to just below the feet.
    lower: Hull,
    /// Knees to feet: the part that does not sink into slopes (improved).
    legs: Hull,
    foot: f32,
    /// How far the lower hull reaches below the feet.
    reach: f32,
    radius: f32,
    /// The improved walker moves at most this far between two tests, in units (W17).
    longest_step: f32,
    rise_speed: f32,
    slide_speed: f32,
    terminal_speed: f32,
    slide_friction: f32,
    walkable: f32,
}

impl Terms {
    /// For a body in these bounds that moves at `speed` for `dt` seconds.
    fn new(profile: &Profile, variant: Variant, shape: ShapeKind, body: Aabb, speed: f32, dt: f32) -> Self {
        let walker = profile.walker;
        let walkable = profile.walkable_normal;
        let steepest = (1.0 - walkable * walkable).max(0.0).sqrt() / walkable.max(f32::EPSILON);
        let (thinner, reach) = match variant {
            Variant::Literal => (0.0, walker.reach),
            _ => (THINNER, walker.reach.max(speed * dt * steepest * REACH_MARGIN)),
        };
        let knee = (body.mins.z + walker.knee_height).min(body.maxs.z);
        let thin = Vec3::new(thinner, thinner, 0.0);
        let mut legs = Aabb::new(body.mins + thin, body.maxs - thin);
        legs.maxs.z = knee;
        let mut lower = legs;
        lower.mins.z -= reach;
        if variant != Variant::Literal {
            lower.maxs.z += OVER_KNEES;
        }
        // On the steepest floor a body has to be able to keep up with its own speed.
        let rise_speed = match variant {
            Variant::Improved => profile.jump_speed.max(speed * steepest * REACH_MARGIN),
            _ => profile.jump_speed,
        };
        let radius = body.half_extents().xy().min();
        Self {
            variant,
            upper: shape.hull(upper_bounds(body, walker.knee_height)),
            lower: shape.hull(lower),
            legs: shape.hull(legs),
            foot: body.mins.z,
            reach,
            radius,
            longest_step: (radius.min(knee - body.mins.z) * 0.5).max(LEAST_STEP),
            rise_speed,
            slide_speed: walker.slide_speed,
            terminal_speed: walker.terminal_speed,
            slide_friction: walker.slide_friction,
            walkable,
        }
    }
}

/// Bounds of the upper hull relative to the origin: the part of the body that must stay free.
pub(crate) fn upper_bounds(body: Aabb, knee_height: f32) -> Aabb {
    let knee = (body.mins.z + knee_height).min(body.maxs.z);
    Aabb::new(Point::new(body.mins.x, body.mins.y, knee), body.maxs)
}

/// The questions a walker has. It asks only for contacts and overlaps.
struct Probe<'a, S: Space + ?Sized> {
    space: &'a S,
    mask: Contents,
    work: &'a mut Work,
    tally: &'a mut Tally,
    terms: &'a Terms,
}

impl<S: Space + ?Sized> Probe<'_, S> {
    /// Shows the surfaces within `margin` of a hull to `visit`.
    fn near(&mut self, hull: &Hull, at: &Point, margin: f32, mut visit: impl FnMut(&Contact)) {
        // The list is the work's own, taken out so that the backend may borrow the rest.
        let mut list = std::mem::take(&mut self.work.contacts);
        list.clear();
        self.space
            .contacts(hull, at, margin, self.mask, &mut list, self.work);
        self.tally.ask(!list.is_empty());
        list.iter().for_each(&mut visit);
        self.work.contacts = list;
    }

    /// Shows the surfaces that a hull overlaps to `visit`; touching is no overlap (W20).
    fn overlapped(&mut self, hull: &Hull, at: &Point, mut visit: impl FnMut(&Contact)) {
        self.near(hull, at, 0.0, |c| {
            if c.distance < 0.0 {
                visit(c);
            }
        });
    }

    /// Shows the polygons that reach into a hull to `visit`.
    fn reached(&mut self, hull: &Hull, at: &Point, mut visit: impl FnMut(&Reached)) {
        let mut any = false;
        self.space.reached(hull, at, self.mask, self.work, &mut |r| {
            any = true;
            visit(r);
        });
        self.tally.ask(any);
    }

    fn fits(&mut self, hull: &Hull, at: &Point) -> bool {
        let met = self.space.occupied(hull, at, self.mask, self.work);
        self.tally.ask(false);
        if met.is_some_and(|status| !status.is_reliable()) {
            self.tally.odd(true, false);
        }
        met.is_none()
    }

    /// The solid that a hull overlaps, without the backend's own rule for touching. An unreliable answer is kept whatever its
    /// depth.
    fn overlap(&mut self, hull: &Hull, at: &Point) -> Option<Penetration> {
        let met = self.space.overlap(hull, at, self.mask, self.work);
        self.tally.ask(false);
        if met.is_some_and(|p| !p.status.is_reliable()) {
            self.tally.odd(true, false);
        }
        met.filter(|p| p.depth > 0.0 || !p.status.is_reliable())
    }
}
