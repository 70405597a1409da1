//! The way down the hierarchy of boxes, nearer boxes first.
//!
//! Wald, Benthin and Boulos, *Getting Rid of Packets* (2008), for four boxes at a time. Departure: a network sorts the crossed
//! boxes of a node, as whole numbers. Their upper halves are the bits of the fractions at which the boxes are entered.

use super::hierarchy::{Hierarchy, ITEM, MAX_WAITING, Node4};
use bytemuck::cast;
use wide::{f32x4, u32x4};

/// Passes items whose boxes are crossed before the limit to `visit`, the nearest box of each node first. `visit` returns the new
/// limit, or `None` to stop. `crossed` says where four boxes are entered, and masks those that are crossed at all. Returns
/// whether it came to the end.
#[inline(always)]
pub(crate) fn descend(
    boxes: &Hierarchy,
    mut limit: f32,
    nodes: &mut u64,
    crossed: impl Fn(&Node4, f32) -> (f32x4, f32x4),
    mut visit: impl FnMut(u32) -> Option<f32>,
) -> bool {
    if boxes.nodes.is_empty() {
        return true;
    }
    // Nodes and items to come. The upper half has the bits of where the path enters them, which sort as the number does. The
    // first is never asked: it only stands below the last.
    let mut waiting = [0u64; MAX_WAITING];
    waiting[0] = u64::MAX;
    let mut len = 1;
    let mut at = 0u32;
    // At first no box is left beyond the limit. That bounds the term in `min_enter`; a step of rounding is added.
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
            let node = &boxes.nodes[at as usize];
            let (enter, mask) = crossed(node, limit);
            if len + 4 > MAX_WAITING {
                return false;
            }
            // Boxes that are not crossed become 0 and sort behind all others. No branch tests the crossing: a predictor would be
            // wrong about half of the time.
            let (enter, child): (u32x4, u32x4) = (cast(enter & mask), node.children & cast::<_, u32x4>(mask));
            let ([a, b], [c, d]): ([u64; 2], [u64; 2]) =
                (cast(child.unpack_lo(enter)), cast(child.unpack_hi(enter)));
            let ((a, b), (c, d)) = (farther_first(a, b), farther_first(c, d));
            let ((a, c), (b, d)) = (farther_first(a, c), farther_first(b, d));
            let (b, c) = farther_first(b, c);
            waiting[len..len + 4].copy_from_slice(&[a, b, c, d]);
            len += (ONES >> (4 * mask.to_bitmask()) & 7) as usize;
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

/// Where a box is entered, and a little of where it is left. Among boxes entered together, the box left first comes first.
#[inline(always)]
pub(crate) fn min_enter(enter: f32x4, leave: f32x4) -> f32x4 {
    enter + leave * f32x4::splat(LITTLE)
}

/// Boxes entered within this share of the path count as entered together. Larger passes over less that lies behind the limit.
const LITTLE: f32 = 1.0 / 1024.0;

/// How many bits are set in a number below 16, four bits for each of them.
const ONES: u64 = 0x4332_3221_3221_2110;

#[inline(always)]
fn farther_first(a: u64, b: u64) -> (u64, u64) {
    (a.max(b), a.min(b))
}
