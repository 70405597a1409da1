//! Models that are placed and turned: the solid is what the f32 axes say, decided without rounding. Where a turned model is met
//! as Quake III meets it, the box lies along the model's axes, about its own middle.

use crate::common::*;
use clipmark_collision::{Sweep, Trace, TraceRules};
use clipmark_geometry::{
    Contents, Hull, Model, Placement, PlacementId, Plane, Point, Pose, Rotation, Triangle, TriangleSides,
    Vec3, World,
};
use clipmark_referee::{Fault, HullReference, Part, Reference, judge, judge_named};
use nalgebra::{Point3, Vector3};

fn pose(origin: Vec3, angles: Vec3) -> Pose {
    Pose {
        origin: Point::from(origin),
        rotation: Rotation::of_angles(angles),
    }
}

/// Ways to make the reference of a model in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// Shifted alone, as a part of the world.
    Placed,
    /// Turned; hulls keep their axes.
    Turned,
    /// Turned; boxes lie along its axes.
    Laid,
}

fn in_world(own: &World, pose: Pose, way: Way) -> Reference {
    let model = Model {
        triangles: own.triangles.clone(),
        ..Model::of_brushes("*1", own.brushes.clone())
    };
    let world = World {
        models: vec![model],
        ..World::default()
    };
    let placements = [Placement { model: 0, pose }];
    match way {
        Way::Placed | Way::Laid => Reference::placed(&world, &placements, Contents::SOLID),
        Way::Turned => Reference::build(own, Contents::SOLID).at(&pose),
    }
}

/// The answers are the model's in its own frame, to a sweep that is turned into it, to the rounding of the axes.
#[test]
fn a_model_answers_as_in_its_own_frame() {
    let ball = Hull::new_sphere(9.0).unwrap();
    // A ball has no direction, and all of a hull is only shifted.
    for (way, hulls, worlds, rounding) in [
        (
            Way::Placed,
            vec![Hull::Point, Hull::quake3_player(), ball],
            300,
            1e-9,
        ),
        (Way::Turned, vec![Hull::Point, ball], 100, 1e-5),
        (Way::Laid, vec![Hull::quake3_player()], 200, 1e-5),
    ] {
        let mut rng = Random(72);
        let (mut hits, mut deep, mut upright) = (0, 0, 0);
        for _ in 0..worlds {
            let brushes = (0..3).map(|_| {
                let at = rng.point(40.0);
                rng.brush(at, 30.0)
            });
            let brushes = brushes.collect();
            let corners = [0; 3].map(|_| rng.point(40.0));
            let triangle = Triangle::new(corners, Contents::SOLID, TriangleSides::Both);
            let own = world(brushes).with_triangles(triangle.ok().filter(|_| way == Way::Placed));
            let angles = rng.vector(180.0) * if way == Way::Placed { 0.0 } else { 1.0 };
            let pose = pose(rng.vector(500.0), angles);
            let there = in_world(&own, pose, way);
            for hull in &hulls {
                let (here, there) = (truth(&own, hull), there.for_hull(hull));
                let [start, end] = [rng.point(120.0), rng.point(30.0)].map(|p| p.cast::<f64>());
                let middle = hull.bounds().center().coords.cast::<f64>();
                let out = |p: &Point3<f64>| {
                    let (axes, p) = (pose.rotation.axes().map(|a| a.cast::<f64>()), p + middle);
                    pose.origin.cast::<f64>() + axes[0] * p.x + axes[1] * p.y + axes[2] * p.z - middle
                };
                let (a, b) = (here.sweep(&start, &end), there.sweep(&out(&start), &out(&end)));
                assert_eq!(a.starts_inside, b.starts_inside, "{way:?}");
                let off = a.entry.unwrap_or(9.0) - b.entry.unwrap_or(9.0);
                assert!(off.abs() < rounding, "{way:?}: {:?} {:?}", a.entry, b.entry);
                let depth = |r: &HullReference, p: &Point3<f64>| r.depth_from(p, p);
                let (c, d) = (depth(&here, &end), depth(&there, &out(&end)));
                assert!((c - d).abs() < 10.0 * rounding, "{way:?}: {c} {d}");
                hits += usize::from(a.entry.is_some());
                deep += usize::from(c > 0.0);
                let keeps_axes = in_world(&own, pose, Way::Turned).for_hull(hull);
                upright += usize::from((depth(&keeps_axes, &out(&end)) - c).abs() > 0.1);
            }
        }
        assert!(hits > 100 && deep > 40, "{way:?}: {hits} {deep}");
        assert_eq!(upright > 50, way == Way::Laid, "{upright}");
    }
}

/// A block turned by 45 degrees meets a box that keeps its axes with a corner, and one that is laid along its own with a side.
#[test]
fn a_laid_box_stops_farther_out() {
    let block = world(vec![cube([-8.0; 3], [8.0; 3])]);
    let turned = pose(Vec3::new(100.0, 0.0, 0.0), Vec3::new(0.0, 45.0, 0.0));
    for (way, off) in [(Way::Turned, 128f64.sqrt() + 4.0), (Way::Laid, 288f64.sqrt())] {
        let at = in_world(&block, turned, way).for_hull(&unit_box(4.0));
        let met = at.sweep(&p(0.0, 0.0, 0.0), &p(100.0, 0.0, 0.0));
        assert!(
            (met.entry.unwrap() * 100.0 - (100.0 - off)).abs() < 1e-5,
            "{met:?}"
        );
        let depth = at.depth_from(&p(0.0, 0.0, 0.0), &p(100.5 - off, 0.0, 0.0));
        assert!(way == Way::Laid || (depth - 0.5).abs() < 1e-5, "{depth}");
    }
}

/// A point of a face's image is a sum of products of f32 that f64 holds. It is not in the solid, and is by the last bit.
#[test]
fn what_touches_a_turned_face_is_decided_without_rounding() {
    let block = world(vec![cube([-8.0; 3], [8.0; 3])]);
    let (yaw, pitch) = (Vec3::new(0.0, 30.0, 0.0), Vec3::new(20.0, 0.0, 0.0));
    for (way, hull, reach, angles) in [
        (Way::Turned, Hull::Point, 8.0, yaw),
        (Way::Turned, Hull::Point, 8.0, pitch),
        (Way::Turned, Hull::Point, 8.0, Vec3::new(10.0, 77.0, 33.0)),
        (Way::Laid, unit_box(4.0), 12.0, yaw),
        (Way::Laid, unit_box(4.0), 12.0, pitch),
    ] {
        let pose = pose(Vec3::zeros(), angles);
        let at = in_world(&block, pose, way).for_hull(&hull);
        let axis: Vector3<f64> = pose.rotation.axes()[0].cast();
        let on = Point3::from(axis * reach);
        let inside = |p: &Point3<f64>| at.sweep(p, p).starts_inside;
        assert!(!inside(&on), "{way:?} {angles:?}");
        let mut deeper = on;
        deeper.x -= axis.x.signum() * (on.x.abs().next_up() - on.x.abs());
        assert!(inside(&deeper), "{way:?} {angles:?}");
    }
}

/// The top of a placed box is the sum of two f32, which no f32 equals. A point slides over it or meets it by the last bit.
#[test]
fn a_point_beside_a_placed_face_is_decided_without_rounding() {
    let (top, up) = (0.1_f32, 1000.3_f32);
    let own = world(vec![cube([-8.0, -8.0, -8.0], [8.0, 8.0, top])]);
    let placed = in_world(&own, Pose::at(Point::new(0.0, 0.0, up)), Way::Placed);
    let point = placed.for_hull(&Hull::Point);
    let exact = f64::from(top) + f64::from(up);
    let rounded = f64::from(top + up);
    assert_ne!(rounded, exact, "the sum is to be no f32");
    for (z, met) in [
        (exact, false),
        (exact.next_down(), true),
        (rounded, rounded < exact),
    ] {
        let swept = point.sweep(&p(-20.0, 0.0, z), &p(20.0, 0.0, z));
        assert_eq!(swept.entry.is_some(), met, "{z}");
    }
}

#[test]
fn parts_are_numbered_after_the_worlds_own_and_turned_ones_last() {
    let block = |x: f32| cube([x, 0.0, 0.0], [x + 8.0, 8.0, 8.0]);
    let world = World {
        models: vec![Model::of_brushes("*1", vec![block(0.0)])],
        ..World::of_brushes("two", vec![block(100.0)])
    };
    let placements = [
        (Vec3::zeros(), Vec3::new(0.0, 30.0, 0.0)),
        (Vec3::new(0.0, 50.0, 0.0), Vec3::zeros()),
    ];
    let placements = placements.map(|(origin, angles)| Placement {
        model: 0,
        pose: pose(origin, angles),
    });
    let both = Reference::placed(&world, &placements, Contents::SOLID);
    let parts: Vec<_> = both.solids().iter().map(|s| s.part).collect();
    assert_eq!(parts, [0, 1, 2].map(Part::Brush));
    let least = |part: usize| {
        let ys = both.solids()[part].vertices.iter().map(|v| v.y);
        ys.fold(f64::INFINITY, f64::min)
    };
    assert_eq!([least(0), least(1), least(2)], [0.0, 50.0, 0.0]);
}

/// A stop names the placed model that it is of, by its number among the placements, and none at the rigid world.
#[test]
fn the_placed_model_that_is_met_is_named() {
    let block = |x: f32| cube([x, -64.0, -64.0], [x + 8.0, 64.0, 64.0]);
    let world = World {
        models: vec![Model::of_brushes("*1", vec![block(0.0)])],
        ..World::of_brushes("two", vec![block(-200.0)])
    };
    let yaws = [0.0, 180.0].map(|yaw| pose(Vec3::new(100.0, 0.0, 0.0), Vec3::new(0.0, yaw, 0.0)));
    for (pose, front) in yaws.into_iter().zip([100.0, 92.0]) {
        // The first placement is of no model, and keeps its number.
        let placements = [usize::MAX, 0].map(|model| Placement { model, pose });
        let placed = Reference::placed(&world, &placements, Contents::SOLID).for_hull(&unit_box(4.0));
        for (to, at, normal, right) in [
            (200.0, front - 4.125, -Vec3::x(), Some(PlacementId::of_index(1))),
            (-300.0, -192.0 + 4.125, Vec3::x(), None),
        ] {
            let sweep = Sweep::new(unit_box(4.0), Point::origin(), Point::new(to, 0.0, 0.0));
            for model in [
                None,
                Some(PlacementId::of_index(0)),
                Some(PlacementId::of_index(1)),
            ] {
                let solid = at - 4.125 * normal.x;
                let t = Trace {
                    model,
                    plane: Some(Plane::new(normal, normal.x * solid)),
                    ..stopped(&sweep, at / to, normal)
                };
                let declared = declares(TraceRules::QUAKE3);
                let v = judge(&placed, &sweep, &t, &declared);
                let v = judge_named(&placed, &sweep, &t, &declared, v);
                assert_eq!(v.is(Fault::WrongSurface), model != right, "{model:?} {v:#?}");
            }
        }
    }
}
