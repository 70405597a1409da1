//! The keys' wish: direction and speed.

use crate::body::MoveFlags;
use crate::clip::{clip_velocity, unit, unit_by_product};
use crate::command::Buttons;
use crate::context::Tick;
use crate::profile::KeyRule;
use crate::real::{Real, n};
use crate::space::Space;
use crate::view::Basis;
use nalgebra::{RealField, Vector3};

/// Unit direction (null without keys) and speed in units per second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<R: Real> {
    pub(crate) direction: Vector3<R>,
    pub(crate) speed: R,
}

/// The wish of keys that are speeds, before the cap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WishVelocity<R: Real> {
    vector: Vector3<R>,
    most: R,
}

impl<R: Real> WishVelocity<R> {
    pub(crate) fn of<S: Space<Real = R> + ?Sized>(t: &Tick<S>, view: &Basis<R>, up: R) -> Self {
        Self {
            vector: view.forward * t.cmd.forward + view.right * t.cmd.right + Vector3::z() * up,
            most: n(t.profile.max_speed),
        }
    }

    /// Direction of the wish, and the speed up to the cap.
    pub(crate) fn uncapped(&self) -> Wish<R> {
        let (direction, speed) = unit(&self.vector);
        Wish {
            direction,
            speed: speed.min(self.most),
        }
    }

    /// The same with the direction taken after the cap, which f32 tells apart.
    pub(crate) fn capped(&self) -> Wish<R> {
        let (direction, speed) = unit(&self.vector);
        if speed > self.most {
            let direction = unit(&(self.vector * (self.most / speed))).0;
            Wish {
                direction,
                speed: self.most,
            }
        } else {
            Wish { direction, speed }
        }
    }
}

/// The wish in the horizontal plane, by how the player's model is turned (NetQuake). Soon after a water jump the back key
/// does nothing.
pub(crate) fn by_model<S: Space + ?Sized>(t: &mut Tick<S>) -> WishVelocity<S::Real> {
    let engine = &t.body.engine;
    if engine.clock < engine.leap_ends.wide() {
        t.cmd.forward = t.cmd.forward.max(S::Real::ZERO);
    }
    let mut asked = WishVelocity::of(t, &Basis::of_lean(&engine.lean), S::Real::ZERO);
    asked.vector.z = S::Real::ZERO;
    asked
}

/// Makes jump and crouch buttons of their own. An up key that was both asks for nothing but to sink in liquid.
pub(crate) fn part_buttons<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.cmd.buttons.is_some() {
        return;
    }
    let mut buttons = Buttons::empty();
    buttons.set(Buttons::JUMP, t.cmd.jumps());
    buttons.set(Buttons::DUCK, t.cmd.ducks());
    t.cmd.up = if t.body.water_level >= 2 {
        t.cmd.rise()
    } else {
        S::Real::ZERO
    };
    t.cmd.buttons = Some(buttons);
}

/// Scales all three keys down together to the greatest speed (GoldSrc).
pub(crate) fn crop_keys<S: Space + ?Sized>(t: &mut Tick<S>) {
    let asked = Vector3::new(t.cmd.forward, t.cmd.right, t.cmd.up).norm();
    let most = n::<S::Real>(t.profile.max_speed);
    if asked > most {
        let share = most / asked;
        for key in [&mut t.cmd.forward, &mut t.cmd.right, &mut t.cmd.up] {
            *key *= share;
        }
    }
}

/// Notes whether the player runs backwards; standing still changes nothing.
pub(crate) fn note_direction<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.cmd.forward < S::Real::ZERO {
        t.body.flags.insert(MoveFlags::BACKWARDS_RUN);
    } else if t.cmd.forward > S::Real::ZERO || t.cmd.right != S::Real::ZERO {
        t.body.flags.remove(MoveFlags::BACKWARDS_RUN);
    }
}

/// Units per second that one unit of a key is worth. Where keys are scaled, a diagonal is no faster than straight ahead; the up
/// key counts too (law L8).
#[inline(always)]
pub(crate) fn key_scale<S: Space + ?Sized>(t: &Tick<S>) -> S::Real {
    match t.profile.keys {
        KeyRule::Speeds => S::Real::ONE,
        KeyRule::Scaled => {
            let keys = Vector3::new(t.cmd.forward, t.cmd.right, t.cmd.up);
            let most = keys.abs().max();
            let total = keys.norm().wide();
            // Keys so light that their squares vanish are no keys, or the scale would be infinite.
            if total == 0.0 {
                return S::Real::ZERO;
            }
            let asked = n::<S::Real>(t.profile.max_speed) * most;
            S::Real::nearest(asked.wide() / (f64::from(t.profile.full_key) * total))
        }
    }
}

/// The wish in the horizontal plane.
#[inline(always)]
pub(crate) fn horizontal<S: Space + ?Sized>(t: &Tick<S>, level: &Basis<S::Real>) -> Wish<S::Real> {
    from_keys(t, level.forward, level.right, S::Real::ZERO)
}

/// The wish along the ground: in the plane stood on, slower while crouched or wading.
#[inline(always)]
pub(crate) fn along_ground<S: Space + ?Sized>(t: &Tick<S>, level: &Basis<S::Real>) -> Wish<S::Real> {
    let (rule, zero) = (t.profile.clip_rule, S::Real::ZERO);
    // On level ground clipping takes nothing from a level motion.
    let slope = t
        .ground
        .normal
        .filter(|normal| rule.zero_below != 0.0 || *normal != Vector3::z());
    let mut wish = if let Some(normal) = slope {
        let lay = |v: &Vector3<S::Real>| unit(&clip_velocity(&Vector3::new(v.x, v.y, zero), &normal, rule)).0;
        from_keys(t, lay(&t.basis.forward), lay(&t.basis.right), zero)
    } else {
        from_keys(t, level.forward, level.right, zero)
    };
    if t.body.flags.contains(MoveFlags::DUCKED) {
        wish.speed = wish
            .speed
            .min(n(t.profile.max_speed * t.profile.duck_scale as f32));
    }
    if t.body.water_level > 0 {
        let depth = S::Real::nearest(f64::from(t.body.water_level) / 3.0);
        let slower = n::<S::Real>(1.0 - t.profile.water.swim_scale as f32) * depth;
        let share = S::Real::nearest(1.0 - slower.wide());
        wish.speed = wish.speed.min(n::<S::Real>(t.profile.max_speed) * share);
    }
    wish
}

/// The wish in the horizontal plane, slower while crouched.
pub(crate) fn horizontal_or_crouched<S: Space + ?Sized>(
    t: &Tick<S>,
    level: &Basis<S::Real>,
) -> Wish<S::Real> {
    let mut wish = horizontal(t, level);
    if t.body.flags.contains(MoveFlags::DUCKED) {
        wish.speed = S::Real::nearest(wish.speed.wide() * t.profile.duck_scale);
    }
    wish
}

/// The wish in all three dimensions, for swimming; `up` adds to its z in units per second.
pub(crate) fn in_space<S: Space + ?Sized>(t: &Tick<S>, up: S::Real) -> Wish<S::Real> {
    from_keys(t, t.basis.forward, t.basis.right, up)
}

#[inline(always)]
fn from_keys<S: Space + ?Sized>(
    t: &Tick<S>,
    forward: Vector3<S::Real>,
    right: Vector3<S::Real>,
    up: S::Real,
) -> Wish<S::Real> {
    let scale = key_scale(t);
    match t.profile.keys {
        KeyRule::Scaled => {
            let (direction, keys) = if up == S::Real::ZERO {
                unit_by_product(&(forward * t.cmd.forward + right * t.cmd.right))
            } else {
                let scaled = (forward * t.cmd.forward + right * t.cmd.right) * scale + Vector3::z() * up;
                let (direction, speed) = unit_by_product(&scaled);
                return Wish { direction, speed };
            };
            Wish {
                direction,
                speed: keys * scale,
            }
        }
        KeyRule::Speeds => {
            let (direction, speed) =
                unit(&(forward * t.cmd.forward + right * t.cmd.right + Vector3::z() * up));
            Wish {
                direction,
                speed: speed.min(n(t.profile.max_speed)),
            }
        }
    }
}
