//! Other players of a scene: each has a script of its own, and all players are solid to each other.

use crate::check::{At, Checked, coordinates, counted, fault, finite};
use crate::input::{Key, MAX_SEGMENTS, Segment, Step, flatten, recorded, script};
use crate::model::point;
use crate::{HullShape, Scene, StartState, Triple};
use clipmark_geometry::Vec3;
use serde::{Deserialize, Serialize};

/// Most other players: a level of NetQuake holds 16 players.
const MOST: u64 = 15;

/// A body that others meet is so long at least, in units: as long as the shortest side of a solid that a scene writes.
const LEAST_SIZE: f32 = 1e-3;

/// Another player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherPlayer {
    /// The place of its hull's origin at the start.
    pub start: Triple,
    /// View yaw at the start in degrees. Default 0.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub yaw: f64,
    /// Its script, without `Crouch` and `Recorded`. When it ends the player stands idle.
    pub input: Vec<Step>,
}

impl Scene {
    /// Whether anything moves beside the player: movers or other players that the scene writes out.
    pub fn moves(&self) -> bool {
        !self.movers.is_empty() || !self.others.is_empty()
    }

    /// Where and how another player enters the world, and its script. The view and the script are turned with the scene.
    pub fn other(&self, other: &OtherPlayer) -> (StartState, Vec<Segment>) {
        let start = StartState {
            origin: point(self.frame.placed(other.start)),
            yaw: (other.yaw + self.frame.yaw) as f32,
            velocity: Vec3::zeros(),
        };
        (start, flatten(&other.input, &self.frame))
    }

    pub(crate) fn check_others(&self) -> Checked {
        let at = At::Root("others");
        counted(at, "other players", self.others.len() as u64, 0, MOST)?;
        let flat = |hull: &HullShape| {
            let bounds = hull.hull().map(|hull| hull.bounds());
            bounds.is_ok_and(|b| (b.maxs - b.mins).min() < LEAST_SIZE)
        };
        if !self.others.is_empty() && self.player.hull.as_ref().is_some_and(flat) {
            return fault(
                "player.hull",
                "the scene has other players, whom a player without a size cannot meet",
                "give `player.hull` a size, or leave it out",
            );
        }
        // All of them together unroll to no more than one script.
        let mut most = MAX_SEGMENTS;
        for (i, other) in self.others.iter().enumerate() {
            let at = at.item(i);
            coordinates(at.field("start"), &other.start)?;
            finite(at.field("yaw"), &[other.yaw])?;
            let input = at.field("input");
            let (count, _) = script(&input, &other.input)?;
            counted(input, "steps when unrolled", count as u64, 1, most)?;
            most -= count as u64;
            if let Some(path) = recorded(&input, &other.input) {
                let hint = "write its keys as Hold, Hop and Wait";
                return fault(path, "another player's script has no Recorded step", hint);
            }
            if crouches(&other.input) {
                return fault(
                    input,
                    "another player does not crouch",
                    "leave Crouch out of its keys",
                );
            }
        }
        Ok(())
    }
}

fn crouches(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Hold { keys, .. } | Step::Hop { keys, .. } => keys.contains(&Key::Crouch),
        Step::Repeat { steps, .. } => crouches(steps),
        _ => false,
    })
}
