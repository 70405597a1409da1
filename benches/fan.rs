//! Nanoseconds per sweep of a fan: `fan/<backend>/<scene>/<kind>/alone` asks 16 sweeps from one place one by one,
//! `.../together` as one fan.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a panic is how a bench fails, and criterion's macros document nothing"
)]

mod support;

use clipmark::collision::{Fan, Status, Sweep, Trace, Work};
use clipmark::geometry::{Contents, Hull, Point};
use clipmark::measure::fans::{FanKind, draw};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// Fans a pass.
const FANS: usize = 100;

fn fans(c: &mut Criterion) {
    for (scene, setting) in support::settings() {
        for entrant in support::entrants(&setting) {
            for kind in FanKind::ALL {
                let drawn = draw(
                    &setting.world,
                    Contents::PLAYER_MASK,
                    kind,
                    Fan::PIECE,
                    FANS,
                    support::SEED,
                );
                let fans: Vec<Fan> = drawn
                    .iter()
                    .map(|fan| Fan::new(entrant.hull, fan.start, &fan.ends))
                    .collect();
                let mut work = Work::silent();
                let nothing = Sweep::new(Hull::Point, Point::origin(), Point::origin());
                let mut answers = [Trace::refused(&nothing, Status::Failed); Fan::PIECE];
                // What is timed together is what is answered alone.
                for fan in &fans {
                    entrant.backend.trace_fan(fan, &mut answers, &mut work);
                    for (sweep, together) in fan.sweeps().zip(&answers) {
                        let alone = entrant.backend.trace(&sweep, &mut work);
                        assert_eq!(alone.bits(), together.bits(), "{scene}: {sweep:?}");
                    }
                }
                let mut group = c.benchmark_group("fan");
                group.throughput(Throughput::Elements((FANS * Fan::PIECE) as u64));
                group
                    .sample_size(20)
                    .measurement_time(Duration::from_secs(2))
                    .warm_up_time(Duration::from_millis(500));
                let id = format!("{}/{scene}/{}", entrant.contestant.backend.name(), kind.name());
                group.bench_function(format!("{id}/alone"), |b| {
                    b.iter(|| {
                        for sweep in fans.iter().flat_map(Fan::sweeps) {
                            black_box(entrant.backend.trace(black_box(&sweep), &mut work));
                        }
                    });
                });
                group.bench_function(format!("{id}/together"), |b| {
                    b.iter(|| {
                        for fan in &fans {
                            entrant.backend.trace_fan(black_box(fan), &mut answers, &mut work);
                            black_box(&answers);
                        }
                    });
                });
            }
        }
    }
}

criterion_group!(benches, fans);
criterion_main!(benches);
