//! A scene's possible expectations of a run.

use crate::check::{
    At, Checked, DISTANCE, SECONDS, SPEED, VELOCITY, a_box, coordinates, fault, finite, range, within,
};
use crate::problem::{number, quoted};
use crate::sources::shapes;
use crate::{Scene, Shape, Triple};
use serde::{Deserialize, Serialize};

/// Groups of contestants that an expectation may name besides contestants themselves.
pub(crate) const GROUPS: [&str; 5] = ["*", "mover:slide", "mover:walker", "hull:box", "hull:cylinder"];

/// The enum of expectations: to the fields of each it adds the contestants that it is asked of.
macro_rules! expectations {
    ($($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $of:ty,)* },)+) => {
        /// Something that must hold for the run of every contestant named (all of them when none is named).
        /// Positions are those of the hull's origin after a tick, in the scene's own axes.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub enum Expectation {
            $($(#[$about])* $name {
                $($(#[$note])* $field: $of,)*
                /// The contestants that it is asked of.
                #[serde(default, skip_serializing_if = "crate::is_default")]
                contestants: Vec<String>,
            },)+
        }

        impl Expectation {
            /// Its name in a scene file.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name),)+
                }
            }

            /// The contestants and groups it names; none means all.
            pub fn contestants(&self) -> &[String] {
                match self {
                    $(Self::$name { contestants, .. } => contestants,)+
                }
            }
        }
    };
}

expectations! {
    /// The player is inside this box after some tick.
    Reaches {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
        /// At the latest, in seconds.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        by: Option<f64>,
        /// At the earliest, in seconds.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: Option<f64>,
    },
    /// The player is inside this box after the last tick.
    FinalInside {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
    /// The player is inside this box after every tick.
    StaysInside {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
    /// The player is inside this box after no tick.
    StaysOut {
        /// Low corner.
        min: Triple,
        /// High corner.
        max: Triple,
    },
    /// The position never goes below this height.
    NeverBelow {
        /// In units.
        z: f64,
        /// Start, in seconds; default from the start.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: Option<f64>,
    },
    /// The position never goes above this height.
    NeverAbove {
        /// In units.
        z: f64,
        /// Start, in seconds; default from the start.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: Option<f64>,
    },
    /// The horizontal speed at a time.
    SpeedWithin {
        /// Seconds from the start; the first tick that ends then or later is looked at.
        at: f64,
        /// Wanted horizontal speed in units per second.
        of: f64,
        /// How far off it may be, either way, in units per second.
        tolerance: f64,
    },
    /// The velocity at a time.
    VelocityWithin {
        /// Seconds from the start; the first tick that ends then or later is looked at.
        at: f64,
        /// Wanted velocity in units per second.
        of: Triple,
        /// How far off any component may be, either way, in units per second.
        tolerance: f64,
    },
    /// The player is never faster than this, all components taken together.
    SpeedNeverAbove {
        /// In units per second.
        of: f64,
    },
    /// No tick loses more than a share of the speed that the player had, all components taken together. Below 100 units
    /// per second nothing is asked.
    LosesAtMost {
        /// 0 to 1.
        share: f64,
    },
    /// From a time to the end, the position stays within a distance of where it was at that time.
    Rests {
        /// Seconds from the start.
        from: f64,
        /// In units.
        within: f64,
    },
    /// Changes between standing and flying.
    GroundToggles {
        /// At most this many.
        max: u32,
        /// Start, in seconds.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        from: f64,
    },
    /// Motion that turns back on itself under constant intent, RMS of second differences (F19).
    Shake {
        /// At most, in units.
        max: f64,
    },
    /// At the end the way in a direction is blocked within a distance, by the exact reference.
    Against {
        /// A yaw in degrees.
        toward: f64,
        /// In units.
        within: f64,
    },
    /// At the end the hull is in no solid, by the exact reference.
    FinalFree {},
    /// The same script in another world, which ought to feel the same, gives the same run (F18).
    LikeOn {
        /// The other world.
        shapes: Vec<Shape>,
        /// How far apart the velocities may be after any tick, in units per second.
        speed: f64,
    },
    /// Ticks after which the player wanted to move, could have, and had not for a quarter of a second (F17).
    StuckTicks {
        /// At most this many.
        max: u32,
    },
    /// Refereed sweeps that passed through something.
    Misses {
        /// At most this many.
        max: u32,
    },
    /// Refereed sweeps that hit where nothing is.
    Phantoms {
        /// At most this many.
        max: u32,
    },
    /// How deep the hull is in a solid at worst, over all ticks.
    Deepest {
        /// At most so deep, in units.
        max: f64,
    },
}

impl Expectation {
    /// Whether it concerns a contestant with any of these names: its own, and its groups'.
    pub fn concerns(&self, names: &[&str]) -> bool {
        let named = self.contestants();
        named.is_empty() || named.iter().any(|n| n == "*" || names.contains(&n.as_str()))
    }
}

impl Scene {
    /// Rejects an impossible expectation; `work` adds up the cost of building all their worlds.
    pub(crate) fn check_expectation(&self, at: &At, expectation: &Expectation, work: &mut u64) -> Checked {
        let at = &at.field(expectation.name());
        for (i, found) in expectation.contestants().iter().enumerate() {
            if !GROUPS.contains(&found.as_str()) && !self.contestants.contains(found) {
                let known = self.contestants.iter().map(String::as_str);
                let known: Vec<&str> = known.chain(GROUPS[1..].iter().copied()).collect();
                let message = format!("{} is no contestant of this scene", quoted(found));
                let hint = format!("its contestants are {}", known.join(", "));
                return fault(at.field("contestants").item(i), message, &hint);
            }
        }
        let speed = |of: f64| within(at.field("of"), of, &SPEED);
        let tolerance = |units: f64| within(at.field("tolerance"), units, &SPEED);
        let distance = |name, units: f64| within(at.field(name), units, &DISTANCE);
        let time = |name, seconds: f64| self.check_time(at.field(name), seconds);
        match expectation {
            Expectation::Reaches {
                min, max, by, from, ..
            } => {
                time("by", by.unwrap_or(0.0))?;
                time("from", from.unwrap_or(0.0))?;
                a_box(at, min, max)
            }
            Expectation::FinalInside { min, max, .. }
            | Expectation::StaysInside { min, max, .. }
            | Expectation::StaysOut { min, max, .. } => a_box(at, min, max),
            Expectation::NeverBelow { z, from, .. } | Expectation::NeverAbove { z, from, .. } => {
                time("from", from.unwrap_or(0.0))?;
                coordinates(at.field("z"), &[*z])
            }
            Expectation::VelocityWithin {
                at: when,
                of,
                tolerance: by,
                ..
            } => {
                for v in of {
                    within(at.field("of"), *v, &VELOCITY)?;
                }
                tolerance(*by)?;
                time("at", *when)
            }
            Expectation::SpeedWithin {
                at: when,
                of,
                tolerance: by,
                ..
            } => {
                speed(*of)?;
                tolerance(*by)?;
                time("at", *when)
            }
            Expectation::SpeedNeverAbove { of, .. } => speed(*of),
            Expectation::LosesAtMost { share, .. } => {
                within(at.field("share"), *share, &range(0.0, 1.0, "of 1"))
            }
            Expectation::GroundToggles { from, .. } => time("from", *from),
            Expectation::Shake { max, .. } | Expectation::Deepest { max, .. } => distance("max", *max),
            Expectation::Against {
                toward, within: near, ..
            } => {
                finite(at.field("toward"), &[*toward])?;
                distance("within", *near)
            }
            Expectation::LikeOn { shapes, speed, .. } => {
                within(at.field("speed"), *speed, &SPEED)?;
                // Each world is built by itself, so only together are they more than one may be.
                *work += shapes::build(&at.field("shapes"), shapes, &self.frame, None)?.work;
                shapes::affordable(at, *work)
            }
            Expectation::Rests {
                from, within: near, ..
            } => {
                distance("within", *near)?;
                time("from", *from)
            }
            Expectation::FinalFree { .. }
            | Expectation::StuckTicks { .. }
            | Expectation::Misses { .. }
            | Expectation::Phantoms { .. } => Ok(()),
        }
    }

    fn check_time(&self, at: At, seconds: f64) -> Checked {
        within(at, seconds, &SECONDS)?;
        match self.seconds() {
            Some(total) if seconds > total => {
                let [total, seconds] = [total, seconds].map(number);
                let message = format_args!("the script is over after {total} s and {seconds} s never comes");
                fault(at, message, "ask earlier, or lengthen the script")
            }
            _ => Ok(()),
        }
    }
}
