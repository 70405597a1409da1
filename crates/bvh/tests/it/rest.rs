//! Hulls that rest on surfaces, touch them, or slide along them: where stock casts fail.

use crate::common;
use crate::common::{
    Body, Minkowski, Rng, backend, backends, boxed, judge_box, player, random_brush, round_hulls, run,
};
use clipmark_bvh::{BvhBackend, StockBackend};
use clipmark_collision::{BuildError, CollisionBackend, Status, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};

const RULES: TraceRules = TraceRules::QUAKE3;

#[test]
fn a_hull_at_rest_neither_sinks_nor_sticks() {
    let mut rng = Rng(21);
    let mut rests = 0;
    for round in 0..150 {
        let brush = random_brush(&mut rng, Point::origin(), 64.0);
        let referee = [Minkowski::of(&brush)];
        let b = &backends(vec![brush], RULES)[round % 2];
        for _ in 0..8 {
            let start = Point::from(rng.direction() * 250.0);
            let down = run(b, player(), start.coords, rng.point(40.0).coords);
            let Some(plane) = down.plane.filter(|_| !down.start_solid) else {
                continue;
            };
            let n = plane.normal;
            for gap in [0.0, 0.001, 1.0 / 32.0, 0.125] {
                rests += 1;
                let at = down.end + n * (gap - RULES.skin);
                let d = rng.direction();
                let along = d - n * d.dot(&n);
                for way in [
                    -n * 8.0,
                    along * 4.0 - n * 0.8,
                    along * 100.0 - n * 0.05,
                    along * 20.0,
                ] {
                    let sweep = Sweep::new(player(), at, at + way);
                    let t = b.trace(&sweep, &mut Work::silent());
                    let faults = judge_box(&referee, &player(), &RULES, &sweep, &t);
                    assert!(faults.is_empty(), "gap {gap}: {faults:?}\n{sweep:?}\n{t:?}");
                }
                let away = run(b, player(), at.coords, (at + n * 30.0 + along).coords);
                assert_eq!(away.fraction, 1.0, "gap {gap}: held back\n{away:?}");
            }
        }
    }
    assert!(rests > 1000, "{rests}");
}

#[test]
fn the_skin_is_kept_along_the_normal_at_every_angle() {
    let b = backend(
        vec![boxed([-4096.0, -4096.0, -64.0], [4096.0, 4096.0, 0.0])],
        RULES,
    );
    for slide in [0.0, 10.0, 1000.0, 4000.0] {
        for hull in [player(), round_hulls()[1], round_hulls()[2]] {
            let t = run(&b, hull, [-slide, 0.0, 30.0], [0.0, 0.0, 20.0]);
            assert!((t.end.z - 24.125).abs() < 1e-4, "slide {slide}: {t:?}");
            assert_eq!(t.plane, Some(Plane::new(Vec3::z(), 0.0)));
        }
    }
}

/// The law of the highest riser is held to 1.5e-5 units; the hull's slack was a thousandth.
#[test]
fn a_riser_is_too_high_by_as_little_as_f32_tells() {
    let too_high = 1.0 / 65536.0;
    let risers = [boxed([0.0, -64.0, -64.0], [64.0, 64.0, 18.0])];
    for (below, passes) in [(0.0, true), (too_high, false)] {
        for b in &backends(risers.to_vec(), RULES) {
            for hull in [player(), round_hulls()[2]] {
                let z = 18.0 + 24.0 - below;
                let t = run(b, hull, [-40.0, 0.0, z], [40.0, 0.0, z]);
                assert_eq!(!t.hit(), passes, "{below}: {t:?}");
                // On it, the same depth is a touch.
                let on = run(b, hull, [10.0, 0.0, z], [50.0, 0.0, z]);
                assert!(!on.hit() && !on.start_solid, "{below}: {on:?}");
            }
        }
    }
}

#[test]
fn within_the_skin_only_coming_nearer_is_stopped() {
    let b = backend(vec![boxed([-64.0, -64.0, -64.0], [64.0, 64.0, 0.0])], RULES);
    let at = |z: f32| [0.0, 0.0, 24.0 + z];
    assert_eq!(run(&b, player(), at(0.1), [30.0, 0.0, 24.1]).fraction, 1.0);
    assert_eq!(run(&b, player(), at(0.1), at(0.11)).fraction, 1.0);
    assert_eq!(run(&b, player(), at(0.1), at(0.09)).fraction, 0.0);
    // Ends inside the skin: pulled back to it.
    assert_eq!(run(&b, player(), at(8.0), at(0.0625)).end.z, 24.125);
    assert_eq!(run(&b, player(), at(8.0), at(0.125)).fraction, 1.0);
    // QuakeWorld's rule: only a path that ends in the solid is stopped.
    let qw = backend(
        vec![boxed([-64.0, -64.0, -64.0], [64.0, 64.0, 0.0])],
        TraceRules::QUAKEWORLD,
    );
    assert_eq!(run(&qw, player(), at(8.0), at(0.01)).fraction, 1.0);
    assert_eq!(run(&qw, player(), at(8.0), at(-0.01)).end.z, 24.03125);
}

#[test]
fn starts_inside_follow_quake_three() {
    let b = backend(
        vec![
            boxed([-64.0, -64.0, -64.0], [64.0, 64.0, 64.0]),
            boxed([200.0, -64.0, -64.0], [264.0, 64.0, 64.0]),
        ],
        RULES,
    );
    for hull in [player(), Hull::Point, round_hulls()[0], round_hulls()[2]] {
        let deep = run(&b, hull, [0.0, 0.0, 0.0], [10.0, 0.0, 0.0]);
        assert!(
            deep.start_solid && deep.all_solid && deep.fraction == 0.0 && deep.plane.is_none(),
            "{deep:?}"
        );
        let out = run(&b, hull, [0.0, 0.0, 0.0], [500.0, 0.0, 0.0]);
        assert!(out.start_solid && !out.all_solid && out.hit(), "{out:?}");
        assert_eq!(out.plane.unwrap(), Plane::new(-Vec3::x(), -200.0));
        let still = run(&b, hull, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
        assert!(
            still.start_solid && still.all_solid && still.fraction == 0.0,
            "{still:?}"
        );
        let clear = run(&b, hull, [130.0, 0.0, 0.0], [130.0, 0.0, 0.0]);
        assert!(!clear.start_solid && clear.fraction == 1.0, "{clear:?}");
    }
}

#[test]
fn a_floor_of_tiles_has_no_seams() {
    let tiles = |n: Vec3| {
        // Tiles of one plane through the origin, cut by planes across, as a compiler would leave them.
        (-20..20).map(move |i| {
            let x = i as f32 * 16.0;
            let planes = [
                Plane::new(n, 0.0),
                Plane::new(-n, 32.0),
                Plane::new(Vec3::x(), x + 16.0),
                Plane::new(-Vec3::x(), -x),
                Plane::new(Vec3::y(), 64.0),
                Plane::new(-Vec3::y(), 64.0),
            ];
            clipmark_geometry::Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
        })
    };
    for n in [
        Vec3::z(),
        Vec3::new(-0.6, 0.0, 0.8),
        Vec3::new(-0.3, 0.2, 0.9).normalize(),
    ] {
        let b = backend(tiles(n).collect(), RULES);
        // The skin of a tile's edge meets a round hull a few degrees off, within the skin of the previous tile.
        for (hull, flat) in [
            (player(), 0.9999),
            (round_hulls()[1], 0.997),
            (round_hulls()[2], 0.9999),
        ] {
            let landed = run(&b, hull, (n * 100.0).into_owned(), (n * -10.0).into_owned());
            let mut at = landed.end;
            let along = (Vec3::x() - n * n.x).normalize();
            for tick in 0..120 {
                // Gravity and walking, then the rest of the motion along the surface: one clip of a slide move.
                let wish = at + along * 2.0 - Vec3::z() * 0.05;
                let sweep = Sweep::new(hull, at, wish);
                let t = b.trace(&sweep, &mut Work::silent());
                assert!(t.hit(), "tick {tick}: fell through\n{t:?}");
                let normal = t.plane.unwrap().normal;
                assert!(
                    normal.dot(&n) > flat,
                    "tick {tick}: snag on {normal:?}, floor {n:?}\n{sweep:?}\n{t:?}"
                );
                let left = wish - t.end;
                let slid = run(
                    &b,
                    hull,
                    t.end.coords,
                    (t.end + left - n * left.dot(&n) + n * 1e-3).coords,
                );
                assert_eq!(slid.fraction, 1.0, "tick {tick}: {slid:?}");
                at = slid.end;
            }
            assert!((at - landed.end).dot(&along) > 200.0);
        }
    }
}

#[test]
fn questions_without_an_answer_are_refused() {
    let b = backend(vec![boxed([-64.0; 3], [64.0; 3])], RULES);
    let mut work = Work::silent();
    for bad in [f32::NAN, f32::INFINITY, 1e38, -1e9] {
        for hull in [
            player(),
            Hull::Point,
            Hull::Sphere { radius: 4.0 },
            Hull::Sphere { radius: f32::NAN },
        ] {
            let t = b.trace(
                &Sweep::new(hull, Point::new(bad, 0.0, 0.0), Point::origin()),
                &mut work,
            );
            assert_eq!((t.status, t.fraction), (Status::Invalid, 0.0));
            assert!(t.end.iter().all(|x| x.is_finite()) || bad.is_finite());
            let over = b
                .overlap(&hull, &Point::new(0.0, bad, 0.0), Contents::SOLID, &mut work)
                .unwrap();
            assert_eq!(over.status, Status::Invalid);
            assert_eq!(b.contents(&Point::new(0.0, 0.0, bad)), Contents::empty());
        }
    }
    let t = b.trace(
        &Sweep::new(
            Hull::Sphere { radius: f32::NAN },
            Point::origin(),
            Point::origin(),
        ),
        &mut work,
    );
    assert_eq!(t.status, Status::Invalid);
    let tiny = run(
        &b,
        player(),
        [0.0, 0.0, 88.125],
        [0.0, 0.0, 88.125_f32.next_down()],
    );
    assert_eq!(tiny.fraction, 0.0);
    let void = backend(vec![], RULES);
    assert_eq!(run(&void, player(), [0.0; 3], [1.0; 3]).fraction, 1.0);
}

#[test]
fn the_order_of_the_world_does_not_matter() {
    let mut rng = Rng(22);
    let brushes: Vec<_> = (0..40)
        .map(|_| {
            let at = rng.point(200.0);
            random_brush(&mut rng, at, 48.0)
        })
        .collect();
    let (a, b) = (
        backend(brushes.clone(), RULES),
        backend(brushes.into_iter().rev().collect(), RULES),
    );
    for _ in 0..2000 {
        let (s, e) = (rng.point(300.0), rng.point(300.0));
        let (ta, tb) = (
            run(&a, player(), s.coords, e.coords),
            run(&b, player(), s.coords, e.coords),
        );
        assert_eq!(ta.bits(), tb.bits());
        let mut work = Work::counting();
        assert_eq!(a.trace(&Sweep::new(player(), s, e), &mut work).bits(), ta.bits());
        assert_eq!(work.take_counts().queries, 1);
    }
}

#[test]
fn overlaps_lead_out() {
    let mut rng = Rng(23);
    let mut deep = 0;
    for _ in 0..60 {
        let brush = random_brush(&mut rng, Point::origin(), 64.0);
        let body = Body::of(&brush);
        let b = backend(vec![brush], RULES);
        for hull in [player(), round_hulls()[0], round_hulls()[1], round_hulls()[2]] {
            let middle = hull.bounds().center().coords;
            for _ in 0..4 {
                let at = rng.point(70.0);
                let answer = b.overlap(&hull, &at, Contents::SOLID, &mut Work::silent());
                let real = body.overlaps(&hull, (at + middle).coords.cast());
                let Some(p) = answer else {
                    assert!(!real, "{hull:?} at {at:?}");
                    continue;
                };
                assert!(real, "{hull:?} at {at:?}: {p:?}");
                deep += 1;
                let out = at + p.normal * (p.depth + 0.01) + middle;
                assert!(
                    !body.overlaps(&hull, out.coords.cast()),
                    "{hull:?} at {at:?}: {p:?} leads not out"
                );
                if hull == player() {
                    let exact = -body
                        .minkowski
                        .gap((at + middle).coords.cast(), common::V::new(15.0, 15.0, 28.0));
                    assert!((f64::from(p.depth) - exact).abs() < 0.01, "{exact} {p:?}");
                }
            }
        }
    }
    assert!(deep > 300, "{deep}");
}

#[test]
fn contacts_name_face_gap_and_height() {
    let step = boxed([16.0, -64.0, -64.0], [128.0, 64.0, 12.0]);
    let floor = boxed([-128.0, -128.0, -64.0], [16.0, 128.0, 0.0]);
    let b = backend(vec![step, floor], RULES);
    for hull in [player(), round_hulls()[1], round_hulls()[2]] {
        let mut out = Vec::new();
        b.contacts(
            &hull,
            &Point::new(0.5, 0.0, 24.25),
            1.0,
            Contents::SOLID,
            &mut out,
            &mut Work::silent(),
        );
        out.sort_by(|a, b| a.face_normal.z.total_cmp(&b.face_normal.z));
        let [riser, ground] = out[..] else {
            panic!("{out:?}")
        };
        assert!(
            (ground.distance - 0.25).abs() < 1e-4 && ground.normal == Vec3::z(),
            "{ground:?}"
        );
        assert_eq!(
            (ground.face_normal, ground.point.z, ground.top),
            (Vec3::z(), 0.0, 0.0)
        );
        assert_eq!((riser.face_normal, riser.top), (-Vec3::x(), 12.0));
        assert!((0.2..1.0).contains(&riser.distance), "{riser:?}");
    }
    assert_eq!(b.contents(&Point::new(0.0, 0.0, -1.0)), Contents::SOLID);
    assert_eq!(b.contents(&Point::new(0.0, 0.0, 1.0)), Contents::empty());
}

#[test]
fn the_tutorials_rules_are_refused() {
    let (world, rules) = (World::default(), TraceRules::TUTORIAL);
    let refused = |e: Option<BuildError>| matches!(e, Some(BuildError::Rules { .. }));
    assert!(refused(BvhBackend::build(&world, rules).err()));
    assert!(refused(StockBackend::build(&world, rules).err()));
}
