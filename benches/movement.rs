//! Nanoseconds per tick: `movement/<contestant>/<scene>/<profile>`, the scene's own script played whole.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a panic is how a bench fails, and criterion's macros document nothing"
)]

mod support;

use clipmark::collision::Work;
use clipmark::movement::tick;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn ticks(c: &mut Criterion) {
    for (scene, setting) in support::settings() {
        for entrant in support::entrants(&setting) {
            let played = entrant.play(&setting);
            let id = format!("{}/{scene}/{}", entrant.contestant, setting.profile.name);
            let mut work = Work::silent();
            let mut group = c.benchmark_group("movement");
            group.throughput(Throughput::Elements(played.commands.len() as u64));
            group
                .sample_size(20)
                .measurement_time(Duration::from_secs(2))
                .warm_up_time(Duration::from_millis(500));
            group.bench_function(id, |b| {
                b.iter(|| {
                    let mut body = setting.start;
                    for cmd in &played.commands {
                        let facts = tick(&*entrant.backend, &entrant.setup, &mut body, cmd, &mut work);
                        black_box(facts.is_ok());
                    }
                    // The same commands lead to the same place, or the time is of something else.
                    assert_eq!(Some(&body), played.states.last());
                });
            });
        }
    }
}

criterion_group!(benches, ticks);
criterion_main!(benches);
