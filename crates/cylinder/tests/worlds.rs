//! Whole worlds: solids judged by the reference, seams, buried faces, symmetry, order, starts in solids, bad input.

#![allow(clippy::unwrap_used)]

mod reference;

use clipmark_collision::{BuildError, CollisionBackend, Status, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::{CylinderBackend, Polygon};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use rand::RngExt;
use rand::seq::SliceRandom;
use reference::*;

const SKIN: f64 = 0.125;
const TOLERANCE: f64 = SKIN / 4.0 + 1e-3;
const PLAYER: Can = Can {
    radius: 16.0,
    low: -24.0,
    high: 32.0,
};

fn build(brushes: Vec<Brush>) -> CylinderBackend {
    CylinderBackend::build(&World::of_brushes("test", brushes), TraceRules::QUAKE3).unwrap()
}

fn trace(b: &CylinderBackend, start: [f32; 3], end: [f32; 3]) -> Trace {
    b.trace(
        &Sweep::new(PLAYER.hull(), start.into(), end.into()),
        &mut Work::silent(),
    )
}

/// Boxes and random convex solids within 200 units of the origin, overlapping each other freely.
fn random_brushes(rng: &mut Rng, count: usize) -> Vec<Brush> {
    let mut out = Vec::new();
    while out.len() < count {
        let middle = V::from_fn(|_, _| rng.random_range(-200.0_f64..200.0).round());
        let size = V::from_fn(|_, _| rng.random_range(4.0_f64..60.0).round());
        let brush = if rng.random_bool(0.5) {
            Brush::from_box(
                Point::from((middle - size).cast()),
                Point::from((middle + size).cast()),
                Contents::SOLID,
            )
        } else {
            let planes: Vec<Plane> = (0..rng.random_range(5..12))
                .map(|_| {
                    let n: Vec3 = unit(rng).cast::<f32>().normalize();
                    Plane::new(n, (f64::from(n.dot(&middle.cast())) + size.x) as f32)
                })
                .collect();
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty())
        };
        out.extend(brush.ok().filter(|b| b.bounds.half_extents().amax() < 200.0));
    }
    out
}

fn outlines(brush: &Brush) -> Vec<Vec<V>> {
    brush
        .faces()
        .into_iter()
        .map(|f| f.winding.points.iter().map(|p| p.coords).collect())
        .collect()
}

fn holds(brush: &Brush, p: &V) -> bool {
    brush
        .sides
        .iter()
        .all(|s| s.plane.normal.cast::<f64>().dot(p) < f64::from(s.plane.dist))
}

#[test]
fn solids_stop_wherever_any_of_their_surface_is_entered() {
    let mut rng = rng(21);
    let (mut hits, mut free) = (0, 0);
    for _ in 0..20 {
        let brushes = random_brushes(&mut rng, 12);
        let all: Vec<_> = brushes.iter().flat_map(outlines).collect();
        let backend = build(brushes.clone());
        for _ in 0..60 {
            let can = random_can(&mut rng);
            let p = |rng: &mut Rng| V::from_fn(|_, _| rng.random_range(-300.0..300.0));
            let (mut start, mut end) = (p(&mut rng), p(&mut rng));
            match rng.random_range(0..4) {
                0 => end.z = start.z,
                1 => end = V::new(start.x, start.y, end.z),
                2 => start = end + (start - end) * 0.1,
                _ => {}
            }
            let (start, end) = (Point::from(start.cast::<f32>()), Point::from(end.cast::<f32>()));
            let (from, by) = (vec(start), vec(end) - vec(start));
            let middle = from + V::z() * (0.5 * (can.low + can.high));
            let in_solid = brushes.iter().any(|b| holds(b, &middle));
            let near = all.iter().any(|o| overlaps(o, can.grown(TOLERANCE), &from));
            if in_solid || near {
                continue;
            }
            let t = backend.trace(&Sweep::new(can.hull(), start, end), &mut Work::silent());
            let first = |can: Can| {
                all.iter()
                    .filter_map(|o| first_overlap(o, can, &from, &by))
                    .fold(f64::INFINITY, f64::min)
            };
            let who = (can, start, end, t);
            let f = f64::from(t.fraction);
            assert!(
                !t.start_solid && f <= first(can.grown(-TOLERANCE)) + 1e-6,
                "missed: {who:?}"
            );
            if t.hit() {
                hits += 1;
                assert!(f >= first(can.grown(SKIN + TOLERANCE)) - 1e-6, "phantom: {who:?}");
                let at = vec(t.end);
                assert!(
                    f == 0.0 || !all.iter().any(|o| overlaps(o, can.grown(-TOLERANCE), &at)),
                    "sunk: {who:?}"
                );
            } else {
                free += 1;
            }
        }
    }
    assert!(hits > 200 && free > 100, "{hits} hits, {free} free");
}

#[test]
fn buried_faces_go_and_open_ones_stay() {
    // A row of ten equal boxes: the nine seams hide two faces each.
    let row: Vec<Brush> = (0..10)
        .map(|i| i as f32 * 16.0)
        .map(|x| cube([x, 0.0, 0.0], [x + 16.0, 16.0, 16.0]))
        .collect();
    assert_eq!(build(row.clone()).facts().primitives, 60 - 18);
    // A box within a box is all buried, unless what is around it stops others than it does.
    let around = cube([-50.0; 3], [50.0; 3]);
    assert_eq!(
        build(vec![around.clone(), cube([-5.0; 3], [5.0; 3])])
            .facts()
            .primitives,
        6
    );
    let water = Brush {
        contents: Contents::WATER,
        ..around.clone()
    };
    assert_eq!(
        build(vec![water, cube([-5.0; 3], [5.0; 3])]).facts().primitives,
        12
    );
    // Covered by two neighbours together; and covered but for a strip.
    let (left, right) = (
        cube([-50.0, -50.0, 50.0], [0.0, 50.0, 60.0]),
        cube([0.0, -50.0, 50.0], [50.0, 50.0, 60.0]),
    );
    assert_eq!(
        build(vec![around.clone(), left.clone(), right])
            .facts()
            .primitives,
        18 - 1 - 2 - 2
    );
    let narrow = cube([0.0, -50.0, 50.0], [49.0, 50.0, 60.0]);
    assert_eq!(
        build(vec![around.clone(), left, narrow]).facts().primitives,
        18 - 2 - 2
    );
    // Equal boxes bury nothing of each other: each face can be touched.
    assert_eq!(build(vec![around.clone(), around]).facts().primitives, 12);
}

#[test]
fn seams_of_a_floor_stop_nobody() {
    // Flat and on ramps; the tiles differ in depth, so that some of their buried sides remain.
    for (slope, yaw) in [(0.0_f64, 0.0_f64), (0.0, 0.3), (0.35, 0.7), (0.9, 2.0)] {
        let n = V::new(slope.sin() * yaw.cos(), slope.sin() * yaw.sin(), slope.cos());
        let along = V::new(yaw.cos() * slope.cos(), yaw.sin() * slope.cos(), -slope.sin());
        let across = n.cross(&along);
        let plane = |n: V, d: f64| Plane::new(n.cast(), d as f32);
        let tiles: Vec<Brush> = (0..900)
            .map(|i| (f64::from(i % 30), f64::from(i / 30)))
            .map(|(i, j)| {
                let sides = [
                    plane(n, 0.0),
                    plane(-n, 4.0 + (i * 7.0 + j * 3.0) % 5.0),
                    plane(along, i * 8.0 + 8.0),
                    plane(-along, -i * 8.0),
                    plane(across, j * 8.0 + 8.0),
                    plane(-across, -j * 8.0),
                ];
                Brush::from_planes(&sides, Contents::SOLID, SurfaceFlags::empty()).unwrap()
            })
            .collect();
        let backend = build(tiles);
        let mut rng = rng(31);
        let lift = 16.0 * n.xy().norm() + 24.0 * n.z;
        let up = V::z() * ((lift + SKIN) / n.z);
        for _ in 0..3000 {
            let mut on = || along * rng.random_range(40.0..200.0) + across * rng.random_range(40.0..200.0);
            let (a, b) = (on(), on());
            // At the skin: no hit but by rounding, and then of the floor itself.
            let (start, end) = (
                Point::from((a + up).cast::<f32>()),
                Point::from((b + up).cast::<f32>()),
            );
            let t = backend.trace(&Sweep::new(PLAYER.hull(), start, end), &mut Work::silent());
            let about = |t: &Trace| {
                t.plane
                    .is_none_or(|p| p.normal.cast::<f64>().dot(&n) > 1.0 - 1e-6)
            };
            assert!(about(&t), "{slope} {yaw}: {start} {end} {t:?}");
            if slope == 0.0 {
                assert_eq!(t.fraction, 1.0);
            }
            // Resting a rounding in the floor: still free.
            let sunk = -n * (SKIN + 0.01);
            let (s, e) = (
                Point::from((a + up + sunk).cast::<f32>()),
                Point::from((b + up + sunk + n * 0.001).cast::<f32>()),
            );
            let t = backend.trace(&Sweep::new(PLAYER.hull(), s, e), &mut Work::silent());
            assert!(!t.hit() && !t.start_solid, "{slope} {yaw}: {s} {e} {t:?}");
            // Into the floor at a small angle: stopped by the floor's plane, and at the skin.
            let t = backend.trace(
                &Sweep::new(PLAYER.hull(), start + (n * 0.5).cast(), end - (n * 0.5).cast()),
                &mut Work::silent(),
            );
            assert!(t.hit() && about(&t), "{slope} {yaw}: {start} {end} {t:?}");
            assert!(
                (n.dot(&vec(t.end)) - lift - SKIN).abs() < 1e-3,
                "{slope} {yaw}: {start} {end} {t:?}"
            );
        }
    }
}

#[test]
fn hand_cases() {
    let post = build(vec![cube([-8.0, -8.0, 0.0], [8.0, 8.0, 64.0])]);
    // Square on: side of the cylinder against a face.
    let t = trace(&post, [-100.0, 0.0, 32.0], [100.0, 0.0, 32.0]);
    assert_eq!(t.end.x, -24.125);
    assert_eq!(t.plane, Some(Plane::new(-Vec3::x(), 8.0)));
    // Along the diagonal: the upright edge against the side, at 16 and not at the mitred 22.6.
    let t = trace(&post, [-100.0, -100.0, 32.0], [100.0, 100.0, 32.0]);
    let stop = 8.0 + 16.125 / 2f32.sqrt();
    assert!(
        (t.end.x + stop).abs() < 1e-4 && (t.end.y + stop).abs() < 1e-4,
        "{t:?}"
    );
    let n = t.plane.unwrap().normal;
    assert!(
        (n - Vec3::new(-0.5f32.sqrt(), -0.5f32.sqrt(), 0.0)).norm() < 1e-6,
        "{n}"
    );
    // Dropped on it, over its middle and half over its edge.
    for x in [0.0, 20.0] {
        let t = trace(&post, [x, 0.0, 200.0], [x, 0.0, 0.0]);
        assert_eq!((t.end.z, t.plane.unwrap()), (88.125, Plane::new(Vec3::z(), 64.0)));
    }
    // Past the edge by a hair more than the radius: free.
    assert!(!trace(&post, [24.001, 0.0, 200.0], [24.001, 0.0, 0.0]).hit());
    // Away from it, along it, and from within the skin.
    assert!(!trace(&post, [-24.05, 0.0, 32.0], [-100.0, 0.0, 32.0]).hit());
    assert!(!trace(&post, [-24.05, 0.0, 32.0], [-24.05, 100.0, 32.0]).hit());
    assert_eq!(
        trace(&post, [-24.05, 0.0, 32.0], [-20.0, 0.0, 32.0]).fraction,
        0.0
    );
}

#[test]
fn starts_in_solids_follow_the_declared_rule() {
    let floor = build(vec![cube([-500.0, -500.0, -300.0], [500.0, 500.0, 0.0])]);
    // Two units in the floor: down is stopped at once, level and up are free.
    let t = trace(&floor, [0.0, 0.0, 22.0], [0.0, 0.0, 10.0]);
    assert!(t.start_solid && t.all_solid && t.fraction == 0.0, "{t:?}");
    for end in [[50.0, 0.0, 22.0], [0.0, 0.0, 100.0], [50.0, 0.0, 23.0]] {
        let t = trace(&floor, [0.0, 0.0, 22.0], end);
        assert!(t.start_solid && !t.all_solid && t.fraction == 1.0, "{t:?}");
    }
    // Wholly buried: stopped if it ends there too, else let go.
    let t = trace(&floor, [0.0, 0.0, -150.0], [30.0, 0.0, -150.0]);
    assert!(
        t.start_solid && t.all_solid && t.fraction == 0.0 && t.plane.is_none(),
        "{t:?}"
    );
    let t = trace(&floor, [0.0, 0.0, -150.0], [0.0, 0.0, 150.0]);
    assert!(t.start_solid && !t.all_solid && t.fraction == 1.0, "{t:?}");
    // Standing still: the position test, where touching is nothing.
    for (z, solid) in [(24.0, false), (24.125, false), (22.0, true), (-150.0, true)] {
        let t = trace(&floor, [0.0, 0.0, z], [0.0, 0.0, z]);
        assert_eq!(
            (t.start_solid, t.all_solid, t.hit()),
            (solid, solid, solid),
            "{z}"
        );
    }
}

/// A world turned and mirrored: x -> y, y -> x keeps it a world and all its numbers.
fn swapped(b: &Brush) -> Brush {
    let sides: Vec<Plane> = b
        .sides
        .iter()
        .map(|s| {
            Plane::new(
                Vec3::new(s.plane.normal.y, s.plane.normal.x, s.plane.normal.z),
                s.plane.dist,
            )
        })
        .collect();
    Brush::from_planes(&sides, b.contents, SurfaceFlags::empty()).unwrap()
}

fn turned(b: &Brush) -> Brush {
    let sides: Vec<Plane> = b
        .sides
        .iter()
        .map(|s| {
            Plane::new(
                Vec3::new(-s.plane.normal.y, s.plane.normal.x, s.plane.normal.z),
                s.plane.dist,
            )
        })
        .collect();
    Brush::from_planes(&sides, b.contents, SurfaceFlags::empty()).unwrap()
}

fn shifted(b: &Brush, by: Vec3) -> Brush {
    let sides: Vec<Plane> = b
        .sides
        .iter()
        .map(|s| Plane::new(s.plane.normal, s.plane.dist + s.plane.normal.dot(&by)))
        .collect();
    Brush::from_planes(&sides, b.contents, SurfaceFlags::empty()).unwrap()
}

#[test]
fn mirrored_turned_moved_and_shuffled_worlds_give_the_same_answers() {
    let mut rng = rng(41);
    let by = Vec3::new(512.0, -1024.0, 256.0);
    for _ in 0..30 {
        let brushes = random_brushes(&mut rng, 10);
        let mut shuffled = brushes.clone();
        shuffled.shuffle(&mut rng);
        let all = |f: &dyn Fn(&Brush) -> Brush| build(brushes.iter().map(f).collect());
        let plain = build(brushes.clone());
        let others = [
            all(&swapped),
            all(&turned),
            all(&|b| shifted(b, by)),
            build(shuffled),
        ];
        for _ in 0..60 {
            let p = |rng: &mut Rng| Point::from(Vec3::from_fn(|_, _| rng.random_range(-300.0f32..300.0)));
            let (a, b) = (p(&mut rng), p(&mut rng));
            let maps: [&dyn Fn(Point) -> Point; 4] = [
                &|p| Point::new(p.y, p.x, p.z),
                &|p| Point::new(-p.y, p.x, p.z),
                &|p| p + by,
                &|p| p,
            ];
            let t = plain.trace(&Sweep::new(PLAYER.hull(), a, b), &mut Work::silent());
            for (i, (other, map)) in others.iter().zip(maps).enumerate() {
                let u = other.trace(&Sweep::new(PLAYER.hull(), map(a), map(b)), &mut Work::silent());
                let off = (u.end - map(t.end)).norm();
                assert!(off < 0.01, "{i}: {a} {b} {t:?} {u:?}");
                assert_eq!(
                    (t.start_solid, t.all_solid),
                    (u.start_solid, u.all_solid),
                    "{i}: {a} {b} {t:?} {u:?}"
                );
            }
            // The same question again, with counting: the same bits.
            let mut work = Work::counting();
            let again = plain.trace(&Sweep::new(PLAYER.hull(), a, b), &mut work);
            assert_eq!(again.bits(), t.bits());
            assert!(work.counts.queries == 1 && (!t.hit() || work.counts.primitives > 0));
        }
    }
}

#[test]
fn masks_and_points() {
    let mut water = cube([-50.0; 3], [50.0; 3]);
    water.contents = Contents::WATER;
    let backend = build(vec![water, cube([100.0, -50.0, -50.0], [200.0, 50.0, 50.0])]);
    let ray = Sweep::new(
        Hull::Point,
        Point::new(-300.0, 7.0, 3.0),
        Point::new(300.0, 7.0, 3.0),
    );
    let t = backend.trace(&ray, &mut Work::silent());
    assert!(
        (t.end.x - 99.875).abs() < 1e-4 && t.contents == Contents::SOLID,
        "{t:?}"
    );
    let t = backend.trace(&ray.against(Contents::WATER), &mut Work::silent());
    assert!(
        (t.end.x + 50.125).abs() < 1e-4 && t.contents == Contents::WATER,
        "{t:?}"
    );
    assert!(
        !backend
            .trace(&ray.against(Contents::LAVA), &mut Work::silent())
            .hit()
    );
    assert_eq!(backend.contents(&Point::new(1.0, 2.0, 3.0)), Contents::WATER);
    assert_eq!(backend.contents(&Point::new(150.0, 2.0, 3.0)), Contents::SOLID);
    assert_eq!(backend.contents(&Point::new(75.0, 2.0, 3.0)), Contents::empty());
}

#[test]
fn points_do_not_slip_through_cracks() {
    // Rays aimed at corners and edges of a closed solid, where neighbouring polygons meet.
    let mut rng = rng(51);
    for _ in 0..40 {
        let brush = random_brushes(&mut rng, 1).remove(0);
        let corners = brush.vertices();
        let middle = corners.iter().map(|c| c.coords).sum::<Vec3>() / corners.len() as f32;
        let backend = build(vec![brush]);
        for _ in 0..200 {
            let (a, b) = (pick(&mut rng, &corners), pick(&mut rng, &corners));
            let target = a.coords + (b - a) * rng.random_range(0.0f32..1.0);
            // A little inside, so that the ray cannot pass by the solid.
            let target = target + (middle - target) * 1e-4;
            let start = middle + unit(&mut rng).cast::<f32>() * 2000.0;
            let t = backend.trace(
                &Sweep::new(
                    Hull::Point,
                    start.into(),
                    (target + (target - start) * 0.5).into(),
                ),
                &mut Work::silent(),
            );
            assert!(t.hit(), "{start} {target}");
        }
    }
}

/// A point that lies in a face was behind it for the sweep and in front of it for nobody.
#[test]
fn a_point_on_a_face_does_not_enter_it() {
    let b = build(vec![
        Brush::from_box([-64.0; 3].into(), [64.0; 3].into(), Contents::SOLID).unwrap(),
    ]);
    let (start, end) = (Point::new(64.0, 31.875, -63.5), Point::new(58.0, 42.0, -34.75));
    let t = b.trace(&Sweep::new(Hull::Point, start, end), &mut Work::silent());
    assert_eq!((t.fraction, t.plane.unwrap().normal), (0.0, Vec3::x()));
    let away = b.trace(
        &Sweep::new(Hull::Point, start, start + Vec3::x()),
        &mut Work::silent(),
    );
    assert!(!away.hit() && !away.start_solid);
    let still = b.overlap(&Hull::Point, &start, Contents::SOLID, &mut Work::silent());
    assert_eq!(still, None, "touching is no overlap");
}

#[test]
fn bad_input_gets_typed_answers() {
    let backend = build(vec![cube([-8.0; 3], [8.0; 3])]);
    let ask = |hull: Hull, s: [f32; 3], e: [f32; 3]| {
        backend.trace(&Sweep::new(hull, s.into(), e.into()), &mut Work::silent())
    };
    let can = PLAYER.hull();
    for bad in [f32::NAN, f32::INFINITY, 1e38] {
        let t = ask(can, [0.0, bad, 0.0], [1.0; 3]);
        assert_eq!((t.status, t.fraction), (Status::Invalid, 0.0));
        assert!(t.end.iter().all(|x| x.is_finite()));
        let mut out = Vec::new();
        backend.contacts(
            &can,
            &Point::new(bad, 0.0, 0.0),
            1.0,
            Contents::SOLID,
            &mut out,
            &mut Work::silent(),
        );
        backend.contacts(
            &can,
            &Point::origin(),
            bad,
            Contents::SOLID,
            &mut out,
            &mut Work::silent(),
        );
        assert_eq!(out, []);
        assert_eq!(backend.contents(&Point::new(bad, 0.0, 0.0)), Contents::empty());
        let hull = Hull::Cylinder {
            bounds: bounds([-bad; 3], [bad; 3]),
        };
        assert_eq!(ask(hull, [0.0; 3], [1.0; 3]).status, Status::Invalid);
    }
    let inverted = Hull::Cylinder {
        bounds: bounds([1.0; 3], [-1.0; 3]),
    };
    assert_eq!(ask(inverted, [0.0; 3], [1.0; 3]).status, Status::Invalid);
    for hull in [
        Hull::quake3_player(),
        Hull::Sphere { radius: 4.0 },
        Hull::Capsule { bounds: can.bounds() },
    ] {
        let t = ask(hull, [-100.0; 3], [100.0; 3]);
        assert_eq!(
            (t.status, t.fraction, t.end),
            (Status::Unsupported, 0.0, Point::from([-100.0; 3]))
        );
        let o = backend
            .overlap(&hull, &Point::origin(), Contents::SOLID, &mut Work::silent())
            .unwrap();
        assert_eq!((o.status, o.depth), (Status::Unsupported, 0.0));
    }
    // Motions of a denormal, and of -0.0.
    assert_eq!(ask(can, [50.0; 3], [50.0, 50.0, 50.0f32.next_up()]).fraction, 1.0);
    assert_eq!(ask(can, [0.0, -0.0, 100.0], [-0.0, 0.0, 100.0]).fraction, 1.0);
    let tiny = f32::from_bits(1);
    assert!(ask(can, [0.0, 0.0, 32.125], [tiny, tiny, 32.125]).fraction >= 0.0);
}

#[test]
fn empty_and_odd_worlds_build() {
    let empty = build(Vec::new());
    assert_eq!(
        (
            empty.facts().primitives,
            trace(&empty, [0.0; 3], [100.0; 3]).fraction
        ),
        (0, 1.0)
    );
    assert_eq!(
        empty.overlap(
            &PLAYER.hull(),
            &Point::origin(),
            Contents::SOLID,
            &mut Work::silent()
        ),
        None
    );
    // A brush without faces is nothing, and said so.
    let nothing = Brush {
        sides: Vec::new(),
        ..cube([0.0; 3], [1.0; 3])
    };
    let odd = build(vec![nothing, cube([-8.0; 3], [8.0; 3])]);
    assert_eq!(odd.facts().primitives, 6);
    assert_eq!(
        odd.facts().omissions,
        ["1 brushes have no face and are not collided with"]
    );
    assert_eq!(odd.contents(&Point::new(0.5, 0.5, 20.0)), Contents::empty());
    for skin in [f32::NAN, -1.0, f32::INFINITY] {
        let err = CylinderBackend::build(&World::default(), TraceRules::QUAKE3.with_skin(skin)).unwrap_err();
        assert!(matches!(err, BuildError::Rules { .. }), "{err}");
    }
    let err = CylinderBackend::build(&World::default(), TraceRules::TUTORIAL).unwrap_err();
    assert!(matches!(err, BuildError::Rules { .. }), "{err}");
}

#[test]
fn open_meshes_stop_from_the_front_alone() {
    let points = [[0.0, 0.0, 0.0], [64.0, 0.0, 0.0], [0.0, 64.0, 0.0]]
        .map(Point::from)
        .to_vec();
    let triangle = Polygon::new(points, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let sheet = CylinderBackend::from_polygons(&[triangle], TraceRules::QUAKE3).unwrap();
    let down = trace(&sheet, [10.0, 10.0, 100.0], [10.0, 10.0, -100.0]);
    assert_eq!(down.end.z, 24.125);
    assert!(!trace(&sheet, [10.0, 10.0, -100.0], [10.0, 10.0, 100.0]).hit());
}
