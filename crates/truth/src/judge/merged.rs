//! Solids that overlap those that a sweep starts in, one after another along its path.
//!
//! For a backend whose world is one tree of merged solids: such a tree knows solid and open space, not which solid. So the
//! solid that a sweep starts in reaches, along the path, to the end of the last one that begins before the others end.

use crate::path::{self, Path};
use crate::reference::HullReference;

/// The bodies that are one with those that the sweep starts in.
#[derive(Default)]
pub(super) struct Merged {
    /// In ascending order.
    bodies: Vec<usize>,
    /// The fraction of the path at which the last of them is left.
    until: f64,
}

impl Merged {
    /// Follows the path from body to body, each grown by `tolerance` units, beginning with those that it starts in.
    pub(super) fn along(
        reference: &HullReference,
        path: &Path,
        tolerance: f64,
        starts_in: impl Fn(usize) -> bool,
    ) -> Self {
        let mut stretches = Vec::new();
        let margin = reference.margin(tolerance);
        reference.tree.along(&path.start, &path.d, margin, |i| {
            let body = &reference.bodies[i];
            let inside = path::inside(body, reference.rounding, path, tolerance);
            let enter = if starts_in(i) {
                f64::NEG_INFINITY
            } else {
                inside.enter
            };
            if body.front.is_none() && inside.blocks() {
                stretches.push((enter, inside.leave, i));
            }
            1.0
        });
        stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut merged = Self::default();
        for (enter, leave, body) in stretches {
            if enter > merged.until {
                break;
            }
            merged.until = merged.until.max(leave);
            merged.bodies.push(body);
        }
        merged.bodies.sort_unstable();
        merged
    }

    pub(super) fn contains(&self, body: usize) -> bool {
        self.bodies.binary_search(&body).is_ok()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Whether they hold the path from its start to its end.
    pub(super) fn hold_all(&self) -> bool {
        self.until >= 1.0
    }
}
