//! Every OpenArena map loads, and its facts are those that others have counted.
use clipmark_geometry::{Point, World};
use clipmark_scene::load_world;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::{Path, PathBuf};

fn maps() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/maps")
}

fn map(name: &str) -> World {
    load_world(&format!("{name}.bsp"), &maps()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn every_map_loads_and_is_sound() {
    let mut names: Vec<_> = std::fs::read_dir(maps())
        .expect("run scenes/fetch-maps.sh")
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|n| n.ends_with(".bsp"))
        .collect();
    names.sort();
    assert!(names.len() >= 63, "{} maps", names.len());
    for name in names {
        let world = map(name.trim_end_matches(".bsp"));
        let tree = world.tree.as_ref().unwrap();
        println!(
            "{name}: {} brushes, {} patches, {} spawns, {} submodels, {} nodes, {} leafs",
            world.brushes.len(),
            world.patches.len(),
            world.spawns.len(),
            world.submodels,
            tree.nodes.len(),
            tree.leafs.len(),
        );
        assert!(!world.spawns.is_empty(), "{name} has spawns");
        assert!(
            world.brushes.iter().all(|b| b.bevelled),
            "{name}: the first six sides are axial"
        );
    }
}

/// The recordings count 839, 887 and 283 brushes in these files. 4, 6 and 3 of them are doors and the like.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn the_world_has_the_files_brushes_and_patches_less_the_submodels() {
    for (name, brushes, doors, patches) in [
        ("aggressor", 839, 4, 0),
        ("slimefac", 887, 6, 77),
        ("oacmpdm8", 283, 3, 248),
    ] {
        let world = map(name);
        assert_eq!((world.submodels, world.patches.len()), (doors, patches), "{name}");
        assert_eq!(world.brushes.len(), brushes - doors, "{name}");
        assert_eq!(world.name, name);
    }
}

/// First lines of command files among the recordings, position and yaw. The game rounds yaws to 16 bits.
const STARTS: [(&str, [f32; 3], f32); 5] = [
    ("aggressor", [-296.0, 1000.0, -31.0], 315.0),
    ("aggressor", [64.0, 64.0, 337.0], 0.0),
    ("oacmpdm8", [-424.0, -448.0, 353.0], 90.0),
    ("slimefac", [1104.0, -464.0, 289.0], 200.00061),
    ("slimefac", [-512.0, 384.0, 177.0], 254.998_17),
];

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn recorded_runs_start_at_spawns() {
    for (name, start, yaw) in STARTS {
        let spawns = map(name).spawns;
        let found = spawns
            .iter()
            .any(|s| s.origin == Point::from(start) && (s.yaw - yaw).abs() <= 360.0 / 65536.0);
        assert!(found, "{name}: no spawn {start:?} {yaw}");
    }
}

/// Descending the tree to the spawn must end in a leaf that lists every brush at the spawn. Planes,
/// children, leaves and renumbered brushes are then consistent.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn leaves_list_the_brushes_that_reach_into_them() {
    for name in ["aggressor", "oa_dm1", "slimefac", "oacmpdm8"] {
        let world = map(name);
        let tree = world.tree.as_ref().unwrap();
        let (mut inside, mut random) = (0, Pcg64Mcg::seed_from_u64(1));
        for _ in 0..20_000 {
            let size = world.bounds.maxs - world.bounds.mins;
            let part = clipmark_geometry::Vec3::from(random.random::<[f32; 3]>());
            let at = world.bounds.mins + size.component_mul(&part);
            let mut node = 0;
            while node >= 0 {
                let n = &tree.nodes[node as usize];
                node = n.children[usize::from(n.plane.distance(&at) < 0.0)];
            }
            let run = &tree.leafs[(-1 - node) as usize].brushes;
            let listed = &tree.leaf_brushes[run.start as usize..run.end as usize];
            for (i, brush) in world.brushes.iter().enumerate() {
                if brush.sides.iter().all(|s| s.plane.distance(&at) < -0.1) {
                    inside += 1;
                    assert!(
                        listed.contains(&(i as u32)),
                        "{name}: brush {i} is not listed at {at}"
                    );
                }
            }
        }
        assert!(inside > 1000, "{name}: {inside}");
    }
}

/// Every patch becomes triangles, and none is too fine for it.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn every_patch_becomes_triangles() {
    let (mut finest, mut most) = (0, 0);
    for entry in std::fs::read_dir(maps()).expect("run scenes/fetch-maps.sh") {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".bsp") else {
            continue;
        };
        let world = map(name);
        let made = world.patch_triangles();
        assert_eq!(made.left_out, 0, "{name}");
        assert!(made.triangles.len() >= world.patches.len(), "{name}");
        finest = world
            .patches
            .iter()
            .map(|p| p.triangles().triangles.len())
            .fold(finest, usize::max);
        most = most.max(made.triangles.len());
    }
    println!("{finest} triangles in the finest patch, {most} in a map");
    assert!(finest > 0);
}
