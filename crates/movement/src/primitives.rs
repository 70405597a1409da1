//! Steps that two engines or more take alike, to the bit. They hold no rule in which engines differ: what an engine decides
//! stands in its file under `engines/`. Clipping is in `clip.rs`, views in `view.rs`, the slide of Quake's line in
//! `fly_move.rs`.

use crate::clip::{clip_velocity, unit};
use crate::context::{Ground, Tick};
use crate::movers::Mover;
use crate::profile::{EdgeFriction, JumpRule};
use crate::real::{Real, n, upwards};
use crate::space::Space;
use clipmark_collision::Trace;
use clipmark_geometry::{Contents, Hull};
use nalgebra::{Point3, Vector3};

pub(crate) const WAIST: u8 = 2;

/// The velocity that keys ask for: a unit direction (null without keys) and a speed in units per second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<R: Real> {
    pub(crate) direction: Vector3<R>,
    pub(crate) speed: R,
}

impl<R: Real> Wish<R> {
    /// The wish of keys that are speeds, at most `most`.
    #[inline(always)]
    pub(crate) fn along(keys: &Vector3<R>, most: R) -> Self {
        let (direction, speed) = unit(keys);
        Self {
            direction,
            speed: speed.min(most),
        }
    }

    /// The same with the direction taken after the cap, which f32 tells apart.
    pub(crate) fn capped(keys: &Vector3<R>, most: R) -> Self {
        let (direction, speed) = unit(keys);
        if speed > most {
            Self {
                direction: unit(&(keys * (most / speed))).0,
                speed: most,
            }
        } else {
            Self { direction, speed }
        }
    }
}

/// Speeds up along a direction by at most `gain`, until the speed along it is `goal` (laws L4-L9). Looking at no other part of
/// the velocity is why turning while strafing gains speed.
#[inline(always)]
pub(crate) fn accelerate<R: Real>(velocity: &mut Vector3<R>, direction: &Vector3<R>, goal: R, gain: R) {
    let missing = goal - velocity.dot(direction);
    if missing > R::ZERO {
        *velocity += direction * gain.min(missing);
    }
}

/// The speed that friction of the ground takes in `seconds` (laws L1-L3); below the stop speed it acts as if at it.
#[inline(always)]
pub(crate) fn friction_drop<R: Real>(speed: R, stop_speed: f32, friction: R, seconds: R) -> R {
    speed.max(n(stop_speed)) * friction * seconds
}

/// Sweeps a probe down from foot height, ahead along the velocity, to see a drop.
#[inline(always)]
pub(crate) fn probe_edge<S: Space + ?Sized>(
    t: &mut Tick<S>,
    probe: &Hull,
    speed: S::Real,
    feet: f32,
    edge: &EdgeFriction,
) -> Trace<S::Real> {
    let (o, v) = (t.body.origin, t.body.velocity);
    let start = Point3::new(
        o.x + v.x / speed * n(edge.ahead),
        o.y + v.y / speed * n(edge.ahead),
        o.z + n(feet),
    );
    let end = Point3::new(start.x, start.y, start.z - n(edge.drop));
    t.trace_hull(probe, start, end)
}

/// Keeps each component of a velocity within a limit, where there is one.
#[inline(always)]
pub(crate) fn limit_velocity<R: Real>(velocity: &mut Vector3<R>, most: Option<f32>) {
    if let Some(most) = most {
        velocity.apply(|x| *x = x.clamp(n(-most), n(most)));
    }
}

/// The ground below a body that rises no faster than `leaves` and that a probe of `depth` finds. Stands the body on it and says
/// where the probe ended.
#[inline(always)]
pub(crate) fn stand_on_probed_ground<S: Space + ?Sized>(
    t: &mut Tick<S>,
    leaves: f32,
    depth: f32,
    walkable: f32,
) -> Option<Point3<S::Real>> {
    t.body.grounded = false;
    t.ground = Ground::none();
    if t.body.velocity.z > n(leaves) {
        return None;
    }
    let trace = t.probe_down(depth);
    let normal = trace.plane.as_ref()?.normal;
    let can_stand = normal.z >= n(walkable);
    if trace.start_solid || trace.all_solid || !can_stand {
        return None;
    }
    t.body.grounded = true;
    t.stands_on(&trace);
    t.ground = Ground {
        normal: Some(normal),
        ..Ground::level(true)
    };
    Some(trace.end)
}

/// Takes the part of the velocity that points into the body's ground: the repair of low jumps (law L16) and of bounces (law
/// L25).
pub(crate) fn clip_to_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    if let Some(normal) = t.ground.normal
        && t.body.velocity.dot(&normal) < S::Real::ZERO
    {
        t.body.velocity = clip_velocity(&t.body.velocity, &normal, t.profile.clip_rule);
    }
}

/// Leaves the ground at the profile's jump speed, by a rule that adds to the vertical speed or sets it.
#[inline(always)]
pub(crate) fn jump<S: Space + ?Sized>(t: &mut Tick<S>, rule: JumpRule) {
    if t.profile.repairs.clip_before_jump {
        clip_to_ground(t);
    }
    t.ground = Ground::none();
    t.body.grounded = false;
    t.body.velocity.z = rule.rise(t.body.velocity.z, t.profile.jump_speed);
    t.jumped = true;
}

/// The wish of a swimmer: keys in space, as the view has them. Nobody presses any to sink.
#[inline(always)]
pub(crate) fn swim_wish<S: Space + ?Sized>(t: &Tick<S>) -> Wish<S::Real> {
    let p = t.profile;
    let (forward, right, rise) = (t.cmd.forward, t.cmd.right, t.cmd.rise());
    let no_keys = [forward, right, rise] == [S::Real::ZERO; 3];
    let up = if no_keys { n(-p.water.sink_speed) } else { rise };
    let keys = t.basis.forward * forward + t.basis.right * right + Vector3::z() * up;
    let mut wish = Wish::capped(&keys, n(p.max_speed));
    wish.speed = S::Real::nearest(wish.speed.wide() * p.water.swim_scale);
    wish
}

/// The share of a way after a share of its time, for a motion that is slow at both ends.
#[inline(always)]
pub(crate) fn ease<R: Real>(x: R) -> R {
    let square = x * x;
    n::<R>(3.0) * square - n::<R>(2.0) * square * x
}

/// Raises a body that is in a solid, a unit at a time; it is tested at so many places, its own first.
#[inline]
pub(crate) fn raise_out_of_solid<S: Space + ?Sized>(t: &mut Tick<S>, places: usize) {
    let mut at = t.body.origin;
    for _ in 0..places {
        if t.fits(t.hull, at) {
            t.body.origin = at;
            return;
        }
        at.z += S::Real::ONE;
    }
}

/// How deep a body is in liquid (0 dry, 1 feet, 2 waist, 3 eyes), and what is at its feet. Heights are over the origin; those
/// of waist and eyes are asked for only where the feet are wet, for most bodies are dry most of the time.
#[inline(always)]
pub(crate) fn probe_water<S: Space + ?Sized>(
    t: &Tick<S>,
    liquids: Contents,
    feet: S::Real,
    deeper: impl FnOnce() -> [S::Real; 2],
) -> (u8, Contents) {
    let liquid = |z: S::Real| t.contents(&(t.body.origin + Vector3::z() * z)) & liquids;
    let at_feet = liquid(feet);
    if at_feet.is_empty() {
        return (0, at_feet);
    }
    let [waist, eyes] = deeper();
    let level = if liquid(waist).is_empty() {
        1
    } else if liquid(eyes).is_empty() {
        2
    } else {
        3
    };
    (level, at_feet)
}

/// Whether a point `ahead` units along `way` and `height` over the origin is in a solid, and one `gap` higher is free of
/// `filled`.
pub(crate) fn is_ledge_ahead<S: Space + ?Sized>(
    t: &Tick<S>,
    way: &Vector3<S::Real>,
    [ahead, height, gap]: [f32; 3],
    filled: Contents,
) -> bool {
    let wall = t.body.origin + way * n::<S::Real>(ahead) + upwards::<S::Real>(height);
    let above = wall + upwards::<S::Real>(gap);
    t.contents(&wall).contains(Contents::SOLID) && !t.contents(&above).intersects(filled)
}

/// Upward speed of a stroke in a liquid, in units per second.
pub(crate) fn stroke_speed(liquid: Contents) -> f32 {
    if liquid.intersects(Contents::LAVA) {
        50.0
    } else if liquid.intersects(Contents::SLIME) {
        80.0
    } else {
        100.0
    }
}

/// Places that a body in a solid is moved by, in the order in which they are tried on each axis, in units.
const NUDGES: [f32; 3] = [0.0, -0.125, 0.125];

/// Moves a body in a solid to the first free place an eighth of a unit around. Movers that overlap solids by design are left
/// alone.
///
/// The place itself is tried first, so a free body never moves (`docs/engines.md` section 3.1). The published text's rounding
/// to eighths is dead code and left out.
#[inline(always)]
pub(crate) fn nudge_out_of_solid<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>) {
    if !M::NUDGED {
        return;
    }
    let here = t.body.origin + Vector3::zeros();
    if t.fits(t.hull, here) {
        t.body.origin = here;
    } else {
        move_to_free_place(t);
    }
}

#[cold]
fn move_to_free_place<S: Space + ?Sized>(t: &mut Tick<S>) {
    let base = t.body.origin;
    for z in NUDGES {
        for x in NUDGES {
            for y in NUDGES {
                let at = base + Vector3::new(n(x), n(y), n(z));
                // The place itself has been tried.
                if [x, y, z] != [0.0; 3] && t.fits(t.hull, at) {
                    t.body.origin = at;
                    return;
                }
            }
        }
    }
}
