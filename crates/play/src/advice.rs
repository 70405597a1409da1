//! The strafe helper: the angle between velocity and wish with the greatest gain, and the present keys' angle (law
//! L5).

use crate::Keys;
use clipmark_movement::{Body, Profile, strafe};

/// Signed degrees from the velocity to the wish of the keys, positive to the left. Then the best such angle without
/// its sign. `None` without keys or without speed.
pub(crate) fn advice(profile: &Profile, body: &Body, keys: Keys, yaw: f32, msec: f32) -> Option<[f32; 2]> {
    /// Slower than this a velocity has no direction worth steering by, in units per second.
    const RESTING: f32 = 10.0;
    let [forward, right] = keys.direction();
    let speed = body.horizontal_speed();
    if (forward == 0.0 && right == 0.0) || speed < RESTING {
        return None;
    }
    let wish = yaw - right.atan2(forward).to_degrees();
    let heading = body.velocity.y.atan2(body.velocity.x).to_degrees();
    let off = (wish - heading + 180.0).rem_euclid(360.0) - 180.0;
    let best = strafe::best_angle(profile, speed, profile.max_speed, msec / 1000.0);
    Some([off, best])
}
