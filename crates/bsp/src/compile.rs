//! Compiles a tree from the bounds of brushes and patches, for worlds that bring none.
//!
//! Axial splits at faces of brush bounds are chosen by the surface area heuristic. Source: MacDonald and Booth, *Heuristics for
//! Ray Tracing Using Space Subdivision*, 1990. Departures: the cost of a side is its brushes times its extent along the split
//! alone. A brush that only touches the plane goes to its own side alone. A brush that lies flat in the plane goes to the front.
//! The walk visits both within a margin of one unit.

use crate::tree::{Leaf, Node, Tree};
use clipmark_geometry::{Aabb, World};

/// A leaf of this many brushes is not split: testing them costs about as much as a node.
const LEAF_BRUSHES: usize = 3;
/// Deeper than this nothing is split; 2^24 leaves are beyond any world.
const MAX_DEPTH: usize = 24;
/// With more candidate planes than this, only an even sample is tried: the build stays near linear.
const MAX_CANDIDATES: usize = 64;
/// A split must save this share of the tests, or the leaf stays whole.
const MIN_GAIN: f32 = 0.95;

/// The map's own tree where it has one, else one compiled from the bounds of the brushes and patches.
pub(crate) fn tree_of(world: &World, brushes: &[Aabb], patches: &[Aabb]) -> Tree {
    let tree = match &world.tree {
        Some(tree) => Tree::flatten(tree, patches.len()),
        None => compile(brushes, patches),
    };
    tree.finished(brushes.len(), patches.len())
}

pub(crate) fn compile(brushes: &[Aabb], patches: &[Aabb]) -> Tree {
    let mut tree = Tree {
        early: -1.0,
        ..Tree::default()
    };
    let bounds = [brushes, patches].concat();
    let all = bounds.iter().fold(Aabb::EMPTY, |a, b| a.union(b));
    build(&mut tree, &bounds, (0..bounds.len() as u32).collect(), all, 0);
    part(&mut tree, brushes.len() as u32);
    tree
}

/// Takes the items from `first_patch` on, which are the last in each leaf, out of the runs of brushes.
fn part(tree: &mut Tree, first_patch: u32) {
    let items = std::mem::take(&mut tree.leaf_brushes);
    for leaf in &mut tree.leaves {
        let run = &items[leaf.first as usize..][..leaf.count as usize];
        let (brushes, patches) = run.split_at(run.partition_point(|&i| i < first_patch));
        *leaf = Leaf {
            first: tree.leaf_brushes.len() as u32,
            count: brushes.len() as u32,
            first_patch: tree.leaf_patches.len() as u32,
            patch_count: patches.len() as u32,
        };
        tree.leaf_brushes.extend(brushes);
        tree.leaf_patches.extend(patches.iter().map(|i| i - first_patch));
    }
}

/// Builds the subtree of these brushes within the cell and returns it as a child index.
fn build(tree: &mut Tree, bounds: &[Aabb], brushes: Vec<u32>, cell: Aabb, depth: usize) -> i32 {
    let split = if brushes.len() > LEAF_BRUSHES && depth < MAX_DEPTH {
        best_split(bounds, &brushes, &cell)
    } else {
        None
    };
    let Some((axis, dist)) = split else {
        let first = tree.leaf_brushes.len() as u32;
        tree.leaves.push(Leaf {
            first,
            count: brushes.len() as u32,
            first_patch: 0,
            patch_count: 0,
        });
        tree.leaf_brushes.extend(brushes);
        return -(tree.leaves.len() as i32);
    };
    let index = tree.nodes.len();
    let mut normal = [0.0; 3];
    normal[axis] = 1.0;
    tree.nodes.push(Node {
        normal,
        dist,
        axis: axis as u32,
        children: [0; 2],
        middle: 0,
    });
    let on_side = |front: bool| {
        let reaches = |i: &&u32| reaches(&bounds[**i as usize], axis, dist)[usize::from(!front)];
        brushes.iter().filter(reaches).copied().collect::<Vec<u32>>()
    };
    let (front, back) = (on_side(true), on_side(false));
    let (mut front_cell, mut back_cell) = (cell, cell);
    front_cell.mins[axis] = dist;
    back_cell.maxs[axis] = dist;
    let front = build(tree, bounds, front, front_cell, depth + 1);
    let back = build(tree, bounds, back, back_cell, depth + 1);
    tree.nodes[index].children = [front, back];
    index as i32
}

/// Whether a box reaches in front of the plane and behind it.
fn reaches(b: &Aabb, axis: usize, dist: f32) -> [bool; 2] {
    [b.maxs[axis] > dist || b.mins[axis] >= dist, b.mins[axis] < dist]
}

fn best_split(bounds: &[Aabb], brushes: &[u32], cell: &Aabb) -> Option<(usize, f32)> {
    let size = cell.maxs - cell.mins;
    let mut best = None;
    let mut best_cost = brushes.len() as f32 * MIN_GAIN;
    for axis in 0..3 {
        let (lo, hi) = (cell.mins[axis], cell.maxs[axis]);
        let mut planes: Vec<f32> = brushes
            .iter()
            .flat_map(|&i| [bounds[i as usize].mins[axis], bounds[i as usize].maxs[axis]])
            .filter(|&d| d > lo && d < hi)
            .collect();
        planes.sort_by(f32::total_cmp);
        planes.dedup();
        let step = planes.len().div_ceil(MAX_CANDIDATES).max(1);
        for &dist in planes.iter().step_by(step) {
            let [mut front, mut back] = [0, 0];
            for &i in brushes {
                let [f, b] = reaches(&bounds[i as usize], axis, dist);
                front += usize::from(f);
                back += usize::from(b);
            }
            let share = (dist - lo) / size[axis];
            let cost = back as f32 * share + front as f32 * (1.0 - share);
            if cost < best_cost && front < brushes.len() && back < brushes.len() {
                best_cost = cost;
                best = Some((axis, dist));
            }
        }
    }
    best
}
