//! Acceleration along the wish (laws L4-L9). It looks only at the speed along the wish, which is why turning
//! while strafing gains speed.

use crate::stages::wish::Wish;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;

/// On the ground; on slick ground and after a blow as in the air, with gravity.
pub(crate) fn on_ground<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, wish: &Wish) {
    let slips = t.ground.slick || t.body.flags.contains(crate::MoveFlags::KNOCKBACK_TIMER);
    let rate = if slips {
        t.profile.air_accelerate
    } else {
        t.profile.accelerate
    };
    along(t, wish, rate, wish.speed);
    if slips {
        t.body.velocity.z -= t.profile.gravity * t.dt;
    }
}

/// In the air. A cap limits the speed to reach, but not the rate at which it is reached; the wanted speed of
/// sideways keys alone (CPM) limits both.
pub(crate) fn in_air<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, wish: &Wish) {
    let p = t.profile;
    let mut wish = *wish;
    let mut rate = p.air_accelerate;
    if let Some(stop) = p.air_stop_accelerate
        && t.body.velocity.dot(&wish.direction) < 0.0
    {
        rate = stop;
    }
    if t.cmd.forward == 0.0 && t.cmd.right != 0.0 {
        rate = p.air_strafe_accelerate.unwrap_or(rate);
        wish.speed = p.air_strafe_speed.map_or(wish.speed, |most| wish.speed.min(most));
    }
    let goal = p.air_wish_cap.map_or(wish.speed, |cap| wish.speed.min(cap));
    along(t, &wish, rate, goal);
}

/// In liquid.
pub(crate) fn in_water<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, wish: &Wish) {
    along(t, wish, t.profile.water.accelerate, wish.speed);
}

fn along<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, wish: &Wish, rate: f32, goal: f32) {
    if t.body.water_jump_seconds > 0.0 {
        return;
    }
    let missing = goal - t.body.velocity.dot(&wish.direction);
    if missing > 0.0 {
        let gain = (rate * t.dt * wish.speed).min(missing);
        t.body.velocity += wish.direction * gain;
    }
}
