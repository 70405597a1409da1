//! Points, masks, open meshes, empty worlds and bad input.

use super::*;

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
