//! Faults by which a solid, or a part of it, is not there or is another have their stated effect, on any backend.

use crate::pair::{INTO_WALL, Pair, close, pairs, solid, wall};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::*;

#[test]
fn one_sweep_of_a_thousand_passes_the_brush() {
    for pair in pairs("skipped-brush", &wall()) {
        let sweeps = 20_000;
        let passed = (0..sweeps).filter(|i| {
            let y = *i as f32 / 100.0 - 100.0;
            let [got, want] = pair.ask([0.0, y, 60.0], [60.0 + y / 4.0 + 60.0, y, 60.0]);
            assert!(want.hit());
            assert!(got.bits() == want.bits() || !got.hit());
            !got.hit()
        });
        let passed = passed.count();
        assert!((5..60).contains(&passed), "{passed} of {sweeps}");
    }
}

#[test]
fn edges_stick_out_without_bevels() {
    // A wedge with a sharp edge up along y, over which a box passes close by.
    let slope = |x: f32| Plane::new(Vec3::new(x, 0.0, 0.2).normalize(), 0.0);
    let planes = [
        Plane::new(slope(1.0).normal, slope(1.0).normal.x * 20.0),
        Plane::new(slope(-1.0).normal, slope(1.0).normal.x * 20.0),
        Plane::new(-Vec3::z(), 0.0),
        Plane::new(Vec3::z(), 99.0),
        Plane::new((Vec3::y() + Vec3::x()).normalize(), 200.0),
        Plane::new((-Vec3::y() - Vec3::x()).normalize(), 200.0),
    ];
    let wedge = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let world = World::of_brushes("wedge", vec![wedge]);
    let pair = Pair::of("bvh", "no-edge-bevels", &world);
    let mut early = 0;
    for i in 0..200 {
        let x = -60.0 + i as f32 * 0.6;
        for (start, end) in [
            ([x, -400.0, 60.0], [x + 40.0, 400.0, 40.0]),
            ([x, 0.0, 300.0], [x + 30.0, 60.0, -20.0]),
        ] {
            let [got, want] = pair.ask(start, end);
            assert!(
                got.fraction <= want.fraction + 1e-4,
                "never later: {got:?} {want:?}"
            );
            early += usize::from(got.fraction < want.fraction - 1e-3);
        }
    }
    assert!(early > 0, "no edge ever stuck out");
    // Against flat faces nothing changes.
    for pair in pairs("no-edge-bevels", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert!(close(got.end.x, want.end.x));
    }
}

#[test]
fn a_brush_of_many_faces_loses_one() {
    // A prism on eight sides: the last is a slanted one.
    let side = |i: i32| {
        let (sin, cos) = (i as f32 * 45f32.to_radians()).sin_cos();
        Plane::new(Vec3::new(cos, sin, 0.0), 40.0)
    };
    let ends = [Plane::new(Vec3::z(), 100.0), Plane::new(-Vec3::z(), 0.0)];
    let planes: Vec<Plane> = ends.into_iter().chain((0..8).map(side)).collect();
    let prism = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let world = World::of_brushes("prism", vec![prism]);
    for pair in pairs("last-plane", &world) {
        // The corner between the sides at 270 and 360 degrees, where that at 315 is gone.
        let [got, want] = pair.ask([150.0, -150.0, 60.0], [0.0, 0.0, 60.0]);
        assert!(got.fraction < want.fraction - 0.01, "{got:?} {want:?}");
        let [got, want] = pair.ask([150.0, 150.0, 60.0], [0.0, 0.0, 60.0]);
        assert_eq!(got.bits(), want.bits());
    }
    for pair in pairs("last-plane", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!(got.bits(), want.bits());
    }
}

#[test]
fn brushes_that_are_touched_are_forgotten() {
    for pair in pairs("touching-forgotten", &wall()) {
        // Straight down from a touched floor, and from one that is not touched.
        let [got, want] = pair.ask([0.0, 0.0, 24.0], [0.0, 0.0, 16.0]);
        assert!(!got.hit() && want.hit(), "{got:?} {want:?}");
        let [got, want] = pair.ask([0.0, 0.0, 24.2], [0.0, 0.0, 16.0]);
        assert_eq!(got.bits(), want.bits());
        assert!(want.hit());
        // If two are touched, both are passed: into a corner.
        let [got, want] = pair.ask([85.0, 0.0, 24.0], [90.0, 0.0, 16.0]);
        assert!(!got.hit() && want.hit(), "{got:?} {want:?}");
    }
}

#[test]
fn points_pass_thin_walls() {
    let mut world = wall();
    world
        .brushes
        .push(solid([50.0, -512.0, 0.0], [50.125, 512.0, 256.0]));
    for kind in ["bsp", "bvh"] {
        let mut pair = Pair::of(kind, "thin-wall-points", &world);
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!(got.bits(), want.bits());
        pair.hull = Hull::Point;
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert!(
            close(want.end.x, 49.875) && close(got.end.x, 99.875),
            "{got:?} {want:?}"
        );
    }
}

#[test]
fn contents_are_those_of_another_brush() {
    let mut world = wall();
    let clip = Brush::from_box(
        Point::new(0.0, -64.0, 0.0),
        Point::new(120.0, 64.0, 256.0),
        Contents::WATER,
    );
    world.brushes.push(clip.unwrap());
    for pair in pairs("wrong-contents", &world) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!((got.contents, want.contents), (Contents::WATER, Contents::SOLID));
        assert_eq!(got.end, want.end);
        let at = Point::new(110.0, 0.0, 50.0);
        assert_eq!(pair.planted.contents(&at), Contents::WATER);
        assert!(pair.sound.contents(&at).contains(Contents::SOLID));
    }
}

#[test]
fn patches_are_not_there() {
    let grid: Vec<Point> = (0..9)
        .map(|i| Point::new((i % 3) as f32 * 64.0, (i / 3) as f32 * 64.0, 10.0))
        .collect();
    let mut world = World::of_brushes("patch", vec![solid([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0])]);
    world.patches.push(Patch {
        width: 3,
        height: 3,
        points: grid,
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    });
    for pair in pairs("patch-skipped", &world) {
        let [got, want] = pair.ask([64.0, 64.0, 100.0], [64.0, 64.0, 20.0]);
        assert!(want.end.z > 34.0 && close(got.end.z, 24.125), "{got:?} {want:?}");
    }
}

#[test]
fn two_sides_are_read_as_one() {
    let corners = [[60.0, -200.0, 0.0], [60.0, 200.0, 0.0], [60.0, 0.0, 300.0]].map(Point::from);
    let sheet = Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap();
    let world = wall().with_triangles([sheet]);
    for kind in ["bvh", "cylinder"] {
        let pair = Pair::of(kind, "one-sided", &world);
        let both = [
            [INTO_WALL[0], INTO_WALL[1]],
            [[90.0 - 12.0, 0.0, 60.0], [-90.0, 0.0, 60.0]],
        ];
        let passes = both.map(|[start, end]| {
            let [got, want] = pair.ask(start, end);
            got.fraction > want.fraction
        });
        assert_eq!(passes.iter().filter(|p| **p).count(), 1, "{kind}: {passes:?}");
    }
}
