//! The world as a map's compiler would leave it: brushes with bevels, and a tree as plain data.

use crate::compile::compile;
use crate::patch::PatchSet;
use crate::tree::Tree;
use clipmark_geometry::bevelled;
use clipmark_geometry::{Aabb, BspLeaf, BspNode, BspTree, Plane, Point, Vec3, World};

/// The one cluster that all leaves of a compiled world lie in: everything is visible from everywhere.
const CLUSTER: i32 = 0;
/// How far off all brushes the root of a tree lies that needs no split, in units. Nearer than the skin and the
/// walk's margin together, and sweeps would be cut at it; farther says nothing more.
const OFF: f32 = 64.0;

/// The world with all brushes bevelled and with a tree: its own, or a tree compiled by [`BspBackend`]. [`BspBackend`] gives the
/// same answers on both worlds, bit for bit. Shallow paths are an exception: the walk by a map's tree loses their hits
/// (`docs/engines.md`, section 1).
///
/// Leaves are bounded by whole units, and there is at least one node, as file formats want it.
///
/// [`BspBackend`]: crate::BspBackend
pub fn compiled(world: &World) -> World {
    let brushes: Vec<_> = world.brushes.iter().map(bevelled).collect();
    let tree = world.tree.clone().unwrap_or_else(|| {
        let bounds: Vec<Aabb> = brushes.iter().map(|b| b.bounds).collect();
        let patches = PatchSet::new(&world.patches);
        let patches: Vec<Aabb> = patches.heads.iter().map(|p| p.bounds.with_slack()).collect();
        compiled_tree(&bounds, &patches)
    });
    World {
        brushes,
        tree: Some(tree),
        ..world.clone()
    }
}

/// The tree compiled from the bounds of brushes and patches.
pub(crate) fn compiled_tree(brushes: &[Aabb], patches: &[Aabb]) -> BspTree {
    let tree = compile(brushes, patches);
    let all = [brushes, patches].concat();
    let mut cell = all.iter().fold(Aabb::EMPTY, |a, b| a.union(b));
    if cell.is_empty() {
        cell = Aabb::new(Point::origin(), Point::origin());
    }
    let mut out = BspTree::default();
    if tree.nodes.is_empty() {
        out.nodes.push(BspNode {
            plane: Plane::new(Vec3::x(), cell.mins.x.floor() - OFF),
            children: [-1, -2],
        });
    }
    add(&tree, tree.root(), cell, &mut out);
    if tree.nodes.is_empty() {
        add_leaf((&[], &[]), cell, &mut out);
    }
    out
}

/// Adds a subtree in the order in which it is walked, front first, and returns its child index.
fn add(tree: &Tree, child: i32, cell: Aabb, out: &mut BspTree) -> i32 {
    if child < 0 {
        return add_leaf(tree.leaf(child), cell, out);
    }
    let node = &tree.nodes[child as usize];
    let index = out.nodes.len();
    out.nodes.push(BspNode {
        plane: Plane::new(Vec3::from(node.normal), node.dist),
        children: [0; 2],
    });
    let (mut front, mut back) = (cell, cell);
    if let Some(axis) = (0..3).find(|&i| node.normal[i] == 1.0) {
        front.mins[axis] = node.dist;
        back.maxs[axis] = node.dist;
    }
    let children = node.children;
    let children = [
        add(tree, children[0], front, out),
        add(tree, children[1], back, out),
    ];
    out.nodes[index].children = children;
    index as i32
}

fn add_leaf((brushes, patches): (&[u32], &[u32]), cell: Aabb, out: &mut BspTree) -> i32 {
    let run = |list: &mut Vec<u32>, more: &[u32]| {
        if more.is_empty() {
            return 0..0;
        }
        let first = list.len() as u32;
        list.extend(more);
        first..list.len() as u32
    };
    out.leafs.push(BspLeaf {
        cluster: CLUSTER,
        brushes: run(&mut out.leaf_brushes, brushes),
        patches: run(&mut out.leaf_patches, patches),
        bounds: Aabb::new(cell.mins.map(f32::floor), cell.maxs.map(f32::ceil)),
    });
    -(out.leafs.len() as i32)
}
