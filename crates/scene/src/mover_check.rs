//! The checks that moving parts of a scene must pass, and their solids.

use crate::check::{Checked, MAX_COORDINATE, coordinates, counted, fault, finite, name, within};
use crate::mover::{Axis, Mover, MoverMotion};
use crate::sources::shapes;
use crate::{Problem, Scene, Shape, Triple, WorldSource};
use clipmark_geometry::Brush;

/// Most moving parts: a level of Quake III holds 1,024 entities, its triggers, corners and players among them.
const MOST: u64 = 256;
/// Most corners of a train.
const MOST_CORNERS: u64 = 256;
/// Slowest and fastest, in units per second. A tick of 8 ms at the fastest is 80 u, longer than a player.
const SPEEDS: (f64, f64) = (1.0, 10_000.0);
/// Longest rest or swing, in seconds: the longest script's length.
const LONGEST: f64 = 3600.0;
/// Shortest swing, in seconds: some ticks.
const SHORTEST_SWING: f64 = 0.1;
/// Shortest way, in units, as of the sides of a solid.
const SHORTEST: f64 = 1e-3;
/// Fastest turn, in degrees per second: ten turns.
const FASTEST_TURN: f64 = 3600.0;
/// Most damage: ten times the deadly amount.
const MOST_DAMAGE: f64 = 100_000.0;

impl Scene {
    /// Checks the movers; the work of their solids is added to `work`.
    pub(crate) fn check_movers(&self, work: &mut u64) -> Checked {
        counted("movers", "movers", self.movers.len() as u64, 0, MOST)?;
        if self.movers.is_empty() {
            return Ok(());
        }
        if !matches!(self.world, WorldSource::Shapes(_)) {
            return fault("movers", Problem::MoversInMap);
        }
        for (i, mover) in self.movers.iter().enumerate() {
            let path = format!("movers[{i}]");
            if !mover.name.is_empty() {
                name(&format!("{path}.name"), &mover.name)?;
            }
            if let Some(team) = &mover.team {
                name(&format!("{path}.team"), team)?;
            }
            within(
                &format!("{path}.damage"),
                mover.damage,
                0.0,
                MOST_DAMAGE,
                "points",
            )?;
            let at = format!("{path}.moves.{}", mover.moves.name());
            self.check_motion(&at, &mover.moves)?;
            let built = self.mover_solids(i)?;
            *work += built.1;
            shapes::affordable(&format!("{path}.shapes"), *work)?;
        }
        Ok(())
    }

    fn check_motion(&self, path: &str, motion: &MoverMotion) -> Checked {
        let field = |name: &str| format!("{path}.{name}");
        let speed = |of: f64| within(&field("speed"), of, SPEEDS.0, SPEEDS.1, "u/s");
        let wait = |path: &str, of: f64| within(path, of, 0.0, LONGEST, "s");
        match motion {
            MoverMotion::Door {
                by,
                speed: of,
                wait: rest,
            } => {
                way(&field("by"), by)?;
                speed(*of)?;
                wait(&field("wait"), *rest)
            }
            MoverMotion::Lift {
                height,
                speed: of,
                wait: rest,
            } => {
                within(&field("height"), *height, SHORTEST, MAX_COORDINATE, "u")?;
                speed(*of)?;
                rest.map_or(Ok(()), |rest| wait(&field("wait"), rest))
            }
            MoverMotion::Train { corners, speed: of } => {
                let at = field("corners");
                counted(&at, "corners", corners.len() as u64, 2, MOST_CORNERS)?;
                speed(*of)?;
                for (i, corner) in corners.iter().enumerate() {
                    coordinates(&format!("{at}[{i}].by"), &corner.by)?;
                    wait(&format!("{at}[{i}].wait"), corner.wait)?;
                    if let Some(own) = corner.speed {
                        within(&format!("{at}[{i}].speed"), own, SPEEDS.0, SPEEDS.1, "u/s")?;
                    }
                }
                Ok(())
            }
            MoverMotion::Rotates {
                around,
                degrees,
                axis,
            } => {
                coordinates(&field("around"), around)?;
                within(
                    &field("degrees"),
                    *degrees,
                    -FASTEST_TURN,
                    FASTEST_TURN,
                    "degrees/s",
                )?;
                if *axis != Axis::Yaw && self.frame.yaw != 0.0 {
                    return fault("frame.yaw", Problem::TiltsInFrame);
                }
                Ok(())
            }
            MoverMotion::Bobs { by, period, phase } => {
                way(&field("by"), by)?;
                within(&field("period"), *period, SHORTEST_SWING, LONGEST, "s")?;
                within(&field("phase"), *phase, 0.0, 1.0, "")
            }
        }
    }

    /// The solids of a mover in its own frame, and the work that they took.
    pub(crate) fn mover_solids(&self, i: usize) -> Checked<(Vec<Brush>, u64)> {
        let mover = &self.movers[i];
        let path = format!("movers[{i}].shapes");
        if !solid(&mover.shapes) {
            return fault(path, Problem::MoverOfSurfaces);
        }
        let mut frame = self.frame;
        if let Some(pivot) = mover.moves.pivot() {
            let at = self.frame.placed(pivot);
            frame.at = std::array::from_fn(|k| frame.at[k] - at[k]);
        }
        let built = shapes::build_at(&path, &mover.shapes, &frame, None)?;
        Ok((built.brushes, built.work))
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
fn way(path: &str, by: &Triple) -> Checked {
    coordinates(path, by)?;
    finite(path, by)?;
    let length = by.iter().map(|x| x * x).sum::<f64>().sqrt();
    within(path, length, SHORTEST, MAX_COORDINATE, "u of way")
}

/// Whether shapes are convex solids alone.
fn solid(shapes: &[Shape]) -> bool {
    shapes.iter().all(|shape| match shape {
        Shape::Triangles { .. } | Shape::Mesh { .. } => false,
        Shape::Group { shapes, .. } => solid(shapes),
        _ => true,
    })
}
