//! Nanoseconds per tick: `movement/<contestant>/<scene>/<profile>` plays the scene's own script whole.
//! `movement/<backend>/<scene>/<generic or dynamic>` is the cost of the tool's calls of backends through a `dyn`. The backend
//! `plain` answers with one comparison, so it times the pipeline alone.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a panic is how a bench fails, and criterion's macros document nothing"
)]

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../crates/movement/tests/it/plain_world/mod.rs"]
mod plain_world;

use clipmark::internals::bsp::BspBackend;
use clipmark::internals::collision::{CollisionBackend, Work};
use clipmark::internals::movement::{Body, Player, Setup, TickSpace, UserCmd, tick};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use plain_world::Floor;
use std::hint::black_box;
use std::time::Duration;

fn ticks(c: &mut Criterion) {
    for (scene, setting) in clipmark_bench::settings() {
        for entrant in clipmark_bench::entrants(&setting) {
            let played = entrant.play(&setting).unwrap();
            let id = format!("{}/{scene}/{}", entrant.contestant, setting.profile.name);
            let mut group = c.benchmark_group("movement");
            group.throughput(Throughput::Elements(played.commands.len() as u64));
            group
                .sample_size(20)
                .measurement_time(Duration::from_secs(2))
                .warm_up_time(Duration::from_millis(500));
            group.bench_function(id, |b| {
                b.iter(|| {
                    let mut body = setting.start;
                    // A library's controller lives as long as its player: one a run.
                    let mut player = Player::new(&*entrant.backend, &entrant.setup);
                    for cmd in &played.commands {
                        black_box(player.tick(&mut body, cmd).is_ok());
                    }
                    // The same commands lead to the same place, or the time is of something else.
                    assert_eq!(Some(&body), played.states.last());
                });
            });
        }
    }
}

/// A script and the state it leads to.
struct Run<'a> {
    setup: &'a Setup,
    start: Body,
    commands: &'a [UserCmd],
}

impl Run<'_> {
    #[inline(never)]
    fn play<S: TickSpace<Real = f32> + ?Sized>(&self, backend: &S, work: &mut Work) -> Body {
        let mut body = self.start;
        for cmd in self.commands {
            let facts = tick(backend, self.setup, &mut body, cmd, work);
            black_box(facts.is_ok());
        }
        body
    }

    /// Both ways, which lead to the same place.
    fn both<B: CollisionBackend>(&self, group: &mut BenchmarkGroup<'_, WallTime>, id: &str, backend: &B) {
        let any: &dyn CollisionBackend = backend;
        let mut work = Work::silent();
        assert_eq!(self.play(backend, &mut work), self.play(any, &mut work));
        group.throughput(Throughput::Elements(self.commands.len() as u64));
        group.bench_function(format!("{id}/generic"), |b| {
            b.iter(|| self.play(backend, &mut work))
        });
        let any = black_box(any);
        group.bench_function(format!("{id}/dynamic"), |b| b.iter(|| self.play(any, &mut work)));
    }
}

fn dispatch(c: &mut Criterion) {
    let mut group = c.benchmark_group("movement");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(2))
        .warm_up_time(Duration::from_millis(500));
    for (scene, setting) in clipmark_bench::settings() {
        let entrant = setting.enter("bsp".parse().unwrap()).unwrap();
        let played = entrant.play(&setting).unwrap();
        let run = Run {
            setup: &entrant.setup,
            start: setting.start,
            commands: &played.commands,
        };
        let rules = setting.profile.trace_rules;
        let bsp = BspBackend::build(&setting.world, rules).unwrap();
        run.both(&mut group, &format!("bsp/{scene}"), &bsp);
        if scene == "flat" {
            run.both(&mut group, "plain/flat", &Floor(rules));
        }
    }
}

criterion_group!(benches, ticks, dispatch);
criterion_main!(benches);
