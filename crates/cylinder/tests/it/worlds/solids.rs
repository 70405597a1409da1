//! Solids stop hulls that enter them, and only there: surfaces, buried faces, seams and starts.

use super::*;

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
    // A box within a box is all buried, unless the outer box stops other bodies than the inner one.
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
fn seams_of_a_floor_stop_no_hull() {
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
            // A point that goes along the floor, on it or just above it, where only buried sides reach.
            for above in [0.0, 0.0005, 0.002] {
                let (s, e) = (a + n * above, b + n * above);
                let (s, e) = (Point::from(s.cast::<f32>()), Point::from(e.cast::<f32>()));
                let t = backend.trace(&Sweep::new(Hull::Point, s, e), &mut Work::silent());
                assert!(
                    !t.start_solid && about(&t),
                    "{slope} {yaw} {above}: {s} {e} {t:?}"
                );
            }
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
