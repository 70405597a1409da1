//! A hull is as wide as it says. A wall that it overlaps by more than the tolerance stops it. Beside a wall farther off than the
//! skin it goes freely. The walls are made for each hull and side, so that the passages are as tight as possible.

use crate::conformance::queries;
use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Brush, Contents, Point, World};

/// Distance of a wall inside or outside the deciding one, in units: a few f32 steps at these coordinates.
const STEP: f32 = 1.0 / 256.0;
/// How far the walls reach, in units.
const FAR: f32 = 512.0;
/// The stretch along which there is a wall, and half the way of the hull, in units.
const WALL: f32 = 64.0;
const WAY: f32 = 256.0;

pub(super) fn pass_beside_walls(s: &Setting, ledger: &mut Ledger) {
    for hull in &queries::every(&*s.backend) {
        let b = hull.bounds();
        for axis in 0..3 {
            for (side, reach) in [(1.0, b.maxs[axis]), (-1.0, -b.mins[axis])] {
                let along = (axis + 1) % 3;
                let (mut start, mut end) = (Point::origin(), Point::origin());
                (start[along], end[along]) = (-WAY, WAY);
                let sweep = Sweep::new(*hull, start, end);
                let tolerance = s.tolerance(&sweep);
                for (gap, stops, fault) in [
                    (-tolerance - STEP, true, "goes past a wall that it overlaps"),
                    (
                        s.rules.skin + tolerance + STEP,
                        false,
                        "is stopped beside a wall that it does not reach",
                    ),
                ] {
                    // A point overlaps nothing beside it.
                    if stops && b.mins == b.maxs {
                        continue;
                    }
                    let Some(world) = wall(axis, along, side, reach + gap) else {
                        continue;
                    };
                    let Some(backend) = (s.build)(&world, s.rules) else {
                        continue;
                    };
                    ledger.case();
                    let t = backend.trace(&sweep, &mut Work::silent());
                    ledger.found_if(
                        t.status.is_reliable() && t.hit() != stops,
                        fault,
                        gap.abs(),
                        || {
                            let sign = if side > 0.0 { '+' } else { '-' };
                            let axis = ['x', 'y', 'z'][axis];
                            format!(
                                "a wall {} u off towards {sign}{axis}: {}",
                                reach + gap,
                                s.example(&sweep, &t)
                            )
                        },
                    );
                }
            }
        }
    }
}

/// A wall at a distance from the origin along an axis.
fn wall(axis: usize, along: usize, side: f32, off: f32) -> Option<World> {
    let (mut lo, mut hi) = (Point::new(-FAR, -FAR, -FAR), Point::new(FAR, FAR, FAR));
    (lo[along], hi[along]) = (-WALL, WALL);
    (lo[axis], hi[axis]) = if side > 0.0 { (off, FAR) } else { (-FAR, -off) };
    let wall = Brush::from_box(lo, hi, Contents::SOLID).ok()?;
    Some(World::of_brushes("passage", vec![wall]))
}
