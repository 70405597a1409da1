//! Compiles a tree from the bounds of brushes and patches, for worlds that bring none, and exports the result.
//!
//! Axial splits at faces of brush bounds are chosen by the surface area heuristic. Source: MacDonald and Booth, *Heuristics for
//! Ray Tracing Using Space Subdivision*, 1990. Departures: the cost of a side is its brushes times its extent along the split
//! alone. A brush that only touches the plane goes to its own side alone. A brush that lies flat in the plane goes to the front.
//! The walk visits both within a margin of one unit.

use crate::patch::PatchSet;
use clipmark_geometry::{Aabb, BspLeaf, BspNode, BspTree, Plane, Point, Vec3, World, bevelled};

/// A leaf of this many brushes is not split: testing them costs about as much as a node.
const LEAF_BRUSHES: usize = 3;
/// Deeper than this nothing is split; 2^24 leaves are beyond any world.
const MAX_DEPTH: usize = 24;
/// With more candidate planes than this, only an even sample is tried: the build stays near linear.
const MAX_CANDIDATES: usize = 64;
/// A split must save this share of the tests, or the leaf stays whole.
const MIN_GAIN: f32 = 0.95;
/// The one cluster that all leaves of a compiled world lie in: everything is visible from everywhere.
const CLUSTER: i32 = 0;
/// How far off all brushes the root of an exported tree lies that needs no split, in units. Nearer than the skin and the walk's
/// margin together, and sweeps would be cut at it; farther says nothing more.
const OFF: f32 = 64.0;

/// The world as a map's compiler would leave it: all brushes bevelled and with a tree, its own or one compiled by [`BspBackend`].
/// [`BspBackend`] gives the same answers on both worlds, bit for bit. Shallow paths are an exception: the walk by a map's tree
/// loses their hits (`docs/engines.md`, section 1).
///
/// Leaves are bounded by whole units, and there is at least one node, as file formats want it.
///
/// [`BspBackend`]: crate::BspBackend
pub fn compiled(world: &World) -> World {
    let brushes: Vec<_> = world.brushes.iter().map(bevelled).collect();
    let tree = world.tree.clone().unwrap_or_else(|| {
        let bounds: Vec<Aabb> = brushes.iter().map(|b| b.bounds).collect();
        with_a_node(compile(&bounds, &PatchSet::new(&world.patches).boxes()))
    });
    World {
        brushes,
        tree: Some(tree),
        ..world.clone()
    }
}

/// The same tree, with a node that nothing comes near where it has none.
pub(crate) fn with_a_node(mut tree: BspTree) -> BspTree {
    if tree.nodes.is_empty() {
        let mut cell = tree.leafs[0].bounds;
        if cell.is_empty() {
            cell = Aabb::new(Point::origin(), Point::origin());
            tree.leafs[0].bounds = cell;
        }
        tree.nodes.push(BspNode {
            plane: Plane::new(Vec3::x(), cell.mins.x - OFF),
            children: [-1, -2],
        });
        tree.leafs.push(BspLeaf {
            brushes: 0..0,
            patches: 0..0,
            ..tree.leafs[0]
        });
    }
    tree
}

/// The tree of these brushes and patches. Nodes and leaves stand in the order in which they hang in it, front first.
pub(crate) fn compile(brushes: &[Aabb], patches: &[Aabb]) -> BspTree {
    let bounds = [brushes, patches].concat();
    let all = bounds.iter().fold(Aabb::EMPTY, |a, b| a.union(b));
    let mut compiler = Compiler {
        tree: BspTree::default(),
        bounds,
        first_patch: brushes.len() as u32,
    };
    let items = (0..compiler.bounds.len() as u32).collect();
    compiler.add(items, all, 0);
    compiler.tree
}

struct Compiler {
    tree: BspTree,
    /// Of the brushes, then of the patches.
    bounds: Vec<Aabb>,
    first_patch: u32,
}

impl Compiler {
    /// Builds the subtree of these items within the cell and returns it as a child index.
    fn add(&mut self, items: Vec<u32>, cell: Aabb, depth: usize) -> i32 {
        let split = if items.len() > LEAF_BRUSHES && depth < MAX_DEPTH {
            best_split(&self.bounds, &items, &cell)
        } else {
            None
        };
        let Some((axis, dist)) = split else {
            return self.add_leaf(&items, cell);
        };
        let index = self.tree.nodes.len();
        self.tree.nodes.push(BspNode {
            plane: Plane::new(Vec3::from_fn(|k, _| f32::from(u8::from(k == axis))), dist),
            children: [0; 2],
        });
        let on_side = |front: bool| {
            let reaches = |i: &&u32| reaches(&self.bounds[**i as usize], axis, dist)[usize::from(!front)];
            items.iter().filter(reaches).copied().collect::<Vec<u32>>()
        };
        let (front, back) = (on_side(true), on_side(false));
        let (mut front_cell, mut back_cell) = (cell, cell);
        front_cell.mins[axis] = dist;
        back_cell.maxs[axis] = dist;
        let front = self.add(front, front_cell, depth + 1);
        let back = self.add(back, back_cell, depth + 1);
        self.tree.nodes[index].children = [front, back];
        index as i32
    }

    /// The brushes come before the patches in the items.
    fn add_leaf(&mut self, items: &[u32], cell: Aabb) -> i32 {
        let tree = &mut self.tree;
        let run = |list: &mut Vec<u32>, more: &mut dyn Iterator<Item = u32>| {
            let first = list.len() as u32;
            list.extend(more);
            let run = first..list.len() as u32;
            if run.is_empty() { 0..0 } else { run }
        };
        let (brushes, patches) = items.split_at(items.partition_point(|&i| i < self.first_patch));
        let brushes = run(&mut tree.leaf_brushes, &mut brushes.iter().copied());
        let patches = run(
            &mut tree.leaf_patches,
            &mut patches.iter().map(|i| i - self.first_patch),
        );
        tree.leafs.push(BspLeaf {
            cluster: CLUSTER,
            brushes,
            patches,
            bounds: Aabb::new(cell.mins.map(f32::floor), cell.maxs.map(f32::ceil)),
        });
        -(tree.leafs.len() as i32)
    }
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
