//! Worlds of round numbers and sweeps through them: all backends against the exact reference, and that against itself.
#![no_main]

use clipmark::collision::TraceRules;
use clipmark::measure::BackendKind;
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(case) = clipmark_fuzz::round_case(&mut Unstructured::new(bytes)) else {
        return;
    };
    for sweep in &case.sweeps {
        clipmark_fuzz::assert_certain(&case.world, sweep);
    }
    // What the tutorial gets wrong is its point.
    for kind in clipmark_fuzz::kinds().filter(|k| *k != BackendKind::BspTutorial) {
        let Ok(backend) = kind.build(&case.world, TraceRules::QUAKE3) else {
            continue;
        };
        for sweep in &case.sweeps {
            clipmark_fuzz::assert_agrees(&*backend, &case.world, sweep);
        }
    }
});
