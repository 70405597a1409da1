//! Uniform sweeps of a map by class of length, for the clock alone. Tracers of Quake maps are usually timed with this mix. It is
//! the engine recordings' (`tests/recordings/README.md`) without their share of starts in solids.
//!
//! Starts are uniform in the bounds of the world. A start counts where a point is in no solid and in a leaf visible from another.
//! Directions are uniform on the sphere, lengths uniform in the class.

use crate::run::sweeps::{Line, direction};
use clipmark_geometry::{BspTree, Contents, Point, Vec3, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// Classes of length that are timed, in units: a tick's move, a fall or a step's look ahead, a shot.
pub const LENGTHS: [Range<f32>; 3] = [1.0..16.0, 16.0..256.0, 256.0..4096.0];
/// Tries to find a free start before the last one counts. A map whose rooms fill a thousandth of its bounds still finds one.
const TRIES: usize = 20_000;

/// Starts are drawn anew within this many units along each axis. More would lead through walls to places that nobody sees.
const ASIDE: f32 = 8.0;

/// Draws `count` sweeps of one class of length.
pub fn draw(world: &World, mask: Contents, lengths: &Range<f32>, count: usize, seed: u64) -> Vec<Line> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut line = || {
        let start = free_start(world, mask, &mut random);
        [
            start,
            start + direction(&mut random) * random.random_range(lengths.clone()),
        ]
    };
    (0..count).map(|_| line()).collect()
}

/// Sets of sweeps of one class of length, from places near the given sweeps' starts, in other directions. The first set is the
/// given one.
pub fn redrawn(
    world: &World,
    mask: Contents,
    lengths: &Range<f32>,
    lines: &[Line],
    sets: usize,
    seed: u64,
) -> Vec<Vec<Line>> {
    let mut random = Pcg64Mcg::seed_from_u64(!seed);
    let mut line = |[start, _]: &Line| {
        let near = start + Vec3::from_fn(|_, _| random.random_range(-ASIDE..ASIDE));
        let start = if is_solid(world, mask, &near) {
            *start
        } else {
            near
        };
        [
            start,
            start + direction(&mut random) * random.random_range(lengths.clone()),
        ]
    };
    let mut set = |number: usize| match number {
        0 => lines.to_vec(),
        _ => lines.iter().map(&mut line).collect(),
    };
    (0..sets).map(&mut set).collect()
}

/// A place that is free for a point and can be seen from elsewhere.
pub(crate) fn free_start(world: &World, mask: Contents, random: &mut Pcg64Mcg) -> Point {
    let size = world.bounds.maxs - world.bounds.mins;
    let mut at = world.bounds.mins;
    for _ in 0..TRIES {
        at = world.bounds.mins + Vec3::from_fn(|i, _| size[i] * random.random_range(0.0..1.0f32));
        if world.tree.as_ref().is_none_or(|tree| is_seen(tree, &at)) && !is_solid(world, mask, &at) {
            break;
        }
    }
    at
}

fn is_solid(world: &World, mask: Contents, at: &Point) -> bool {
    world.brushes_in(mask).any(|(_, brush)| {
        brush.bounds.contains(at) && brush.sides.iter().all(|side| side.plane.distance(at) <= 0.0)
    })
}

/// Whether the point lies in a leaf that belongs to a cluster: inside the map's hull.
fn is_seen(tree: &BspTree, at: &Point) -> bool {
    let mut child = if tree.nodes.is_empty() { -1 } else { 0 };
    while child >= 0 {
        let node = &tree.nodes[child as usize];
        child = node.children[usize::from(node.plane.distance(at) < 0.0)];
    }
    tree.leafs
        .get((-1 - child) as usize)
        .is_some_and(|leaf| leaf.cluster >= 0)
}
