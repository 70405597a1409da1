//! A world of very many small and thin solids: each of them stops a sweep.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};

/// Solids: more than 12 bits number.
const SIDE: usize = 66;
/// From one to the next, in units: a player fits between two.
const APART: f32 = 96.0;
/// Sizes in units, in turns: cubes, posts and sheets, down to a tenth of a unit.
const SIZES: [[f32; 3]; 6] = [
    [2.0, 2.0, 2.0],
    [0.1, 24.0, 24.0],
    [24.0, 0.1, 24.0],
    [24.0, 24.0, 0.1],
    [1.0, 1.0, 40.0],
    [3.5, 3.5, 0.5],
];
/// One solid in this many is asked about, and the last ones.
const EVERY: usize = 37;
/// How far before a solid sweeps begin, in units.
const REACH: f32 = 30.0;

pub(super) fn meet_many_solids(s: &Setting, ledger: &mut Ledger) {
    let solids: Vec<Brush> = (0..SIDE * SIDE).filter_map(solid).collect();
    let count = solids.len();
    let world = World::of_brushes("many", solids.clone());
    let Some(backend) = (s.build)(&world, s.rules) else {
        return;
    };
    let asked = (0..count).filter(|i| i % EVERY == 0 || i + SIZES.len() >= count);
    for number in asked {
        let bounds = solids[number].bounds;
        for hull in s.hulls.iter().filter(|hull| fits(hull)) {
            let b = hull.bounds();
            for axis in 0..3 {
                let mut start = bounds.center() - (b.mins.coords + b.maxs.coords) * 0.5;
                start[axis] = bounds.mins[axis] - b.maxs[axis] - REACH;
                let mut end = start;
                end[axis] = bounds.maxs[axis] - b.mins[axis] + REACH;
                let sweep = Sweep::new(*hull, start, end);
                let t = backend.trace(&sweep, &mut Work::silent());
                ledger.case();
                let off = (bounds.mins[axis] - b.maxs[axis] - s.rules.skin - t.end[axis]).abs();
                let example = || format!("solid {number}: {}", s.example(&sweep, &t));
                ledger.found_if(!t.hit(), "passes through one of many small solids", 1.0, example);
                let fault = "stops elsewhere before one of many small solids";
                ledger.found_if(t.hit() && off > s.tolerance(&sweep), fault, off, example);
            }
        }
    }
}

/// Whether a hull passes between two solids.
fn fits(hull: &Hull) -> bool {
    let b = hull.bounds();
    (b.maxs - b.mins).amax() < APART - 24.0 - 1.0
}

fn solid(number: usize) -> Option<Brush> {
    let (x, y) = (number % SIDE, number / SIDE);
    let low = Point::new(x as f32 * APART, y as f32 * APART, (number % 5) as f32 * 8.0);
    Brush::from_box(
        low,
        low + Vec3::from(SIZES[number % SIZES.len()]),
        Contents::SOLID,
    )
    .ok()
}
