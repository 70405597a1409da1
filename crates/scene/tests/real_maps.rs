//! Every OpenArena map loads, and its facts are those that others have counted.

use clipmark_geometry::World;
use clipmark_scene::load_world;
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
