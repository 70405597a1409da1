//! Turned models as Quake III meets them: the box lies along the model's axes, about its own middle.

use crate::common::*;
use clipmark_geometry::{Contents, Hull, Model, Placement, Point, Pose, Rotation, Vec3, World};
use clipmark_truth::{HullReference, Reference};
use nalgebra::Point3;

fn placed(own: &World, pose: Pose, hull: &Hull) -> HullReference {
    let world = World {
        models: vec![Model::of_brushes("*1", own.brushes.clone())],
        ..World::default()
    };
    let placements = [Placement { model: 0, pose }];
    Reference::placed_and_laid(&world, &placements, Contents::SOLID).for_hull(hull)
}

fn pose(origin: Vec3, angles: Vec3) -> Pose {
    Pose {
        origin: Point::from(origin),
        rotation: Rotation::of_angles(angles),
    }
}

/// The answers are those of the model's frame, for a sweep whose middle is turned into it.
#[test]
fn a_laid_box_answers_as_in_the_models_frame() {
    let mut rng = Random(72);
    let hull = Hull::quake3_player();
    let middle = hull.bounds().center().coords.cast::<f64>();
    let (mut hits, mut deep, mut upright) = (0, 0, 0);
    for _ in 0..200 {
        let brushes = (0..3)
            .map(|_| {
                let at = rng.point(40.0);
                rng.brush(at, 30.0)
            })
            .collect();
        let own = world(brushes);
        let pose = pose(rng.vector(500.0), rng.vector(180.0));
        let reference = Reference::build(&own, Contents::SOLID);
        let (here, there) = (reference.for_hull(&hull), placed(&own, pose, &hull));
        let [start, end] = [rng.point(120.0), rng.point(30.0)].map(|p| p.cast::<f64>());
        let out = |p: &Point3<f64>| {
            let (axes, p) = (pose.rotation.axes().map(|a| a.cast::<f64>()), p + middle);
            pose.origin.cast::<f64>() + axes[0] * p.x + axes[1] * p.y + axes[2] * p.z - middle
        };
        let (a, b) = (here.sweep(&start, &end), there.sweep(&out(&start), &out(&end)));
        assert_eq!(a.starts_inside, b.starts_inside);
        let off = a.entry.unwrap_or(9.0) - b.entry.unwrap_or(9.0);
        assert!(off.abs() < 1e-5, "{:?} {:?}", a.entry, b.entry);
        let depth = |r: &HullReference, p: &Point3<f64>| r.depth_from(p, p);
        let (a, b) = (depth(&here, &end), depth(&there, &out(&end)));
        assert!((a - b).abs() < 1e-4, "{a} {b}");
        hits += usize::from(off != 0.0);
        deep += usize::from(a > 0.0);
        let keeps_its_axes = reference.at(&pose).for_hull(&hull);
        upright += usize::from((depth(&keeps_its_axes, &out(&end)) - a).abs() > 0.1);
    }
    assert!(hits > 100 && deep > 50 && upright > 50, "{hits} {deep} {upright}");
}

/// A block turned by 45 degrees stops a box that keeps its axes 15.3 u from its middle. It stops a laid one at 17 u.
#[test]
fn a_laid_box_stops_farther_out() {
    let block = world(vec![cube([-8.0; 3], [8.0; 3])]);
    let turned = pose(Vec3::new(100.0, 0.0, 0.0), Vec3::new(0.0, 45.0, 0.0));
    let laid = placed(&block, turned, &unit_box(4.0));
    let met = laid.sweep(&p(0.0, 0.0, 0.0), &p(100.0, 0.0, 0.0));
    let corner = 100.0 - 288f64.sqrt();
    assert!((met.entry.unwrap() * 100.0 - corner).abs() < 1e-5, "{met:?}");
}

/// A box that touches the turned face is free, and is in the model by the last bit.
#[test]
fn a_box_on_a_turned_face_is_decided_without_rounding() {
    let block = world(vec![cube([-8.0; 3], [8.0; 3])]);
    for angles in [Vec3::new(0.0, 30.0, 0.0), Vec3::new(20.0, 0.0, 0.0)] {
        let pose = pose(Vec3::zeros(), angles);
        let laid = placed(&block, pose, &unit_box(4.0));
        let axis = pose.rotation.axes()[0].cast::<f64>();
        let on = Point3::from(axis * 12.0);
        let inside = |p: &Point3<f64>| laid.sweep(p, p).starts_inside;
        assert!(!inside(&on), "{angles:?}");
        let mut deeper = on;
        deeper.x -= axis.x.signum() * (on.x.abs().next_up() - on.x.abs());
        assert!(inside(&deeper), "{angles:?}");
    }
}
