//! Which solids are near: questions in f64 to boxes in f32.

use crate::passage::Path;
use crate::tally::Tally;
use crate::{V, far};
use clipmark_hierarchy::lanes::across;
use clipmark_hierarchy::{BoxPath, Hierarchy};

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

/// A hull of this half size, as boxes see it on a path.
pub(crate) fn grown(path: &Path, half: &V) -> V {
    half.add_scalar(safety_at(path.far))
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

/// Visits the solids whose boxes, grown by `half`, meet the path, the nearer first. `visit` takes the solid and the least fraction
/// so far, and returns the new least fraction. Solids that begin later are left out.
#[inline(always)]
pub(crate) fn for_each_on_path<T: Tally>(
    hierarchy: &Hierarchy,
    path: &Path,
    half: &V,
    tally: &T,
    mut visit: impl FnMut(u32, f64) -> f64,
) {
    let lanes = |v: &V| across(v.cast().into());
    let boxes = BoxPath::new(lanes(&path.start), lanes(&path.delta), lanes(&grown(path, half)));
    let mut nodes = 0;
    let mut least = 1.0;
    hierarchy.along_path(&boxes, 1.0 + TIE, &mut nodes, |leaf| {
        tally.leaf();
        least = visit(leaf, least);
        Some(least as f32 + TIE)
    });
    tally.nodes(nodes);
}
