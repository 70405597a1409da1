//! The order in which Quake's games ask the bodies near a sweep, which decides ties.
//!
//! Source: `docs/moving.md`, "Traces through entities". A world is halved four times along the longer of x and y. A body belongs
//! to the first halving that crosses it.

use clipmark_geometry::Aabb;

/// How often the world is halved.
const DEPTH: usize = 4;
/// Bits of a rank that tell when a body was put where it is.
const TURN_BITS: u32 = 48;
const LAST_TURN: u64 = (1 << TURN_BITS) - 1;

/// The rank of a body with these bounds in a world of those, put there as the `turn`-th: those of lower rank are asked first.
pub fn rank(world: &Aabb, of: &Aabb, turn: u64, latest_first: bool) -> u64 {
    let (mut mins, mut maxs) = (world.mins, world.maxs);
    // Its place in a list of all halvings: a halving, all of its upper half, all of its lower half.
    let (mut place, mut below) = (0_u64, (1_u64 << (DEPTH + 1)) - 1);
    for _ in 0..DEPTH {
        let size = maxs - mins;
        let axis = usize::from(size.x <= size.y);
        let middle = 0.5 * (mins[axis] + maxs[axis]);
        below = (below - 1) / 2;
        if of.mins[axis] > middle {
            place += 1;
            mins[axis] = middle;
        } else if of.maxs[axis] < middle {
            place += 1 + below;
            maxs[axis] = middle;
        } else {
            break;
        }
    }
    let turn = turn.min(LAST_TURN);
    let within = if latest_first { LAST_TURN - turn } else { turn };
    place << TURN_BITS | within
}
