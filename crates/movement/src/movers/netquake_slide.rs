//! Quake's own slide and step moves before QuakeWorld (`docs/engines.md` section 6.1; measured on `tests/recordings`).
//!
//! One move serves the ground and the air: gravity presses the body down, and the touched floor is its ground. From the ground or
//! in liquid, an upright wall makes the move run again from a step higher. The second move counts if it ends on walkable ground.
//! That ground itself does not count as touched. Facing a wall slows the body along it.

use super::Mover;
use super::slide::{ClipsFrom, Met, SlideRules, slide};
use crate::body::MoveFlags;
use crate::context::Tick;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::Trace;
use nalgebra::{ComplexField, Vector3};

/// Quake's slide move before QuakeWorld as a mover.
pub(crate) struct NetQuakeSlide;

impl<S: Space + ?Sized> Mover<S> for NetQuakeSlide {
    fn walk(&mut self, t: &mut Tick<S>) {
        carry(t);
    }

    fn fly(&mut self, t: &mut Tick<S>) {
        carry(t);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        carry(t);
    }
}

impl SlideRules for NetQuakeSlide {
    const CLIPS_FROM: ClipsFrom = ClipsFrom::LastStretch;
    const STOPS_AT_STUCK_START: bool = false;
    const ENDS_AT_REST: bool = true;
    const CREASE_OF_WHOLE: bool = true;
    const TRUSTS_FIRST_PLANE_IN_AIR: bool = false;
    const STOPS_WITHOUT_PROGRESS: bool = false;
    const WATER_JUMP_KEEPS_VELOCITY: bool = false;
}

/// A step that gets less far than this in x and in y got nowhere, in units.
const NOWHERE: f32 = 0.03125;
/// The ways in which a body that a step got nowhere is pushed aside, in their order, in units.
const PUSHES: [[f32; 2]; 8] = [
    [2.0, 0.0],
    [0.0, 2.0],
    [-2.0, 0.0],
    [0.0, -2.0],
    [2.0, 2.0],
    [-2.0, 2.0],
    [2.0, -2.0],
    [-2.0, -2.0],
];
/// How long the move after such a push lasts, in seconds.
const PUSHED_FOR: f32 = 0.1;
/// How far it must get in x or in y, in units.
const GETS_AWAY: f32 = 4.0;
/// The product of a wall's normal and the view that slows first, as a summand.
const SLOWS_FROM: f32 = 0.5;

fn carry<S: Space + ?Sized>(t: &mut Tick<S>) {
    let may_step = t.body.grounded || t.body.water_level > 0;
    let (start, velocity) = (t.body.origin, t.body.velocity);
    t.body.grounded = false;
    let level = touch(t, t.dt);
    if !level.wall || !may_step || t.body.flags.contains(MoveFlags::WATER_JUMP) {
        return;
    }
    let (level_end, level_velocity) = (t.body.origin, t.body.velocity);
    t.body.origin = start;
    push(t, upwards(t.profile.step_height));
    let ahead = Vector3::new(velocity.x, velocity.y, S::Real::ZERO);
    t.body.velocity = ahead;
    let mut met = touch(t, t.dt);
    let moved = t.body.origin - start;
    let mut stuck_on = met.upright.or(level.upright);
    if (met.floor || met.wall) && moved.y.abs() < n(NOWHERE) && moved.x.abs() < n(NOWHERE) {
        met = push_aside(t, ahead);
        stuck_on = stuck_on.filter(|_| met.wall);
    }
    if met.wall {
        slow_before_wall(t, stuck_on);
    }
    let fall = S::Real::nearest(velocity.z.wide() * t.seconds - f64::from(t.profile.step_height));
    let down = push(t, Vector3::z() * fall);
    let lands = down
        .plane
        .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if !lands {
        (t.body.origin, t.body.velocity) = (level_end, level_velocity);
    }
}

/// Slides, and stands on a touched floor.
fn touch<S: Space + ?Sized>(t: &mut Tick<S>, seconds: S::Real) -> Met<S::Real> {
    let met = slide::<S, NetQuakeSlide>(t, seconds);
    t.body.grounded |= met.ground;
    met
}

/// Moves the body as far as it gets.
fn push<S: Space + ?Sized>(t: &mut Tick<S>, way: Vector3<S::Real>) -> Trace<S::Real> {
    let trace = t.trace(t.body.origin, t.body.origin + way);
    t.body.origin = trace.end;
    if trace.hit() {
        t.bumped(&trace);
    }
    trace
}

/// Tries a longer move from places around; without success the body stops.
#[cold]
fn push_aside<S: Space + ?Sized>(t: &mut Tick<S>, ahead: Vector3<S::Real>) -> Met<S::Real> {
    let start = t.body.origin;
    for [x, y] in PUSHES {
        push(t, Vector3::new(n(x), n(y), S::Real::ZERO));
        t.body.velocity = ahead;
        let met = touch(t, n(PUSHED_FOR));
        let moved = t.body.origin - start;
        if moved.y.abs() > n(GETS_AWAY) || moved.x.abs() > n(GETS_AWAY) {
            return met;
        }
        t.body.origin = start;
    }
    t.body.velocity = Vector3::zeros();
    Met {
        floor: true,
        ground: true,
        wall: true,
        upright: None,
    }
}

/// A view into a wall slows the rest of the velocity along it.
fn slow_before_wall<S: Space + ?Sized>(t: &mut Tick<S>, wall: Option<Vector3<S::Real>>) {
    let Some(normal) = wall else {
        return;
    };
    let view = Basis::of_angles(t.cmd.pitch, t.cmd.yaw).forward;
    let share = normal.dot(&view) + n(SLOWS_FROM);
    if share >= S::Real::ZERO {
        return;
    }
    let v = t.body.velocity;
    let along = v - normal * normal.dot(&v);
    t.body.velocity.x = along.x * (S::Real::ONE + share);
    t.body.velocity.y = along.y * (S::Real::ONE + share);
}
