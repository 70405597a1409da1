//! The sweeps of a fan as the search reads them: four sweeps in the lanes of a vector, and the box around all of them.

use crate::cast::{BEHIND, SHORTEST, larger};
use crate::clip::over_lanes;
use crate::descend::soonest;
use crate::hierarchy::Node4;
use crate::lanes::{Lanes3, in_lanes, per_axis, splat};
use crate::side_plane::array;
use clipmark_collision::{Fan, Sweep};
use wide::f32x4;

/// Four sweeps at a time.
pub(crate) const QUADS: usize = Fan::PIECE.div_ceil(4);

/// Four sweeps, one in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Quad {
    pub(crate) ends: Lanes3,
    pub(crate) inverse: Lanes3,
    /// Behind this fraction nothing is looked for.
    pub(crate) limit: [f32; 4],
    /// How far behind the best hit is looked on, as a fraction.
    pub(crate) behind: [f32; 4],
    /// Which lanes hold a sweep, a bit each.
    pub(crate) used: u32,
}

/// A fan's sweeps in lanes, its hull's centre in place of its position.
pub(crate) struct Lined {
    pub(crate) start: [f32; 3],
    pub(crate) quads: [Quad; QUADS],
    pub(crate) sweeps: usize,
    /// Bounds of the ends.
    pub(crate) least: [f32; 3],
    pub(crate) most: [f32; 3],
    /// The least and the greatest displacement along each axis, none of them 0.
    pub(crate) low: [f32; 3],
    pub(crate) high: [f32; 3],
}

impl Lined {
    /// None where a sweep goes nowhere or is no question ([`clipmark_collision::Sweep::check`]), and for fans without sweeps.
    #[inline(always)]
    pub(crate) fn new(fan: &Fan, offset: [f32; 3]) -> Option<Self> {
        let from = splat(array(&fan.start));
        let offset_lanes = splat(offset);
        let start_lanes = per_axis(|k| from[k] + offset_lanes[k]);
        let zero = f32x4::ZERO;
        let mut lined = Self {
            start: per_axis(|k| fan.start[k] + offset[k]),
            quads: [Quad {
                ends: [zero; 3],
                inverse: [zero; 3],
                limit: [0.0; 4],
                behind: [0.0; 4],
                used: 0,
            }; QUADS],
            sweeps: fan.ends.len(),
            least: [0.0; 3],
            most: [0.0; 3],
            low: [0.0; 3],
            high: [0.0; 3],
        };
        let (endless, back) = (f32x4::splat(f32::INFINITY), f32x4::splat(f32::NEG_INFINITY));
        let (mut least, mut most, mut low, mut high) = ([endless; 3], [back; 3], [endless; 3], [back; 3]);
        for (quad, four) in lined.quads.iter_mut().zip(fan.ends.chunks(4)) {
            // Lanes without a sweep repeat the last.
            let last = four.len() - 1;
            let [a, b, c, d] = [
                &four[0],
                &four[1.min(last)],
                &four[2.min(last)],
                &four[3.min(last)],
            ];
            let asked = per_axis(|k| f32x4::new([a[k], b[k], c[k], d[k]]));
            let reach = (from[0].abs() + asked[0].abs())
                + (from[1].abs() + asked[1].abs())
                + (from[2].abs() + asked[2].abs());
            let stays = asked[0].simd_eq(from[0]) & asked[1].simd_eq(from[1]) & asked[2].simd_eq(from[2]);
            let is_question = reach.simd_le(f32x4::splat(Sweep::LIMIT));
            if stays.any() || !is_question.all() {
                return None;
            }
            quad.used = (1 << four.len()) - 1;
            let mut length = f32x4::splat(SHORTEST);
            for k in 0..3 {
                let end = asked[k] + offset_lanes[k];
                let along = end - start_lanes[k];
                length = length.fast_max(along.abs());
                let along = along.abs().fast_max(f32x4::splat(SHORTEST)).copysign(along);
                (least[k], most[k]) = (least[k].fast_min(end), most[k].fast_max(end));
                (low[k], high[k]) = (low[k].fast_min(along), high[k].fast_max(along));
                quad.ends[k] = end;
                quad.inverse[k] = f32x4::ONE / along;
            }
            let behind = f32x4::splat(BEHIND) / length;
            quad.behind = behind.to_array();
            quad.limit = (f32x4::ONE + behind).to_array();
        }
        if fan.ends.is_empty() {
            return None;
        }
        let least_of = |lanes: &Lanes3| per_axis(|k| over_lanes(lanes[k], |a, b| if b < a { b } else { a }));
        let most_of = |lanes: &Lanes3| per_axis(|k| over_lanes(lanes[k], larger));
        (lined.least, lined.most) = (least_of(&least), most_of(&most));
        (lined.low, lined.high) = (least_of(&low), most_of(&high));
        Some(lined)
    }

    /// Where a sweep is to end.
    #[inline(always)]
    pub(crate) fn path(&self, i: usize) -> ([f32; 3], [f32; 3]) {
        (
            self.start,
            per_axis(|k| self.quads[i / 4].ends[k].as_array()[i % 4]),
        )
    }
}

/// All sweeps at once as the box test reads them: per axis the slowest and the quickest.
pub(crate) struct Frustum {
    low_from: Lanes3,
    high_from: Lanes3,
    low_inverse: Lanes3,
    high_inverse: Lanes3,
    low_advances: [bool; 3],
    high_advances: [bool; 3],
}

impl Frustum {
    /// `low` and `high` are the least and the greatest displacement along each axis, none of them 0.
    pub(crate) fn new(start: f32x4, half: f32x4, low: f32x4, high: f32x4) -> Self {
        let advances = |v: f32x4| v.to_array().map(|x| x > 0.0);
        let ([a, b, c, _], [d, e, f, _]) = (advances(low), advances(high));
        Self {
            low_from: in_lanes(start - half),
            high_from: in_lanes(start + half),
            low_inverse: in_lanes(f32x4::ONE / low),
            high_inverse: in_lanes(f32x4::ONE / high),
            low_advances: [a, b, c],
            high_advances: [d, e, f],
        }
    }

    /// Where the first of the sweeps may enter each of a node's boxes, and a mask of those that may be crossed before the limit.
    ///
    /// At the fraction t the sweeps lie within start + t low and start + t high. So t high must have come to the box's low
    /// bound, and t low must not have passed its high bound.
    #[inline(always)]
    pub(crate) fn crossed(&self, node: &Node4, limit: f32) -> (f32x4, f32x4) {
        let mut enter = f32x4::ZERO;
        let mut leave = f32x4::splat(limit);
        for k in 0..3 {
            let comes = (node.bounds[k][0] - self.high_from[k]) * self.high_inverse[k];
            if self.high_advances[k] {
                enter = enter.fast_max(comes);
            } else {
                leave = leave.fast_min(comes);
            }
            let goes = (node.bounds[k][1] - self.low_from[k]) * self.low_inverse[k];
            if self.low_advances[k] {
                leave = leave.fast_min(goes);
            } else {
                enter = enter.fast_max(goes);
            }
        }
        (soonest(enter, leave), enter.simd_le(leave))
    }
}
