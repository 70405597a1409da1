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
    /// first. `visit` returns the new limit, or `None` to stop. Returns whether it came to the end. Adds the nodes that it
    /// reads.
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
        // Nodes and items to come. The upper half has the bits of where the path enters them, which sort as the number does.
        // The first is never visited: it only stands below the last.
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
