//! Places of a world where a hull is asked about: free, near a surface, at it, and in solids.

use super::sweeps::Draw;
use clipmark_geometry::{Point, Vec3};
use rand::RngExt;

/// Distances from the surface, negative inside, in units: free, within the largest skin, and in a solid. A quarter of the places
/// is each, and a quarter is at the surface.
const RANGES: [[f64; 2]; 3] = [[0.5, 48.0], [0.0, 0.25], [-24.0, -0.25]];

/// How far before and behind a surface points are tested for their contents, in units.
const AROUND: f32 = 2.0;

/// A place, and points near it that are asked for their contents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) at: Point,
    pub(crate) points: [Point; 3],
}

impl Draw<'_> {
    /// A place for a hull that reaches so far along a direction; anywhere where nothing is.
    pub(crate) fn standing(&mut self, support: impl Fn(&Vec3) -> f32) -> Standing {
        let anywhere = self.anywhere();
        let Some(touch) = self.any_touch() else {
            return Standing {
                at: anywhere,
                points: [anywhere; 3],
            };
        };
        let kind = self.random.random_range(0..=RANGES.len());
        let gap = match RANGES.get(kind) {
            Some([least, most]) => self.random.random_range(*least..*most),
            None => 0.0,
        };
        let normal: Vec3 = touch.normal.cast();
        let at: Point = (touch.at + touch.normal * gap).cast();
        let surface: Point = touch.at.cast::<f32>() - normal * support(&-normal);
        let beside = surface + normal * self.random.random_range(-AROUND..AROUND);
        Standing {
            at,
            points: [at, beside, anywhere],
        }
    }
}
