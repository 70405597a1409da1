//! Where to look while running in a circle.

use clipmark_movement::{Body, Real};
use clipmark_scene::Side;

/// Degrees that the view turns towards the circle for every unit off it, and their limit. It is a gentle hand; a
/// much stiffer one would swing to and fro.
const PULL: [f64; 2] = [1.0, 45.0];

/// The yaw along the circle, turned towards it.
pub(super) fn yaw<R: Real>(body: &Body<R>, around: [f64; 2], radius: f64, side: Side) -> R {
    let (x, y) = (body.origin.x.wide() - around[0], body.origin.y.wide() - around[1]);
    let outwards = y.atan2(x).to_degrees();
    let [pull, most] = PULL;
    let inwards = (pull * (x.hypot(y) - radius)).clamp(-most, most);
    let turn = 90.0 + inwards;
    let yaw = match side {
        Side::Left => outwards + turn,
        Side::Right => outwards - turn,
    };
    R::nearest((yaw + 180.0).rem_euclid(360.0) - 180.0)
}
