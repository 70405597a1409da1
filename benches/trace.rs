//! Nanoseconds per sweep: `trace/<backend>/<scene>/<hull>`, random sweeps of the scene's world.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a panic is how a bench fails, and criterion's macros document nothing"
)]

mod support;

use clipmark::collision::Work;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn traces(c: &mut Criterion) {
    for (scene, setting) in support::settings() {
        let lines = setting.draw_sweeps(support::SWEEPS, support::SEED);
        for entrant in support::entrants(&setting) {
            let id = format!(
                "{}/{scene}/{}",
                entrant.contestant.backend.name(),
                support::hull_name(&entrant)
            );
            support::verify(&id, &setting, &entrant, &lines);
            let sweeps = entrant.sweeps(&lines);
            let mut work = Work::silent();
            let mut group = c.benchmark_group("trace");
            group.throughput(Throughput::Elements(sweeps.len() as u64));
            group
                .sample_size(20)
                .measurement_time(Duration::from_secs(2))
                .warm_up_time(Duration::from_millis(500));
            group.bench_function(id, |b| {
                b.iter(|| {
                    for sweep in &sweeps {
                        black_box(entrant.backend.trace(black_box(sweep), &mut work));
                    }
                });
            });
        }
    }
}

criterion_group!(benches, traces);
criterion_main!(benches);
