//! Gravity of the profiles that apply it before the move (law L10).

use crate::profile::GravityRule;
use crate::tick::Tick;

pub(crate) fn pull<B: ?Sized>(t: &mut Tick<B>) {
    if t.profile.gravity_rule == GravityRule::BeforeMove {
        t.body.velocity.z -= t.profile.gravity * t.dt;
    }
}
