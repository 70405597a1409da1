//! The families of the scene suite, one file each: parameters in, cases out. Numbers and names are those of
//! `docs/scenes.md`.

mod bhop;
mod buried;
mod ceilings;
mod corners;
mod crater;
mod crease;
mod debris;
mod downhill;
mod far;
mod flat;
mod fuzz;
mod gaps;
mod groove;
mod impulse;
mod jumps;
mod ledge;
mod movers;
mod overbounce;
mod pillars;
mod pipe;
mod ramps;
mod ravine;
mod riser;
mod seams;
mod spiral;
mod stairs;
mod strafe;
mod surf;
mod surf_chain;
mod thin_wall;
mod tiny;
mod wedge_ceiling;

use crate::case::Case;
use crate::profile_facts::Stage;
use serde::Deserialize;

macro_rules! families {
    ($($name:ident: $module:ident,)*) => {
        /// A family with its parameters.
        #[derive(Debug, Deserialize)]
        pub(crate) enum Family {
            $($name($module::$name),)*
            Far(far::Far),
        }

        impl Family {
            /// Its cases for a movement, a tick and a turn, always in the same order. The far ones are those of others.
            pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
                match self {
                    $(Self::$name(family) => family.cases(stage),)*
                    Self::Far(_) => Vec::new(),
                }
            }
        }
    };
}

families! {
    Bhop: bhop,
    Buried: buried,
    Ceilings: ceilings,
    Corners: corners,
    Crater: crater,
    Crease: crease,
    Debris: debris,
    Downhill: downhill,
    Flat: flat,
    Fuzz: fuzz,
    Gaps: gaps,
    Groove: groove,
    Impulse: impulse,
    Jumps: jumps,
    Ledge: ledge,
    Movers: movers,
    Overbounce: overbounce,
    Pillars: pillars,
    Pipe: pipe,
    Ramps: ramps,
    Ravine: ravine,
    Riser: riser,
    Seams: seams,
    Spiral: spiral,
    Stairs: stairs,
    Strafe: strafe,
    Surf: surf,
    SurfChain: surf_chain,
    ThinWall: thin_wall,
    Tiny: tiny,
    WedgeCeiling: wedge_ceiling,
}
