//! The tracer that carries reference runs, held against the exact reference that judges everybody else. It stops where the skin
//! wants it, nowhere else, and never in a solid.

use crate::common::{Random, cube, world};
use clipmark_collision::TraceRules;
use clipmark_geometry::{Contents, Hull, World};
use clipmark_referee::{Corners, ExactTracer, HullReference, Reference};
use nalgebra::{Point3, Vector3};

/// Coordinates here are below 1,000; sums and quotients of them in f64 are good to some 1e-11.
const ROUNDING: f64 = 1e-9;

fn pair(world: &World, hull: &Hull, rules: TraceRules) -> (ExactTracer, HullReference) {
    let reference = Reference::build(world, Contents::PLAYER_MASK);
    let tracer = ExactTracer::new(reference.for_hull(hull), rules).unwrap();
    (tracer, reference.for_hull(hull))
}

#[test]
fn a_box_stops_at_the_skin_along_the_normal_of_a_wall() {
    let wall = world(vec![cube([100.0, -512.0, -512.0], [200.0, 512.0, 512.0])]);
    for rules in [TraceRules::QUAKE3, TraceRules::QUAKEWORLD] {
        let (tracer, _) = pair(&wall, &Hull::quake3_player(), rules);
        for slope in [0.0, 1.0, 5.0] {
            let met = tracer.trace(&Point3::origin(), &Point3::new(256.0, 256.0 * slope, 0.0));
            assert!(
                (met.end.x - (85.0 - f64::from(rules.skin))).abs() < ROUNDING,
                "{met:?}"
            );
            assert_eq!(met.stop.unwrap().normal, -Vector3::x());
            assert!((met.stop.unwrap().dist + 100.0).abs() < ROUNDING);
        }
    }
}

#[test]
fn what_glides_at_the_skin_meets_nothing_and_what_presses_meets_at_once() {
    // Two tiles: their seam is no more than their faces.
    let floor = world(vec![
        cube([-512.0, -512.0, -16.0], [0.0, 512.0, 0.0]),
        cube([0.0, -512.0, -16.0], [512.0, 512.0, 0.0]),
    ]);
    let rest = 24.0 + f64::from(TraceRules::QUAKE3.skin);
    let (tracer, _) = pair(&floor, &Hull::quake3_player(), TraceRules::QUAKE3);
    for height in [rest, rest - 1e-14, rest - 0.1, 24.0] {
        let start = Point3::new(-100.0, 3.0, height);
        let glides = tracer.trace(&start, &Point3::new(100.0, 40.0, height));
        assert_eq!((glides.fraction, glides.stop), (1.0, None), "at {height}");
        let presses = tracer.trace(&start, &Point3::new(100.0, 40.0, height - 1.0));
        assert!(
            presses.fraction < 1e-13 && presses.stop.unwrap().normal == Vector3::z(),
            "{presses:?}"
        );
        let leaves = tracer.trace(&start, &Point3::new(100.0, 40.0, height + 1e-6));
        assert_eq!(leaves.fraction, 1.0, "at {height}");
    }
}

#[test]
fn starts_in_solids_are_told_apart() {
    let block = world(vec![cube([-64.0; 3], [64.0; 3])]);
    let (tracer, _) = pair(&block, &Hull::Point, TraceRules::QUAKE3);
    let at = |x: f64| Point3::new(x, 0.0, 0.0);
    let whole = tracer.trace(&at(0.0), &at(10.0));
    assert!(whole.start_solid && whole.all_solid && whole.fraction == 0.0);
    let out = tracer.trace(&at(0.0), &at(100.0));
    assert!(out.start_solid && !out.all_solid && out.fraction == 1.0);
    let touching = tracer.trace(&at(64.0), &at(64.0));
    assert!(!touching.start_solid, "touching is free");
}

/// By QuakeWorld's rule a path stops if and only if it enters a solid. Then the skin is left on the plane entered. By Quake III's
/// also where it only comes nearer than the skin.
#[test]
fn it_agrees_with_the_judge_on_random_solids() {
    let mut random = Random(0xacce55);
    let (mut stopped, mut free) = (0, 0);
    for _ in 0..60 {
        let brushes = (0..12)
            .map(|_| {
                let center = random.point(250.0);
                random.brush(center, 60.0)
            })
            .collect();
        let world = world(brushes);
        for hull in [Hull::quake3_player(), Hull::Point] {
            for rules in [TraceRules::QUAKE3, TraceRules::QUAKEWORLD] {
                let (tracer, judge) = pair(&world, &hull, rules);
                for _ in 0..100 {
                    let start = random.point(400.0).cast();
                    let end = start + random.vector(400.0).cast();
                    if judge.overlaps(&start) {
                        continue;
                    }
                    let (met, exact) = (tracer.trace(&start, &end), judge.sweep(&start, &end));
                    let at_end = judge.signed_distance(&met.end).unwrap().distance;
                    assert!(at_end > -ROUNDING, "{at_end} u deep: {met:?}, {exact:?}");
                    let Some(entry) = exact.entry else {
                        free += 1;
                        if rules == TraceRules::QUAKEWORLD {
                            assert_eq!(met.fraction, 1.0, "{met:?}");
                        }
                        continue;
                    };
                    stopped += 1;
                    assert!(met.fraction <= entry + ROUNDING, "{met:?} past {exact:?}");
                    // The plane entered keeps the skin, unless the path began within it.
                    let stop = met.stop.unwrap();
                    let bounds = hull.bounds();
                    let corner = Vector3::from_fn(|i, _| {
                        f64::from(if stop.normal[i] > 0.0 {
                            bounds.mins[i]
                        } else {
                            bounds.maxs[i]
                        })
                    });
                    let gap = stop.normal.dot(&(met.end.coords + corner)) - stop.dist;
                    let wanted = f64::from(rules.skin);
                    let at_skin = (gap - wanted).abs() < ROUNDING;
                    assert!(
                        at_skin || (met.fraction == 0.0 && gap < wanted),
                        "gap {gap}: {met:?}"
                    );
                    assert!(stop.normal.dot(&(end - start)) < 0.0);
                }
            }
        }
    }
    assert!(stopped > 2_000 && free > 2_000, "{stopped} stopped, {free} free");
}

/// The place and tick of oa_dm1 at which two runs part by 2.8 units. A body that flies along a wall begins a tick within the skin
/// of its end.
#[test]
fn a_corner_passed_within_the_skin_holds_the_body_or_lets_it_go_and_never_a_solid() {
    let wall = world(vec![cube([0.0, -64.0, -64.0], [512.0, 0.0, 64.0])]);
    let (kept, judge) = pair(&wall, &Hull::quake3_player(), TraceRules::QUAKE3);
    let cut = pair(&wall, &Hull::quake3_player(), TraceRules::QUAKE3)
        .0
        .with_corners(Corners::Cut);
    // Touching the wall's end: x = -15; its side: y = 15.
    let way = Vector3::new(-5.07, -2.82, 0.0);
    let (mut apart, mut into) = (0, 0);
    for step in -40..=40 {
        let start = Point3::new(-15.0 + 0.0125 * f64::from(step), 15.1278, 0.0);
        let end = start + way;
        let (a, b) = (kept.trace(&start, &end), cut.trace(&start, &end));
        let depth = |at: &Point3<f64>| -judge.signed_distance(at).unwrap().distance;
        let enters = judge.sweep(&start, &end).entry.is_some();
        // A body that goes on passes the corner no deeper than the skin.
        assert!(depth(&a.end) < ROUNDING && depth(&b.end) < ROUNDING);
        assert!(b.fraction >= a.fraction);
        if a.fraction < 1.0 && b.fraction == 1.0 {
            apart += 1;
            into += usize::from(enters);
            assert!((start.x + 15.0).abs() < 0.2, "only at the wall's end: {start}");
        }
    }
    // The skin in steps of a tenth of it. The way is free of the solid all the same.
    assert_eq!((apart, into), (10, 0));
}
