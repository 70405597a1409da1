//! The test of a path against the four boxes of a node: slab by slab, in f32.

use super::{Node, WIDTH};
use crate::V;
use crate::passage::Path;

/// Every query box is larger than asked by this, in units, and by a few rounding steps of its place. So f32 in the nodes never
/// leaves out a solid that f64 would find.
const SAFETY: f64 = 1.0 / 64.0;
/// Rounding steps of f32 in a slab test.
const SAFETY_STEPS: f64 = 8.0;

/// A path as a slab test wants it.
pub(crate) struct Slabs {
    /// Which bound is met first.
    first: [usize; 3],
    /// Added to the first and to the last bound: less the start, grown.
    shift: [[f32; 2]; 3],
    inverse: [f32; 3],
}

/// [`SAFETY`] and the rounding at a largest coordinate.
pub(crate) fn safety_of(far: f64) -> f64 {
    SAFETY + SAFETY_STEPS * f64::from(f32::EPSILON) * far
}

impl Slabs {
    #[inline]
    pub(crate) fn new(
        Path {
            start, delta, far, ..
        }: &Path,
        grow: &V,
    ) -> Self {
        const STEEPEST: f32 = 1e30; // times any coordinate is still finite, and 0 times it is 0
        let grow = grow.add_scalar(safety_of(*far));
        let mut slabs = Self {
            first: [0; 3],
            shift: [[0.0; 2]; 3],
            inverse: [0.0; 3],
        };
        for axis in 0..3 {
            let inverse = 1.0 / delta[axis] as f32;
            let inverse = if inverse < STEEPEST { inverse } else { STEEPEST };
            slabs.inverse[axis] = if inverse > -STEEPEST { inverse } else { -STEEPEST };
            let is_down = slabs.inverse[axis] < 0.0;
            let first = usize::from(is_down);
            slabs.first[axis] = first;
            let low = (-start[axis] - grow[axis]) as f32;
            let high = (-start[axis] + grow[axis]) as f32;
            slabs.shift[axis] = if is_down { [high, low] } else { [low, high] };
        }
        slabs
    }

    /// The fractions at which the path enters the grown children of a node (0 when it starts inside). A bit marks each child that
    /// it enters by the fraction `bound`.
    #[inline(always)]
    pub(crate) fn cross(&self, node: &Node, bound: f32) -> ([f32; WIDTH], u32) {
        let (mut enter, mut leave) = ([0.0_f32; WIDTH], [bound; WIDTH]);
        for axis in 0..3 {
            let bounds = &node.bounds[axis];
            let (near, far) = (&bounds[self.first[axis] & 1], &bounds[!self.first[axis] & 1]);
            let ([shift_near, shift_far], inverse) = (self.shift[axis], self.inverse[axis]);
            for i in 0..WIDTH {
                let a = (near[i] + shift_near) * inverse;
                let b = (far[i] + shift_far) * inverse;
                enter[i] = if a > enter[i] { a } else { enter[i] };
                leave[i] = if b < leave[i] { b } else { leave[i] };
            }
        }
        let met = (0..WIDTH).fold(0, |met, i| met | u32::from(enter[i] <= leave[i]) << i);
        (enter, met)
    }
}
