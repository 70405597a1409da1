//! Quake III Arena without pro mode (VQ3), as released in 1.32 (`docs/engines.md` section 4, `docs/laws.md` sections 1 and 7-9).
//! What only CPM does is in `cpm.rs`.
//!
//! While a body moves, its velocity is the average over the tick, and the end value afterwards (law L11). A plane met twice
//! pushes the body off along its normal instead of being clipped again. Three planes that shut a corner stop it. The numbers of
//! the water jump and of the eyes are the engine's, from general knowledge of the game.
//!
//! | here | Quake III |
//! |---|---|
//! | [`run`] | `PmoveSingle` |
//! | [`hold_jump`] | the held jump of `Pmove` |
//! | [`Basis::of_shorts`] | `PM_UpdateViewAngles`, `AngleVectors` |
//! | [`find_water`] | `PM_SetWaterLevel` |
//! | [`duck`] | `PM_CheckDuck` |
//! | [`find_ground`], [`stand_on`] | `PM_GroundTrace` |
//! | [`leave_ground`] | `PM_GroundTraceMissed` |
//! | [`find_ground_when_stuck`] | `PM_CorrectAllSolid` |
//! | [`land`] | `PM_CrashLand` |
//! | [`run_down_timer`] | `PM_DropTimers` |
//! | [`carry_water_jump`] | `PM_WaterJumpMove` |
//! | [`try_water_jump`] | `PM_CheckWaterJump` |
//! | [`swim`] | `PM_WaterMove` |
//! | [`walk`] | `PM_WalkMove` |
//! | [`fly`] | `PM_AirMove` |
//! | [`try_jump`] | `PM_CheckJump` |
//! | [`apply_friction`] | `PM_Friction` |
//! | [`key_scale`] | `PM_CmdScale` |
//! | [`accelerate`] | `PM_Accelerate` |
//! | [`slide_or_step`], [`step`] | `PM_StepSlideMove` |
//! | [`slide`], [`slide_along`] | `PM_SlideMove` |
//! | [`clip_velocity`] | `PM_ClipVelocity` |
//! | [`Real::whole`] | `trap_SnapVector` |

use super::cpm;
use crate::body::MoveFlags;
use crate::clip::{clip_velocity, lay_along, unit, unit_by_product};
use crate::command::UserCmd;
use crate::context::{Ground, Tick};
use crate::movers::Mover;
use crate::primitives::{
    WAIST, Wish, accelerate, clip_to_ground, friction_drop, is_ledge_ahead, jump, probe_water,
};
use crate::profile::*;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::{Trace, TraceRules};
use clipmark_geometry::{Contents, SurfaceFlags};
use nalgebra::{Point3, RealField, Vector3};

/// The up key is a jump from here on.
const JUMP_KEY: f32 = 10.0;
/// Landing faster than this starts the land timer, in units per second.
const HARD_LANDING: f32 = 200.0;
/// The land timer, in milliseconds.
const LAND_MSEC: f32 = 250.0;
/// A body in a solid looks for a free place this far around, in units.
const UNSTICK: f32 = 1.0;
/// Clearance below a body that has just lost the ground, for it to count as jumping off, in units.
const FAR_BELOW: f32 = 64.0;
/// Moves to the next obstacle per tick, at most.
const BUMPS: usize = 4;
/// Planes that a velocity is clipped against, at most; with more the body stops.
const MAX_PLANES: usize = 5;
/// Two normals with a product above this are one plane met again.
const SAME_PLANE: f32 = 0.99;
/// A velocity that moves away from a plane faster than this does not enter it, in units per second.
const ENTERS: f32 = 0.1;

pub(crate) const QUAKE3: Profile = Profile {
    name: "quake3",
    order: Order::Quake3,
    size: PlayerSize {
        half_width: 15.0,
        feet: -24.0,
        top: 32.0,
        crouched_feet: -24.0,
        crouched_top: 16.0,
        eyes: 26.0,
        crouched_eyes: 12.0,
    },
    trace_rules: TraceRules::QUAKE3,
    full_key: 127.0,
    max_speed: 320.0,
    accelerate: 10.0,
    air_accelerate: 1.0,
    air_wish_cap: None,
    air_stop_accelerate: None,
    air_strafe_accelerate: None,
    air_strafe_speed: None,
    air_control: 0.0,
    friction: 6.0,
    stop_speed: 100.0,
    crawl_speed: 1.0,
    edge_friction: EdgeFriction::NONE,
    max_velocity: None,
    gravity: 800.0,
    jump_speed: 270.0,
    jump_rule: JumpRule::Sets,
    jump_crop: JumpCrop::NONE,
    double_jump: DoubleJump::NONE,
    leaves_ground_speed: 10.0,
    ground_probe: GroundProbe {
        depth: 0.25,
        follow: 0.0,
    },
    walkable_normal: 0.7,
    clip_rule: ClipRule {
        overbounce: 1.001,
        zero_below: 0.0,
    },
    step_height: 18.0,
    step_rising_speed: 0.0,
    duck_scale: 0.25,
    water: WaterRules {
        accelerate: 4.0,
        friction: 1.0,
        drag: 0.0,
        swim_scale: 0.5,
        sink_speed: 60.0,
        ledge_probe: [30.0, 4.0, 16.0],
        jump_speeds: [200.0, 350.0],
        jump_seconds: 2.0,
    },
    walker: WalkerRules::SUGGESTED,
    snap_velocity: true,
    long_tick_msec: 66.0,
    moving: MovingRules::QUAKE3,
    repairs: Repairs::NONE,
};

/// Challenge ProMode: Quake III with other numbers, and the rules of `cpm.rs`.
pub(crate) const CPM: Profile = Profile {
    name: "cpm",
    accelerate: 15.0,
    air_stop_accelerate: Some(2.5),
    air_strafe_accelerate: Some(70.0),
    air_strafe_speed: Some(30.0),
    air_control: 150.0,
    friction: 8.0,
    double_jump: DoubleJump {
        speed: 100.0,
        msec: 400.0,
    },
    step_rising_speed: 370.0,
    ..QUAKE3
};

#[inline(always)]
pub(super) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let rise_before = t.body.velocity.z;
    cpm::run_down_double_jump(t);
    t.basis = Basis::of_shorts(t.cmd.pitch, t.cmd.yaw);
    let level = t.basis.level();
    if t.cmd.up < n(JUMP_KEY) {
        // A key let go may jump again.
        t.body.flags.remove(MoveFlags::JUMP_HELD);
    }
    note_direction(t);
    find_water(t);
    duck(t);
    find_ground(t, mover, rise_before);
    run_down_timer(t);
    if t.body.flags.contains(MoveFlags::WATER_JUMP_TIMER) {
        carry_water_jump(t, mover);
    } else if t.body.water_level >= WAIST {
        swim(t, mover, &level);
    } else if t.ground.walkable {
        walk(t, mover, &level);
    } else {
        fly(t, mover, &level);
    }
    find_ground(t, mover, rise_before);
    find_water(t);
    if t.profile.snap_velocity {
        // To whole units per second, ties to even (law L12).
        t.body.velocity.apply(|x| *x = x.whole());
    }
}

/// A jump key held over a split command stays held in the rest, or it would jump again.
pub(crate) fn hold_jump<R: Real>(cmd: &mut UserCmd<R>) {
    cmd.up = n(JUMP_KEY * 2.0);
}

/// Notes whether the player runs backwards; standing still changes nothing.
fn note_direction<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.cmd.forward < S::Real::ZERO {
        t.body.flags.insert(MoveFlags::BACKWARDS_RUN);
    } else if t.cmd.forward > S::Real::ZERO || t.cmd.right != S::Real::ZERO {
        t.body.flags.remove(MoveFlags::BACKWARDS_RUN);
    }
}

/// A body that leaves the ground backwards is shown leaping backwards.
fn note_jump_direction<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body
        .flags
        .set(MoveFlags::BACKWARDS_JUMP, t.cmd.forward < S::Real::ZERO);
}

/// Finds how deep the body is in liquid. The waist is half way, in whole units, from the feet to the eyes.
#[inline(always)]
fn find_water<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.water_level = water_level(t);
}

fn water_level<S: Space + ?Sized>(t: &Tick<S>) -> u8 {
    let size = t.profile.size;
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    let low = if ducked { size.crouched_feet } else { size.feet };
    let deeper = || {
        let eyes = t.profile.eyes(ducked);
        [n(low + ((eyes - low) / 2.0).trunc()), n(eyes)]
    };
    probe_water(t, Contents::LIQUID, n(low + 1.0), deeper).0
}

/// Crouches at once when asked, and stands up again only where the standing hull fits.
#[inline]
fn duck<S: Space + ?Sized>(t: &mut Tick<S>) {
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    if ducked || t.cmd.up < S::Real::ZERO {
        change_posture(t, ducked);
    }
}

#[cold]
fn change_posture<S: Space + ?Sized>(t: &mut Tick<S>, ducked: bool) {
    // Where a crouched body's feet are at another height of it, they stay where they are on the ground.
    let size = t.profile.size;
    let sinks: S::Real = n(if t.body.grounded {
        size.crouched_feet - size.feet
    } else {
        0.0
    });
    if t.cmd.up < S::Real::ZERO {
        if !ducked {
            t.body.origin.z -= sinks;
        }
        t.body.flags.insert(MoveFlags::DUCKED);
    } else if ducked {
        let raised = t.body.origin + Vector3::z() * sinks;
        if t.fits(t.hulls.hull(false), raised) {
            if sinks != S::Real::ZERO {
                t.body.origin = raised;
            }
            t.body.flags.remove(MoveFlags::DUCKED);
        }
    }
    t.hull = t.hulls.hull(t.body.flags.contains(MoveFlags::DUCKED));
}

/// Finds the ground by a short probe. The body is airborne when that meets nothing, or when it rises and leaves the plane met.
/// `rise_before` is its vertical speed when the tick began.
fn find_ground<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, rise_before: S::Real) {
    if mover.found_ground(t) {
        return;
    }
    let trace = t.probe_down(t.profile.ground_probe.depth);
    t.ground = Ground::none();
    if trace.all_solid {
        find_ground_when_stuck(t, rise_before);
    } else {
        stand_on(t, &trace, rise_before);
    }
}

#[cold]
fn find_ground_when_stuck<S: Space + ?Sized>(t: &mut Tick<S>, rise_before: S::Real) {
    if is_place_free_around(t) {
        let trace = t.probe_down(t.profile.ground_probe.depth);
        stand_on(t, &trace, rise_before);
    } else {
        t.body.grounded = false;
    }
}

#[cold]
#[inline(never)]
fn is_place_free_around<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let steps = [-UNSTICK, 0.0, UNSTICK];
    steps.iter().any(|&x| {
        steps.iter().any(|&y| {
            steps.iter().any(|&z| {
                let at = t.body.origin + Vector3::new(n(x), n(y), n(z));
                t.fits(t.hull, at)
            })
        })
    })
}

#[inline(always)]
fn stand_on<S: Space + ?Sized>(t: &mut Tick<S>, trace: &Trace<S::Real>, rise_before: S::Real) {
    if trace.fraction == S::Real::ONE {
        if t.body.grounded {
            leave_ground(t);
        }
        return;
    }
    let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
    let leaves = t.profile.leaves_ground_speed;
    if t.body.velocity.z > S::Real::ZERO && t.body.velocity.dot(&normal) > n(leaves) {
        note_jump_direction(t);
        t.body.grounded = false;
        return;
    }
    t.ground.normal = trace.plane.map(|_| normal);
    t.ground.slick = trace.surface.contains(SurfaceFlags::SLICK);
    if normal.z < n(t.profile.walkable_normal) {
        t.body.grounded = false;
        return;
    }
    t.ground.walkable = true;
    t.stands_on(trace);
    land(t, rise_before);
}

#[cold]
#[inline(never)]
fn leave_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.probe_down(FAR_BELOW).fraction == S::Real::ONE {
        note_jump_direction(t);
    }
    t.body.grounded = false;
}

#[inline(always)]
fn land<S: Space + ?Sized>(t: &mut Tick<S>, rise_before: S::Real) {
    if t.body.flags.contains(MoveFlags::WATER_JUMP_TIMER) {
        t.body
            .flags
            .remove(MoveFlags::WATER_JUMP_TIMER | MoveFlags::LAND_TIMER);
        t.body.timer_msec = S::Real::ZERO;
    }
    if !t.body.grounded {
        if rise_before < n(-HARD_LANDING) {
            t.body.flags.insert(MoveFlags::LAND_TIMER);
            t.body.timer_msec = n(LAND_MSEC);
        }
        if t.profile.repairs.no_overbounce {
            clip_to_ground(t);
        }
    }
    t.body.grounded = true;
}

/// The one timer, which landing, knockback and water jumps share.
fn run_down_timer<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.timer_msec == S::Real::ZERO {
        return;
    }
    if t.cmd.msec >= t.body.timer_msec {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = S::Real::ZERO;
    } else {
        t.body.timer_msec -= t.cmd.msec;
    }
}

/// A water jump under way: keys do nothing; on the way down it is over.
fn carry_water_jump<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    mover.leap(t);
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
    if t.body.velocity.z < S::Real::ZERO {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = S::Real::ZERO;
    }
}

/// Begins a jump out of waist-deep water where a wall ahead has a gap above it; says whether it did.
fn try_water_jump<S: Space + ?Sized>(t: &mut Tick<S>, level: &Basis<S::Real>) -> bool {
    let water = &t.profile.water;
    let may = t.body.timer_msec == S::Real::ZERO && t.body.water_level == WAIST;
    if !may || !is_ledge_ahead(t, &level.forward, water.ledge_probe, Contents::PLAYER_MASK) {
        return false;
    }
    let [along, up] = water.jump_speeds.map(n::<S::Real>);
    t.body.velocity = t.basis.forward * along;
    t.body.velocity.z = up;
    t.body.flags.insert(MoveFlags::WATER_JUMP_TIMER);
    t.body.timer_msec = n(water.jump_seconds * 1000.0);
    true
}

/// Swims, along the floor if there is one, up with the jump key.
fn swim<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    if try_water_jump(t, level) {
        return carry_water_jump(t, mover);
    }
    apply_friction(t);
    let p = t.profile;
    let scale = key_scale(t);
    let mut wish = if scale == S::Real::ZERO {
        Wish {
            direction: -Vector3::z(),
            speed: n(p.water.sink_speed),
        }
    } else {
        swim_wish(t, scale)
    };
    wish.speed = wish.speed.min(n(p.max_speed * p.water.swim_scale as f32));
    let gain = n::<S::Real>(p.water.accelerate) * t.dt * wish.speed;
    accelerate(&mut t.body.velocity, &wish.direction, wish.speed, gain);
    let swims_into = |normal: &Vector3<S::Real>| t.body.velocity.dot(normal) < S::Real::ZERO;
    if let Some(normal) = t.ground.normal.filter(swims_into) {
        t.body.velocity = lay_along(&t.body.velocity, &normal, p.clip_rule);
    }
    mover.swim(t);
}

// Compiled into the run, as flight is: passing a view along the ground in memory costs a wait.
#[inline(always)]
fn walk<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    if try_jump(t) {
        return fly(t, mover, level);
    }
    apply_friction(t);
    let wish = ground_wish(t, level);
    // On slick ground and after a blow as in the air, with gravity.
    let slips = t.ground.slick || t.body.flags.contains(MoveFlags::KNOCKBACK_TIMER);
    let rate = if slips {
        t.profile.air_accelerate
    } else {
        t.profile.accelerate
    };
    let gain = n::<S::Real>(rate) * t.dt * wish.speed;
    accelerate(&mut t.body.velocity, &wish.direction, wish.speed, gain);
    if slips {
        t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
    }
    mover.walk(t);
}

#[inline(always)]
fn fly<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    apply_friction(t);
    let level_wish = scaled_wish(t, &level.forward, &level.right);
    let (rate, wish) = cpm::air_rate(t, level_wish);
    let gain = n::<S::Real>(rate) * t.dt * wish.speed;
    accelerate(&mut t.body.velocity, &wish.direction, wish.speed, gain);
    cpm::turn_in_air(t, &level_wish);
    mover.fly(t);
}

/// Jumps if the key is newly down; says whether it did. A key still held is taken out of the command, so that it does not slow
/// the run (law L8).
fn try_jump<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    if t.cmd.up < n(JUMP_KEY) {
        return false;
    }
    if t.body.flags.contains(MoveFlags::JUMP_HELD) {
        t.cmd.up = S::Real::ZERO;
        return false;
    }
    t.body.flags.insert(MoveFlags::JUMP_HELD);
    jump(t, t.profile.jump_rule);
    cpm::double_jump(t);
    note_jump_direction(t);
    true
}

/// Friction of the ground, by the level speed, and of liquid at any depth. A body slower than the crawl speed stops.
#[inline(always)]
fn apply_friction<S: Space + ?Sized>(t: &mut Tick<S>) {
    let (p, v) = (t.profile, t.body.velocity);
    let speed = if t.ground.walkable {
        v.xy().norm()
    } else {
        v.norm()
    };
    if speed < n(p.crawl_speed) || speed == S::Real::ZERO {
        t.body.velocity = Vector3::new(S::Real::ZERO, S::Real::ZERO, v.z);
        return;
    }
    let grips = t.body.water_level < WAIST
        && t.ground.walkable
        && !t.ground.slick
        && !t.body.flags.contains(MoveFlags::KNOCKBACK_TIMER);
    let mut drop = S::Real::ZERO;
    if grips {
        drop = friction_drop(speed, p.stop_speed, n(p.friction), t.dt);
    }
    if t.body.water_level > 0 {
        drop += speed * n(p.water.friction) * n(f32::from(t.body.water_level)) * t.dt;
    }
    t.body.velocity *= (speed - drop).max(S::Real::ZERO) / speed;
}

/// Units per second that one unit of a key is worth. A diagonal is no faster than straight ahead; the up key counts too (law
/// L8).
#[inline(always)]
fn key_scale<S: Space + ?Sized>(t: &Tick<S>) -> S::Real {
    let keys = Vector3::new(t.cmd.forward, t.cmd.right, t.cmd.up);
    let total = keys.norm().wide();
    // Keys so light that their squares vanish are no keys, or the scale would be infinite.
    if total == 0.0 {
        return S::Real::ZERO;
    }
    let wanted = n::<S::Real>(t.profile.max_speed) * keys.abs().max();
    S::Real::nearest(wanted.wide() / (f64::from(t.profile.full_key) * total))
}

/// The keys' wish in the plane of two directions.
#[inline(always)]
fn scaled_wish<S: Space + ?Sized>(
    t: &Tick<S>,
    forward: &Vector3<S::Real>,
    right: &Vector3<S::Real>,
) -> Wish<S::Real> {
    let scale = key_scale(t);
    let (direction, keys) = unit_by_product(&(forward * t.cmd.forward + right * t.cmd.right));
    Wish {
        direction,
        speed: keys * scale,
    }
}

/// The keys' wish in space; the up key adds to its z.
fn swim_wish<S: Space + ?Sized>(t: &Tick<S>, scale: S::Real) -> Wish<S::Real> {
    let up = scale * t.cmd.up;
    if up == S::Real::ZERO {
        return scaled_wish(t, &t.basis.forward, &t.basis.right);
    }
    let keys = t.basis.forward * t.cmd.forward + t.basis.right * t.cmd.right;
    let (direction, speed) = unit_by_product(&(keys * scale + Vector3::z() * up));
    Wish { direction, speed }
}

/// The keys' wish along the ground: in the plane stood on, slower while crouched or wading.
#[inline(always)]
fn ground_wish<S: Space + ?Sized>(t: &Tick<S>, level: &Basis<S::Real>) -> Wish<S::Real> {
    let (p, zero) = (t.profile, S::Real::ZERO);
    // On level ground clipping takes nothing from a level motion.
    let slope = t
        .ground
        .normal
        .filter(|normal| p.clip_rule.zero_below != 0.0 || *normal != Vector3::z());
    let mut wish = if let Some(normal) = slope {
        let lay = |v: &Vector3<S::Real>| {
            unit(&clip_velocity(
                &Vector3::new(v.x, v.y, zero),
                &normal,
                p.clip_rule,
            ))
            .0
        };
        scaled_wish(t, &lay(&t.basis.forward), &lay(&t.basis.right))
    } else {
        scaled_wish(t, &level.forward, &level.right)
    };
    if t.body.flags.contains(MoveFlags::DUCKED) {
        wish.speed = wish.speed.min(n(p.max_speed * p.duck_scale as f32));
    }
    if t.body.water_level > 0 {
        let depth = S::Real::nearest(f64::from(t.body.water_level) / 3.0);
        let slower = n::<S::Real>(1.0 - p.water.swim_scale as f32) * depth;
        let share = S::Real::nearest(1.0 - slower.wide());
        wish.speed = wish.speed.min(n::<S::Real>(p.max_speed) * share);
    }
    wish
}

pub(super) struct Slide;

impl<S: Space + ?Sized> Mover<S> for Slide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        slide_on_ground(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        slide_in_air(t);
    }

    fn leap(&mut self, t: &mut Tick<S>) {
        slide_or_step(t, true);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide(t, false);
    }
}

/// Carries a standing body: its speed is kept on slopes.
#[inline(always)]
fn slide_on_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    if let Some(normal) = t.ground.normal {
        t.body.velocity = lay_along(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    if t.body.velocity.x != S::Real::ZERO || t.body.velocity.y != S::Real::ZERO {
        slide_or_step(t, false);
    }
}

/// Carries a body in the air, along a steep surface below if there is one.
#[inline(always)]
fn slide_in_air<S: Space + ?Sized>(t: &mut Tick<S>) {
    if let Some(normal) = t.ground.normal {
        t.body.velocity = clip_velocity(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    slide_or_step(t, true);
}

/// Slides; and if anything was met, tries again from a step higher.
#[inline(always)]
fn slide_or_step<S: Space + ?Sized>(t: &mut Tick<S>, gravity: bool) {
    let (start, velocity) = (t.body.origin, t.body.velocity);
    if slide(t, gravity) {
        step(t, gravity, start, velocity);
    }
}

/// Undoes a slide that met something, and slides from a step higher, unless there is no room.
#[inline(never)]
fn step<S: Space + ?Sized>(
    t: &mut Tick<S>,
    gravity: bool,
    start: Point3<S::Real>,
    velocity: Vector3<S::Real>,
) {
    let step = upwards::<S::Real>(t.profile.step_height);
    let below = t.trace(start, start - step);
    let floor_below = below.hit()
        && below
            .plane
            .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if t.body.velocity.z > n(t.profile.step_rising_speed) && !floor_below {
        return;
    }
    let up = t.trace(start, start + step);
    if up.all_solid {
        return;
    }
    let raised = up.end.z - start.z;
    t.body.origin = up.end;
    t.body.velocity = velocity;
    slide(t, gravity);
    let down = t.trace(t.body.origin, t.body.origin - Vector3::z() * raised);
    if !down.all_solid {
        t.body.origin = down.end;
    }
    if let Some(plane) = down.plane.filter(|_| down.hit()) {
        t.body.velocity = clip_velocity(&t.body.velocity, &plane.normal, t.profile.clip_rule);
    }
}

/// Carries the body along its velocity for a whole tick; says whether anything was met.
#[inline(never)]
fn slide<S: Space + ?Sized>(t: &mut Tick<S>, gravity: bool) -> bool {
    let mut velocity = t.body.velocity;
    // The velocity at the tick's end, if nothing is met.
    let mut at_end = velocity;
    if gravity {
        at_end.z -= n::<S::Real>(t.profile.gravity) * t.dt;
        velocity.z = (velocity.z + at_end.z) * n(0.5);
        if let Some(normal) = t.ground.normal {
            velocity = clip_velocity(&velocity, &normal, t.profile.clip_rule);
        }
    }
    let trace = t.trace(t.body.origin, t.body.origin + velocity * t.dt);
    let free = trace.fraction == S::Real::ONE && !trace.all_solid;
    if free {
        t.body.origin = trace.end;
        if gravity {
            t.body.velocity = at_end;
        }
    } else {
        t.body.velocity = velocity;
        let Some(clipped) = slide_along(t, trace, at_end) else {
            return true;
        };
        if gravity {
            t.body.velocity = clipped;
        }
    }
    if t.body.timer_msec != S::Real::ZERO {
        t.body.velocity = at_end;
    }
    !free
}

/// Goes on from the first obstacle, along it and the later ones. `None` where the body was stopped dead on the way. `at_end` is
/// the velocity after the tick, which comes back clipped alike.
#[inline(never)]
fn slide_along<S: Space + ?Sized>(
    t: &mut Tick<S>,
    mut trace: Trace<S::Real>,
    mut at_end: Vector3<S::Real>,
) -> Option<Vector3<S::Real>> {
    let mut planes = Planes::<S::Real>::none();
    if let Some(normal) = t.ground.normal {
        planes.push(normal);
    }
    // The direction itself counts as a plane: the body never turns back.
    planes.push(unit(&t.body.velocity).0);
    let mut left = t.dt;
    for bump in 1..=BUMPS {
        if trace.all_solid {
            // Stuck in a solid: at least do not build up falling speed.
            t.body.velocity.z = S::Real::ZERO;
            return None;
        }
        if trace.fraction > S::Real::ZERO {
            t.body.origin = trace.end;
        }
        if trace.fraction == S::Real::ONE {
            break;
        }
        t.bumped(&trace);
        left -= left * trace.fraction;
        let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
        if planes.count == MAX_PLANES {
            t.body.velocity = Vector3::zeros();
            return None;
        }
        if planes.all().iter().any(|p| normal.dot(p) > n(SAME_PLANE)) {
            t.body.velocity += normal;
        } else {
            planes.push(normal);
            match planes.along(&t.body.velocity, &at_end, t.profile.clip_rule) {
                Some((velocity, end)) => (t.body.velocity, at_end) = (velocity, end),
                None => {
                    t.body.velocity = Vector3::zeros();
                    return None;
                }
            }
        }
        if bump < BUMPS {
            trace = t.trace(t.body.origin, t.body.origin + t.body.velocity * left);
        }
    }
    Some(at_end)
}

struct Planes<R: Real> {
    normals: [Vector3<R>; MAX_PLANES],
    count: usize,
}

impl<R: Real> Planes<R> {
    fn none() -> Self {
        Self {
            normals: [Vector3::zeros(); MAX_PLANES],
            count: 0,
        }
    }

    fn push(&mut self, normal: Vector3<R>) {
        self.normals[self.count] = normal;
        self.count += 1;
    }

    fn all(&self) -> &[Vector3<R>] {
        &self.normals[..self.count]
    }

    /// Both velocities clipped so that they enter no plane. The first plane entered clips, then a second that the result
    /// enters, or their crease. `None` when a third plane shuts the corner.
    fn along(&self, v: &Vector3<R>, end: &Vector3<R>, rule: ClipRule) -> Option<(Vector3<R>, Vector3<R>)> {
        let planes = self.all();
        let enters = |v: &Vector3<R>, plane: &Vector3<R>| v.dot(plane) < n(ENTERS);
        let Some(i) = planes.iter().position(|p| enters(v, p)) else {
            return Some((*v, *end));
        };
        let mut clipped = clip_velocity(v, &planes[i], rule);
        let mut clipped_end = clip_velocity(end, &planes[i], rule);
        for j in (0..planes.len()).filter(|&j| j != i) {
            if !enters(&clipped, &planes[j]) {
                continue;
            }
            clipped = clip_velocity(&clipped, &planes[j], rule);
            clipped_end = clip_velocity(&clipped_end, &planes[j], rule);
            if clipped.dot(&planes[i]) >= R::ZERO {
                continue;
            }
            let crease = unit(&planes[i].cross(&planes[j])).0;
            clipped = crease * crease.dot(v);
            clipped_end = crease * crease.dot(end);
            if (0..planes.len()).any(|k| k != i && k != j && enters(&clipped, &planes[k])) {
                return None;
            }
        }
        Some((clipped, clipped_end))
    }
}
