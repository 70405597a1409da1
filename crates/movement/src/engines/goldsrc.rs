//! Half-Life (GoldSrc): `docs/engines.md` section 6.3; Chong Jiang Wei, *Half-Life Physics Reference*; measured on
//! `tests/recordings`, whose every tick comes out to the last digit on their clip hulls.
//!
//! It is QuakeWorld's movement with crouching over time. Half of gravity comes before the move and half after it, so that a jump
//! lies on the true parabola.
//!
//! Departures: a body in a solid is nudged as in QuakeWorld; the engine waits and tries places from a table. Ladders, long jump,
//! damage and view punches are left out. Commands are at most 50 ms long, as its server plays them.
//!
//! | here | GoldSrc |
//! |---|---|
//! | [`run`] | `PM_PlayerMove` |
//! | [`buttons_from_axes`] | the command's buttons |
//! | [`crop_keys`] | `PM_CheckParamters` |
//! | [`run_down_duck_timer`], [`cut_duck_timer`] | `PM_ReduceTimers`, `flDuckTime` |
//! | [`nudge_out_of_solid`] | `PM_CheckStuck` |
//! | [`find_place`] | `PM_CatagorizePosition`, `PM_CheckWater` |
//! | [`duck`], [`stand_up`] | `PM_Duck`, `PM_UnDuck` |
//! | [`raise_out_of_solid`] | `PM_FixPlayerCrouchStuck` |
//! | [`start_half_gravity`] | `PM_AddCorrectGravity` |
//! | [`apply_half_gravity`] | `PM_FixupGravityVelocity` |
//! | [`limit_velocity`] | `PM_CheckVelocity` |
//! | [`start_water_jump`] | `PM_CheckWaterJump` |
//! | [`hold_water_jump`] | `PM_WaterJump` |
//! | [`press_jump`] | `PM_Jump` |
//! | [`crop_speed`] | `PM_PreventMegaBunnyJumping` |
//! | [`swim`] | `PM_WaterMove` |
//! | [`apply_friction`] | `PM_Friction` |
//! | [`accelerate`] | `PM_Accelerate`, `PM_AirAccelerate` |
//! | [`step_slide`] | `PM_WalkMove` |
//! | [`slide`] | `PM_FlyMove` |
//! | [`clip_velocity`](crate::clip::clip_velocity) | `PM_ClipVelocity` |

use super::quakeworld::{QUAKEWORLD, edge_factor, wish};
use crate::body::MoveFlags;
use crate::clip::unit;
use crate::command::Buttons;
use crate::context::Tick;
use crate::fly_move::{ClipsFrom, SlideRules, slide, step_slide, swim_onto_step};
use crate::movers::Mover;
use crate::primitives::{
    WAIST, accelerate, ease, friction_drop, jump, limit_velocity, nudge_out_of_solid, probe_water,
    raise_out_of_solid, stand_on_probed_ground, stroke_speed, swim_wish,
};
use crate::profile::*;
use crate::real::{Real, n};
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Contents, Hull};
use nalgebra::{ComplexField, RealField, Vector3};

/// A walk slower than this stops, in units per second.
const WALKS_FROM: f32 = 1.0;
/// A swimmer that wishes for less than this stays where it is, in units per second.
const SWIMS_FROM: f32 = 0.1;
/// Falling faster than this there is no water jump, in units per second.
const TOO_FAST: f32 = 180.0;
/// Steeper than this, as the normal's z, a wall is upright enough to jump out over.
const UPRIGHT: f32 = 0.1;
/// Where the timer of crouching starts, in milliseconds.
const DUCK_TIMER: f32 = 1000.0;
/// How much of that going down on the ground takes, in seconds.
const GOES_DOWN: f64 = 0.4;
/// A body that crouching put into a solid is tried at so many places, each a unit higher, from its own on.
const LIFTS: usize = 36;

pub(crate) const GOLDSRC: Profile = Profile {
    name: "goldsrc",
    order: Order::GoldSrc,
    trace_rules: TraceRules::GOLDSRC,
    size: PlayerSize {
        half_width: 16.0,
        feet: -36.0,
        top: 36.0,
        crouched_feet: -18.0,
        crouched_top: 18.0,
        eyes: 28.0,
        crouched_eyes: 12.0,
    },
    crawl_speed: 0.1,
    max_velocity: Some(2000.0),
    // sqrt(2 * 800 * 45): a jump of 45 units.
    jump_speed: 268.328_16,
    jump_rule: JumpRule::Sets,
    jump_crop: JumpCrop {
        above: Some(1.7),
        to: 0.65,
    },
    ground_probe: GroundProbe {
        depth: 2.0,
        follow: 0.0,
    },
    duck_scale: 0.333,
    water: WaterRules {
        friction: 4.0,
        swim_scale: 0.8,
        jump_speeds: [50.0, 225.0],
        ..QUAKEWORLD.water
    },
    moving: MovingRules::NONE,
    ..QUAKEWORLD
};

pub(super) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let (jumps, ducks) = (t.cmd.jumps(), t.cmd.ducks());
    buttons_from_axes(t);
    crop_keys(t);
    run_down_duck_timer(t);
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
    let level = t.basis.level();
    nudge_out_of_solid::<S, M>(t);
    find_place(t, mover);
    if duck(t) {
        find_place(t, mover);
    }
    if t.body.water_level < WAIST {
        start_half_gravity(t);
        limit_velocity(&mut t.body.velocity, t.profile.max_velocity);
    }
    if t.body.timer_msec > S::Real::ZERO {
        hold_water_jump(t);
        mover.fly(t);
        find_water(t);
    } else if t.body.water_level >= WAIST {
        move_in_water(t, mover, &level);
    } else {
        run_or_fly(t, mover, &level);
    }
    t.body.flags.set(MoveFlags::JUMP_HELD, jumps);
    t.body.flags.set(MoveFlags::DUCK_HELD, ducks);
    cut_duck_timer(t);
}

/// Makes jump and crouch buttons of their own. An up key that was both asks for nothing but to sink in liquid.
fn buttons_from_axes<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.cmd.buttons.is_some() {
        return;
    }
    let mut buttons = Buttons::empty();
    buttons.set(Buttons::JUMP, t.cmd.jumps());
    buttons.set(Buttons::DUCK, t.cmd.ducks());
    t.cmd.up = if t.body.water_level >= WAIST {
        t.cmd.rise()
    } else {
        S::Real::ZERO
    };
    t.cmd.buttons = Some(buttons);
}

/// Scales all three keys down together to the greatest speed.
fn crop_keys<S: Space + ?Sized>(t: &mut Tick<S>) {
    let keys = Vector3::new(t.cmd.forward, t.cmd.right, t.cmd.up).norm();
    let most = n::<S::Real>(t.profile.max_speed);
    if keys > most {
        let share = most / keys;
        for key in [&mut t.cmd.forward, &mut t.cmd.right, &mut t.cmd.up] {
            *key *= share;
        }
    }
}

fn run_down_duck_timer<S: Space + ?Sized>(t: &mut Tick<S>) {
    let left = &mut t.body.engine.duck_msec;
    *left = (*left - t.cmd.msec).max(S::Real::ZERO);
}

/// Between ticks the timer of crouching is a whole number.
fn cut_duck_timer<S: Space + ?Sized>(t: &mut Tick<S>) {
    let left = &mut t.body.engine.duck_msec;
    *left = S::Real::nearest(left.wide().trunc());
}

/// How deep in liquid, and whether on the ground, which ends a water jump.
fn find_place<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    find_water(t);
    find_ground(t, mover);
    if t.body.grounded {
        t.body.timer_msec = S::Real::ZERO;
    }
}

/// Finds how deep the body is in which liquid. The waist is the middle of the box.
fn find_water<S: Space + ?Sized>(t: &mut Tick<S>) {
    let s = t.profile.size;
    let [low, top, eyes] = if t.body.flags.contains(MoveFlags::DUCKED) {
        [s.crouched_feet, s.crouched_top, s.crouched_eyes]
    } else {
        [s.feet, s.top, s.eyes]
    };
    (t.body.water_level, t.body.engine.liquid) = probe_water(t, Contents::LIQUID, n(low + 1.0), || {
        [n((low + top) * 0.5), t.body.engine.eyes.unwrap_or(n(eyes))]
    });
}

/// Finds the ground by a short probe, which also puts the body down onto it, unless it is waist-deep.
fn find_ground<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if mover.found_ground(t) {
        return;
    }
    let p = t.profile;
    let probed = stand_on_probed_ground(t, p.leaves_ground_speed, p.ground_probe.depth, p.walkable_normal);
    if let Some(end) = probed.filter(|_| t.body.water_level < WAIST) {
        t.body.origin = end;
    }
}

/// Crouching takes time on the ground and none in the air. The body stands up at once, where the standing hull fits. Says whether
/// the body was moved or turned out to stand elsewhere.
fn duck<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let has = |t: &Tick<S>, flag| t.body.flags.contains(flag);
    let ducked = has(t, MoveFlags::DUCKED);
    if ducked {
        for key in [&mut t.cmd.forward, &mut t.cmd.right, &mut t.cmd.up] {
            *key = S::Real::nearest(key.wide() * t.profile.duck_scale);
        }
    }
    if !t.cmd.ducks() {
        return (ducked || has(t, MoveFlags::DUCKING)) && stand_up(t);
    }
    if !ducked && !has(t, MoveFlags::DUCK_HELD) {
        t.body.engine.duck_msec = n(DUCK_TIMER);
        t.body.flags.insert(MoveFlags::DUCKING);
    }
    has(t, MoveFlags::DUCKING) && go_down(t)
}

fn go_down<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let left = t.body.engine.duck_msec.wide() / f64::from(DUCK_TIMER);
    let size = t.profile.size;
    let sinks: S::Real = n(size.crouched_feet - size.feet);
    if t.body.grounded && left > 1.0 - GOES_DOWN {
        let share = S::Real::nearest((1.0 - left).max(0.0)) * S::Real::nearest(1.0 / GOES_DOWN);
        let down = ease(share);
        let low = n::<S::Real>(size.crouched_eyes) - sinks;
        let eyes = low * down + n::<S::Real>(size.eyes) * (S::Real::ONE - down);
        t.body.engine.eyes = (eyes != n(size.eyes)).then_some(eyes);
        return false;
    }
    t.body.flags.insert(MoveFlags::DUCKED);
    t.body.flags.remove(MoveFlags::DUCKING);
    t.body.engine.eyes = None;
    t.hull = t.hulls.hull(true);
    if t.body.grounded {
        t.body.origin.z -= sinks;
        raise_out_of_solid(t, LIFTS);
    }
    t.body.grounded
}

/// Also a body that has not come down yet is lifted, which makes it hop (the duck tap).
fn stand_up<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let mut raised = t.body.origin;
    if t.body.grounded {
        let size = t.profile.size;
        raised.z += n(size.crouched_feet - size.feet);
    }
    if !t.fits(t.hull, raised) {
        return false;
    }
    if !t.fits(t.hulls.hull(false), raised) {
        t.hull = t.hulls.hull(true);
        return false;
    }
    t.hull = t.hulls.hull(false);
    t.body.flags.remove(MoveFlags::DUCKED | MoveFlags::DUCKING);
    t.body.engine.eyes = None;
    t.body.engine.duck_msec = S::Real::ZERO;
    t.body.origin = raised;
    true
}

/// The half of gravity before the move, of doubles. A water jump takes none.
fn start_half_gravity<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.timer_msec == S::Real::ZERO {
        let z = &mut t.body.velocity.z;
        *z = S::Real::nearest(z.wide() - f64::from(t.profile.gravity) * 0.5 * t.dt.wide());
    }
}

/// The half of gravity after the move, or after a jump.
fn apply_half_gravity<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.timer_msec == S::Real::ZERO {
        t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt * n(0.5);
    }
}

/// A water jump under way holds its horizontal speed until its time is over or the body is dry.
fn hold_water_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.timer_msec -= t.cmd.msec;
    if t.body.timer_msec < S::Real::ZERO || t.body.water_level == 0 {
        t.body.timer_msec = S::Real::ZERO;
        t.body.flags.remove(MoveFlags::WATER_JUMP);
    }
    t.body.velocity.x = t.body.engine.move_dir.x;
    t.body.velocity.y = t.body.engine.move_dir.y;
}

fn move_in_water<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    if t.body.water_level == WAIST {
        start_water_jump(t, level);
    }
    if t.body.velocity.z < S::Real::ZERO {
        t.body.timer_msec = S::Real::ZERO;
    }
    press_jump(t);
    if swim(t) {
        swim_onto_step(t, mover);
    }
    find_place(t, mover);
}

/// Begins a water jump where a point swept ahead meets an upright wall at the waist and none at the body's top, and the body does
/// not move backwards. It is pushed against the wall's normal from then on.
fn start_water_jump<S: Space + ?Sized>(t: &mut Tick<S>, level: &Basis<S::Real>) {
    let (water, v) = (&t.profile.water, t.body.velocity);
    let backs = unit(&Vector3::new(v.x, v.y, S::Real::ZERO)).0.dot(&level.forward) < S::Real::ZERO;
    if t.body.timer_msec != S::Real::ZERO || v.z < n(-TOO_FAST) || backs {
        return;
    }
    let [ahead, height, _] = water.ledge_probe.map(n::<S::Real>);
    let way = level.forward * ahead;
    let waist = t.body.origin + Vector3::z() * height;
    let wall = t.trace_hull(&Hull::Point, waist, waist + way);
    let normal = wall.plane.map_or_else(Vector3::zeros, |p| p.normal);
    if !wall.hit() || normal.z.abs() >= n(UPRIGHT) {
        return;
    }
    let [along, up] = water.jump_speeds.map(n::<S::Real>);
    t.body.engine.move_dir = normal * -along;
    let top = waist + Vector3::z() * (n::<S::Real>(t.hull.bounds().maxs.z) - height);
    if !t.trace_hull(&Hull::Point, top, top + way).hit() {
        t.body.flags.insert(MoveFlags::WATER_JUMP);
        t.body.velocity.z = up;
        t.body.timer_msec = n(water.jump_seconds * 1000.0);
    }
}

/// The jump button, which the tick before may have held. A jump from too fast a run is slowed, and takes half of a tick's gravity
/// at once.
fn press_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    if !t.cmd.jumps() {
        return;
    }
    if t.body.timer_msec > S::Real::ZERO {
        t.body.timer_msec = (t.body.timer_msec - t.cmd.msec).max(S::Real::ZERO);
    } else if t.body.water_level >= WAIST {
        t.body.grounded = false;
        t.body.velocity.z = n(stroke_speed(t.body.engine.liquid));
    } else if t.body.grounded && !t.body.flags.contains(MoveFlags::JUMP_HELD) {
        crop_speed(t);
        jump(t, t.profile.jump_rule);
        apply_half_gravity(t);
    }
}

/// A run that is faster than a jump may be is slowed to less than that.
fn crop_speed<S: Space + ?Sized>(t: &mut Tick<S>) {
    let Some(above) = t.profile.jump_crop.above else {
        return;
    };
    let (most, speed) = (n::<S::Real>(above * t.profile.max_speed), t.body.velocity.norm());
    if most > S::Real::ZERO && speed > most {
        let share = S::Real::nearest((most / speed).wide() * t.profile.jump_crop.to);
        t.body.velocity *= share;
    }
}

/// Swimming: friction slows, then the speed grows by its lack of the wished one. Says whether the body wishes to move.
fn swim<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let p = t.profile;
    let wish = swim_wish(t);
    let speed = t.body.velocity.norm();
    let mut slowed = S::Real::ZERO;
    if speed != S::Real::ZERO {
        slowed = (speed - t.dt * speed * n(p.water.friction)).max(S::Real::ZERO);
        t.body.velocity *= slowed / speed;
    }
    if wish.speed <= n(SWIMS_FROM) {
        return false;
    }
    let missing = wish.speed - slowed;
    if missing > S::Real::ZERO {
        let gain = n::<S::Real>(p.water.accelerate) * wish.speed * t.dt;
        t.body.velocity += wish.direction * gain.min(missing);
    }
    true
}

fn run_or_fly<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    let p = t.profile;
    press_jump(t);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        apply_friction(t);
    }
    limit_velocity(&mut t.body.velocity, p.max_velocity);
    let wish = wish(t, level, S::Real::ZERO);
    if t.body.grounded {
        let gain = n::<S::Real>(p.accelerate) * t.dt * wish.speed;
        accelerate(&mut t.body.velocity, &wish.direction, wish.speed, gain);
        t.body.velocity.z = S::Real::ZERO;
        if t.body.velocity.norm() < n(WALKS_FROM) {
            t.body.velocity = Vector3::zeros();
        } else {
            mover.walk(t);
        }
    } else {
        // The cap limits the speed to reach, but not the rate at which it is reached.
        let goal = p.air_wish_cap.map_or(wish.speed, |cap| wish.speed.min(n(cap)));
        let gain = n::<S::Real>(p.air_accelerate) * wish.speed * t.dt;
        accelerate(&mut t.body.velocity, &wish.direction, goal, gain);
        mover.fly(t);
    }
    find_place(t, mover);
    limit_velocity(&mut t.body.velocity, p.max_velocity);
    if t.body.water_level < WAIST {
        apply_half_gravity(t);
        limit_velocity(&mut t.body.velocity, p.max_velocity);
    }
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}

/// Friction of the ground; a body slower than the crawl speed is not braked.
fn apply_friction<S: Space + ?Sized>(t: &mut Tick<S>) {
    let p = t.profile;
    let speed = t.body.velocity.norm();
    if speed < n(p.crawl_speed) || speed == S::Real::ZERO {
        return;
    }
    let friction = n::<S::Real>(p.friction) * edge_factor(t, speed);
    let drop = friction_drop(speed, p.stop_speed, friction, t.dt);
    t.body.velocity *= (speed - drop).max(S::Real::ZERO) / speed;
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
}

impl<S: Space + ?Sized> Mover<S> for Slide {
    fn walk(&mut self, t: &mut Tick<S>) {
        step_slide::<S, Self>(t);
    }

    fn fly(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }
}
