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

/// The halvings of one world, in the order in which they are asked.
#[derive(Clone, Debug)]
pub(super) struct Areas {
    bounds: Aabb,
}

impl Areas {
    pub(super) fn new(bounds: &Aabb) -> Self {
        Self { bounds: *bounds }
    }

    /// The rank of a body with these bounds, put there as the `turn`-th: those of lower rank are asked first.
    pub(super) fn rank(&self, of: &Aabb, turn: u64, latest_first: bool) -> u64 {
        let (mut mins, mut maxs) = (self.bounds.mins, self.bounds.maxs);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::Point;

    #[test]
    fn crossing_bodies_come_first_then_the_upper_half_then_the_lower() {
        let at = |x: f32, y: f32| Aabb::new(Point::new(x, y, 0.0), Point::new(x + 10.0, y + 10.0, 0.0));
        let world = Aabb::new(Point::new(-800.0, -400.0, 0.0), Point::new(800.0, 400.0, 0.0));
        let areas = Areas::new(&world);
        // The x axis is longer: first halved at x = 0, each half again, both 800 wide, along y.
        let bodies = [
            at(-5.0, 100.0),
            at(100.0, -5.0),
            at(500.0, 100.0),
            at(500.0, -300.0),
            at(-500.0, 100.0),
        ];
        let ranks = bodies.map(|b| areas.rank(&b, 5, true));
        assert!(ranks.is_sorted() && ranks[0] < ranks[4], "{ranks:?}");
        assert!(areas.rank(&bodies[0], 6, true) < ranks[0]);
        assert!(areas.rank(&bodies[0], 6, false) > areas.rank(&bodies[0], 5, false));
    }
}
