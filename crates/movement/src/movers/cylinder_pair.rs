//! The two-cylinder walker of Darken and Anderegg, *Collision Motion Model Design* (2006), as intended.
//!
//! Two upright hulls on one axis: the upper one, from the knees to the top, never overlaps the world after a
//! tick; the lower one, from the knees to a little below the feet, usually does, and says what is stood on. A tick
//! tries a place, slides once if the upper hull does not fit there, and else stays.
//!
//! Departures from the text, by their numbers in `walker.md`:
//! - W1, W2, W12: trying a place changes nothing; mode, slide and jump are taken over with the place accepted.
//! - W3: the feet rise at most at the jump speed from where they are, not from z = 0.
//! - W4: they rise to the highest point of what is walkable within the lower hull, never onto anything steeper.
//! - W5: the slide speed is divided by the length of the slide direction. Surfaces that face down are no support.
//! - W16: where the raised place does not fit, the same place at the old height is tried before giving up.
//! - W18: gravity enters as the profile says, in the tick of a jump too.
//! - W19: the lower hull reaches as far below the feet as the steepest walkable slope drops in the tick, times 1.1.
//! - W20: it is thinner than the upper one, so that a wall touched from the side is no floor.
//!
//! Friction, acceleration and the jump are those of the profile. The rest of W1-W20 (edge normals, several planes at
//! once, tunnelling) is as published, for others to measure.

use crate::body::{Body, WalkerMode, WalkerState};
use crate::profile::{GravityRule, Profile};
use crate::real::Real;
use crate::space::Space;
use crate::tick::{Ground, ShapeKind, Tick, TickFacts};
use clipmark_collision::{Contact, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Point, Vec3};
use nalgebra::Vector3;

/// How much thinner the lower hull is, in units: a quarter of Quake III's skin. Thinner misses ledges; as thick as
/// the upper one, a wall that is just touched counts as something below.
const THINNER: f32 = 1.0 / 32.0;
/// The lower hull reaches at least this far below the feet, in units.
const LEAST_REACH: f32 = 2.0;
/// ... and this many times what the steepest walkable slope drops in the tick.
const REACH_MARGIN: f32 = 1.1;

/// A place that was tried.
struct Tried {
    at: Point,
    mode: WalkerMode,
    slide_velocity: Vec3,
    clears_jump: bool,
    fits: bool,
}

/// The walker's part of a tick. It has no reference to be held against, so it is reckoned in f32 whatever the tick is in.
struct Pair<'a, S: Space + ?Sized> {
    space: &'a S,
    profile: &'a Profile,
    shape: ShapeKind,
    mask: Contents,
    work: &'a mut Work,
    facts: &'a mut TickFacts,
    dt: f32,
    /// The whole body's hull.
    hull: Hull,
    body: Body,
}

fn in_f32<S: Space + ?Sized>(t: &mut Tick<S>, carry: impl FnOnce(&mut Pair<S>)) {
    let mut pair = Pair {
        space: t.space,
        profile: t.profile,
        shape: t.shape,
        mask: t.mask,
        work: t.work,
        facts: t.facts,
        dt: t.dt.wide() as f32,
        hull: t.hull,
        body: t.body.cast(),
    };
    carry(&mut pair);
    *t.body = pair.body.cast();
}

/// What stands in for the ground: the mode.
pub(crate) fn find_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    let walks = t.body.walker.mode == WalkerMode::Walking && !t.body.walker.jumping;
    t.body.grounded = walks;
    t.ground = Ground {
        plane: walks.then(|| Plane {
            normal: Vector3::z(),
            dist: S::Real::ZERO,
        }),
        walkable: walks,
        slick: false,
    };
}

/// Carries a body that walks: along the floor, whatever its height.
pub(crate) fn walk<S: Space + ?Sized>(t: &mut Tick<S>) {
    in_f32(t, |p| {
        p.body.velocity.z = 0.0;
        let wanted = p.body.velocity;
        carry(p, wanted, 0.0);
    });
}

/// Carries a body in the air or sliding.
pub(crate) fn fly<S: Space + ?Sized>(t: &mut Tick<S>) {
    let jumped = t.jumped;
    in_f32(t, |p| fall_or_slide(p, jumped));
}

/// Carries a body in liquid.
pub(crate) fn swim<S: Space + ?Sized>(t: &mut Tick<S>) {
    in_f32(t, |p| {
        let wanted = p.body.velocity;
        carry(p, wanted, 0.0);
    });
}

fn fall_or_slide<S: Space + ?Sized>(t: &mut Pair<S>, jumped: bool) {
    if jumped {
        t.body.walker = WalkerState {
            jumping: true,
            mode: WalkerMode::Falling,
            ..t.body.walker
        };
    }
    if t.body.walker.mode == WalkerMode::Sliding {
        let slide = t.body.walker.slide_velocity;
        return carry(t, slide, 0.0);
    }
    // The other orders have pulled already.
    let pull = match t.profile.gravity_rule() {
        GravityRule::Averaged => t.profile.gravity * t.dt,
        GravityRule::BeforeMove | GravityRule::HalfSteps => 0.0,
    };
    let mut wanted = t.body.velocity;
    wanted.z = (wanted.z - pull * 0.5).max(-t.profile.walker.terminal_speed);
    carry(t, wanted, pull * 0.5);
}

/// Tries the wanted velocity, then what is left of it along what is in the way; `later` is taken off the vertical
/// speed after the move.
fn carry<S: Space + ?Sized>(t: &mut Pair<S>, wanted: Vec3, later: f32) {
    if t.body.walker.jumping && t.body.velocity.z <= 0.0 {
        t.body.walker.jumping = false;
    }
    let start = t.body.origin;
    let first = try_place(t, start + wanted * t.dt, true);
    if first.fits {
        return accept(t, &first, wanted, later);
    }
    let along = slid(t, first.at, wanted);
    let second = try_place(t, start + along * t.dt, true);
    if second.fits {
        return accept(t, &second, along, later);
    }
    for velocity in [wanted, along] {
        let level = try_place(t, start + velocity * t.dt, false);
        if level.fits {
            return accept(t, &level, velocity, later);
        }
    }
    t.body.velocity = Vec3::zeros();
}

fn accept<S: Space + ?Sized>(t: &mut Pair<S>, place: &Tried, velocity: Vec3, later: f32) {
    t.body.origin = place.at;
    t.body.velocity = velocity;
    t.body.velocity.z -= later;
    let walker = &mut t.body.walker;
    walker.mode = place.mode;
    walker.slide_velocity = place.slide_velocity;
    walker.jumping &= !place.clears_jump;
    if place.mode == WalkerMode::Walking {
        t.body.velocity.z = 0.0;
    }
}

/// The paper's TestPosition, without side effects: where the body would stand, in which mode, and whether the
/// upper hull fits there.
fn try_place<S: Space + ?Sized>(t: &mut Pair<S>, at: Point, raises: bool) -> Tried {
    let falling = |at, clears_jump, fits| Tried {
        at,
        mode: WalkerMode::Falling,
        slide_velocity: Vec3::zeros(),
        clears_jump,
        fits,
    };
    let lower = lower_hull(t);
    let touched = harvest(t, &lower, at);
    let steepness = t.profile.walkable_normal;
    let support = touched.iter().filter(|c| c.face_normal.z > 0.0);
    let floor = support
        .max_by(|a, b| a.face_normal.z.total_cmp(&b.face_normal.z))
        .map(|c| c.face_normal);
    let walkable = touched.iter().filter(|c| c.face_normal.z >= steepness);
    let top = walkable.map(|c| c.top).fold(f32::NEG_INFINITY, f32::max);
    t.work.contacts = touched;
    let jumping = t.body.walker.jumping;
    let Some(normal) = floor.filter(|_| !jumping) else {
        let fits = upper_fits(t, at);
        return falling(at, jumping && floor.is_none(), fits);
    };
    if normal.z < steepness {
        let slope = (1.0 - normal.z * normal.z).sqrt();
        let down = Vec3::new(
            normal.z * normal.x,
            normal.z * normal.y,
            normal.z * normal.z - 1.0,
        );
        let fits = upper_fits(t, at);
        let slide_velocity = down * (t.profile.walker.slide_speed / slope);
        return Tried {
            mode: WalkerMode::Sliding,
            slide_velocity,
            ..falling(at, false, fits)
        };
    }
    let feet = at.z + t.profile.size.feet;
    let stand = top.min(feet + t.profile.jump_speed * t.dt);
    let at = if raises {
        Point::new(at.x, at.y, stand - t.profile.size.feet)
    } else {
        at
    };
    let fits = upper_fits(t, at);
    Tried {
        mode: WalkerMode::Walking,
        ..falling(at, false, fits)
    }
}

/// The paper's step 12: what is left of a velocity after each surface in the way has taken its part, in order.
fn slid<S: Space + ?Sized>(t: &mut Pair<S>, at: Point, wanted: Vec3) -> Vec3 {
    let upper = upper_hull(t);
    let touched = harvest(t, &upper, at);
    let clip = |v: Vec3, c: &Contact| {
        let into = v.dot(&c.face_normal);
        if into < 0.0 { v - c.face_normal * into } else { v }
    };
    let along = touched.iter().fold(wanted, clip);
    t.work.contacts = touched;
    along
}

/// The surfaces that a hull overlaps. The list is the work's own, to be handed back.
fn harvest<S: Space + ?Sized>(t: &mut Pair<S>, hull: &Hull, at: Point) -> Vec<Contact> {
    let mut list = std::mem::take(&mut t.work.contacts);
    list.clear();
    t.space.contacts(hull, &at, 0.0, t.mask, &mut list, t.work);
    list.retain(|c| c.distance < 0.0);
    t.facts.queries += 1;
    t.facts.hits += u32::from(!list.is_empty());
    list
}

fn upper_fits<S: Space + ?Sized>(t: &mut Pair<S>, at: Point) -> bool {
    let upper = upper_hull(t);
    let met = t.space.overlap(&upper, &at, t.mask, t.work);
    t.facts.queries += 1;
    t.facts.unreliable += u32::from(met.is_some_and(|p| !p.status.is_reliable()));
    // Touching is no overlap (W20), whatever the backend's own position test says.
    met.is_none_or(|p| p.depth <= 0.0 && p.status.is_reliable())
}

/// Bounds of the upper hull relative to the origin: the part of the body that must stay free.
pub(crate) fn upper_bounds(body: Aabb, step_height: f32) -> Aabb {
    let knee = (body.mins.z + step_height).min(body.maxs.z);
    Aabb::new(Point::new(body.mins.x, body.mins.y, knee), body.maxs)
}

fn upper_hull<S: Space + ?Sized>(t: &Pair<S>) -> Hull {
    t.shape.hull(upper_bounds(t.hull.bounds(), t.profile.step_height))
}

fn lower_hull<S: Space + ?Sized>(t: &Pair<S>) -> Hull {
    let body = t.hull.bounds();
    let n = t.profile.walkable_normal;
    let steepest = (1.0 - n * n).sqrt() / n;
    let drop = t.body.velocity.xy().norm() * t.dt * steepest * REACH_MARGIN;
    let reach = drop.max(LEAST_REACH);
    let thin = Vec3::new(THINNER, THINNER, 0.0);
    let knee = (body.mins.z + t.profile.step_height).min(body.maxs.z);
    let mut bounds = Aabb::new(body.mins + thin, body.maxs - thin);
    bounds.mins.z -= reach;
    bounds.maxs.z = knee;
    t.shape.hull(bounds)
}
