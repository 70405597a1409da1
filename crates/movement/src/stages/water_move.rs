//! Swimming (`laws.md` section 10, `quake-engines.md` section 3.9 and 4).

use crate::clip::clip_velocity;
use crate::stages::{accelerate, friction, water_jump, wish};
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;

/// Quake III: along the floor if there is one, up with the jump key.
pub(crate) fn swim_along<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    if water_jump::try_ledge(t) {
        return water_jump::carry(t);
    }
    friction::apply(t);
    let scale = wish::key_scale(t);
    let sinks = scale == 0.0;
    let mut wish = if sinks {
        wish::Wish {
            direction: -Vec3::z(),
            speed: t.profile.water.sink_speed,
        }
    } else {
        wish::in_space(t, scale * t.cmd.up)
    };
    wish.speed = wish.speed.min(t.profile.max_speed * t.profile.water.swim_scale);
    accelerate::in_water(t, &wish);
    if let Some(plane) = t.ground.plane.filter(|p| t.body.velocity.dot(&p.normal) < 0.0) {
        let speed = t.body.velocity.norm();
        let along = clip_velocity(&t.body.velocity, &plane.normal, t.profile.clip_rule);
        t.body.velocity = crate::clip::unit(&along).0 * speed;
    }
    t.mover.swim(t);
}

/// A swimmer presses this far further down onto a step than it was raised, in units.
const STEP_PRESS: f32 = 1.0;

/// QuakeWorld: pressed down onto steps.
pub(crate) fn swim_pressed<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let no_keys = t.cmd.forward == 0.0 && t.cmd.right == 0.0 && t.cmd.up == 0.0;
    let up = if no_keys {
        -t.profile.water.sink_speed
    } else {
        t.cmd.up
    };
    let mut wish = wish::in_space(t, up);
    wish.speed *= t.profile.water.swim_scale;
    accelerate::in_water(t, &wish);
    let goal = t.body.origin + t.body.velocity * t.dt;
    let above = goal + Vec3::z() * (t.profile.step_height + STEP_PRESS);
    let trace = t.trace(above, goal);
    if trace.start_solid || trace.all_solid {
        t.mover.swim(t);
    } else {
        t.body.origin = trace.end;
    }
}
