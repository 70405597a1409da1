//! What the solvers are made of: the nearest point of a simplex, who needs GJK at all, and the steps that a page shows.

use crate::common::{ASKEW, RAMP, cut_box, player, round_hulls};
use clipmark_bvh::inner::{FLAT, Outlines, PUSH, Simplex, compare_boxes, compare_early_out, settled_boxes};
use clipmark_bvh::{BvhBackend, ExpandStep, PlanesBackend, Proposal};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type V = nalgebra::Vector3<f64>;

/// Every sub-simplex of at most three corners, tried.
fn by_trying(corners: &[V]) -> Option<V> {
    if let &[a, b, c, d] = corners
        && holds_origin(a, b, c, d)
    {
        return None;
    }
    let mut best = V::repeat(f64::INFINITY);
    let mut take = |point: V| {
        if point.norm_squared() < best.norm_squared() {
            best = point;
        }
    };
    for (i, a) in corners.iter().enumerate() {
        take(*a);
        for (j, b) in corners.iter().enumerate().skip(i + 1) {
            let ab = b - a;
            let t = -a.dot(&ab) / ab.norm_squared();
            if t > 0.0 && t < 1.0 {
                take(a + ab * t);
            }
            for c in corners.iter().skip(j + 1) {
                let ac = c - a;
                let n = ab.cross(&ac);
                let area2 = n.norm_squared();
                let size = ab.norm_squared().max(ac.norm_squared());
                if area2 <= FLAT * size * size {
                    continue;
                }
                let (u, v) = (-a.cross(&ac).dot(&n) / area2, -ab.cross(a).dot(&n) / area2);
                if u > 0.0 && v > 0.0 && u + v < 1.0 {
                    take(n * (a.dot(&n) / area2));
                }
            }
        }
    }
    Some(best)
}

fn holds_origin(a: V, b: V, c: V, d: V) -> bool {
    let inside = |p: V, q: V, r: V, apex: V| {
        let n = (q - p).cross(&(r - p));
        n.dot(&-p) * n.dot(&(apex - p)) > 0.0
    };
    inside(a, b, c, d) && inside(a, b, d, c) && inside(a, c, d, b) && inside(b, c, d, a)
}

#[test]
fn regions_find_what_trying_every_feature_finds() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut unit = || random.random::<f64>() - 0.5;
    for round in 0..4000 {
        let len = 1 + round % 4;
        let mut simplex = Simplex::new();
        let mut corners = Vec::new();
        for i in 0..len {
            // Every other one lies in a plane.
            let z = if round % 8 < 4 { 0.25 } else { unit() };
            let c = V::new(unit(), unit(), z) * 100.0;
            simplex.push(c, i);
            corners.push(c);
        }
        let point = V::new(unit(), unit(), unit()) * 100.0;
        let relative: Vec<V> = corners.iter().map(|c| c - point).collect();
        match (simplex.nearest(&point), by_trying(&relative)) {
            (Some(fast), Some(slow)) => {
                assert!(
                    (fast.distance - slow.norm()).abs() < 1e-9,
                    "{corners:?} {point:?}"
                );
                assert!((fast.direction + slow.normalize()).norm() < 1e-6);
                let weights = || simplex.weights(&fast);
                let sum: V = weights().map(|(i, weight)| relative[i] * weight).sum();
                assert!((sum - slow).norm() < 1e-8 && weights().all(|(_, weight)| weight >= 0.0));
            }
            (None, None) => {}
            (fast, slow) => panic!("{} {slow:?} {corners:?} {point:?}", fast.is_some()),
        }
    }
}

fn build(brushes: Vec<Brush>) -> BvhBackend {
    BvhBackend::build(&World::of_brushes("test", brushes), TraceRules::QUAKE3).unwrap()
}

/// `bvh` asks GJK, less often for its early out. `bvh:planes` has the planes of edges from its build, so that a box never needs
/// it, not at askew corners either.
#[test]
fn no_box_needs_a_solver_where_all_planes_are_made_before() {
    let cuts = [(RAMP, 32.0), (ASKEW, 32.0)];
    for count in 0..=cuts.len() {
        let world = World::of_brushes("test", vec![cut_box(64.0, &cuts[..count], Vec3::zeros())]);
        let bvh = || BvhBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let backends: [Box<dyn CollisionBackend>; 3] = [
            Box::new(bvh().without_early_out()),
            Box::new(bvh()),
            Box::new(PlanesBackend::build(&world, TraceRules::QUAKE3).unwrap()),
        ];
        let iterations = backends.map(|backend| {
            let mut random = Pcg64Mcg::seed_from_u64(5);
            let mut place = || Point::from([(); 3].map(|()| random.random_range(-150.0..150.0_f32)));
            let mut work = Work::counting();
            let asked = (0..500).map(|_| {
                backend.trace(&Sweep::new(player(), place(), place()), &mut work);
                work.take_counts().gjk_iterations
            });
            asked.sum::<u64>()
        });
        let [all, asked, never] = iterations;
        assert!(
            all > asked && asked > 0 && never == 0,
            "{count} cuts: {iterations:?}"
        );
    }
}

#[test]
fn boxes_and_straight_ramps_need_no_solver_and_pyramids_do() {
    let cuts = [(RAMP, 3.0), (ASKEW, 2.0)];
    let brushes = (0..=cuts.len()).map(|count| cut_box(8.0, &cuts[..count], Vec3::zeros()));
    let found = settled_boxes(&build(brushes.collect()));
    assert_eq!([0, 1, 2].map(|i| found[i].0), [true, true, false]);
    assert!(found[2].1 > 0);
}

#[test]
fn the_early_out_is_what_gjk_finds_and_all_cases_occur() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for cuts in [&[][..], &[(RAMP, 32.0)], &[(ASKEW, 32.0)]] {
        let backend = build(vec![cut_box(64.0, cuts, Vec3::zeros())]);
        let mut verdicts = [0; 4];
        for _ in 0..1000 {
            let mut place = || Point::from([(); 3].map(|()| random.random_range(-150.0..150.0_f32)));
            let sweep = Sweep::new(player(), place(), place());
            let found = compare_early_out(&backend, &sweep, random.random());
            verdicts = [0, 1, 2, 3].map(|k| verdicts[k] + found[k]);
        }
        assert!(verdicts.into_iter().min() > Some(10), "{verdicts:?}");
    }
}

#[test]
fn a_box_is_met_where_a_solid_of_its_planes_is() {
    let backend = build(vec![cut_box(64.0, &[], Vec3::zeros())]);
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let hulls = [player(), Hull::new_sphere(12.0).unwrap(), Hull::Point];
    let ask = |i: usize| {
        // Grid points, so that edges and sides are met exactly.
        let mut place = || Point::from([(); 3].map(|()| random.random_range(-16..=16) as f32 * 15.0));
        compare_boxes(&backend, &Sweep::new(hulls[i % hulls.len()], place(), place()))
    };
    let hits: usize = (0..6000).map(ask).sum();
    assert!(hits > 500, "{hits}");
}

#[test]
fn what_encloses_nothing_is_left_out_and_what_is_open_refused() {
    let brush = Brush::from_box(Point::origin(), Point::new(1.0, 1.0, 1.0), Contents::SOLID).unwrap();
    let with = |dist: f32| {
        let mut brush = brush.clone();
        brush.sides[0].plane.dist = dist;
        BvhBackend::build(&World::of_brushes("odd", vec![brush]), TraceRules::QUAKE3)
    };
    let empty = with(-2.0).unwrap();
    assert_eq!((empty.facts().primitives, empty.facts().omissions.len()), (0, 1));
    assert!(with(f32::NAN).is_err());
}

#[test]
fn outlines_that_are_alike_are_kept_once() {
    let mut outlines = Outlines::default();
    let first = outlines.keep(vec![0, 1, 2, 3]);
    let other = outlines.keep(vec![0, 2, 1]);
    assert_eq!(outlines.keep(vec![0, 1, 2, 3]), first);
    outlines.shrink();
    assert_eq!(outlines.at(first), [0, 1, 2, 3]);
    assert_eq!(outlines.at(other), [0, 2, 1]);
    assert_eq!(outlines.bytes(), 9 * size_of::<u32>());
}

#[test]
fn the_sum_of_a_box_and_a_box_has_twelve_edges() {
    let backend = build(vec![cut_box(32.0, &[], Vec3::zeros())]);
    let sweep = Sweep::new(player(), Point::new(-200.0, 10.0, 5.0), Point::origin());
    assert_eq!(backend.watch(&sweep).unwrap().cast.body.len(), 12);
}

#[test]
fn what_is_watched_is_what_is_answered_and_hangs_together() {
    // A box with a corner cut off askew, so that planes alone do not settle it.
    let brush = cut_box(32.0, &[(ASKEW, 40.0)], Vec3::zeros());
    let backend = build(vec![brush]);
    let [_, capsule, cylinder] = round_hulls();
    for hull in [player(), capsule, cylinder] {
        for (start, end) in [
            (Point::new(-200.0, 10.0, 5.0), Point::new(100.0, -4.0, 20.0)),
            (Point::new(3.0, 7.0, 190.0), Point::new(-5.0, 1.0, -60.0)),
            (Point::new(-30.0, 160.0, 150.0), Point::new(2.0, -20.0, -30.0)),
        ] {
            let sweep = Sweep::new(hull, start, end);
            let seen = backend.watch(&sweep).unwrap();
            let answered = backend.trace(&sweep, &mut Work::silent());
            assert_eq!(seen.trace.fraction.to_bits(), answered.fraction.to_bits());
            let run = &seen.cast;
            assert!(
                matches!(run.ended, Proposal::Meets(_)) && run.steps.len() >= 2,
                "{run:?}"
            );
            let mut before = run.start;
            for step in &run.steps {
                // The point goes from where it was left to ever later places.
                assert!((step.from - before).norm() < 1e-9);
                assert!((step.to - step.from).dot(&(run.end - run.start)) >= 0.0);
                assert!((step.toward.norm() - 1.0).abs() < 1e-9 && step.simplex.len() <= 3);
                // Nothing of the grown solid lies beyond the support.
                let reach = step.toward.dot(&step.support);
                let beyond = run
                    .body
                    .iter()
                    .flat_map(|e| e.ends)
                    .map(|p| step.toward.dot(&p) - reach);
                assert!(beyond.fold(f64::NEG_INFINITY, f64::max) < 1e-3);
                before = step.to;
            }
            let out = seen.expansion.unwrap();
            assert!(
                out.depth > 0.0 && out.depth <= 2.0 * PUSH + run.radius,
                "{}",
                out.depth
            );
            let deeper = |s: &ExpandStep| s.toward.dot(&s.support) >= s.reach - 1e-3;
            assert!(out.steps.iter().all(deeper) && out.steps.iter().all(|s| !s.polytope.is_empty()));
        }
    }
}
