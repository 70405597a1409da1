//! Any text as a scene: an error with a message, or a scene that answers every question.
#![no_main]

use clipmark_collision::{Sweep, TraceRules, Work};
use clipmark_geometry::Hull;
use clipmark_measure::BackendKind;
use clipmark_scene::{Scene, WorldSource};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let scene = match Scene::parse(text, "fuzz.ron") {
        Ok(scene) => scene,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let _ = scene.segments();
    // A map is a file of the machine's, and another target.
    if !matches!(scene.world, WorldSource::Shapes(_)) {
        return;
    }
    let Ok(world) = scene.world() else { return };
    let Ok(start) = scene.start(&world) else { return };
    let kind = BackendKind::named("bsp:via-bvh").expect("a backend of ours");
    let Ok(bsp) = kind.build(&world, TraceRules::QUAKE3) else {
        return;
    };
    let down = Sweep::new(Hull::quake3_player(), start.origin, start.origin);
    let trace = bsp.trace(&down, &mut Work::silent());
    assert!((0.0..=1.0).contains(&trace.fraction));
});
