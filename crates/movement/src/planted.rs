//! Faults planted in a movement to test its judges.

use crate::context::Tick;
use crate::profile::Profile;
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::snap;

/// A fault planted to test judges: the stages run by it instead of the setup's profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    /// The constants.
    pub profile: Profile,
    /// Downward acceleration of the profile that it stands for.
    pub gravity: f32,
    /// A further fault.
    pub then: Then,
}

/// A planted fault's effect at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing.
    Nothing,
    /// Gravity enters the velocity of a body in the air.
    Gravity,
    /// Velocity is rounded to even units per second, where the profile rounds it to whole ones.
    EvenVelocity,
}

/// Ends a tick as a planted fault does.
#[cold]
pub(crate) fn finish<S: Space + ?Sized>(t: &mut Tick<S>, planted: &Planted) {
    match planted.then {
        Then::Nothing => {}
        Then::Gravity => {
            if !t.body.grounded && t.body.water_level < 2 {
                t.body.velocity.z -= n::<S::Real>(planted.gravity) * t.dt;
                snap::velocity(t);
            }
        }
        Then::EvenVelocity => {
            if t.profile.snap_velocity {
                let two = n::<S::Real>(2.0);
                t.body.velocity.apply(|x| *x = (*x / two).whole() * two);
            }
        }
    }
}
