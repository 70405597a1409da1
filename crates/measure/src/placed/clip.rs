//! Sweeps through placed clip hulls, answered with all that Quake's games note.

use clipmark_collision::Sweep;
use clipmark_collision::placed::{Answer, PlacedRules};
use clipmark_geometry::{Contents, PlacementId, Pose};
use clipmark_hull::{ClipTrace, HullBackend};

/// An answer of a clip hull, and whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClipAnswer {
    pub(super) trace: ClipTrace,
    pub(super) model: Option<PlacementId>,
}

impl ClipAnswer {
    /// Through the hull of that number; "do not move" where the backend has none.
    pub(super) fn ask(backend: &HullBackend, number: usize, sweep: &Sweep) -> Self {
        let refused = ClipTrace {
            fraction: 0.0,
            end: sweep.start,
            plane: None,
            all_solid: true,
            start_solid: true,
            in_open: false,
            in_water: false,
            contents: Contents::empty(),
        };
        Self {
            trace: backend.trace_hull(number, sweep).unwrap_or(refused),
            model: None,
        }
    }
}

impl Answer for ClipAnswer {
    fn fraction(&self) -> f32 {
        self.trace.fraction
    }

    fn start_solid(&self) -> bool {
        self.trace.start_solid
    }

    fn all_solid(&self) -> bool {
        self.trace.all_solid
    }

    fn is_reliable(&self) -> bool {
        true
    }

    fn note_start(&mut self, start_solid: bool, all_solid: bool) {
        self.trace.start_solid |= start_solid;
        self.trace.all_solid |= all_solid;
    }

    fn carried(mut self, id: PlacementId, pose: &Pose, sweep: &Sweep, rules: &PlacedRules) -> Self {
        let stopped = self.trace.plane.is_some();
        self.trace.end = match (stopped, self.trace.fraction == 1.0) {
            (true, _) => self.trace.end + pose.origin.coords,
            // QuakeWorld's answer to a start in a body that it then leaves means nothing, and is its origin too far.
            (false, false) if !rules.starts_replace => sweep.end + pose.origin.coords,
            (false, _) => sweep.end,
        };
        self.model = Some(id);
        self
    }
}
