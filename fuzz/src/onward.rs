//! Sweeps that go on from another one's stop, as in movement: they start in the skin of the surface met.

use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::Point;

/// From the stop of an answer: along the surface met, back to the start, and to another place. None if nothing was met.
pub(crate) fn onward(sweep: &Sweep, t: &Trace, other: Point) -> impl Iterator<Item = Sweep> + use<> {
    let (from, sweep) = (t.end, *sweep);
    let left = sweep.end - from;
    let along = t
        .plane
        .map(|plane| from + left - plane.normal * left.dot(&plane.normal));
    let ends = along.into_iter().chain([sweep.start, other]);
    let ends = t.hit().then_some(ends).into_iter().flatten();
    ends.map(move |end| Sweep {
        start: from,
        end,
        ..sweep
    })
}
