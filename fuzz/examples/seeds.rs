//! Writes first inputs: the scenes, the maps made of them, and a small map with a patch and a door.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../crates/scene/tests/it/small_map/mod.rs"]
mod small_map;

use clipmark_scene::Scene;
use clipmark_scene::sources::quake3_bsp::write;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (maps, scenes) = (here.join("corpus/map"), here.join("corpus/scene"));
    fs::create_dir_all(&maps)?;
    fs::create_dir_all(&scenes)?;
    fs::write(maps.join("small.bsp"), small_map::map().file())?;
    for entry in fs::read_dir(here.join("../scenes"))? {
        let path = entry?.path();
        let (Some(name), true) = (path.file_stem(), path.extension().is_some_and(|e| e == "ron")) else {
            continue;
        };
        fs::copy(&path, scenes.join(name).with_extension("ron"))?;
        // Scenes in maps of others give no small map.
        if let Ok(world) = Scene::load(&path)?.world()
            && world.tree.is_none()
        {
            let file = write(&clipmark_bsp::compiled(&world))?;
            fs::write(maps.join(name).with_extension("bsp"), file)?;
        }
    }
    Ok(())
}
