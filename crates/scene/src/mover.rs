//! Moving parts that a scene writes out: doors, lifts, trains, turning and bobbing parts.

use crate::check::{At, Checked, Range, SECONDS, SIDE, coordinates, counted, fault, name, range, within};
use crate::sources::shapes::{self, Built};
use crate::{Scene, Shape, Triple, WorldSource};
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

/// Most moving parts: a level of Quake III holds 1,024 entities, its triggers, corners and players among them.
const MOST: u64 = 256;
/// Most corners of a train.
const MOST_CORNERS: u64 = 256;
/// A tick of 8 ms at the fastest is 80 u, longer than a player.
const SPEED: Range = range(1.0, 10_000.0, "u/s");
/// A whole swing takes some ticks at least.
const PERIOD: Range = range(0.1, SECONDS.high, "s");
/// Ten turns a second at most.
const TURN: Range = range(-3600.0, 3600.0, "degrees/s");
/// Ten times the deadly amount at most.
const DAMAGE: Range = range(0.0, 100_000.0, "points");

impl Scene {
    /// Checks the movers; the work of their solids is added to `work`.
    pub(crate) fn check_movers(&self, work: &mut u64) -> Checked {
        let at = At::Root("movers");
        counted(at, "movers", self.movers.len() as u64, 0, MOST)?;
        if !self.movers.is_empty() && !matches!(self.world, WorldSource::Shapes(_)) {
            return fault(
                at,
                "a map brings its own moving parts",
                "leave `movers` out, or use Shapes",
            );
        }
        for (i, mover) in self.movers.iter().enumerate() {
            let at = at.item(i);
            if !mover.name.is_empty() {
                name(at.field("name"), &mover.name)?;
            }
            if let Some(team) = &mover.team {
                name(at.field("team"), team)?;
            }
            within(at.field("damage"), mover.damage, &DAMAGE)?;
            self.check_motion(&at.field("moves").field(mover.moves.name()), &mover.moves)?;
            *work += self.mover_solids(i)?.work;
            shapes::affordable(at.field("shapes"), *work)?;
        }
        Ok(())
    }

    fn check_motion(&self, at: &At, motion: &MoverMotion) -> Checked {
        match motion {
            MoverMotion::Door { by, speed, wait } => {
                check_path(at.field("by"), by)?;
                within(at.field("speed"), *speed, &SPEED)?;
                within(at.field("wait"), *wait, &SECONDS)
            }
            MoverMotion::Lift { height, speed, wait } => {
                within(at.field("height"), *height, &SIDE)?;
                within(at.field("speed"), *speed, &SPEED)?;
                within(at.field("wait"), wait.unwrap_or(0.0), &SECONDS)
            }
            MoverMotion::Train { corners, speed } => {
                let list = at.field("corners");
                counted(list, "corners", corners.len() as u64, 2, MOST_CORNERS)?;
                within(at.field("speed"), *speed, &SPEED)?;
                for (i, corner) in corners.iter().enumerate() {
                    let at = list.item(i);
                    coordinates(at.field("by"), &corner.by)?;
                    within(at.field("wait"), corner.wait, &SECONDS)?;
                    within(at.field("speed"), corner.speed.unwrap_or(*speed), &SPEED)?;
                }
                Ok(())
            }
            MoverMotion::Rotates {
                around,
                degrees,
                axis,
            } => {
                coordinates(at.field("around"), around)?;
                within(at.field("degrees"), *degrees, &TURN)?;
                if *axis == Axis::Yaw || self.frame.yaw == 0.0 {
                    return Ok(());
                }
                fault(
                    "frame.yaw",
                    "a scene with a part that pitches or rolls cannot be turned",
                    "leave the yaw of `frame` out",
                )
            }
            MoverMotion::Bobs { by, period, phase } => {
                check_path(at.field("by"), by)?;
                within(at.field("period"), *period, &PERIOD)?;
                within(at.field("phase"), *phase, &range(0.0, 1.0, ""))
            }
        }
    }

    /// The solids of a mover in its own frame.
    pub(crate) fn mover_solids(&self, i: usize) -> Checked<Built> {
        let mover = &self.movers[i];
        let at = At::Root("movers");
        let at = at.item(i);
        let at = at.field("shapes");
        if !solid(&mover.shapes) {
            return fault(
                at,
                "a moving part is made of convex solids",
                "leave Triangles and Mesh out of its shapes, or use Hull",
            );
        }
        let mut frame = self.frame;
        if let Some(pivot) = mover.moves.pivot() {
            let pivot = self.frame.placed(pivot);
            frame.at = std::array::from_fn(|k| frame.at[k] - pivot[k]);
        }
        shapes::build(&at, &mover.shapes, &frame, None)
    }

    /// Where the frame of a mover's model begins, in the world.
    pub fn mover_origin(&self, mover: &Mover) -> Triple {
        mover
            .moves
            .pivot()
            .map_or([0.0; 3], |pivot| self.frame.placed(pivot))
    }

    /// The name of a mover in messages and drawings.
    pub fn mover_name(&self, i: usize) -> String {
        match self.movers.get(i).map(|m| m.name.as_str()) {
            Some(name) if !name.is_empty() => name.into(),
            _ => format!("mover{}", i + 1),
        }
    }
}

/// Refuses a way that leads nowhere or too far.
fn check_path(at: At, by: &Triple) -> Checked {
    coordinates(at, by)?;
    let length = by.iter().map(|x| x * x).sum::<f64>().sqrt();
    within(at, length, &range(SIDE.low, SIDE.high, "u of way"))
}

/// Whether shapes are convex solids alone.
fn solid(shapes: &[Shape]) -> bool {
    shapes.iter().all(|shape| match shape {
        Shape::Triangles { .. } | Shape::Mesh { .. } => false,
        Shape::Group { shapes, .. } => solid(shapes),
        _ => true,
    })
}
