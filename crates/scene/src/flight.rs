//! The flights of steps that a scene writes out as `Stairs`, where they are in the scene's own axes.

use crate::{Fill, Frame, Scene, Shape, Triple, WorldSource};

/// A flight of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// How many steps.
    pub steps: u32,
    /// Height of each, in units.
    pub rise: f64,
    /// Depth of each, in units.
    pub run: f64,
    /// Across, in units.
    pub width: f64,
    /// From its own axes to the scene's: its origin is the middle of the first riser's foot, and x rises.
    frame: Frame,
}

impl Flight {
    /// A place of the scene as the flight has it, in units: behind the first riser, beside the middle, above the foot.
    pub fn place(&self, at: &Triple) -> Triple {
        self.frame.placed_back(*at)
    }
}

impl Scene {
    /// All flights that stop a player, in the order of the file. A map has none, nor has what moves.
    pub fn flights(&self) -> Vec<Flight> {
        let mut all = Vec::new();
        if let WorldSource::Shapes(shapes) = &self.world {
            gather(shapes, &Frame::default(), Fill::Solid, &mut all);
        }
        all
    }
}

fn gather(shapes: &[Shape], outer: &Frame, filled: Fill, all: &mut Vec<Flight>) {
    let inner = |at: &Triple, yaw: f64| Frame {
        at: outer.placed(*at),
        yaw: outer.yaw + yaw,
    };
    for shape in shapes {
        match shape {
            Shape::Stairs {
                at,
                toward,
                steps,
                rise,
                run,
                width,
            } if matches!(filled, Fill::Solid | Fill::PlayerClip) => all.push(Flight {
                steps: *steps,
                rise: *rise,
                run: *run,
                width: *width,
                frame: inner(at, *toward),
            }),
            Shape::Group {
                at,
                yaw,
                fill,
                shapes,
            } => gather(shapes, &inner(at, *yaw), fill.unwrap_or(filled), all),
            _ => {}
        }
    }
}
