//! A point that stands on a slanted face lies a few f32 steps before the face or behind it. It used to pass through from
//! behind. A point cannot shrink, as a hull with width does for such a start.
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{
    Brush, Contents, Hull, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};
use clipmark_referee::{Fault, Reference, Verdict, judge};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A wedge whose slanted face looks along (-0.8, 0, 0.6) and holds the origin moved to `at`.
fn wedge(at: Vec3) -> (World, Vec3) {
    let normal = Vec3::new(-0.8, 0.0, 0.6);
    let sides = [
        (normal, normal.dot(&at)),
        (Vec3::x(), at.x + 64.0),
        (-Vec3::z(), 64.0 - at.z),
        (Vec3::y(), at.y + 64.0),
        (-Vec3::y(), 64.0 - at.y),
    ];
    let planes: Vec<Plane> = sides.iter().map(|&(n, d)| Plane::new(n, d)).collect();
    let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    (World::of_brushes("wedge", vec![brush]), normal)
}

fn ask(world: &World, hull: Hull, start: Point, end: Point) -> (Trace, Verdict) {
    let backend = CylinderBackend::build(world, TraceRules::QUAKE3).unwrap();
    let sweep = Sweep::new(hull, start, end);
    let trace = backend.trace(&sweep, &mut Work::silent());
    let declared = backend.facts().declaration;
    let truth = Reference::build(world, Contents::PLAYER_MASK).for_declared(&hull, &declared);
    (trace, judge(&truth, &sweep, &trace, &declared))
}

/// On five maps, 416 of 290,000 sweeps of a point went through the face that they began on.
#[test]
fn a_point_a_step_behind_the_face_it_stands_on_is_stopped() {
    let at = Vec3::new(1500.3, -700.7, 411.1);
    let (world, normal) = wedge(at);
    let face = f64::from(world.brushes[0].sides[0].plane.dist);
    let mut behind = 0;
    for steps in -3..=3 {
        let start = Point::from(at) - Vec3::x() * (steps as f32 * 0.000_122);
        let ahead = normal.cast::<f64>().dot(&start.coords.cast()) - face;
        behind += usize::from(ahead < 0.0);
        let (trace, verdict) = ask(&world, Hull::Point, start, start - normal * 600.0);
        assert!(trace.fraction == 0.0 && trace.hit(), "{ahead}: {trace:?}");
        assert!(
            !verdict.passes()
                && !verdict.is_of_geometry(Fault::Phantom)
                && !verdict.is_of_geometry(Fault::WrongStart),
            "{ahead}"
        );
        assert!((trace.plane.unwrap().normal - normal).norm() < 1e-6);
    }
    assert!(behind > 1, "some starts are behind the face");
}

/// The same of a hull that has a height and no width, at an upright wall.
#[test]
fn an_upright_segment_a_step_behind_a_wall_is_stopped() {
    let wall = Brush::from_box(
        Point::new(300.1, -64.0, -64.0),
        Point::new(330.0, 64.0, 64.0),
        Contents::SOLID,
    );
    let world = World::of_brushes("wall", vec![wall.unwrap()]);
    let hull = Hull::new_cylinder(Point::new(0.0, 0.0, -24.0), Point::new(0.0, 0.0, 32.0)).unwrap();
    for x in [300.1_f32.next_down(), 300.1, 300.1_f32.next_up()] {
        let start = Point::new(x, 0.0, 0.0);
        let (trace, verdict) = ask(&world, hull, start, start + Vec3::x() * 100.0);
        assert!(trace.fraction == 0.0 && !verdict.passes(), "{x}: {trace:?}");
    }
}

/// A start behind by more than rounding is not in front, and a path that leaves is free.
#[test]
fn a_point_well_behind_a_face_and_one_that_leaves_are_not_stopped() {
    let at = Vec3::new(1500.3, -700.7, 411.1);
    let (world, normal) = wedge(at);
    let deep = Point::from(at) - normal * 0.01;
    let (trace, _) = ask(&world, Hull::Point, deep, deep - normal * 4.0);
    assert!(trace.start_solid, "{trace:?}");
    let (trace, verdict) = ask(
        &world,
        Hull::Point,
        Point::from(at),
        Point::from(at + normal * 50.0),
    );
    assert!(
        trace.fraction == 1.0 && !verdict.is_of_geometry(Fault::Phantom),
        "{trace:?}"
    );
}

/// A triangle with two sides has no inside: a point that touches it leaves to either side.
#[test]
fn a_point_leaves_a_triangle_of_two_sides_on_the_side_it_is_on() {
    let corners = [[0.0, -64.0, 0.0], [90.3, 64.0, 40.7], [90.3, -64.0, 40.7]].map(Point::from);
    let triangle = Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap();
    let normal = triangle.plane().normal;
    let middle = corners.iter().map(|c| c.coords).sum::<Vec3>() / 3.0;
    let world = World::of_brushes("sheet", vec![]).with_triangles(vec![triangle]);
    for side in [1.0, -1.0] {
        for k in 0..20 {
            let start = Point::from(middle + normal * (side * 1e-5 * k as f32));
            let (trace, verdict) = ask(&world, Hull::Point, start, start + normal * (side * 80.0));
            assert!(!verdict.is_of_geometry(Fault::Phantom), "{side} {k}: {trace:?}");
        }
    }
}

/// Points that run along a slope into a wall stop by the wall's normal. They named the direction from the seam, below which the
/// wall goes on in the slope: 135 of 48,000 sweeps on islandctf.
#[test]
fn points_that_come_along_a_slope_name_the_wall_and_not_the_seam() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let mut stopped = 0;
    for world in 0..60 {
        let mut unit = |reach: f32| Vec3::from([(); 3].map(|()| random.random_range(-reach..reach)));
        let at = unit(1500.0).map(f32::round);
        let up = (unit(0.8) + Vec3::z() * 1.2).normalize();
        let ahead = Vec3::new(unit(1.0).x, unit(1.0).y, 0.0).normalize();
        let boxed = (0..6).map(|i| {
            let n = Vec3::ith(i % 3, if i < 3 { 1.0 } else { -1.0 });
            Plane::new(n, n.dot(&at) + 64.0)
        });
        let boxed: Vec<Plane> = boxed.collect();
        let brush = |cut: Plane| {
            let planes = [&boxed[..], &[cut]].concat();
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty())
        };
        let slope = Plane::new(up, up.dot(&at));
        let wall = Plane::new(-ahead, -ahead.dot(&at));
        let (Ok(low), Ok(high)) = (brush(slope), brush(wall)) else {
            continue;
        };
        let space = World::of_brushes("slope and wall", vec![low, high]);
        let along = (ahead - up * ahead.dot(&up)).normalize();
        let aside = along.cross(&up);
        for k in 0..20 {
            let off = aside * unit(20.0).x;
            let exact = (at - along * 12.0 + off + up * (1e-4 * (k % 3) as f32)).cast::<f64>();
            let n = up.cast::<f64>();
            let on = exact - n * (n.dot(&exact) - f64::from(slope.dist));
            let start = Point::from(on.cast::<f32>());
            let (trace, v) = ask(&space, Hull::Point, start, start + along * 20.0);
            let wrong = v.is_of_geometry(Fault::WrongNormal)
                || v.passes()
                || v.is_of_geometry(Fault::TooDeep)
                || v.is_of_geometry(Fault::Phantom);
            assert!(!wrong, "world {world}, {start:?}: {trace:?}");
            stopped += usize::from(trace.hit());
        }
    }
    assert!(stopped > 300, "{stopped}");
}

/// Points on the faces of random brushes, as f32 places them, sent straight in, through, aside and out.
#[test]
fn points_on_random_faces_pass_through_nothing() {
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let (mut asked, mut behind) = (0, 0);
    for world in 0..150 {
        let mut unit = |reach: f32| Vec3::from([(); 3].map(|()| random.random_range(-reach..reach)));
        let (at, half) = (unit(2000.0), unit(60.0).abs().add_scalar(4.0));
        let mut planes: Vec<Plane> = (0..6)
            .map(|i| {
                let n = Vec3::ith(i % 3, if i < 3 { 1.0 } else { -1.0 });
                Plane::new(n, n.dot(&at) + half[i % 3])
            })
            .collect();
        for _ in 0..3 {
            let n = unit(1.0).normalize();
            planes.push(Plane::new(n, n.dot(&at) + half.min() * 0.8));
        }
        let Ok(brush) = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()) else {
            continue;
        };
        let space = World::of_brushes("random", vec![brush.clone()]);
        let backend = CylinderBackend::build(&space, TraceRules::QUAKE3).unwrap();
        let declared = backend.facts().declaration;
        let truth = Reference::build(&space, Contents::PLAYER_MASK).for_declared(&Hull::Point, &declared);
        for k in 0..60 {
            let plane = planes[k % planes.len()];
            let n: nalgebra::Vector3<f64> = plane.normal.cast();
            let p = at.cast::<f64>() + unit(half.max()).cast::<f64>();
            let on: Vec3 = (p - n * (n.dot(&p) - f64::from(plane.dist))).cast();
            let start = Point::from(on);
            let beside = |s: &&clipmark_geometry::BrushSide| s.plane != plane;
            let clear = |s: &clipmark_geometry::BrushSide| s.plane.normal.dot(&on) - s.plane.dist <= -0.01;
            if !brush.sides.iter().filter(beside).all(clear) {
                continue;
            }
            behind += usize::from(n.dot(&on.cast::<f64>()) < f64::from(plane.dist));
            let aside = unit(1.0);
            for by in [
                plane.normal * -8.0,
                plane.normal * -600.0,
                aside * 4.0 - plane.normal,
                aside * 300.0,
            ] {
                let sweep = Sweep::new(Hull::Point, start, start + by);
                let trace = backend.trace(&sweep, &mut Work::silent());
                let v = judge(&truth, &sweep, &trace, &declared);
                let bad = v.is_of_geometry(Fault::Malformed)
                    || v.passes()
                    || v.is_of_geometry(Fault::Phantom)
                    || v.is_of_geometry(Fault::TooDeep)
                    || v.is_of_geometry(Fault::WrongStart);
                assert!(!bad, "world {world}, {sweep:?}: {trace:?} {v:?}");
                let goes_in = by.dot(&plane.normal) < -1.0;
                assert!(
                    !goes_in || trace.fraction == 0.0,
                    "world {world}, {sweep:?}: {trace:?}"
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 4000 && behind > 300, "{asked} {behind}");
}
