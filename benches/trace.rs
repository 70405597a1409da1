//! Nanoseconds per sweep: `trace/<backend>/<scene>/<hull>`, random sweeps of the scene's world. `trace/bsp/<map>+patches/player`
//! is with the map's curved patches, `trace/bvh-without-early-out/<scene>/player` is GJK at every solid near the path.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a panic is how a bench fails, and criterion's macros document nothing"
)]

use clipmark::internals::bvh::BvhBackend;
use clipmark::internals::collision::{CollisionBackend, Sweep, Work};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn traces(c: &mut Criterion) {
    for (scene, setting) in clipmark_bench::settings() {
        let lines = setting.draw_sweeps(clipmark_bench::SWEEPS, clipmark_bench::SEED);
        for entrant in clipmark_bench::entrants(&setting) {
            let id = format!(
                "{}/{scene}/{}",
                entrant.contestant.backend.name(),
                clipmark_bench::hull_name(&entrant)
            );
            if clipmark_bench::verify(&id, &setting, &entrant, &lines) {
                if entrant.contestant.backend.name() == "bsp:via-bvh" {
                    clipmark_bench::print_walked(&id, &entrant, &lines);
                }
                bench(c, id, &*entrant.backend, &entrant.sweeps(&lines));
            }
        }
    }
}

/// Maps with curved patches, few and many, whose patches are kept.
const PATCHED: [&str; 2] = ["oa_dm1", "oacmpdm8"];

/// `bsp` and `bsp:via-bvh` with patches. The exact referee knows none: hits at patches are not judged, all others are.
fn patches(c: &mut Criterion) {
    for map in PATCHED {
        let Some(setting) = clipmark_bench::map_with_patches(map) else {
            continue;
        };
        let lines = setting.draw_sweeps(clipmark_bench::SWEEPS, clipmark_bench::SEED);
        for name in ["bsp", "bsp:via-bvh"] {
            let entrant = setting.enter(name.parse().unwrap()).unwrap();
            let id = format!("{name}/{map}+patches/{}", clipmark_bench::hull_name(&entrant));
            if clipmark_bench::verify(&id, &setting, &entrant, &lines) {
                if name == "bsp:via-bvh" {
                    clipmark_bench::print_walked(&id, &entrant, &lines);
                }
                bench(c, id, &*entrant.backend, &entrant.sweeps(&lines));
            }
        }
    }
}

/// The tutorial's answers are wrong by design, so they are not refereed.
fn tutorial(c: &mut Criterion) {
    for (scene, setting) in clipmark_bench::settings() {
        let lines = setting.draw_sweeps(clipmark_bench::SWEEPS, clipmark_bench::SEED);
        let entrant = setting.enter("bsp:tutorial".parse().unwrap()).unwrap();
        let id = format!("bsp:tutorial/{scene}/{}", clipmark_bench::hull_name(&entrant));
        clipmark_bench::same_in_silence(&id, &entrant, &lines);
        bench(c, id, &*entrant.backend, &entrant.sweeps(&lines));
    }
}

/// What the early out by planes spares `bvh`: the same answers, all by GJK.
fn without_early_out(c: &mut Criterion) {
    for (scene, setting) in clipmark_bench::settings() {
        let lines = setting.draw_sweeps(clipmark_bench::SWEEPS, clipmark_bench::SEED);
        let entrant = setting.enter("bvh".parse().unwrap()).unwrap();
        let bare = BvhBackend::build(&setting.world, setting.profile.trace_rules).unwrap();
        let (bare, sweeps) = (bare.without_early_out(), entrant.sweeps(&lines));
        let id = format!(
            "bvh-without-early-out/{scene}/{}",
            clipmark_bench::hull_name(&entrant)
        );
        let mut work = Work::silent();
        for sweep in &sweeps {
            let [with, without] =
                [&*entrant.backend, &bare].map(|backend| backend.trace(sweep, &mut work).bits());
            assert_eq!(with, without, "{id}: the early out changes an answer");
        }
        bench(c, id, &bare, &sweeps);
    }
}

fn bench(c: &mut Criterion, id: String, backend: &dyn CollisionBackend, sweeps: &[Sweep]) {
    let mut work = Work::silent();
    let mut group = c.benchmark_group("trace");
    group.throughput(Throughput::Elements(sweeps.len() as u64));
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(2))
        .warm_up_time(Duration::from_millis(500));
    group.bench_function(id, |b| {
        b.iter(|| {
            for sweep in sweeps {
                black_box(backend.trace(black_box(sweep), &mut work));
            }
        });
    });
}

criterion_group!(benches, traces, patches, without_early_out, tutorial);
criterion_main!(benches);
