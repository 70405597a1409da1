//! Models placed and turned: the solid is what the f32 axes say, decided without rounding.

use crate::common::*;
use clipmark_geometry::{Contents, Hull, Point, Pose, Rotation, Vec3};
use clipmark_truth::Reference;
use nalgebra::Point3;

fn posed(origin: Vec3, angles: Vec3) -> Pose {
    Pose {
        origin: Point::from(origin),
        rotation: Rotation::of_angles(angles),
    }
}

/// A point of a face's image is a sum of products of f32 that f64 holds. It is not in the solid, and is by the last bit.
#[test]
fn a_point_on_a_turned_face_is_decided_without_rounding() {
    let block = world(vec![cube([-8.0, -8.0, -8.0], [8.0, 8.0, 8.0])]);
    let own = Reference::build(&block, Contents::SOLID);
    for angles in [
        Vec3::new(0.0, 30.0, 0.0),
        Vec3::new(20.0, 0.0, 0.0),
        Vec3::new(10.0, 77.0, 33.0),
    ] {
        let pose = posed(Vec3::zeros(), angles);
        let at = own.at(&pose).for_hull(&Hull::Point);
        let axis = pose.rotation.axes()[0].cast::<f64>();
        let on = Point3::from(axis * 8.0);
        let inside = |p: &Point3<f64>| at.sweep(p, p).starts_inside;
        assert!(!inside(&on), "{angles:?}");
        let mut deeper = on;
        deeper.x -= axis.x.signum() * (on.x.abs().next_up() - on.x.abs());
        assert!(inside(&deeper), "{angles:?}");
    }
}

/// A turned model's answers are its own of a turned sweep, to the rounding of the axes.
#[test]
fn a_turned_model_answers_as_in_its_own_frame() {
    let mut rng = Random(71);
    let (mut hits, mut deep) = (0, 0);
    for _ in 0..100 {
        let brushes = (0..3)
            .map(|_| {
                let at = rng.point(20.0);
                rng.brush(at, 30.0)
            })
            .collect();
        let own = Reference::build(&world(brushes), Contents::SOLID);
        let pose = posed(rng.vector(500.0), rng.vector(180.0));
        let placed = own.at(&pose);
        // A ball has no direction.
        for hull in [Hull::Point, Hull::new_sphere(9.0).unwrap()] {
            let (here, there) = (own.for_hull(&hull), placed.for_hull(&hull));
            let [start, end] = [rng.point(80.0), rng.point(20.0)].map(|p| p.cast::<f64>());
            let out = |p: &Point3<f64>| {
                let axes = pose.rotation.axes().map(|a| a.cast::<f64>());
                pose.origin.cast::<f64>() + axes[0] * p.x + axes[1] * p.y + axes[2] * p.z
            };
            let (a, b) = (here.sweep(&start, &end), there.sweep(&out(&start), &out(&end)));
            assert_eq!(a.entry.is_some(), b.entry.is_some());
            let off = a.entry.unwrap_or(9.0) - b.entry.unwrap_or(9.0);
            assert!(off.abs() < 1e-5, "{:?} {:?}", a.entry, b.entry);
            let depth = |r: &clipmark_truth::HullReference, p: &Point3<f64>| r.depth_from(p, p);
            let (a, b) = (depth(&here, &end), depth(&there, &out(&end)));
            assert!((a - b).abs() < 1e-4, "{a} {b}");
            hits += usize::from(off != 0.0);
            deep += usize::from(a > 0.0);
        }
    }
    assert!(hits > 50 && deep > 20, "{hits} {deep}");
}

/// A box keeps its own axes: it meets the corner of a block that is turned by 45 degrees.
#[test]
fn a_box_keeps_its_axes_beside_a_turned_block() {
    let block = world(vec![cube([-8.0, -8.0, -8.0], [8.0, 8.0, 8.0])]);
    let turned = posed(Vec3::new(100.0, 0.0, 0.0), Vec3::new(0.0, 45.0, 0.0));
    let at = Reference::build(&block, Contents::SOLID)
        .at(&turned)
        .for_hull(&unit_box(4.0));
    let met = at.sweep(&p(0.0, 0.0, 0.0), &p(100.0, 0.0, 0.0));
    let corner = 100.0 - 128f64.sqrt() - 4.0;
    assert!((met.entry.unwrap() * 100.0 - corner).abs() < 1e-5, "{met:?}");
    let depth = at.depth_from(&p(0.0, 0.0, 0.0), &p(corner + 0.5, 0.0, 0.0));
    assert!((depth - 0.5).abs() < 1e-5, "{depth}");
}
