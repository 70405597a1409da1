//! Another movement under a setup's name: an experiment's, or a fault's that is planted to test judges.

use crate::context::Tick;
use crate::profile::Profile;
use crate::real::Real;
use crate::space::Space;

/// What the stages run by instead of the setup's profile, which judges still see.
#[derive(Clone, Copy, Debug)]
pub struct Variation {
    /// The constants and the order.
    pub profile: Profile,
    /// The velocity at the end of each tick, from what the stages leave; none to leave that.
    pub velocity: Option<fn(&Ended<'_>) -> [f64; 3]>,
}

/// A body at the end of a tick, or of a part of one. Units per second and seconds.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// The profile that the variation stands for.
    pub of: &'a Profile,
    /// The profile that ran.
    pub by: &'a Profile,
    /// The velocity that the stages left.
    pub velocity: [f64; 3],
    /// Whether the body is on ground.
    pub grounded: bool,
    /// How deep the body is in a liquid: 0 to 3.
    pub water_level: u8,
    /// Length of the tick.
    pub seconds: f64,
}

impl Variation {
    #[cold]
    pub(crate) fn end<S: Space + ?Sized>(&self, t: &mut Tick<S>) {
        if let Some(velocity) = self.velocity {
            let ended = Ended {
                of: &t.setup.profile,
                by: &self.profile,
                velocity: t.body.velocity.map(Real::wide).into(),
                grounded: t.body.grounded,
                water_level: t.body.water_level,
                seconds: t.dt.wide(),
            };
            t.body.velocity = velocity(&ended).map(S::Real::nearest).into();
        }
    }
}
