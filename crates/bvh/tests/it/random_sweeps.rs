//! Random solids, random sweeps, judged by the sandwich rule: no later than the shrunk hull, no earlier than the
//! grown one, never deep.

use crate::common::{
    Body, Minkowski, Rng, V, backends, judge_box, player, random_brush, resized, round_hulls,
};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Hull, Point};

struct Scene {
    brushes: Vec<Brush>,
    referee: Vec<Minkowski>,
}

fn scene(rng: &mut Rng, count: usize, spread: f32, size: f32, at: f32) -> Scene {
    let brushes: Vec<Brush> = (0..count)
        .map(|_| {
            let p = rng.point(spread) + Point::new(at, at, at).coords;
            random_brush(rng, p, size)
        })
        .collect();
    let referee = brushes.iter().map(Minkowski::of).collect();
    Scene { brushes, referee }
}

/// Both solvers, in `SCENES` scenes with solids of one size at one place. Every hull moves through every class
/// of length.
fn check_boxes(seed: u64, at: f32, size: f32, rules: TraceRules) {
    const SCENES: usize = 20;
    const SWEEPS: usize = 4;
    let mut rng = Rng(seed);
    let mut hits = 0;
    let hulls = [
        player(),
        Hull::Point,
        Hull::new_box(Point::new(-3.0, -40.0, -1.0), Point::new(5.0, 2.0, 9.0)).unwrap(),
    ];
    let longest = [1.0, 16.0, 4.0 * size, 64.0 * size];
    let strata = hulls.iter().flat_map(|h| longest.map(|l| (h, l)));
    let strata: Vec<_> = strata
        .cycle()
        .take(SWEEPS * hulls.len() * longest.len())
        .collect();
    for _ in 0..SCENES {
        let s = scene(&mut rng, 12, size * 4.0, size, at);
        let solvers = backends(s.brushes.clone(), rules);
        for &(hull, longest) in &strata {
            let mut start = rng.point(size * 5.0) + Point::new(at, at, at).coords;
            let mut way = rng.direction();
            if rng.below(2) == 0 {
                // Every other sweep is aimed at a solid, from near enough to reach it.
                let target = rng.below(s.brushes.len());
                way = (s.brushes[target].bounds.center() - start + way * size * 0.3).normalize();
                let bounds = hull.bounds();
                let (mid, half) = (bounds.center().coords.cast(), bounds.half_extents().cast());
                for _ in 0..8 {
                    let gap = s.referee[target].gap(start.coords.cast() + mid, half) as f32;
                    start += way * (gap - longest * 0.2).max(0.0) * 0.9;
                }
            }
            let sweep = Sweep::new(*hull, start, start + way * longest * rng.unit());
            for b in &solvers {
                let t = b.trace(&sweep, &mut Work::silent());
                hits += usize::from(t.hit());
                let faults = judge_box(&s.referee, hull, &rules, &sweep, &t);
                assert!(
                    faults.is_empty(),
                    "{}: {faults:?}\n{sweep:?}\n{t:?}",
                    b.facts().name
                );
            }
        }
    }
    assert!(
        hits > 200,
        "the scene is too empty to prove anything: {hits} hits"
    );
}

#[test]
fn boxes_and_points_meet_what_they_must_and_nothing_else() {
    check_boxes(1, 0.0, 64.0, TraceRules::QUAKE3);
    check_boxes(2, 0.0, 64.0, TraceRules::QUAKEWORLD);
}

#[test]
fn far_from_the_origin_only_the_steps_of_f32_are_lost() {
    for at in [4096.0, 65536.0] {
        check_boxes(3, at, 64.0, TraceRules::QUAKE3);
    }
}

#[test]
fn large_solids_are_met_as_precisely_as_small_ones() {
    check_boxes(4, 0.0, 16384.0, TraceRules::QUAKE3);
    check_boxes(5, 0.0, 1024.0, TraceRules::QUAKE3);
}

#[test]
fn thin_and_tiny_solids_are_met() {
    check_boxes(6, 0.0, 4.0, TraceRules::QUAKE3);
    check_boxes(7, 0.0, 0.5, TraceRules::QUAKE3);
}

#[test]
fn the_normal_is_that_of_a_surface_at_the_place() {
    let rules = TraceRules::QUAKE3;
    let mut rng = Rng(8);
    let (mut hits, half) = (0, V::new(15.0, 15.0, 28.0));
    for round in 0..60 {
        let s = scene(&mut rng, 1, 10.0, 64.0, 0.0);
        let b = &backends(s.brushes, rules)[round % 2];
        for _ in 0..40 {
            let start = rng.point(300.0);
            let sweep = Sweep::new(
                player(),
                start,
                Point::from(-start.coords * 0.5 + rng.point(60.0).coords),
            );
            let t = b.trace(&sweep, &mut Work::silent());
            let (s0, e0) = (
                sweep.start.coords.cast::<f64>() + V::new(0.0, 0.0, 4.0),
                sweep.end.coords.cast::<f64>() + V::new(0.0, 0.0, 4.0),
            );
            let Some(at) = s.referee[0].enter(s0, e0, half).filter(|_| !t.start_solid) else {
                continue;
            };
            hits += 1;
            let n = t.plane.unwrap().normal.cast::<f64>();
            let cone = s.referee[0].normals_at(s0 + (e0 - s0) * at, half, 1e-3);
            let best = cone.iter().map(|m| m.dot(&n)).fold(-1.0, f64::max);
            assert!(best > 0.9999, "{n:?} is not among {cone:?}");
        }
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn round_hulls_are_stopped_where_they_overlap_and_only_there() {
    let rules = TraceRules::QUAKE3;
    let (skin, tol) = (rules.skin, rules.skin / 4.0);
    let mut rng = Rng(9);
    let mut hits = [0; 3];
    for scenes in 0..30 {
        let brush = random_brush(&mut rng, Point::origin(), 64.0);
        let body = Body::of(&brush);
        let b = &backends(vec![brush], rules)[scenes % 2];
        for round in 0..30 {
            let kind = round % 3;
            let hull = round_hulls()[kind];
            let middle = hull.bounds().center().coords.cast::<f64>();
            let start = rng.point(200.0);
            let sweep = Sweep::new(
                hull,
                start,
                Point::from(-start.coords * 0.7 + rng.point(60.0).coords),
            );
            let t = b.trace(&sweep, &mut Work::silent());
            if body.overlaps(&hull, start.coords.cast::<f64>() + middle) {
                assert!(t.start_solid, "{sweep:?} {t:?}");
                continue;
            }
            assert!(!t.start_solid && t.status.is_reliable(), "{sweep:?} {t:?}");
            let place = |f: f32| (start + sweep.displacement() * f).coords.cast::<f64>() + middle;
            let shrunk = resized(&hull, -tol);
            for i in 0..=16 {
                let f = t.fraction * i as f32 / 16.0;
                assert!(
                    !body.overlaps(&shrunk, place(f)),
                    "missed at {f}\n{sweep:?}\n{t:?}"
                );
            }
            if t.hit() {
                hits[kind] += 1;
                let ahead = t.fraction + 0.002 / sweep.displacement().norm();
                assert!(
                    body.overlaps(&resized(&hull, skin + tol), place(ahead)),
                    "phantom\n{sweep:?}\n{t:?}"
                );
                let n = t.plane.unwrap().normal;
                assert!((n.norm() - 1.0).abs() < 1e-4 && n.dot(&sweep.displacement()) < 0.0);
            }
        }
    }
    assert!(hits.iter().all(|&h| h > 50), "{hits:?}");
}
