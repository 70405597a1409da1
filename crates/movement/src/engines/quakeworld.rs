//! QuakeWorld, as released in 1999 (`docs/engines.md` section 3, `docs/laws.md` section 1). Mia Ivy, *Quake's Player Movement*
//! (2023), with the corrections listed there.
//!
//! | here | QuakeWorld |
//! |---|---|
//! | [`run`] | `PlayerMove` |
//! | [`nudge_out_of_solid`] | `NudgePosition` |
//! | [`find_ground`], [`find_water`] | `PM_CatagorizePosition` |
//! | [`start_water_jump`] | `CheckWaterJump` |
//! | [`press_jump`] | `JumpButton` |
//! | [`apply_friction`] | `PM_Friction` |
//! | [`swim`] | `PM_WaterMove` |
//! | [`run_or_fly`] | `PM_AirMove` |
//! | [`gain_speed`] | `PM_Accelerate`, `PM_AirAccelerate` |
//! | [`step_slide`] | `PM_GroundMove` |
//! | [`slide`] | `PM_FlyMove` |
//! | [`clip_velocity`](crate::clip::clip_velocity) | `PM_ClipVelocity` |

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::fly_move::{ClipsFrom, SlideRules, slide, step_slide, swim_onto_step};
use crate::movers::Mover;
use crate::primitives::{
    WAIST, Wish, accelerate, friction_drop, is_ledge_ahead, jump, nudge_out_of_solid, probe_edge,
    probe_water, stand_on_probed_ground, stroke_speed,
};
use crate::profile::*;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::TraceRules;
use clipmark_geometry::Contents;
use nalgebra::{RealField, Vector3};

/// The engine compares floats with the double 0.7, which lies between two floats: this is the next above it.
const ABOVE_SEVEN_TENTHS: f32 = 0.7_f32.next_up();
/// Falling faster than this there is no water jump, in units per second.
const TOO_FAST: f32 = 180.0;

pub(crate) const QUAKEWORLD: Profile = Profile {
    name: "quakeworld",
    order: Order::QuakeWorld,
    size: PlayerSize {
        half_width: 16.0,
        feet: -24.0,
        top: 32.0,
        crouched_feet: -24.0,
        crouched_top: 32.0,
        eyes: 22.0,
        crouched_eyes: 22.0,
    },
    trace_rules: TraceRules::QUAKEWORLD,
    full_key: 400.0,
    max_speed: 320.0,
    accelerate: 10.0,
    air_accelerate: 10.0,
    air_wish_cap: Some(30.0),
    air_stop_accelerate: None,
    air_strafe_accelerate: None,
    air_strafe_speed: None,
    air_control: 0.0,
    friction: 4.0,
    stop_speed: 100.0,
    crawl_speed: 1.0,
    edge_friction: EdgeFriction {
        ahead: 16.0,
        drop: 34.0,
        factor: 2.0,
    },
    max_velocity: None,
    gravity: 800.0,
    jump_speed: 270.0,
    jump_rule: JumpRule::Adds,
    jump_crop: JumpCrop::NONE,
    double_jump: DoubleJump::NONE,
    leaves_ground_speed: 180.0,
    ground_probe: GroundProbe {
        depth: 1.0,
        follow: 0.0,
    },
    walkable_normal: ABOVE_SEVEN_TENTHS,
    clip_rule: ClipRule {
        overbounce: 1.0,
        zero_below: 0.1,
    },
    step_height: 18.0,
    step_rising_speed: 0.0,
    duck_scale: 1.0,
    water: WaterRules {
        accelerate: 10.0,
        friction: 4.0,
        drag: 0.0,
        swim_scale: 0.7,
        sink_speed: 60.0,
        ledge_probe: [24.0, 8.0, 24.0],
        jump_speeds: [50.0, 310.0],
        jump_seconds: 2.0,
    },
    walker: WalkerRules::SUGGESTED,
    snap_velocity: false,
    long_tick_msec: 50.0,
    moving: MovingRules::QUAKEWORLD,
    repairs: Repairs::NONE,
};

#[inline(always)]
pub(super) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
    let level = t.basis.level();
    nudge_out_of_solid::<S, M>(t);
    find_ground(t, mover);
    find_water(t);
    start_water_jump(t, &level);
    if t.body.velocity.z < S::Real::ZERO {
        t.body.water_jump_seconds = S::Real::ZERO;
    }
    press_jump(t, MoveFlags::JUMP_HELD);
    apply_friction(t);
    if t.body.water_level >= WAIST {
        swim(t, mover);
    } else {
        run_or_fly(t, mover, &level);
    }
    find_ground(t, mover);
    find_water(t);
}

/// Finds the ground by a short probe, which also puts the body down onto it.
pub(super) fn find_ground<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if mover.found_ground(t) {
        return;
    }
    let p = t.profile;
    let probed = stand_on_probed_ground(t, p.leaves_ground_speed, p.ground_probe.depth, p.walkable_normal);
    if let Some(end) = probed {
        t.body.water_jump_seconds = S::Real::ZERO;
        t.body.origin = end;
    }
}

/// Finds how deep the body is in which liquid.
#[inline(always)]
fn find_water<S: Space + ?Sized>(t: &mut Tick<S>) {
    (t.body.water_level, t.body.engine.liquid) = water_level(t);
}

/// How deep the body is in which liquid. The waist is the middle of the box.
pub(super) fn water_level<S: Space + ?Sized>(t: &Tick<S>) -> (u8, Contents) {
    let size = t.profile.size;
    probe_water(t, Contents::LIQUID, n(size.feet + 1.0), || {
        [n((size.feet + size.top) * 0.5), n(size.eyes)]
    })
}

/// Jumps out of waist-deep water where a wall ahead has dry air above it.
fn start_water_jump<S: Space + ?Sized>(t: &mut Tick<S>, level: &Basis<S::Real>) {
    let water = &t.profile.water;
    let filled = Contents::SOLID | Contents::LIQUID;
    if t.body.water_level == WAIST
        && t.body.water_jump_seconds == S::Real::ZERO
        && t.body.velocity.z >= n(-TOO_FAST)
        && is_ledge_ahead(t, &level.forward, water.ledge_probe, filled)
    {
        let [along, up] = water.jump_speeds.map(n::<S::Real>);
        t.body.velocity = level.forward * along;
        t.body.velocity.z = up;
        t.body.water_jump_seconds = n(water.jump_seconds);
        t.body.flags.insert(MoveFlags::JUMP_HELD);
    }
}

/// The jump button, down or up. It does not count while one of the flags `used_up` is set. A press in the air is not used up, so
/// holding it jumps on landing.
pub(super) fn press_jump<S: Space + ?Sized>(t: &mut Tick<S>, used_up: MoveFlags) {
    if !t.cmd.jumps() {
        t.body.flags.remove(MoveFlags::JUMP_HELD);
        return;
    }
    t.cmd.up = t.cmd.rise();
    if t.body.water_jump_seconds > S::Real::ZERO {
        t.body.water_jump_seconds = (t.body.water_jump_seconds - t.dt).max(S::Real::ZERO);
    } else if t.body.water_level >= WAIST {
        t.body.grounded = false;
        let feet = t.body.origin + upwards::<S::Real>(t.profile.size.feet + 1.0);
        t.body.velocity.z = n(stroke_speed(t.contents(&feet)));
    } else if t.body.grounded && !t.body.flags.intersects(used_up) {
        t.body.flags.insert(MoveFlags::JUMP_HELD);
        jump(t, t.profile.jump_rule);
    }
}

/// Friction of the ground, or of liquid from the waist on. A body slower than the crawl speed stops.
#[inline(always)]
fn apply_friction<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.water_jump_seconds > S::Real::ZERO {
        return;
    }
    let p = t.profile;
    let speed = t.body.velocity.norm();
    if speed < n(p.crawl_speed) || speed == S::Real::ZERO {
        t.body.velocity = Vector3::new(S::Real::ZERO, S::Real::ZERO, t.body.velocity.z);
        return;
    }
    let drop = if t.body.water_level >= WAIST {
        speed * n(p.water.friction) * n(f32::from(t.body.water_level)) * t.dt
    } else if t.ground.walkable {
        let friction = n::<S::Real>(p.friction) * edge_factor(t, speed);
        friction_drop(speed, p.stop_speed, friction, t.dt)
    } else {
        S::Real::ZERO
    };
    t.body.velocity *= (speed - drop).max(S::Real::ZERO) / speed;
}

/// How many times friction counts: more where the hull could fall freely ahead. A start in the floor counts as not free.
#[inline(always)]
pub(super) fn edge_factor<S: Space + ?Sized>(t: &mut Tick<S>, speed: S::Real) -> S::Real {
    let (hull, edge) = (t.hull, &t.profile.edge_friction);
    let trace = probe_edge(t, hull, speed, t.profile.size.feet, edge);
    if trace.fraction == S::Real::ONE && !trace.start_solid && trace.status.is_reliable() {
        n(edge.factor)
    } else {
        S::Real::ONE
    }
}

/// Swimming: keys are a wish in space, and nobody presses any to sink.
pub(super) fn swim<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let p = t.profile;
    let no_keys = [t.cmd.forward, t.cmd.right, t.cmd.up] == [S::Real::ZERO; 3];
    let up = if no_keys { n(-p.water.sink_speed) } else { t.cmd.up };
    let mut wish = wish(t, &t.basis, up);
    wish.speed = S::Real::nearest(wish.speed.wide() * p.water.swim_scale);
    gain_speed(
        t,
        &wish,
        wish.speed,
        n::<S::Real>(p.water.accelerate) * t.dt * wish.speed,
    );
    swim_onto_step(t, mover);
}

/// Runs or flies: gravity enters before the move (law L10).
#[inline(always)]
fn run_or_fly<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    let p = t.profile;
    let wish = wish(t, level, S::Real::ZERO);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        gain_speed(
            t,
            &wish,
            wish.speed,
            n::<S::Real>(p.accelerate) * t.dt * wish.speed,
        );
        apply_gravity(t);
        mover.walk(t);
    } else {
        // The cap limits the speed to reach, but not the rate at which it is reached.
        let goal = p.air_wish_cap.map_or(wish.speed, |cap| wish.speed.min(n(cap)));
        gain_speed(t, &wish, goal, n::<S::Real>(p.air_accelerate) * wish.speed * t.dt);
        apply_gravity(t);
        mover.fly(t);
    }
}

/// The keys' wish by a view, and `up` units per second up.
#[inline(always)]
pub(super) fn wish<S: Space + ?Sized>(t: &Tick<S>, view: &Basis<S::Real>, up: S::Real) -> Wish<S::Real> {
    let keys = view.forward * t.cmd.forward + view.right * t.cmd.right + Vector3::z() * up;
    Wish::along(&keys, n(t.profile.max_speed))
}

/// Accelerates, but not in a water jump.
#[inline(always)]
fn gain_speed<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>, goal: S::Real, gain: S::Real) {
    if t.body.water_jump_seconds <= S::Real::ZERO {
        accelerate(&mut t.body.velocity, &wish.direction, goal, gain);
    }
}

pub(super) fn apply_gravity<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
}

pub(super) struct Slide;

impl SlideRules for Slide {
    const CLIPS_FROM: ClipsFrom = ClipsFrom::Start;
    const STOPS_AT_STUCK_START: bool = true;
    const ENDS_AT_REST: bool = false;
    const CREASE_OF_WHOLE: bool = false;
    const TRUSTS_FIRST_PLANE_IN_AIR: bool = false;
    const STOPS_WITHOUT_PROGRESS: bool = false;
    const WATER_JUMP_KEEPS_VELOCITY: bool = true;
}

impl<S: Space + ?Sized> Mover<S> for Slide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        step_slide::<S, Self>(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }
}
