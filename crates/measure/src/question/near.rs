//! The part of a world that a question is about.

use clipmark_geometry::{Aabb, Contents, World};
use clipmark_movement::Move;

/// So far from a path solids are kept at first, in units: two steps and a controller's feel for ground. Smaller: what a step looks for is
/// gone; larger: files are long.
const AROUND: f32 = 64.0;
/// So many solids stand in a question at most: a map's worth would be megabytes.
const MOST_SOLIDS: usize = 4096;

/// The solids that a mask collides with, near a path and all, each unless it is too large for a file.
pub(super) fn worlds(world: &World, mask: Contents, path: &Aabb) -> Vec<World> {
    let near = path.grown(AROUND);
    let kept = |keep: &dyn Fn(&Aabb) -> bool| {
        let brushes = world.brushes.iter();
        let brushes = brushes.filter(|b| b.contents.intersects(mask) && keep(&b.bounds));
        World {
            brushes: brushes.cloned().collect(),
            ..world.clone().without_patches().without_triangles()
        }
    };
    let all = [kept(&|b| b.touches(&near)), kept(&|_| true)];
    all.into_iter()
        .filter(|w| w.brushes.len() <= MOST_SOLIDS)
        .collect()
}

/// All that bodies reach by some moves.
pub(super) fn reach(moves: &[Move]) -> Aabb {
    let mut all = Aabb::EMPTY;
    for step in moves {
        let body = step.hull.bounds();
        let wanted = step.from + step.displacement;
        for at in [step.from, step.carried.origin, wanted] {
            if at.iter().all(|x| x.is_finite()) {
                all = all.union(&body.translated(&at.coords));
            }
        }
    }
    all
}
