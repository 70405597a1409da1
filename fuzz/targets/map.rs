//! Any bytes as a compiled map of any format: an error, or a world that every backend builds and that answers.
#![no_main]

use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::Hull;
use clipmark_scene::sources::read_map as read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(world) = read("fuzz", bytes) else { return };
    for kind in clipmark_fuzz::kinds() {
        let Ok(backend) = kind.build(&world, TraceRules::QUAKE3) else {
            continue;
        };
        let (from, to) = (world.bounds.mins, world.bounds.maxs);
        for hull in [Hull::Point, Hull::quake3_player()] {
            clipmark_fuzz::assert_answers_obey(&*backend, &Sweep::new(hull, from, to));
            clipmark_fuzz::assert_answers_obey(&*backend, &Sweep::new(hull, to, to));
        }
    }
});
