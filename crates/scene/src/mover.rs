//! Moving parts that a scene writes out: doors, lifts, trains, turning and bobbing parts.

use crate::{Shape, Triple};
use serde::{Deserialize, Serialize};

/// A moving part: convex solids, drawn where they begin, and their motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mover {
    /// Short name for messages and drawings. Default: `mover` and its number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its convex solids, where it begins.
    pub shapes: Vec<Shape>,
    /// Its motion.
    pub moves: MoverMotion,
    /// Doors and lifts of one team move together, or not at all; of Quake III's movement alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Damage that it asks of a player in its way. Default 2.
    #[serde(default = "two", skip_serializing_if = "is_two")]
    pub damage: f64,
    /// A door or lift that hurts a body in its way and goes on, instead of turning round. Only in Quake III's movement.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub crusher: bool,
}

/// The motion of a moving part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MoverMotion {
    /// Opens when a player comes near, rests, and shuts.
    Door {
        /// From where it is drawn to where it is open.
        by: Triple,
        /// In units per second. Default 400.
        #[serde(default = "door_speed", skip_serializing_if = "is_door_speed")]
        speed: f64,
        /// Rest where it is open, in seconds. Default 2.
        #[serde(default = "two", skip_serializing_if = "is_two")]
        wait: f64,
    },
    /// Rises when a player steps on it, rests, and sinks.
    Lift {
        /// How far it rises from where it is drawn, in units.
        height: f64,
        /// In units per second. Default 200.
        #[serde(default = "lift_speed", skip_serializing_if = "is_lift_speed")]
        speed: f64,
        /// Rest at the top, in seconds; of Quake III's movement alone. Default: its second, or Quake's three.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        wait: Option<f64>,
    },
    /// Goes round a loop of corners for ever.
    Train {
        /// Where it stops or turns, from the first to the last and on to the first.
        corners: Vec<Corner>,
        /// In units per second. Default 100.
        #[serde(default = "train_speed", skip_serializing_if = "is_train_speed")]
        speed: f64,
    },
    /// Turns for ever; of Quake III's movement alone.
    Rotates {
        /// The point that it turns about.
        around: Triple,
        /// Degrees per second; a yaw to the left, a pitch down, a roll to the right.
        degrees: f64,
        /// Which angle turns. Default: the yaw.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        axis: Axis,
    },
    /// Swings for ever about where it is drawn; of Quake III's movement alone.
    Bobs {
        /// From the middle to an end.
        by: Triple,
        /// A whole swing, in seconds. Default 4.
        #[serde(default = "period", skip_serializing_if = "is_period")]
        period: f64,
        /// Part of a swing that it is behind, 0 to 1. Default 0.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        phase: f64,
    },
}

/// A corner of a train's loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corner {
    /// From where the train is drawn to where it is here.
    pub by: Triple,
    /// Rest here, in seconds. Default 0.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub wait: f64,
    /// Units per second from here on; of Quake III's movement alone. Default: the train's own.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub speed: Option<f64>,
}

/// An angle that turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// About the vertical.
    #[default]
    Yaw,
    /// About y.
    Pitch,
    /// About x.
    Roll,
}

impl MoverMotion {
    /// Its name in a scene file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Door { .. } => "Door",
            Self::Lift { .. } => "Lift",
            Self::Train { .. } => "Train",
            Self::Rotates { .. } => "Rotates",
            Self::Bobs { .. } => "Bobs",
        }
    }

    /// The place of its model's frame: its centre of turning, else the scene's origin.
    pub fn pivot(&self) -> Option<Triple> {
        match self {
            Self::Rotates { around, .. } => Some(*around),
            _ => None,
        }
    }
}

/// Defaults, and whether a value is one: such a value is not written.
macro_rules! defaults {
    ($($name:ident, $is:ident: $value:literal),+ $(,)?) => {
        $(
            fn $name() -> f64 {
                $value
            }

            fn $is(value: &f64) -> bool {
                value.to_bits() == $name().to_bits()
            }
        )+
    };
}
defaults! {
    two, is_two: 2.0,
    door_speed, is_door_speed: 400.0,
    lift_speed, is_lift_speed: 200.0,
    train_speed, is_train_speed: 100.0,
    period, is_period: 4.0,
}
