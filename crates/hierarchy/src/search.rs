//! The way down the hierarchy: along a path, nearer boxes first, or to a place.
//!
//! Source: Wald, Benthin and Boulos, *Getting Rid of Packets* (2008), for four boxes at a time. Departure: a network sorts the
//! crossed boxes of a node, where there are two or more, as whole numbers. Their upper halves are the bits of the fractions at
//! which the boxes are entered.

use crate::build::{Hierarchy, ITEM, MAX_LEVELS, Node};
use crate::lanes::{Lanes3, in_lanes, per_axis, splat};
use bytemuck::cast;
use wide::{f32x4, u32x4};

/// Nodes and items that wait on the way down: three more for each level, of four at the last, and the first, which is never
/// visited. A power of two, so that a place in it needs no check.
const MAX_WAITING: usize = 64;
const _: () = assert!(3 * MAX_LEVELS + 2 <= MAX_WAITING);
/// A path component is taken to be at least this long, in units, to have an inverse.
const SHORTEST: f32 = 1e-20;
/// Boxes entered within this share of the path count as entered together. Larger passes over less that lies behind the limit.
const LITTLE: f32 = 1.0 / 1024.0;

/// A box that moves in a straight line, as the test of four boxes reads it.
pub struct BoxPath {
    /// Per axis: which of the two bounds is met first.
    near: [usize; 3],
    near_from: Lanes3,
    far_from: Lanes3,
    inverse: Lanes3,
}

impl BoxPath {
    /// `start` is the middle of the box at first, `along` its motion and `half` its half size, x in the first lane.
    #[inline(always)]
    pub fn new(start: f32x4, along: f32x4, half: f32x4) -> Self {
        let octant = along.to_bitmask() as usize & 7;
        // How far the near planes are pushed towards the start: against the path.
        let reach = half.copysign(along);
        let length = along.abs().fast_max(f32x4::splat(SHORTEST));
        Self {
            near: per_axis(|k| octant >> k & 1),
            near_from: in_lanes(start + reach),
            far_from: in_lanes(start - reach),
            inverse: in_lanes(f32x4::ONE / length.copysign(along)),
        }
    }

    /// Where the path enters each of a node's boxes, and a little of where it leaves it: among boxes entered together, the box
    /// left first comes first. The mask names the boxes crossed before the limit.
    #[inline(always)]
    fn cross(&self, node: &Node, limit: f32) -> (f32x4, f32x4) {
        let mut enter = f32x4::ZERO;
        let mut leave = f32x4::splat(limit);
        for k in 0..3 {
            let near = node.bounds[k][self.near[k] & 1];
            let far = node.bounds[k][!self.near[k] & 1];
            // All are numbers: the inverse is not 0, so not even an empty lane's infinite bounds make another.
            enter = enter.fast_max((near - self.near_from[k]) * self.inverse[k]);
            leave = leave.fast_min((far - self.far_from[k]) * self.inverse[k]);
        }
        (enter + leave * f32x4::splat(LITTLE), enter.simd_le(leave))
    }
}

impl Hierarchy {
    /// Passes items whose boxes are crossed before the fraction `limit` of the path to `visit`, the nearest box of each node
    /// first. `visit` returns the new limit, or `None` to stop. Returns whether it came to the end. Adds the nodes that it reads.
    #[inline(always)]
    pub fn along_path(
        &self,
        path: &BoxPath,
        mut limit: f32,
        nodes: &mut u64,
        mut visit: impl FnMut(u32) -> Option<f32>,
    ) -> bool {
        if self.nodes.is_empty() {
            return true;
        }
        // Nodes and items to come. The upper half has the bits of where the path enters them, which sort as the number does. The
        // first is never visited: it only stands below the last.
        let mut waiting = [0u64; MAX_WAITING];
        waiting[0] = u64::MAX;
        let mut len = 1;
        let mut at = 0u32;
        // At first no box is left beyond the limit. That bounds the term added by `cross`; a step of rounding is added.
        let little = limit * (LITTLE + 1.0 / (1 << 20) as f32);
        let mut latest = limit + little;
        loop {
            if at & ITEM != 0 {
                let Some(new) = visit(at & !ITEM) else {
                    return false;
                };
                (limit, latest) = (new, new + little);
            } else {
                *nodes += 1;
                let node = &self.nodes[at as usize];
                let (enter, mask) = path.cross(node, limit);
                let crossed = mask.to_bitmask();
                if crossed & crossed.wrapping_sub(1) != 0 {
                    // Boxes that are not crossed become 0 and sort behind all others.
                    let (enter, child): (u32x4, u32x4) =
                        (cast(enter & mask), node.children & cast::<_, u32x4>(mask));
                    let ([a, b], [c, d]): ([u64; 2], [u64; 2]) =
                        (cast(child.unpack_lo(enter)), cast(child.unpack_hi(enter)));
                    let ((a, b), (c, d)) = (farther_first(a, b), farther_first(c, d));
                    let ((a, c), (b, d)) = (farther_first(a, c), farther_first(b, d));
                    let (b, c) = farther_first(b, c);
                    waiting[len..len + 4].copy_from_slice(&[a, b, c, d]);
                    len += crossed.count_ones() as usize;
                } else if crossed != 0 {
                    // At three nodes of four one box is crossed, or none: nothing to sort.
                    let lane = crossed.trailing_zeros() as usize & 3;
                    let child = node.children.to_array()[lane];
                    if child & ITEM == 0 {
                        at = child;
                        continue;
                    }
                    waiting[len] = u64::from(enter.to_array()[lane].to_bits()) << 32 | u64::from(child);
                    len += 1;
                }
            }
            loop {
                if len == 1 {
                    return true;
                }
                len -= 1;
                let mut next = waiting[len & (MAX_WAITING - 1)];
                if f32::from_bits((next >> 32) as u32) <= latest {
                    if next as u32 & ITEM != 0 {
                        // An item waits for boxes entered before it: it may lie behind a hit found there.
                        let below = &mut waiting[(len - 1) & (MAX_WAITING - 1)];
                        let (far, near) = farther_first(*below, next);
                        (*below, next) = (far, near);
                    }
                    at = next as u32;
                    break;
                }
            }
        }
    }

    /// Passes items whose boxes touch this one to `visit`, in the order of the nodes. Adds the nodes that it reads.
    #[inline]
    pub fn in_box(&self, mins: [f32; 3], maxs: [f32; 3], nodes: &mut u64, mut visit: impl FnMut(u32)) {
        if self.nodes.is_empty() {
            return;
        }
        let (mins, maxs) = (splat(mins), splat(maxs));
        let mut waiting = [0_u32; MAX_WAITING];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let at = waiting[len];
            if at & ITEM != 0 {
                visit(at & !ITEM);
                continue;
            }
            *nodes += 1;
            let node = &self.nodes[at as usize];
            let touches = |k: usize| {
                let [lows, highs] = node.bounds[k];
                lows.simd_le(maxs[k]) & highs.simd_ge(mins[k])
            };
            let mut touched = (touches(0) & touches(1) & touches(2)).to_bitmask();
            let children = node.children.to_array();
            // From the last to the first, so that the first is taken next.
            while touched != 0 {
                let lane = touched.ilog2();
                touched ^= 1 << lane;
                waiting[len] = children[lane as usize & 3];
                len += 1;
            }
        }
    }
}

#[inline(always)]
fn farther_first(a: u64, b: u64) -> (u64, u64) {
    (a.max(b), a.min(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::across;
    use clipmark_geometry::{Aabb, Point, Vec3};
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        prop::collection::vec(
            (prop::array::uniform3(-50i8..50), prop::array::uniform3(0u8..20)),
            0..120,
        )
        .prop_map(|v| {
            v.into_iter()
                .map(|(p, s)| {
                    let mins = Point::from(p.map(f32::from));
                    Aabb::new(mins, mins + Vec3::from(s.map(f32::from)))
                })
                .collect()
        })
    }

    /// For each box the share of the way through it at which it stops the path, often where it is entered; or nothing.
    fn stops() -> impl Strategy<Value = Vec<Option<f64>>> {
        prop::collection::vec(prop::option::of(prop_oneof![Just(0.0), 0.0f64..1.0]), 120)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn nothing_that_touches_is_left_out(
            boxes in boxes(), at in prop::array::uniform3(-60f32..60.0), by in prop::array::uniform3(-90f32..90.0),
        ) {
            let hierarchy = Hierarchy::new(&boxes);
            let half = Vec3::new(2.0, 3.0, 4.0);
            let (at, by) = (Point::from(at), Vec3::from(by));
            let query = Aabb::new(at - half, at + half);
            let mut found = vec![0; boxes.len()];
            hierarchy.in_box(query.mins.into(), query.maxs.into(), &mut 0, |i| found[i as usize] += 1);
            for (b, n) in boxes.iter().zip(&found) {
                prop_assert_eq!(*n, u32::from(b.touches(&query)));
            }
            let mut met = vec![0; boxes.len()];
            let path = BoxPath::new(across(at.into()), across(by.into()), across(half.into()));
            let all = hierarchy.along_path(&path, 1.0, &mut 0, |i| { met[i as usize] += 1; Some(1.0) });
            prop_assert!(all);
            for (b, n) in boxes.iter().zip(&met) {
                prop_assert!(*n <= 1);
                for k in 0..=20 {
                    let shrunk = query.translated(&(by * (k as f32 / 20.0))).grown(-1e-3);
                    prop_assert!(*n == 1 || !b.touches(&shrunk));
                }
            }
        }

        /// Each item stops the path somewhere in its box, or does not; the search gets nearer with every stop, as a sweep's does.
        #[test]
        fn the_first_stop_is_found_whatever_is_passed_over(
            boxes in boxes(), at in prop::array::uniform3(-60f32..60.0), by in prop::array::uniform3(-90f32..90.0),
            first_limit in 0.05f32..1.0, stops in stops(),
        ) {
            let hierarchy = Hierarchy::new(&boxes);
            let half = [2.0, 3.0, 4.0];
            let path = BoxPath::new(across(at), across(by), across(half));
            let stop_in = |i: usize| {
                let (enter, leave) = crossing(&boxes[i], at, by, half)?;
                stops[i].map(|share| enter + share * (leave - enter))
            };
            let first = (0..boxes.len()).filter_map(stop_in).filter(|&t| t < f64::from(first_limit)).reduce(f64::min);
            let mut found = None;
            let came_to_end = hierarchy.along_path(&path, first_limit, &mut 0, |i| {
                let stop = stop_in(i as usize).filter(|&t| t < found.unwrap_or(f64::from(first_limit)));
                found = stop.or(found);
                Some(found.map_or(first_limit, |t| (t as f32).next_up()))
            });
            prop_assert!(came_to_end);
            prop_assert_eq!(found, first);
        }

        #[test]
        fn a_search_that_is_stopped_visits_no_more(boxes in boxes(), enough in 1usize..20) {
            let hierarchy = Hierarchy::new(&boxes);
            let path = BoxPath::new(across([-100.0; 3]), across([200.0; 3]), across([60.0; 3]));
            let mut visited = 0;
            let came_to_end = hierarchy.along_path(&path, 1.0, &mut 0, |_| {
                visited += 1;
                (visited < enough).then_some(1.0)
            });
            prop_assert_eq!((visited, came_to_end), (enough.min(boxes.len()), boxes.len() < enough));
        }
    }

    /// Where a moving box enters another and leaves it, as fractions of its path. None when it passes it by.
    fn crossing(b: &Aabb, at: [f32; 3], by: [f32; 3], half: [f32; 3]) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for k in 0..3 {
            let [at, by, half] = [at[k], by[k], half[k]].map(f64::from);
            let [low, high] = [f64::from(b.mins[k]) - half - at, f64::from(b.maxs[k]) + half - at];
            if by == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
            } else {
                enter = enter.max((low / by).min(high / by));
                leave = leave.min((low / by).max(high / by));
            }
        }
        // Within rounding of f32 a path that grazes a corner may go either way.
        (enter + 1e-4 < leave).then_some((enter + 5e-5, leave - 5e-5))
    }
}
