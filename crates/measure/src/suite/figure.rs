//! What families of scenes must know of a movement.

use clipmark_movement::{GravityRule, KeyRule, Order, Profile};
use clipmark_scene::suite::ProfileFacts;

/// The facts of a profile that worlds are built around.
pub fn figure(profile: &Profile) -> ProfileFacts {
    let size = profile.size;
    let quake3 = profile.order == Order::Quake3;
    ProfileFacts {
        profile: profile.name.into(),
        half_width: f64::from(size.half_width),
        feet: f64::from(size.feet),
        top: f64::from(size.top),
        crouched_top: f64::from(size.crouched_top),
        skin: f64::from(profile.trace_rules.skin),
        gravity: f64::from(profile.gravity),
        max_speed: f64::from(profile.max_speed),
        jump_speed: f64::from(profile.jump_speed),
        step_height: f64::from(profile.step_height),
        walkable_normal: f64::from(profile.walkable_normal),
        air_accelerate: f64::from(profile.air_accelerate),
        air_wish_cap: profile.air_wish_cap.map(f64::from),
        mean_velocity: profile.gravity_rule() == GravityRule::Averaged,
        snaps_velocity: profile.snap_velocity,
        coarse_view: profile.keys == KeyRule::Scaled,
        crease_loss: !quake3 && !profile.repairs.normalised_crease,
        overbounces: quake3 && !profile.repairs.no_overbounce,
    }
}
