//! Quake as released in 1996, before QuakeWorld (`docs/engines.md` section 6.1; measured on `tests/recordings`, whose every tick
//! comes out to the last digit on their clip hulls).
//!
//! Friction and acceleration come first, by the ground and the liquid of the tick before. Then comes the game's code with its
//! drag and jump, so each landing costs a tick of friction (law L15). Gravity and the move come last. Ground is the surface
//! that the move touches; there is no probe. Gravity may fail to carry a body through the skin in one tick (g T^2 < 1/32 u,
//! that is beyond 160 Hz). Then the body counts as airborne every other tick or more. Products with the tick's length are
//! doubles.
//!
//! | here | Quake |
//! |---|---|
//! | [`run`] | `SV_ClientThink`, `PlayerPreThink`, `SV_Physics_Client` |
//! | [`turn_model`] | `V_CalcRoll`, in `SV_ClientThink` |
//! | [`hold_water_jump`] | `SV_WaterJump` |
//! | [`swim`] | `SV_WaterMove` |
//! | [`run_or_fly`] | `SV_AirMove` |
//! | [`apply_friction`] | `SV_UserFriction` |
//! | [`accelerate`] | `SV_Accelerate`, `SV_AirAccelerate` |
//! | [`drag_in_liquid`] | `WaterMove` of the game's code |
//! | [`start_water_jump`] | `CheckWaterJump` of the game's code |
//! | [`press_jump`] | `PlayerJump` of the game's code |
//! | [`limit_velocity`] | `SV_CheckVelocity` |
//! | [`find_water`] | `SV_CheckWater` |
//! | [`apply_gravity`] | `SV_AddGravity` |
//! | [`return_to_free_place`] | `SV_CheckStuck` |
//! | [`slide_or_step`] | `SV_WalkMove` |
//! | [`touch`] with [`slide`] | `SV_FlyMove` |
//! | [`push`] | `SV_PushEntity` |
//! | [`push_aside`] | `SV_TryUnstick` |
//! | [`slow_before_wall`] | `SV_WallFriction` |
//! | [`clip_velocity`](crate::clip::clip_velocity) | `ClipVelocity` |

use super::quakeworld::{QUAKEWORLD, water_level};
use crate::body::MoveFlags;
use crate::context::{Ground, Tick};
use crate::fly_move::{ClipsFrom, Met, SlideRules, slide};
use crate::movers::Mover;
use crate::primitives::{WAIST, Wish, accelerate, jump, limit_velocity, probe_edge, stroke_speed, swim_wish};
use crate::profile::*;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::{Trace, TraceRules};
use clipmark_geometry::Hull;
use nalgebra::{ComplexField, Point3, RealField, Vector3};

/// Roll at full sideways speed, in degrees (`cl_rollangle`).
const ROLL: f32 = 2.0;
/// Sideways speed at which it is full, in units per second (`cl_rollspeed`).
const FULL_ROLL_AT: f32 = 200.0;
/// The model rolls this many times the view's roll.
const MODEL_ROLLS: f32 = 4.0;
/// The view's pitch is so many times the model's.
const PITCH_PART: f32 = 3.0;
/// How far up a body in a solid is tried, in units.
const HIGHEST: u8 = 18;
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

pub(crate) const NETQUAKE: Profile = Profile {
    name: "netquake",
    order: Order::NetQuake,
    trace_rules: TraceRules::NETQUAKE,
    crawl_speed: 0.0,
    max_velocity: Some(2000.0),
    leaves_ground_speed: 0.0,
    ground_probe: GroundProbe {
        depth: 0.0,
        follow: 0.0,
    },
    water: WaterRules {
        drag: 0.8,
        jump_speeds: [50.0, 225.0],
        ..QUAKEWORLD.water
    },
    // A frame never counts for more.
    long_tick_msec: 100.0,
    moving: MovingRules::NETQUAKE,
    ..QUAKEWORLD
};

pub(super) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    // The frame's length is a double; the move alone takes it as a float.
    let seconds = t.cmd.double_seconds();
    t.dt = S::Real::nearest(seconds);
    if !mover.found_ground(t) {
        t.ground = Ground::level(t.body.grounded);
    }
    turn_model(t);
    if t.body.flags.contains(MoveFlags::WATER_JUMP) {
        hold_water_jump(t);
    } else if t.body.water_level >= WAIST {
        swim(t, seconds);
    } else {
        run_or_fly(t, seconds);
    }
    drag_in_liquid(t);
    if t.body.water_level == WAIST {
        start_water_jump(t);
    }
    press_jump(t);
    limit_velocity(&mut t.body.velocity, t.profile.max_velocity);
    find_water(t);
    if t.body.water_level < WAIST && !t.body.flags.contains(MoveFlags::WATER_JUMP) {
        apply_gravity(t, seconds);
    }
    return_to_free_place::<S, M>(t);
    if t.body.grounded {
        mover.walk(t);
    } else {
        mover.fly(t);
    }
    t.body.engine.clock += seconds;
}

/// Turns the player's model, by which keys are understood on foot. It has a third of the view's pitch, its yaw, and a roll by
/// the tick before's sideways speed (`tests/recordings/README.md`, "Engine facts"). So looking up or down shortens the
/// forward key's way, and sideways speed shortens the side keys' way.
fn turn_model<S: Space + ?Sized>(t: &mut Tick<S>) {
    let before = Basis::of_model(&t.body.engine.model_angles);
    let side = t.body.velocity.dot(&before.right);
    let sign = if side < S::Real::ZERO {
        -S::Real::ONE
    } else {
        S::Real::ONE
    };
    let size = side.abs();
    let roll = if size < n(FULL_ROLL_AT) {
        size * n(ROLL) / n(FULL_ROLL_AT)
    } else {
        n(ROLL)
    };
    // Null is added to the view first, which rids it of negative zeros.
    let pitch = -(t.cmd.pitch + S::Real::ZERO) / n(PITCH_PART);
    let yaw = t.cmd.yaw + S::Real::ZERO;
    t.body.engine.model_angles = Vector3::new(pitch, yaw, roll * sign * n(MODEL_ROLLS));
}

/// A water jump under way holds its horizontal speed until its time is over or the body is dry.
fn hold_water_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    let engine = &mut t.body.engine;
    if engine.clock > engine.water_jump_ends.wide() || t.body.water_level == 0 {
        t.body.flags.remove(MoveFlags::WATER_JUMP);
        engine.water_jump_ends = S::Real::ZERO;
    }
    t.body.velocity.x = engine.move_dir.x;
    t.body.velocity.y = engine.move_dir.y;
}

/// Swimming: friction slows, then the speed grows by its lack of the wished one.
fn swim<S: Space + ?Sized>(t: &mut Tick<S>, seconds: f64) {
    let p = t.profile;
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
    let wish = swim_wish(t);
    let speed = t.body.velocity.norm();
    let mut slowed = S::Real::ZERO;
    if speed != S::Real::ZERO {
        let lost = seconds * speed.wide() * f64::from(p.water.friction);
        slowed = S::Real::nearest(speed.wide() - lost).max(S::Real::ZERO);
        t.body.velocity *= slowed / speed;
    }
    let missing = wish.speed - slowed;
    if wish.speed > S::Real::ZERO && missing > S::Real::ZERO {
        let gain = (n::<S::Real>(p.water.accelerate) * wish.speed).wide() * seconds;
        t.body.velocity += wish.direction * S::Real::nearest(gain).min(missing);
    }
}

fn run_or_fly<S: Space + ?Sized>(t: &mut Tick<S>, seconds: f64) {
    let p = t.profile;
    // Soon after a water jump the back key does nothing.
    if t.body.engine.clock < t.body.engine.water_jump_ends.wide() {
        t.cmd.forward = t.cmd.forward.max(S::Real::ZERO);
    }
    let model = Basis::of_model(&t.body.engine.model_angles);
    // Null is added, which rids it of negative zeros.
    let mut keys = model.forward * t.cmd.forward + model.right * t.cmd.right + Vector3::zeros();
    keys.z = S::Real::ZERO;
    let most = n(p.max_speed);
    if t.body.grounded {
        apply_friction(t, seconds);
        let wish = Wish::along(&keys, most);
        let gain = n::<S::Real>(p.accelerate).wide() * seconds * wish.speed.wide();
        let gain = S::Real::nearest(gain);
        accelerate(&mut t.body.velocity, &wish.direction, wish.speed, gain);
    } else {
        // The cap limits the speed to reach, but not the rate at which it is reached.
        let wish = Wish::capped(&keys, most);
        let goal = p.air_wish_cap.map_or(wish.speed, |cap| wish.speed.min(n(cap)));
        let gain = (n::<S::Real>(p.air_accelerate) * wish.speed).wide() * seconds;
        accelerate(
            &mut t.body.velocity,
            &wish.direction,
            goal,
            S::Real::nearest(gain),
        );
    }
}

/// Friction of the ground, by the level speed alone.
fn apply_friction<S: Space + ?Sized>(t: &mut Tick<S>, seconds: f64) {
    let p = t.profile;
    let speed = t.body.velocity.xy().norm();
    if speed < n(p.crawl_speed) || speed == S::Real::ZERO {
        return;
    }
    let friction = n::<S::Real>(p.friction) * edge_factor(t, speed);
    let drop = (speed.max(n(p.stop_speed)) * friction).wide() * seconds;
    let left = S::Real::nearest(speed.wide() - drop);
    t.body.velocity *= left.max(S::Real::ZERO) / speed;
}

/// How many times friction counts: more where a point at foot height could fall freely ahead. A point that goes through nothing
/// but solid meets nothing in this engine.
fn edge_factor<S: Space + ?Sized>(t: &mut Tick<S>, speed: S::Real) -> S::Real {
    let edge = &t.profile.edge_friction;
    let trace = probe_edge(t, &Hull::Point, speed, t.profile.size.feet, edge);
    if (trace.fraction == S::Real::ONE || trace.all_solid) && trace.status.is_reliable() {
        n(edge.factor)
    } else {
        S::Real::ONE
    }
}

/// The drag of liquid, on top of the engine's friction: by the depth of the tick before. Notes whether the body is in liquid.
fn drag_in_liquid<S: Space + ?Sized>(t: &mut Tick<S>) {
    let wet = t.body.water_level > 0;
    t.body.flags.set(MoveFlags::IN_LIQUID, wet);
    if wet && !t.body.flags.contains(MoveFlags::WATER_JUMP) {
        let share = n::<S::Real>(t.profile.water.drag) * n(f32::from(t.body.water_level)) * t.dt;
        t.body.velocity -= t.body.velocity * share;
    }
}

/// Begins a water jump where a point swept ahead meets a wall at the waist and none at the body's top. The body is pushed
/// against the wall's normal from then on.
fn start_water_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    let water = &t.profile.water;
    let model = Basis::of_model(&t.body.engine.model_angles).forward;
    let [ahead, height, gap] = water.ledge_probe.map(n::<S::Real>);
    // As in the game's code, which drops the division that makes it a unit vector.
    let way = Vector3::new(model.x, model.y, S::Real::ZERO) * ahead;
    let waist = t.body.origin + Vector3::z() * height;
    let wall = t.trace_hull(&Hull::Point, waist, waist + way);
    if !is_met(&wall) {
        return;
    }
    let [along, up] = water.jump_speeds.map(n::<S::Real>);
    t.body.engine.move_dir = wall.plane.map_or_else(Vector3::zeros, |p| p.normal) * -along;
    let top = waist + Vector3::z() * gap;
    if !is_met(&t.trace_hull(&Hull::Point, top, top + way)) {
        t.body.flags.insert(MoveFlags::WATER_JUMP | MoveFlags::JUMP_HELD);
        t.body.velocity.z = up;
        let now = S::Real::nearest(t.body.engine.clock);
        t.body.engine.water_jump_ends = now + n(water.jump_seconds);
    }
}

/// Whether a sweep was stopped; in the engine a sweep in a solid all the way was not.
fn is_met<R: Real>(trace: &Trace<R>) -> bool {
    trace.hit() && !trace.all_solid
}

/// The jump button, down or up. Which liquid the body is in was found in the tick before.
fn press_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        t.body.flags.remove(MoveFlags::JUMP_HELD);
    } else if t.body.flags.contains(MoveFlags::WATER_JUMP) {
    } else if t.body.water_level >= WAIST {
        t.body.velocity.z = n(stroke_speed(t.body.engine.liquid));
    } else if t.body.grounded && !t.body.flags.contains(MoveFlags::JUMP_HELD) {
        t.body.flags.insert(MoveFlags::JUMP_HELD);
        jump(t, t.profile.jump_rule);
    }
}

fn find_water<S: Space + ?Sized>(t: &mut Tick<S>) {
    (t.body.water_level, t.body.engine.liquid) = water_level(t);
}

fn apply_gravity<S: Space + ?Sized>(t: &mut Tick<S>, seconds: f64) {
    let z = &mut t.body.velocity.z;
    *z = S::Real::nearest(z.wide() - f64::from(t.profile.gravity) * seconds);
}

/// A body in a solid goes back to its last free place. Else it tries up to 17 units up and one to each side.
fn return_to_free_place<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>) {
    if !M::NUDGED {
        return;
    }
    if t.fits(t.hull, t.body.origin) {
        t.body.engine.last_free = Some(t.body.origin);
    } else if let Some(at) = free_place(t) {
        t.body.origin = at;
    }
}

#[cold]
fn free_place<S: Space + ?Sized>(t: &mut Tick<S>) -> Option<Point3<S::Real>> {
    if let Some(last) = t.body.engine.last_free
        && t.fits(t.hull, last)
    {
        return Some(last);
    }
    let base = t.body.origin;
    let sides = [-1.0, 0.0, 1.0];
    for z in 0..HIGHEST {
        for x in sides {
            for y in sides {
                let at = base + Vector3::new(n(x), n(y), n(f32::from(z)));
                if t.fits(t.hull, at) {
                    return Some(at);
                }
            }
        }
    }
    None
}

/// Quake's moves as a mover: one serves the ground, the air and liquid.
pub(super) struct Slide;

impl SlideRules for Slide {
    const CLIPS_FROM: ClipsFrom = ClipsFrom::LastStretch;
    const STOPS_AT_STUCK_START: bool = false;
    const ENDS_AT_REST: bool = true;
    const CREASE_OF_WHOLE: bool = true;
    const TRUSTS_FIRST_PLANE_IN_AIR: bool = false;
    const STOPS_WITHOUT_PROGRESS: bool = false;
    const WATER_JUMP_KEEPS_VELOCITY: bool = false;
}

impl<S: Space + ?Sized> Mover<S> for Slide {
    fn walk(&mut self, t: &mut Tick<S>) {
        slide_or_step(t);
    }

    fn fly(&mut self, t: &mut Tick<S>) {
        slide_or_step(t);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide_or_step(t);
    }
}

/// Gravity presses the body down, and the touched floor is its ground. From the ground or in liquid, an upright wall makes the
/// move run again from a step higher. The second move counts if it ends on walkable ground. That ground itself does not count
/// as touched.
fn slide_or_step<S: Space + ?Sized>(t: &mut Tick<S>) {
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
    let fall =
        S::Real::nearest(velocity.z.wide() * t.cmd.double_seconds() - f64::from(t.profile.step_height));
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
    let met = slide::<S, Slide>(t, seconds);
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
