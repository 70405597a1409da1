//! Triangles met by every hull, at fractions worked out by hand, from both sides or from the front alone.

use crate::common::*;
use clipmark_collision::{Declaration, Sidedness, StartSolid, Trace, TraceRules};
use clipmark_geometry::{Hull, Point, Triangle, TriangleSides, Vec3, World};
use clipmark_referee::{ExactSweep, Fault, Part};
use nalgebra::Vector3;

/// A right triangle in the plane z = 0, its front up, with its right angle at the origin.
fn floor(sides: TriangleSides) -> Triangle {
    triangle([[0.0; 3], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]], sides)
}

/// The same stood upright in the plane x = 0, its front towards +x.
fn wall(sides: TriangleSides) -> Triangle {
    triangle([[0.0; 3], [0.0, 100.0, 0.0], [0.0, 0.0, 100.0]], sides)
}

fn sweep(triangle: Triangle, hull: &Hull, a: [f64; 3], b: [f64; 3]) -> ExactSweep {
    let world = World::default().with_triangles([triangle]);
    let found = truth(&world, hull).sweep(&a.into(), &b.into());
    assert!(!found.doubtful);
    found
}

fn hulls() -> [Hull; 5] {
    let (lo, hi) = (Point::new(-4.0, -4.0, -8.0), Point::new(4.0, 4.0, 8.0));
    [
        Hull::Point,
        Hull::new_box(lo, hi).unwrap(),
        Hull::new_sphere(4.0).unwrap(),
        Hull::new_capsule(lo, hi).unwrap(),
        Hull::new_cylinder(lo, hi).unwrap(),
    ]
}

#[test]
fn a_face_is_met_where_the_hull_touches_it() {
    let (both, front) = (TriangleSides::Both, TriangleSides::Front);
    for hull in hulls() {
        let b = hull.bounds();
        let (half, up) = (f64::from(b.maxs.x), f64::from(b.maxs.z));
        for (triangle, a, reach) in [
            (floor(both), [30.0, 30.0, 64.0], up),
            (wall(both), [64.0, 30.0, 30.0], half),
            (floor(front), [30.0, 30.0, 64.0], up),
            (wall(front), [64.0, 30.0, 30.0], half),
        ] {
            let axis = a.iter().position(|x| *x == 64.0).unwrap();
            let mut b = a;
            b[axis] = -64.0;
            let met = sweep(triangle, &hull, a, b);
            let wanted = (64.0 - reach) / 128.0;
            assert!((met.entry.unwrap() - wanted).abs() < 1e-11, "{hull:?} {met:?}");
            assert!(
                met.bracket[0] <= wanted && wanted <= met.bracket[1] + 1e-12,
                "{met:?}"
            );
            let n: Vector3<f64> = Vector3::ith(axis, 1.0);
            assert!(met.normal_error(&n).unwrap() < 1e-6, "{hull:?} {met:?}");
            assert_eq!(met.contacts[0].part, Part::Triangle(0));
            // Backwards, only two-sided triangles are there.
            let back = sweep(triangle, &hull, b, a).entry;
            match triangle.sides {
                TriangleSides::Both => assert!((back.unwrap() - wanted).abs() < 1e-11),
                TriangleSides::Front => assert_eq!(back, None),
            }
        }
    }
}

#[test]
fn edges_and_corners_are_met_by_the_shape_of_the_hull() {
    let [point, cuboid, sphere, capsule, cylinder] = hulls();
    let t = floor(TriangleSides::Both);
    // Past the edge y = 0 by 3 (3² + z² = 16): the point falls past, the ball is met at z = √7.
    let fall = |hull: &Hull, y: f64| sweep(t, hull, [30.0, y, 64.0], [30.0, y, -64.0]).entry;
    assert_eq!(fall(&point, -3.0), None);
    assert_eq!(fall(&cuboid, -3.0), Some(56.0 / 128.0));
    let round = |z: f64| (64.0 - z) / 128.0;
    let near = |found: Option<f64>, wanted: f64| assert!((found.unwrap() - wanted).abs() < 1e-11);
    near(fall(&sphere, -3.0), round(7f64.sqrt()));
    near(fall(&capsule, -3.0), round(4.0 + 7f64.sqrt()));
    near(fall(&cylinder, -3.0), round(8.0));
    // Touching along an edge is free, a hair less is not.
    for hull in [cuboid, sphere, capsule, cylinder] {
        assert_eq!(fall(&hull, -4.0), None, "{hull:?}");
        assert!(fall(&hull, -3.999).is_some(), "{hull:?}");
    }
    // A corner: diagonal (-3, -3) is 4.24 from the origin, beyond round hulls, within the box.
    let corner = |hull: &Hull| sweep(t, hull, [-3.0, -3.0, 64.0], [-3.0, -3.0, -64.0]).entry;
    assert_eq!(corner(&cuboid), Some(56.0 / 128.0));
    assert!([sphere, capsule, cylinder].iter().all(|h| corner(h).is_none()));
}

#[test]
fn a_point_cannot_slip_between_triangles_nor_is_it_stopped_by_touching() {
    let t = floor(TriangleSides::Both);
    let crossing = |x: f64, y: f64| sweep(t, &Hull::Point, [x, y, 1.0], [x, y, -1.0]).entry;
    // Edges and corners belong to the triangle.
    for (x, y) in [(30.0, 0.0), (0.0, 0.0), (50.0, 50.0), (100.0, 0.0), (30.0, 30.0)] {
        assert_eq!(crossing(x, y), Some(0.5), "{x} {y}");
    }
    assert_eq!(crossing(50.0, 50.0f64.next_up()), None);
    let to = |a: [f64; 3], b: [f64; 3]| sweep(t, &Hull::Point, a, b).entry;
    assert_eq!(to([30.0, 30.0, 1.0], [30.0, 30.0, 0.0]), None, "ends on it");
    assert_eq!(to([30.0, 30.0, 0.0], [30.0, 30.0, 1.0]), None, "starts on it");
    assert_eq!(to([-5.0, 30.0, 0.0], [50.0, 30.0, 0.0]), None, "slides in it");
}

#[test]
fn answers_about_triangles_are_judged_as_those_about_solids() {
    use Fault::{Missed, Phantom};
    let (both, front) = (TriangleSides::Both, TriangleSides::Front);
    let at = (60.0 - 0.125) / 128.0;
    for (sides, fraction, from_behind, fault) in [
        (both, at, false, None),
        (front, at, false, None),
        (both, 1.0, false, Some(Missed)),
        (front, 1.0, false, Some(Missed)),
        (both, 0.2, false, Some(Phantom)),
        (both, at, true, None),
        (both, 1.0, true, Some(Missed)),
        (front, 1.0, true, None),
        (front, at, true, Some(Phantom)),
    ] {
        let declared = Declaration {
            sidedness: match sides {
                TriangleSides::Front => Sidedness::FrontOnly,
                TriangleSides::Both => Sidedness::BothSides,
            },
            ..declares(TraceRules::QUAKE3)
        };
        let side = if from_behind { -1.0 } else { 1.0 };
        let at = |z: f32| [30.0, 30.0, z * side];
        let solids = World::default().with_triangles([floor(sides)]);
        let asked = Asked::by(declared, &solids, unit_box(4.0), at(64.0), at(-64.0));
        let v = match fraction < 1.0 {
            true => asked.stop(fraction, Vec3::z() * side),
            false => asked.judge(&Trace::free(&asked.sweep)),
        };
        let is_right = fault.map_or(v.is_clean(), |fault| v.is_of_geometry(fault));
        assert!(is_right, "{sides:?} {fraction} {from_behind} {v:?}");
    }
}

/// Found by the fuzz target `differential`. `cylinder` stops a point that slides along a one-sided triangle in its skin, moving
/// away from it by less than rounding. At a solid's face that is no phantom, and it is none at a triangle.
#[test]
fn a_path_along_a_one_sided_triangle_may_be_stopped_in_its_skin() {
    let corners = [
        [3145.125, 682.75, 72.0],
        [-49.0, 3.5, -104.0],
        [72.0, -88.0, 96.0],
    ];
    let solids = World::default().with_triangles([triangle(corners, TriangleSides::Front)]);
    let normal = Vec3::new(-0.205_899_33, 0.836_758_5, 0.507_386_1);
    let end = Point::new(974.531_6, 96.524_23, 158.188_2);
    let judged = |end: Point| {
        let start = [77.320_54, -7.706_886_3, -34.010_36];
        Asked::new(&solids, Hull::Point, start, end).stop(0.116_827_21, normal)
    };
    assert!(judged(end).is_clean(), "{:?}", judged(end));
    // Away from it by more than 8 f32 steps at 1,000 u it is a phantom.
    assert!(judged(end + normal * 0.01).is_of_geometry(Fault::Phantom));
}

/// Found by the fuzz target `differential`: a cylinder's upper rim overlaps a slope by 0.0004 u, less than 8 f32 steps there. The
/// slope stops it at once. Whether it starts in front of the slope was measured in plan, where it is 0.0008 u.
#[test]
fn how_deep_a_cylinder_starts_behind_a_slope_is_not_measured_in_plan() {
    let corners = [
        [376.0, 64.0, -40.0],
        [-128.0, -40.03125, -72.0],
        [10.125, -128.0, -127.875],
    ];
    let solids = World::default().with_triangles([triangle(corners, TriangleSides::Both)]);
    let hull = Hull::new_cylinder(Point::new(-5.0, -5.0, -17.0), Point::new(5.0, 5.0, 3.5)).unwrap();
    let below = Vec3::new(-0.044_604_32, 0.484_782, -0.873_496_9);
    let judged = |start: Point, end: Point| {
        let declared = Declaration {
            start_solid: StartSolid::Flagged,
            ..declares(TraceRules::QUAKEWORLD)
        };
        Asked::by(declared, &solids, hull, start, end).stop(0.0, below)
    };
    let (start, end) = (Point::new(104.0, 7.0, -64.03125), Point::new(24.0, -921.0, -16.0));
    assert!(judged(start, end).is_clean(), "{:?}", judged(start, end));
    // Deeper than rounding it starts in it, and goes out. From before it, the surface that it leaves may not stop it.
    assert!(judged(start - below * 0.001, end).is_of_geometry(Fault::Phantom));
    assert!(judged(start, start + below * 100.0).is_of_geometry(Fault::Phantom));
}
