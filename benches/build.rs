//! Time to build a backend from a world: `build/<backend>/<scene>`.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a panic is how a bench fails, and criterion's macros document nothing"
)]

use clipmark::internals::measure::backends;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn builds(c: &mut Criterion) {
    for (scene, setting) in clipmark_bench::settings() {
        for (name, kind) in backends() {
            // A library may refuse a world: Jolt's wrapper takes no brush of more than 2,000 m.
            if let Err(why) = kind.build(&setting.world, setting.profile.trace_rules) {
                eprintln!("{name} is not built from {scene}: {why}");
                continue;
            }
            let mut group = c.benchmark_group("build");
            group.throughput(Throughput::Elements(setting.world.brushes.len() as u64));
            group
                .sample_size(10)
                .measurement_time(Duration::from_secs(2))
                .warm_up_time(Duration::from_millis(500));
            group.bench_function(format!("{name}/{scene}"), |b| {
                b.iter(|| black_box(kind.build(&setting.world, setting.profile.trace_rules).unwrap()));
            });
        }
    }
}

criterion_group!(benches, builds);
criterion_main!(benches);
