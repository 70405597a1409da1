//! Source: the base movement of Valve's SDK of 2013, at the settings of the recordings (`docs/engines.md` section 6.4), and the
//! constants of Counter-Strike: Source.
//!
//! Ground is carried over from the tick before and crouching takes time. Half of gravity comes before the move and half after it.
//! The slide is QuakeWorld's with departures: in the air the first plane clips without a check against stopping dead; clipping
//! removes the part that still points into the plane; the crease is a unit vector; a move that gets its whole way is tested at
//! rest at its end; a body that walks is kept on the ground.
//!
//! Departures: a stuck body tries QuakeWorld's eighths, where the engine tries one place of a list. Ladders, moving ground, the
//! duck jump of single player and falling damage are left out. Water and the water jump follow general knowledge of the games,
//! for that section does not cover them and the open recordings are dry. Surf servers change one number: `Custom(base:
//! "source:css", changes: {"air_accelerate": 100})`.
//!
//! | here | Source, `CGameMovement` |
//! |---|---|
//! | [`run`], [`play`] | `ProcessMovement`, `PlayerMove` |
//! | [`crop_keys`] | `CheckParameters` |
//! | [`run_down_duck_timer`] | `ReduceTimers` |
//! | [`is_stuck`] | `CheckStuck` |
//! | [`find_water`] | `CheckWater` |
//! | [`find_ground`], [`carry_ground_over`] | `CategorizePosition` |
//! | [`ground_of_quarters`] | `TryTouchGroundInQuadrants` |
//! | [`duck`] | `Duck` |
//! | [`scale_keys`] | `HandleDuckingSpeedCrop` |
//! | [`end_crouch`] | `FinishDuck` |
//! | [`stand_up`], [`room_to_stand`] | `FinishUnDuck`, `CanUnduck` |
//! | [`lower_eyes`] | `SetDuckedEyeOffset` |
//! | [`raise_out_of_solid`] | `FixPlayerCrouchStuck` |
//! | [`apply_half_gravity`] | `StartGravity`, `FinishGravity` |
//! | [`limit`] | `CheckVelocity` |
//! | [`start_water_jump`] | `CheckWaterJump` |
//! | [`hold_water_jump`] | `WaterJump` |
//! | [`press_jump`] | `CheckJumpButton` |
//! | [`run_or_fly`] | `FullWalkMove` |
//! | [`swim`] | `WaterMove` |
//! | [`apply_friction`] | `Friction` |
//! | [`accelerate`] | `Accelerate`, `AirAccelerate` |
//! | [`slide_on_ground`] | `WalkMove` |
//! | [`slide_or_step`] | `StepMove` |
//! | [`stay_on_ground`] | `StayOnGround` |
//! | [`slide`] | `TryPlayerMove` |
//! | `clip` of [`Slide`] | `ClipVelocity` |

use super::quakeworld::QUAKEWORLD;
use crate::body::MoveFlags;
use crate::clip::clip_velocity;
use crate::context::{Ground, Tick};
use crate::fly_move::{ClipsFrom, SlideRules, slide_inlined};
use crate::movers::Mover;
use crate::primitives::{
    WAIST, Wish, accelerate, ease, friction_drop, jump, limit_velocity, nudge_out_of_solid, probe_water,
    raise_out_of_solid,
};
use crate::profile::*;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::view::Basis;
use clipmark_geometry::{Aabb, Contents, Hull, Point};
use nalgebra::{ComplexField, Point3, RealField, Vector3};

/// The liquids that a body swims in. Lava is none to its movement.
const LIQUID: Contents = Contents::WATER.union(Contents::SLIME);
/// Fastest in each axis, in units per second (the recordings' setting of `sv_maxvelocity`).
const FASTEST: f32 = 3500.0;
/// A body that rises faster than this leaves the ground at the start of a tick, in units per second.
const LEAVES_AT_ONCE: f32 = 250.0;
/// Surface friction of a body that rises and has nothing below it: its air acceleration is a quarter.
const RISING_FRICTION: f32 = 0.25;
/// Ticks from one look after a body in a solid to the next, about once a second of 15 ms ticks.
const STUCK_EVERY: u32 = 66;
/// Where the timer of crouching starts, in milliseconds. It counts down; the elapsed part gives the body's progress.
const DUCK_TIMER: f32 = 1000.0;
/// Seconds down on the ground. In the air it is at once, and the feet come up.
const DOWN: f64 = 0.4;
/// Seconds up.
const UP: f64 = 0.2;
/// A crouched body that is in a solid is raised by up to this many units, one at a time.
const RAISES: usize = 36;
/// Upward speed of a stroke in water and in slime, in units per second.
const STROKES: [f32; 2] = [100.0, 80.0];
/// Falling faster than this there is no water jump, in units per second.
const TOO_FAST: f32 = 180.0;
/// A water jump needs ground to land on so far below the ledge's height, in units.
const LANDING: f32 = 1024.0;
/// Slower than this a swimmer stops, and wishes nothing, in units per second.
const SWIM_CRAWL: f32 = 0.1;
/// A step is tried this much higher than the highest, in units: the skin that the engine's own traces keep.
const OVER_STEP: f32 = 1.0 / 32.0;
/// Slower than this a body on the ground stops, in units per second.
const WALKS_FROM: f32 = 1.0;
/// To be kept on the ground, a body looks from so far above it, in units.
const LOOKS_FROM: f32 = 2.0;
/// It moves there if that is further than this, in units: half of the network's rounding.
const MOVES_FROM: f32 = 1.0 / 64.0;
/// A swimmer presses down onto a step from this much higher than the highest, in units.
const STEP_PRESS: f32 = 1.0;

pub(crate) const SOURCE: Profile = Profile {
    name: "source",
    order: Order::Source,
    size: PlayerSize {
        half_width: 16.0,
        feet: 0.0,
        top: 72.0,
        crouched_feet: 0.0,
        crouched_top: 36.0,
        eyes: 64.0,
        crouched_eyes: 28.0,
    },
    crawl_speed: 0.1,
    edge_friction: EdgeFriction::NONE,
    // sqrt(2 * 800 * 45): a jump of 45 units.
    jump_speed: 268.328_16,
    jump_rule: JumpRule::Adds,
    leaves_ground_speed: 140.0,
    ground_probe: GroundProbe {
        depth: 2.0,
        follow: 18.0,
    },
    clip_rule: ClipRule {
        overbounce: 1.0,
        zero_below: 0.0,
    },
    // The engine's constant, a third to eight places.
    duck_scale: 0.333_333_34,
    water: WaterRules {
        swim_scale: 0.8,
        ledge_probe: [24.0, 8.0, 0.0],
        jump_speeds: [50.0, 256.0],
        ..QUAKEWORLD.water
    },
    moving: MovingRules::NONE,
    ..QUAKEWORLD
};

/// Counter-Strike: Source: `docs/laws.md` sections 1 and 5. Ryan Liptak, *Source vs GoldSrc Movement: Downward Slopes*, on
/// staying on the ground. Left out: stamina, and the speeds of weapons.
pub(crate) const SOURCE_CSS: Profile = Profile {
    name: "source:css",
    max_speed: 250.0,
    accelerate: 5.0,
    stop_speed: 75.0,
    // sqrt(2 * 800 * 57): a jump of 57 units.
    jump_speed: 301.993_38,
    jump_rule: JumpRule::Sets,
    water: WaterRules {
        accelerate: 5.0,
        ..SOURCE.water
    },
    ..SOURCE
};

#[inline(always)]
pub(super) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let (jumps, ducks) = (t.cmd.jumps(), t.cmd.ducks());
    play(t, mover);
    // Whatever was made of them, the next tick compares with the keys of this one.
    t.body.flags.set(MoveFlags::JUMP_HELD, jumps);
    t.body.flags.set(MoveFlags::DUCK_HELD, ducks);
}

#[inline(always)]
fn play<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    crop_keys(t);
    t.basis = Basis::of_plain_angles(t.cmd.pitch, t.cmd.yaw);
    run_down_duck_timer(t);
    let number = t.body.engine.ticks;
    t.body.engine.ticks = number.wrapping_add(1);
    if is_stuck::<S, M>(t, number) {
        return;
    }
    carry_ground_over(t, mover);
    if t.body.grounded && t.body.flags.contains(MoveFlags::DUCKED) {
        scale_keys(t, S::Real::nearest(t.profile.duck_scale));
    }
    duck(t, mover);
    if !swims(t) {
        apply_half_gravity(t);
    }
    if t.body.timer_msec != S::Real::ZERO {
        hold_water_jump(t, mover);
    } else if t.body.water_level >= WAIST {
        move_in_water(t, mover);
    } else {
        run_or_fly(t, mover);
    }
}

/// Scales all three keys down together to the fastest speed, the up key included.
fn crop_keys<S: Space + ?Sized>(t: &mut Tick<S>) {
    let most = n::<S::Real>(t.profile.max_speed);
    // The command's up key is the jump button, unless that is a key of its own.
    let (f, r, u) = (t.cmd.forward, t.cmd.right, t.cmd.rise());
    let squares = f * f + r * r + u * u;
    if squares > most * most {
        scale_keys(t, most / squares.sqrt());
    }
}

fn scale_keys<S: Space + ?Sized>(t: &mut Tick<S>, by: S::Real) {
    t.cmd.forward *= by;
    t.cmd.right *= by;
    if t.cmd.buttons.is_some() || t.cmd.up < S::Real::ZERO {
        t.cmd.up *= by;
    }
}

fn run_down_duck_timer<S: Space + ?Sized>(t: &mut Tick<S>) {
    let left = &mut t.body.engine.duck_msec;
    if *left > S::Real::ZERO {
        *left = (*left - n::<S::Real>(1000.0) * t.dt).max(S::Real::ZERO);
    }
}

/// Whether the body is stuck and the tick is over; frees it if a place nearby is free.
fn is_stuck<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, number: u32) -> bool {
    if !M::NUDGED || !number.is_multiple_of(STUCK_EVERY) {
        return false;
    }
    let here = t.body.origin;
    if t.fits(t.hull, here) {
        return false;
    }
    nudge_out_of_solid::<S, M>(t);
    t.body.origin == here
}

fn carry_ground_over<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if mover.found_ground(t) {
        return;
    }
    if t.body.velocity.z > n(LEAVES_AT_ONCE) {
        t.body.grounded = false;
    }
    t.ground = Ground::level(t.body.grounded);
}

fn leave_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.grounded = false;
    t.ground = Ground::none();
}

/// Looks for ground: a fast rising body has none. Else probes down with the whole box, then with quarters of it.
fn find_ground<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    t.body.engine.surface_friction = S::Real::ONE;
    find_water(t);
    if mover.found_ground(t) {
        return;
    }
    if t.body.velocity.z > n(t.profile.leaves_ground_speed) {
        return leave_ground(t);
    }
    let start = t.body.origin;
    let end = start - upwards::<S::Real>(t.profile.ground_probe.depth);
    let whole = t.hull;
    if let Some(normal) = probe_ground(t, whole, start, end).or_else(|| ground_of_quarters(t, start, end)) {
        t.body.grounded = true;
        t.body.timer_msec = S::Real::ZERO;
        t.body.velocity.z = S::Real::ZERO;
        t.ground = Ground {
            normal: Some(normal),
            ..Ground::level(true)
        };
    } else {
        leave_ground(t);
        if t.body.velocity.z > S::Real::ZERO {
            t.body.engine.surface_friction = n(RISING_FRICTION);
        }
    }
}

/// Normal of the ground that a hull meets on a way, if it can be stood on.
fn probe_ground<S: Space + ?Sized>(
    t: &mut Tick<S>,
    hull: &Hull,
    start: Point3<S::Real>,
    end: Point3<S::Real>,
) -> Option<Vector3<S::Real>> {
    let walkable = n(t.profile.walkable_normal);
    let normal = t.trace_hull(hull, start, end).plane?.normal;
    (normal.z >= walkable).then_some(normal)
}

/// The same with the four quarters of the hull's bounds. The whole box may rest on a steep surface beside ground.
#[cold]
fn ground_of_quarters<S: Space + ?Sized>(
    t: &mut Tick<S>,
    start: Point3<S::Real>,
    end: Point3<S::Real>,
) -> Option<Vector3<S::Real>> {
    let Aabb { mins, maxs } = t.hull.bounds();
    let [low, high] = [[mins.x, mins.y], [maxs.x, maxs.y]];
    // In each axis the lower half or the upper one.
    for sides in [[0, 0], [1, 1], [0, 1], [1, 0]] {
        let from = |i: usize| if sides[i] == 0 { low[i] } else { low[i].max(0.0) };
        let to = |i: usize| if sides[i] == 0 { high[i].min(0.0) } else { high[i] };
        let bounds = Aabb::new(
            Point::new(from(0), from(1), mins.z),
            Point::new(to(0), to(1), maxs.z),
        );
        let quarter = t.hulls.shape.hull(bounds);
        if let Some(normal) = probe_ground(t, &quarter, start, end) {
            return Some(normal);
        }
    }
    None
}

fn duck<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let (down, held) = (t.cmd.ducks(), t.body.flags.contains(MoveFlags::DUCK_HELD));
    if down {
        go_down(t, mover, !held);
    } else if t.body.flags.intersects(MoveFlags::DUCKED | MoveFlags::DUCKING) {
        stand_up(t, mover, held);
    }
}

fn elapsed_duck_time<S: Space + ?Sized>(t: &Tick<S>) -> S::Real {
    (n::<S::Real>(DUCK_TIMER) - t.body.engine.duck_msec).max(S::Real::ZERO)
}

fn go_down<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, pressed: bool) {
    let (ducked, in_air) = (t.body.flags.contains(MoveFlags::DUCKED), !t.body.grounded);
    if pressed && !ducked {
        t.body.engine.duck_msec = n(DUCK_TIMER);
        t.body.flags.insert(MoveFlags::DUCKING);
    }
    if !t.body.flags.contains(MoveFlags::DUCKING) {
        return;
    }
    let seconds = elapsed_duck_time(t) * n(0.001);
    if seconds.wide() > DOWN || ducked || in_air {
        end_crouch(t, mover);
    } else {
        let way = ease(S::Real::nearest(seconds.wide() / DOWN));
        lower_eyes(t, way);
    }
}

fn end_crouch<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if t.body.flags.contains(MoveFlags::DUCKED) {
        return;
    }
    t.body.flags.insert(MoveFlags::DUCKED);
    t.body.flags.remove(MoveFlags::DUCKING);
    t.body.engine.eyes = None;
    t.hull = t.hulls.hull(true);
    if !t.body.grounded {
        t.body.origin += feet_come_up(t);
    }
    raise_out_of_solid(t, 1 + RAISES);
    find_ground(t, mover);
}

/// How far the feet of a body in the air come up: by the loss of height.
fn feet_come_up<S: Space + ?Sized>(t: &Tick<S>) -> Vector3<S::Real> {
    let size = t.profile.size;
    upwards((size.top - size.feet) - (size.crouched_top - size.crouched_feet))
}

fn stand_up<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, released: bool) {
    let (ducked, in_air) = (t.body.flags.contains(MoveFlags::DUCKED), !t.body.grounded);
    if released {
        t.body.engine.duck_msec = if ducked {
            n(DUCK_TIMER)
        } else {
            // Let go on the way down: the same share of the way up is left.
            let done = elapsed_duck_time(t) / n::<S::Real>((1000.0 * DOWN) as f32);
            let up = n::<S::Real>((1000.0 * UP) as f32);
            n::<S::Real>(DUCK_TIMER) - up + done * up
        };
    }
    let Some(there) = room_to_stand(t) else {
        if t.body.engine.duck_msec != n(DUCK_TIMER) {
            t.body.engine.duck_msec = n(DUCK_TIMER);
            t.body.engine.eyes = None;
            t.body.flags.insert(MoveFlags::DUCKED);
            t.body.flags.remove(MoveFlags::DUCKING);
            t.hull = t.hulls.hull(true);
        }
        return;
    };
    let seconds = elapsed_duck_time(t) * n(0.001);
    if seconds.wide() > UP || in_air {
        t.body.flags.remove(MoveFlags::DUCKED | MoveFlags::DUCKING);
        t.body.engine.eyes = None;
        t.body.engine.duck_msec = S::Real::ZERO;
        t.hull = t.hulls.hull(false);
        t.body.origin = there;
        find_ground(t, mover);
    } else {
        let way = ease(S::Real::nearest(1.0 - seconds.wide() / UP));
        lower_eyes(t, way);
        t.body.flags.insert(MoveFlags::DUCKING);
    }
}

/// Where the standing body would be, if it fits on the way there and at its end.
fn room_to_stand<S: Space + ?Sized>(t: &mut Tick<S>) -> Option<Point3<S::Real>> {
    let start = t.body.origin;
    let end = if t.body.grounded {
        start
    } else {
        start - feet_come_up(t)
    };
    let standing = t.hulls.hull(false);
    let trace = t.trace_hull(standing, start, end);
    (!trace.start_solid && trace.fraction == S::Real::ONE).then_some(end)
}

/// Puts the eyes at their height after the share `way` of the way down.
fn lower_eyes<S: Space + ?Sized>(t: &mut Tick<S>, way: S::Real) {
    let [standing, crouched] = [t.profile.size.eyes, t.profile.size.crouched_eyes].map(n::<S::Real>);
    let eyes = crouched * way + standing * (S::Real::ONE - way);
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    let resting = if ducked { crouched } else { standing };
    t.body.engine.eyes = (eyes != resting).then_some(eyes);
}

/// Finds how deep the body is; says whether it swims, which is when gravity is off.
fn swims<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    find_water(t);
    t.body.water_level >= WAIST
}

/// Finds how deep the body is in liquid. The waist is the middle of the box.
fn find_water<S: Space + ?Sized>(t: &mut Tick<S>) {
    let bounds = t.hull.bounds();
    let (low, top) = (bounds.mins.z, bounds.maxs.z);
    t.body.water_level = probe_water(t, LIQUID, n(low + 1.0), || [n((low + top) * 0.5), eyes(t)]).0;
}

fn eyes<S: Space + ?Sized>(t: &Tick<S>) -> S::Real {
    let resting = t.profile.eyes(t.body.flags.contains(MoveFlags::DUCKED));
    t.body.engine.eyes.unwrap_or(n(resting))
}

fn apply_half_gravity<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * n(0.5) * t.dt;
    limit(t);
}

/// Keeps each component of the velocity within [`FASTEST`].
fn limit<S: Space + ?Sized>(t: &mut Tick<S>) {
    limit_velocity(&mut t.body.velocity, Some(FASTEST));
}

fn move_in_water<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if t.body.water_level == WAIST {
        start_water_jump(t);
    }
    if t.body.velocity.z < S::Real::ZERO {
        t.body.timer_msec = S::Real::ZERO;
    }
    press_jump(t);
    swim(t, mover);
    find_ground(t, mover);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}

/// Begins a water jump where a wall ahead ends above the water and has ground behind its edge.
fn start_water_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    let v = t.body.velocity;
    if t.body.timer_msec != S::Real::ZERO || v.z < n(-TOO_FAST) {
        return;
    }
    let zero = S::Real::ZERO;
    let ahead = unit(&Vector3::new(t.basis.forward.x, t.basis.forward.y, zero)).0;
    let (way, speed) = unit(&Vector3::new(v.x, v.y, zero));
    // A body that backs into the water does not jump.
    if speed != zero && way.dot(&ahead) < zero {
        return;
    }
    let [far, above, _] = t.profile.water.ledge_probe.map(n::<S::Real>);
    let bounds = t.hull.bounds();
    let middle = t.body.origin + upwards::<S::Real>((bounds.mins.z + bounds.maxs.z) * 0.5);
    let wall = t.trace(middle, middle + ahead * far);
    if wall.fraction == S::Real::ONE {
        return;
    }
    let [along, up] = t.profile.water.jump_speeds.map(n::<S::Real>);
    let normal = wall.plane.map_or_else(Vector3::zeros, |p| p.normal);
    // Whether or not a jump follows.
    t.body.engine.move_dir = Vector3::new(zero - normal.x * along, zero - normal.y * along, zero);
    let over = Point3::new(middle.x, middle.y, t.body.origin.z + eyes(t) + above);
    let beyond = over + ahead * far;
    let free = t.trace(over, beyond);
    if free.fraction != S::Real::ONE {
        return;
    }
    let landing = t.trace(beyond, beyond - upwards::<S::Real>(LANDING));
    let lands = landing
        .plane
        .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if !lands {
        return;
    }
    t.body.velocity.z = up;
    t.body.flags.insert(MoveFlags::WATER_JUMP);
    t.body.timer_msec = n(t.profile.water.jump_seconds * 1000.0);
}

/// A water jump under way: its horizontal velocity is held until it is over.
fn hold_water_jump<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    t.body.timer_msec -= n::<S::Real>(1000.0) * t.dt;
    if t.body.timer_msec <= S::Real::ZERO || t.body.water_level == 0 {
        t.body.timer_msec = S::Real::ZERO;
        t.body.flags.remove(MoveFlags::WATER_JUMP);
    }
    t.body.velocity.x = t.body.engine.move_dir.x;
    t.body.velocity.y = t.body.engine.move_dir.y;
    mover.leap(t);
    find_water(t);
}

/// Swimming: friction, then acceleration by the rest of the whole speed after friction, then the move.
fn swim<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let zero = S::Real::ZERO;
    let (forward, right) = (t.cmd.forward, t.cmd.right);
    let most = n::<S::Real>(t.profile.max_speed);
    let mut asked = t.basis.forward * forward + t.basis.right * right;
    if t.cmd.jumps() {
        asked.z += most;
    } else if [forward, right, t.cmd.rise()] == [zero; 3] {
        asked.z -= n(t.profile.water.sink_speed);
    } else {
        // Looking up or down counts twice more along the view.
        let along = forward * t.basis.forward.z * n(2.0);
        asked.z += t.cmd.rise() + along.clamp(zero, most);
    }
    let fast = unit(&asked).1;
    if fast > most {
        asked *= most / fast;
    }
    let direction = unit(&asked).0;
    let wished = S::Real::nearest(fast.min(most).wide() * t.profile.water.swim_scale);
    let speed = t.body.velocity.norm();
    let mut left = zero;
    if speed > zero {
        left = speed - t.dt * speed * n(t.profile.water.friction) * t.body.engine.surface_friction;
        if left < n(SWIM_CRAWL) {
            left = zero;
        }
        t.body.velocity *= left / speed;
    }
    let missing = wished - left;
    if wished >= n(SWIM_CRAWL) && missing > zero {
        let rate = n::<S::Real>(t.profile.water.accelerate);
        let gain = (rate * wished * t.dt * t.body.engine.surface_friction).min(missing);
        t.body.velocity += direction * gain;
    }
    mover.swim(t);
}

/// Jumps, or strokes in liquid, if the key is down.
fn press_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        return;
    }
    if t.body.timer_msec != S::Real::ZERO {
        // A water jump loses the tick's seconds from its milliseconds.
        t.body.timer_msec = (t.body.timer_msec - t.dt).max(S::Real::ZERO);
        return;
    }
    if t.body.water_level >= WAIST {
        stroke(t);
        return;
    }
    let held = t.body.flags.contains(MoveFlags::JUMP_HELD);
    // A body between standing and crouched does not jump.
    let between = t.body.flags.contains(MoveFlags::DUCKING | MoveFlags::DUCKED);
    if !t.body.grounded || held || between {
        return;
    }
    // Standing it adds to the vertical speed, crouched it sets it; then half of a tick's gravity at once.
    let crouched = t.body.flags.intersects(MoveFlags::DUCKING | MoveFlags::DUCKED);
    let rule = if crouched {
        JumpRule::Sets
    } else {
        t.profile.jump_rule
    };
    jump(t, rule);
    apply_half_gravity(t);
}

fn stroke<S: Space + ?Sized>(t: &mut Tick<S>) {
    leave_ground(t);
    let feet = t.body.origin + upwards::<S::Real>(t.hull.bounds().mins.z + 1.0);
    let slime = t.contents(&feet).intersects(Contents::SLIME);
    t.body.velocity.z = n(STROKES[usize::from(slime)]);
}

#[inline(always)]
fn run_or_fly<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let p = t.profile;
    press_jump(t);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        apply_friction(t);
    }
    limit(t);
    // Friction and acceleration are both times the friction of the surface, which is a quarter in the air after a rise.
    if t.body.grounded {
        let wish = ground_wish(t);
        t.body.velocity.z = S::Real::ZERO;
        let gain = n::<S::Real>(p.accelerate) * t.dt * wish.speed * t.body.engine.surface_friction;
        accelerate(&mut t.body.velocity, &wish.direction, wish.speed, gain);
        t.body.velocity.z = S::Real::ZERO;
        mover.walk(t);
    } else {
        // The cap limits the speed to reach, but not the rate at which it is reached.
        let wish = air_wish(t);
        let goal = p.air_wish_cap.map_or(wish.speed, |cap| wish.speed.min(n(cap)));
        let gain = n::<S::Real>(p.air_accelerate) * wish.speed * t.dt * t.body.engine.surface_friction;
        accelerate(&mut t.body.velocity, &wish.direction, goal, gain);
        mover.fly(t);
    }
    find_ground(t, mover);
    limit(t);
    if !swims(t) {
        apply_half_gravity(t);
    }
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}

/// Friction of the ground; a body slower than the crawl speed is not braked.
fn apply_friction<S: Space + ?Sized>(t: &mut Tick<S>) {
    let p = t.profile;
    let speed = t.body.velocity.norm();
    if speed < n(p.crawl_speed) {
        return;
    }
    let friction = n::<S::Real>(p.friction) * t.body.engine.surface_friction;
    let left = (speed - friction_drop(speed, p.stop_speed, friction, t.dt)).max(S::Real::ZERO);
    // A surface friction below 0, as in a state from outside, speeds up; a standing body has no direction.
    if left != speed && speed > S::Real::ZERO {
        t.body.velocity *= left / speed;
    }
}

/// Unit vector and length. The divisor is larger than the length by the smallest step of its numbers at 1, so that none is
/// divided by 0.
fn unit<R: Real>(v: &Vector3<R>) -> (Vector3<R>, R) {
    let length = v.norm();
    (v * (R::ONE / (length + R::default_epsilon())), length)
}

/// The horizontal wish of a body on the ground. A level view is unit already.
fn ground_wish<S: Space + ?Sized>(t: &Tick<S>) -> Wish<S::Real> {
    let flat = |v: &Vector3<S::Real>| {
        if v.z == S::Real::ZERO {
            *v
        } else {
            unit(&Vector3::new(v.x, v.y, S::Real::ZERO)).0
        }
    };
    level_wish(t, flat(&t.basis.forward), flat(&t.basis.right))
}

fn air_wish<S: Space + ?Sized>(t: &Tick<S>) -> Wish<S::Real> {
    let flat = |v: &Vector3<S::Real>| unit(&Vector3::new(v.x, v.y, S::Real::ZERO)).0;
    level_wish(t, flat(&t.basis.forward), flat(&t.basis.right))
}

fn level_wish<S: Space + ?Sized>(
    t: &Tick<S>,
    forward: Vector3<S::Real>,
    right: Vector3<S::Real>,
) -> Wish<S::Real> {
    let asked = forward * t.cmd.forward + right * t.cmd.right;
    let (direction, speed) = unit(&Vector3::new(asked.x, asked.y, S::Real::ZERO));
    Wish {
        direction,
        speed: speed.min(n(t.profile.max_speed)),
    }
}

pub(super) struct Slide;

impl SlideRules for Slide {
    const CLIPS_FROM: ClipsFrom = ClipsFrom::LastStretch;
    const STOPS_AT_STUCK_START: bool = false;
    const ENDS_AT_REST: bool = true;
    const CREASE_OF_WHOLE: bool = false;
    const TRUSTS_FIRST_PLANE_IN_AIR: bool = true;
    const STOPS_WITHOUT_PROGRESS: bool = true;
    const WATER_JUMP_KEEPS_VELOCITY: bool = false;
    const TESTS_FREE_END: bool = true;
    const TELLS_OF_CONTACTS: bool = false;

    /// Takes the part that points into the plane, and then its rounding.
    #[inline(always)]
    fn clip<R: Real>(v: &Vector3<R>, normal: &Vector3<R>, rule: ClipRule) -> Vector3<R> {
        let along = clip_velocity(v, normal, rule);
        let into = along.dot(normal);
        if into < R::ZERO {
            along - normal * into
        } else {
            along
        }
    }

    /// A unit vector.
    #[inline(always)]
    fn crease<R: Real>(a: &Vector3<R>, b: &Vector3<R>, _: Repairs) -> Vector3<R> {
        unit(&a.cross(b)).0
    }
}

impl<S: Space + ?Sized> Mover<S> for Slide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        slide_on_ground(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        slide(t);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide_in_water(t);
    }
}

/// Carries a body over the ground: straight if free, else by a slide or over a step. Then puts it down onto the ground.
fn slide_on_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    let v = t.body.velocity;
    if v.norm() < n(WALKS_FROM) {
        t.body.velocity = Vector3::zeros();
        return;
    }
    let start = t.body.origin;
    let ahead = Point3::new(start.x + v.x * t.dt, start.y + v.y * t.dt, start.z);
    let trace = t.trace(start, ahead);
    if trace.fraction == S::Real::ONE {
        t.body.origin = trace.end;
    } else {
        slide_or_step(t);
    }
    stay_on_ground(t);
}

/// Slides, and slides from a step higher. Keeps the farther of the two, or the first where the second ends on no ground.
fn slide_or_step<S: Space + ?Sized>(t: &mut Tick<S>) {
    let (start, velocity) = (t.body.origin, t.body.velocity);
    slide(t);
    let (floor_end, floor_velocity) = (t.body.origin, t.body.velocity);
    t.body.origin = start;
    t.body.velocity = velocity;
    let step = upwards::<S::Real>(t.profile.step_height + OVER_STEP);
    let up = t.trace(start, start + step);
    if !up.start_solid && !up.all_solid {
        t.body.origin = up.end;
    }
    slide(t);
    let down = t.trace(t.body.origin, t.body.origin - step);
    let way = |to: &Point3<S::Real>| (to - start).xy().norm_squared();
    let walkable = n(t.profile.walkable_normal);
    let lands = down.plane.is_some_and(|p| p.normal.z >= walkable);
    if lands && !down.start_solid && !down.all_solid {
        t.body.origin = down.end;
    }
    if !lands || way(&floor_end) > way(&t.body.origin) {
        t.body.origin = floor_end;
        t.body.velocity = floor_velocity;
    } else {
        t.body.velocity.z = floor_velocity.z;
    }
}

/// Puts a body that walked on ground that a step down would reach.
fn stay_on_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    let follow = t.profile.ground_probe.follow;
    if follow <= 0.0 {
        return;
    }
    let origin = t.body.origin;
    let above = t.trace(origin, origin + upwards::<S::Real>(LOOKS_FROM)).end;
    let trace = t.trace(above, origin - upwards::<S::Real>(follow));
    let part = trace.fraction > S::Real::ZERO && trace.fraction < S::Real::ONE && !trace.start_solid;
    let walkable = n(t.profile.walkable_normal);
    let stands = trace.plane.is_some_and(|p| p.normal.z >= walkable);
    if part && stands && (origin.z - trace.end.z).abs() > n(MOVES_FROM) {
        t.body.origin = trace.end;
    }
}

/// Carries a swimmer: pressed onto steps where its way is free, else as on the ground or in the air.
fn slide_in_water<S: Space + ?Sized>(t: &mut Tick<S>) {
    let start = t.body.origin;
    let goal = start + t.body.velocity * t.dt;
    if t.trace(start, goal).fraction == S::Real::ONE {
        let above = goal + upwards::<S::Real>(t.profile.step_height + STEP_PRESS);
        let down = t.trace(above, goal);
        if down.start_solid || down.all_solid {
            slide(t);
        } else {
            t.body.origin = down.end;
        }
    } else if t.body.grounded {
        slide_or_step(t);
    } else {
        slide(t);
    }
}

/// Carries the body along its velocity for a whole tick, sliding along the surfaces that it meets.
#[inline(never)]
fn slide<S: Space + ?Sized>(t: &mut Tick<S>) {
    slide_inlined::<S, Slide>(t, t.dt);
}
