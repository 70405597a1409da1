//! Where to look while strafing with one side key (laws L4 to L6 and L9).

use clipmark_movement::{Body, Order, Profile, Real};
use clipmark_scene::Side;

/// Steps in which Quake III's view turns, a turn.
const SHORT_TURN: f64 = 65536.0;

/// Angle between velocity and wish that gains most in the next tick, in degrees. On the ground friction takes its
/// share first, and the speed to reach is the whole wished speed.
pub(super) fn best_angle<R: Real>(profile: &Profile, body: &Body<R>, on_ground: bool, seconds: R) -> f64 {
    let [speed, dt] = [body.horizontal_speed(), seconds].map(R::wide);
    let wished = f64::from(profile.max_speed);
    let (gain, goal, speed) = if on_ground {
        let drop = speed.max(f64::from(profile.stop_speed)) * f64::from(profile.friction) * dt;
        (
            f64::from(profile.accelerate) * dt * wished,
            wished,
            (speed - drop).max(0.0),
        )
    } else {
        // Some movements have numbers of their own for a side key alone.
        let rate = profile.air_strafe_accelerate.unwrap_or(profile.air_accelerate);
        let wished = profile
            .air_strafe_speed
            .map_or(wished, |most| wished.min(f64::from(most)));
        let goal = profile
            .air_wish_cap
            .map_or(wished, |cap| wished.min(f64::from(cap)));
        (f64::from(rate) * dt * wished, goal, speed)
    };
    if gain > goal {
        return 90.0;
    }
    if speed <= goal - gain {
        return 0.0;
    }
    ((goal - gain) / speed).acos().to_degrees()
}

/// The side to turn to for a yaw: back to it; `else_to` from exactly on it, and at rest.
pub(super) fn side_to<R: Real>(body: &Body<R>, yaw: f64, else_to: Side) -> Side {
    let heading = body.velocity.y.wide().atan2(body.velocity.x.wide()).to_degrees();
    let off = (heading - yaw + 180.0).rem_euclid(360.0) - 180.0;
    if off == 0.0 || body.horizontal_speed() == R::ZERO {
        else_to
    } else if off > 0.0 {
        Side::Right
    } else {
        Side::Left
    }
}

/// The view whose side key points `angle` degrees away from the velocity. `ahead` is the heading of a body at rest.
///
/// Where keys are scaled (Quake III) the view is cut off to 65,536 steps a turn. Just inside the best angle the gain falls
/// steeply, outside gently, so the step outside is taken.
pub(super) fn yaw_for<R: Real>(profile: &Profile, body: &Body<R>, ahead: f64, side: Side, angle: f64) -> R {
    let (x, y) = (body.velocity.x.wide(), body.velocity.y.wide());
    let heading = if x == 0.0 && y == 0.0 {
        ahead
    } else {
        y.atan2(x).to_degrees()
    };
    let turn = match side {
        Side::Left => 1.0,
        Side::Right => -1.0,
    };
    // The left key points 90 degrees to the left of the view.
    let yaw = (heading + turn * (angle - 90.0)).rem_euclid(360.0);
    match (profile.order, side) {
        (Order::Quake3, Side::Left) => R::nearest((yaw * SHORT_TURN / 360.0).ceil() * 360.0 / SHORT_TURN),
        (Order::Quake3, Side::Right) => R::nearest((yaw * SHORT_TURN / 360.0).floor() * 360.0 / SHORT_TURN),
        _ => R::nearest(yaw),
    }
}
