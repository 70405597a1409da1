//! Any bytes as `.map` text or as glTF, by the first byte: an error, or a world of finite numbers.
#![no_main]

use clipmark_scene::sources::{glb, quake_map};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, file)) = bytes.split_first() else {
        return;
    };
    let world = if first % 2 == 0 {
        quake_map::read("fuzz", file)
    } else {
        glb::read("fuzz", file, &mut |_| Err("none".into()))
    };
    let Ok(world) = world else { return };
    assert!(
        world
            .bounds
            .mins
            .iter()
            .chain(world.bounds.maxs.iter())
            .all(|x| x.is_finite())
    );
    // A world that was read can be written, and read again.
    if !world.brushes.is_empty() {
        let text = quake_map::write(&world).text;
        let _ = quake_map::read("again", text.as_bytes());
    }
});
