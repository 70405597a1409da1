//! The best direction to ask for in the air, in closed form (law L5).

use crate::profile::Profile;

/// Angle between the horizontal velocity and the wish that gains most speed in one tick, in degrees.
///
/// `speed` is the horizontal speed, `wish_speed` the keys' wish, both in units per second. `dt` is the tick in seconds.
///
/// ```
/// use clipmark_movement::{profile_named, strafe::best_angle};
/// let quake3 = profile_named("quake3").unwrap();
/// assert!((best_angle(quake3, 1000.0, 320.0, 0.008) - 71.492).abs() < 1e-3);
/// ```
pub fn best_angle(profile: &Profile, speed: f32, wish_speed: f32, dt: f32) -> f32 {
    let gain = profile.air_accelerate * dt * wish_speed;
    let goal = profile.air_wish_cap.map_or(wish_speed, |cap| wish_speed.min(cap));
    if gain > goal {
        return 90.0;
    }
    if speed <= goal - gain {
        return 0.0;
    }
    ((goal - gain) / speed).clamp(-1.0, 1.0).acos().to_degrees()
}
