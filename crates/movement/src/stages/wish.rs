//! What the keys ask for: direction and speed.

use crate::body::MoveFlags;
use crate::clip::{clip_velocity, unit};
use crate::profile::KeyRule;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;

/// Unit direction (null without keys) and speed in units per second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) direction: Vec3,
    pub(crate) speed: f32,
}

/// Notes whether the player runs backwards; standing still changes nothing.
pub(crate) fn note_direction<B: ?Sized>(t: &mut Tick<B>) {
    if t.cmd.forward < 0.0 {
        t.body.flags.insert(MoveFlags::BACKWARDS_RUN);
    } else if t.cmd.forward > 0.0 || t.cmd.right != 0.0 {
        t.body.flags.remove(MoveFlags::BACKWARDS_RUN);
    }
}

/// Units per second that one unit of a key is worth: where keys are scaled, such that a diagonal is no faster than
/// straight ahead, in which the up key counts too (law L8).
pub(crate) fn key_scale<B: ?Sized>(t: &Tick<B>) -> f32 {
    match t.profile.keys {
        KeyRule::Speeds => 1.0,
        KeyRule::Scaled => {
            let keys = Vec3::new(t.cmd.forward, t.cmd.right, t.cmd.up);
            let most = keys.abs().max();
            let total = f64::from(keys.norm());
            // Keys so light that their squares vanish are no keys, or the scale would be infinite.
            if total == 0.0 {
                return 0.0;
            }
            (f64::from(t.profile.max_speed * most) / (f64::from(t.profile.full_key) * total)) as f32
        }
    }
}

/// The wish in the horizontal plane.
pub(crate) fn horizontal<B: CollisionBackend + ?Sized>(t: &Tick<B>) -> Wish {
    let flat = |v: Vec3| unit(&Vec3::new(v.x, v.y, 0.0)).0;
    from_keys(t, flat(t.basis.forward), flat(t.basis.right), 0.0)
}

/// The wish along the ground: in the plane stood on, slower while crouched or wading.
pub(crate) fn along_ground<B: CollisionBackend + ?Sized>(t: &Tick<B>) -> Wish {
    let normal = t.ground.plane.map_or(Vec3::z(), |p| p.normal);
    let lay = |v: Vec3| {
        unit(&clip_velocity(
            &Vec3::new(v.x, v.y, 0.0),
            &normal,
            t.profile.clip_rule,
        ))
        .0
    };
    let mut wish = from_keys(t, lay(t.basis.forward), lay(t.basis.right), 0.0);
    if t.body.flags.contains(MoveFlags::DUCKED) {
        wish.speed = wish.speed.min(t.profile.max_speed * t.profile.duck_scale);
    }
    if t.body.water_level > 0 {
        let depth = (f64::from(t.body.water_level) / 3.0) as f32;
        let share = (1.0 - f64::from((1.0 - t.profile.water.swim_scale) * depth)) as f32;
        wish.speed = wish.speed.min(t.profile.max_speed * share);
    }
    wish
}

/// The wish in the horizontal plane, slower while crouched.
pub(crate) fn horizontal_or_crouched<B: CollisionBackend + ?Sized>(t: &Tick<B>) -> Wish {
    let mut wish = horizontal(t);
    if t.body.flags.contains(MoveFlags::DUCKED) {
        wish.speed *= t.profile.duck_scale;
    }
    wish
}

/// The wish in all three dimensions, for swimming; `up` adds to its z in units per second.
pub(crate) fn in_space<B: CollisionBackend + ?Sized>(t: &Tick<B>, up: f32) -> Wish {
    from_keys(t, t.basis.forward, t.basis.right, up)
}

fn from_keys<B: ?Sized>(t: &Tick<B>, forward: Vec3, right: Vec3, up: f32) -> Wish {
    let scale = key_scale(t);
    match t.profile.keys {
        KeyRule::Scaled => {
            let (direction, keys) = if up == 0.0 {
                unit(&(forward * t.cmd.forward + right * t.cmd.right))
            } else {
                let scaled = (forward * t.cmd.forward + right * t.cmd.right) * scale + Vec3::z() * up;
                let (direction, speed) = unit(&scaled);
                return Wish { direction, speed };
            };
            Wish {
                direction,
                speed: keys * scale,
            }
        }
        KeyRule::Speeds => {
            let (direction, speed) = unit(&(forward * t.cmd.forward + right * t.cmd.right + Vec3::z() * up));
            Wish {
                direction,
                speed: speed.min(t.profile.max_speed),
            }
        }
    }
}
