//! The smallest case that is left when solids and sweeps are taken away as long as something holds.

use crate::draw::Case;
use clipmark_geometry::{Triangle, World};

/// Takes away one brush, triangle or sweep after another, as long as the rest is `still` so.
pub fn smallest(case: &Case, still: impl Fn(&Case) -> bool) -> Case {
    let mut case = case.clone();
    loop {
        let less = without_one(&case).find(&still);
        match less {
            Some(less) => case = less,
            None => return case,
        }
    }
}

/// The cases that lack one thing.
fn without_one(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let world = &case.world;
    let brushes = (0..world.brushes.len()).map(move |i| {
        let mut brushes = world.brushes.clone();
        brushes.remove(i);
        case.of(World::of_brushes("fuzz", brushes).with_triangles(world.triangles.iter().cloned()))
    });
    let triangles = (0..world.triangles.len()).map(move |i| {
        let mut triangles: Vec<Triangle> = world.triangles.clone();
        triangles.remove(i);
        case.of(World::of_brushes("fuzz", world.brushes.clone()).with_triangles(triangles))
    });
    let sweeps = (0..case.sweeps.len()).map(move |i| {
        let mut less = case.clone();
        less.sweeps.remove(i);
        less
    });
    brushes.chain(triangles).chain(sweeps)
}
