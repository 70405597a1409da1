//! Which solids are near: questions in f64 to boxes in f32.

use crate::tally::Tally;
use crate::{V, far};
use clipmark_collision::Sweep;
use clipmark_hierarchy::lanes::across;
use clipmark_hierarchy::{BoxPath, Hierarchy};
use wide::f32x4;

/// Every query box is larger than asked by this, in units, and by a few rounding steps of its place. So f32 in the boxes never
/// leaves out a solid that f64 would find.
const SAFETY: f64 = 1.0 / 64.0;
/// Rounding steps of f32 in the test of a box.
const SAFETY_STEPS: f64 = 8.0;
/// A box is skipped only when it is entered later than the best stop by more than this share of the path. Then ties are all seen
/// and the answer does not depend on the order of the solids.
const TIE: f32 = 1e-5;

/// [`SAFETY`] and the rounding at a largest coordinate.
fn safety_at(far: f64) -> f64 {
    SAFETY + SAFETY_STEPS * f64::from(f32::EPSILON) * far
}

/// A sweep as boxes see it, for questions that never ask in f64 where there is no box. x is in the first lane.
pub(crate) struct SweptBox {
    start: f32x4,
    along: f32x4,
    /// The hull's half size, the skin and the safety.
    half: f32x4,
}

impl SweptBox {
    #[inline(always)]
    pub(crate) fn new(sweep: &Sweep, skin: f32) -> Self {
        let bounds = sweep.hull.bounds();
        let (mins, maxs) = (across(bounds.mins.into()), across(bounds.maxs.into()));
        let (start, end) = (across(sweep.start.into()), across(sweep.end.into()));
        let out = start.abs().fast_max(end.abs()) + mins.abs().fast_max(maxs.abs());
        let [x, y, z, _] = out.to_array();
        let far = if x > y { x } else { y };
        let far = if far > z { far } else { z };
        let safety = skin + safety_at(far.into()) as f32;
        let middle = f32x4::splat(0.5) * (mins + maxs);
        Self {
            start: start + middle,
            along: end - start,
            half: f32x4::splat(0.5) * (maxs - mins) + f32x4::splat(safety),
        }
    }

    /// All of the path at once.
    #[inline(always)]
    pub(crate) fn bounds(&self) -> (f32x4, f32x4) {
        let end = self.start + self.along;
        (
            self.start.fast_min(end) - self.half,
            self.start.fast_max(end) + self.half,
        )
    }

    #[inline(always)]
    pub(crate) fn path(&self) -> BoxPath {
        BoxPath::new(self.start, self.along, self.half)
    }
}

/// Visits the solids whose boxes meet the box.
pub(crate) fn for_each_in_box<T: Tally>(
    hierarchy: &Hierarchy,
    (mins, maxs): (V, V),
    tally: &T,
    mut visit: impl FnMut(u32),
) {
    let safety = safety_at(far(&mins, &maxs));
    let (lo, hi) = (mins.add_scalar(-safety), maxs.add_scalar(safety));
    let mut nodes = 0;
    hierarchy.in_box(lo.cast().into(), hi.cast().into(), &mut nodes, |leaf| {
        tally.leaf();
        visit(leaf);
    });
    tally.nodes(nodes);
}

/// Visits the solids whose boxes meet the path, the nearer first. `visit` takes the solid and the least fraction so far, and
/// returns the new least fraction. Solids that begin later are left out.
#[inline(always)]
pub(crate) fn for_each_on_path<T: Tally>(
    hierarchy: &Hierarchy,
    path: &BoxPath,
    tally: &T,
    mut visit: impl FnMut(u32, f64) -> f64,
) {
    let mut nodes = 0;
    let mut least = 1.0;
    hierarchy.along_path(path, 1.0 + TIE, &mut nodes, |leaf| {
        tally.leaf();
        least = visit(leaf, least);
        Some(least as f32 + TIE)
    });
    tally.nodes(nodes);
}
