//! What is in the way of a step: the surfaces near the upper hull where the step begins, each a plane at a distance.

use super::bounds::Bounds;
use super::footing::level;
use super::improved::GAP;
use super::{Motion, Probe, Terms};
use crate::space::Space;
use clipmark_geometry::Vec3;

/// Obstacles looked at for one step; the nearest are kept.
const OBSTACLES: usize = 16;

/// A normal as who stands takes it: upright (W9).
pub(super) fn as_wall(n: &Vec3, standing: bool) -> Option<Vec3> {
    if standing { level(n) } else { Some(*n) }
}

/// What is near the upper hull at the start of a step: normals and gaps.
pub(super) struct Obstacles {
    list: [(Vec3, f32); OBSTACLES],
    count: usize,
}

impl Obstacles {
    pub(super) fn around<S: Space + ?Sized>(
        probe: &mut Probe<S>,
        terms: &Terms,
        m: &Motion,
        way: f32,
        standing: bool,
    ) -> Self {
        let mut all = Self {
            list: [(Vec3::zeros(), 0.0); OBSTACLES],
            count: 0,
        };
        probe.near(&terms.upper, &m.at, way + GAP, |c| {
            let Some(n) = as_wall(&c.normal, standing) else {
                return;
            };
            // What a tilted normal leaves as gap is longer along its level part.
            let along = c.normal.dot(&n).max(f32::EPSILON);
            let entry = (n, (c.distance - GAP).max(0.0) / along);
            if all.count < OBSTACLES {
                all.list[all.count] = entry;
                all.count += 1;
            } else if let Some(furthest) = all.list.iter_mut().max_by(|a, b| a.1.total_cmp(&b.1))
                && furthest.1 > entry.1
            {
                *furthest = entry;
            }
        });
        all
    }

    /// Adds the nearest that the velocity enters to the bounds; says whether there was one.
    pub(super) fn nearest_entered(&self, velocity: Vec3, dt: f32, bounds: &mut Bounds) -> bool {
        const ENTERS: f32 = 1e-4; // units per second: rounding of a velocity just turned along it
        let entered = self.list[..self.count]
            .iter()
            .filter(|(n, gap)| n.dot(&velocity) < -gap / dt - ENTERS * (1.0 + velocity.norm()));
        entered
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .is_some_and(|(n, gap)| bounds.add(*n, -gap / dt))
    }
}
