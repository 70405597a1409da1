//! Worlds and sweeps from bytes, through all backends; `bsp` and `bsp:via-bvh` also against the exact reference.
#![no_main]

use clipmark_collision::TraceRules;
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(case) = clipmark_fuzz::case(&mut Unstructured::new(bytes)) else {
        return;
    };
    for kind in clipmark_fuzz::kinds() {
        let rules: &[TraceRules] = match kind.name() {
            "bsp" | "bsp:via-bvh" => &[TraceRules::QUAKE3, TraceRules::QUAKEWORLD],
            _ => &[case.rules],
        };
        for &rules in rules {
            let Ok(backend) = kind.build(&case.world, rules) else {
                continue;
            };
            for sweep in &case.sweeps {
                clipmark_fuzz::assert_answers_obey(&*backend, sweep);
                if ["bsp", "bsp:via-bvh"].contains(&kind.name()) {
                    clipmark_fuzz::assert_exact(&*backend, &case.world, sweep);
                }
            }
        }
    }
});
