//! How long an exact answer takes. Not a check: run by hand with
//! `cargo test --release -p clipmark-truth --test speed -- --ignored --nocapture`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement by hand")]

mod common;

use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Status, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Plane, Point, Vec3};
use clipmark_truth::{Reference, judge};
use common::*;
use std::time::Instant;

#[test]
#[ignore = "a measurement"]
fn nanoseconds_per_exact_sweep_among_a_thousand_brushes() {
    let mut rng = Random(31);
    let brushes = (0..1_000)
        .map(|_| {
            let c = rng.point(2_000.0);
            rng.brush(c, 48.0)
        })
        .collect();
    let w = world(brushes);
    let clock = Instant::now();
    let r = Reference::build(&w, Contents::SOLID);
    println!("build of 1,000 solids {:?}", clock.elapsed());
    let (lo, hi) = (Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    let hulls = [
        Hull::Point,
        Hull::quake3_player(),
        Hull::new_sphere(15.0).unwrap(),
        Hull::new_capsule(lo, hi).unwrap(),
        Hull::new_cylinder(lo, hi).unwrap(),
    ];
    for hull in hulls {
        let clock = Instant::now();
        let h = r.for_hull(&hull);
        let derive = clock.elapsed();
        for length in [64.0, 1_000.0] {
            const SWEEPS: u32 = 5_000;
            let sweeps: Vec<Sweep> = (0..SWEEPS)
                .map(|_| {
                    let start = rng.point(2_000.0);
                    Sweep::new(hull, start, start + rng.direction() * length)
                })
                .collect();
            let clock = Instant::now();
            let mut answers = Vec::new();
            for s in &sweeps {
                answers.push(h.sweep(&s.start.cast(), &s.end.cast()));
            }
            let sweep_time = clock.elapsed() / SWEEPS;
            let clock = Instant::now();
            for (s, exact) in sweeps.iter().zip(&answers) {
                let fraction = exact.entry.unwrap_or(1.0) as f32;
                let t = Trace {
                    fraction,
                    end: s.at(fraction),
                    plane: exact
                        .contacts
                        .first()
                        .map(|c| Plane::new(Vec3::from(c.normals[0].cast()), 0.0)),
                    status: Status::Exact,
                    start_solid: exact.starts_inside,
                    ..Trace::free(s)
                };
                judge(&h, s, &t, &declares(TraceRules::QUAKE3));
            }
            let judge_time = clock.elapsed() / SWEEPS;
            let hits = answers.iter().filter(|a| a.entry.is_some()).count();
            let doubtful = answers.iter().filter(|a| a.doubtful).count();
            println!(
                "{:8} {length:5} u: derive {derive:?}, sweep {sweep_time:?}, judge {judge_time:?}, \
                 {hits} hits, {doubtful} doubtful",
                hull.kind()
            );
        }
    }
}

/// `CLIPMARK_MAPS=a,b` names the maps, of those that `scenes/fetch-maps.sh` gets.
#[test]
#[ignore = "a measurement"]
fn a_hundred_thousand_answers_on_a_real_map() {
    const SWEEPS: usize = 100_000;
    let maps = std::env::var("CLIPMARK_MAPS").unwrap_or_else(|_| "oa_dm1,islandctf".into());
    for name in maps.split(',') {
        let path = format!("{}/../../scenes/maps/{name}.bsp", env!("CARGO_MANIFEST_DIR"));
        let Ok(map) = clipmark_scene::load_world(&path, std::path::Path::new("")) else {
            println!("{name}: not there; run scenes/fetch-maps.sh");
            continue;
        };
        let map = map.without_patches();
        let backend = BspBackend::build(&map, TraceRules::QUAKE3).unwrap();
        let hull = Hull::quake3_player();
        let clock = Instant::now();
        let h = Reference::build(&map, Contents::PLAYER_MASK).for_declared(&hull, &backend.declares());
        let made = clock.elapsed();
        let mut rng = Random(41);
        let half = map.bounds.half_extents();
        let sweeps: Vec<Sweep> = (0..SWEEPS)
            .map(|i| {
                let start = map.bounds.center() + rng.vector(1.0).component_mul(&half);
                let length = [8.0, 128.0, 2048.0][i % 3];
                Sweep::new(hull, start, start + rng.direction() * length)
            })
            .collect();
        let answers: Vec<Trace> = sweeps
            .iter()
            .map(|s| backend.trace(s, &mut Work::silent()))
            .collect();
        let clock = Instant::now();
        let (mut clean, mut doubtful) = (0, 0);
        for (s, t) in sweeps.iter().zip(&answers) {
            let v = judge(&h, s, t, &backend.declares());
            clean += usize::from(v.is_clean());
            doubtful += usize::from(v.exact.doubtful);
        }
        println!(
            "{name}: made in {made:?}; {SWEEPS} answers judged in {:?}, {clean} clean, {doubtful} doubtful",
            clock.elapsed()
        );
    }
}
