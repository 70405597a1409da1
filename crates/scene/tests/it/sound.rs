//! What every backend relies on without looking.

use clipmark_geometry::{BspTree, World};

pub(crate) fn assert_sound(world: &World) {
    if let Some(tree) = &world.tree {
        assert_sound_tree(tree, world);
    }
    for brush in &world.brushes {
        assert!(!brush.bounds.is_empty() && brush.sides.iter().all(|s| s.plane.is_valid()));
    }
    for patch in &world.patches {
        assert_eq!(patch.points.len(), patch.width * patch.height);
        assert!(patch.points.iter().all(|p| p.iter().all(|c| c.is_finite())));
    }
    for spawn in &world.spawns {
        assert!(spawn.yaw.is_finite() && spawn.origin.iter().all(|c| c.is_finite()));
    }
}

fn assert_sound_tree(tree: &BspTree, world: &World) {
    for node in &tree.nodes {
        assert!(node.plane.is_valid());
        for c in node.children {
            match usize::try_from(c) {
                Ok(node) => assert!(node < tree.nodes.len()),
                Err(_) => assert!(((-1 - c) as usize) < tree.leafs.len()),
            }
        }
    }
    for leaf in &tree.leafs {
        assert!(
            tree.leaf_brushes
                .get(leaf.brushes.start as usize..leaf.brushes.end as usize)
                .is_some()
        );
        assert!(
            tree.leaf_patches
                .get(leaf.patches.start as usize..leaf.patches.end as usize)
                .is_some()
        );
    }
    assert!(
        tree.leaf_brushes
            .iter()
            .all(|&brush| (brush as usize) < world.brushes.len())
    );
    assert!(
        tree.leaf_patches
            .iter()
            .all(|&patch| (patch as usize) < world.patches.len())
    );
}
