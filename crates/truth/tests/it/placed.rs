//! Models placed in a world: the same solids elsewhere, decided without any rounding.

use crate::common::*;
use clipmark_geometry::{
    Brush, Contents, Hull, Model, Placement, Point, Pose, Triangle, TriangleSides, Vec3, World,
};
use clipmark_truth::Reference;
use nalgebra::Point3;

fn at(by: Vec3) -> [Placement; 1] {
    [Placement {
        model: 0,
        pose: Pose::at(Point::from(by)),
    }]
}

/// A sweep of the placed model equals the model's in its own frame, from a start that no rounding shifts.
#[test]
fn a_placed_model_answers_as_in_its_own_frame() {
    let mut rng = Random(38);
    let mut hits = 0;
    for _ in 0..300 {
        let corner = |rng: &mut Random| rng.point(40.0);
        let triangle = Triangle::new(
            [corner(&mut rng), corner(&mut rng), corner(&mut rng)],
            Contents::SOLID,
            TriangleSides::Both,
        );
        let model = Model {
            triangles: triangle.into_iter().collect(),
            ..Model::of_brushes("*1", vec![rng.brush(Point::origin(), 40.0)])
        };
        let own = Reference::build(&model.world(&[]), Contents::SOLID);
        let world = World {
            models: vec![model],
            ..World::default()
        };
        let by = rng.vector(3000.0);
        let placed = Reference::placed(&world, &at(by), Contents::SOLID);
        let hulls = [
            Hull::Point,
            Hull::quake3_player(),
            Hull::new_sphere(12.0).unwrap(),
        ];
        for hull in hulls {
            let (own, placed) = (own.for_hull(&hull), placed.for_hull(&hull));
            let [start, end] = [rng.point(90.0), rng.point(90.0)].map(|p| p.cast::<f64>());
            let shift: nalgebra::Vector3<f64> = by.cast();
            let (here, there) = (
                own.sweep(&start, &end),
                placed.sweep(&(start + shift), &(end + shift)),
            );
            let off = here.entry.unwrap_or(9.0) - there.entry.unwrap_or(9.0);
            assert!(off.abs() < 1e-9, "{:?} {:?}", here.entry, there.entry);
            assert_eq!(here.starts_inside, there.starts_inside);
            hits += usize::from(here.entry.is_some());
        }
    }
    assert!(hits > 200, "{hits}");
}

/// The top of a placed box is the sum of two f32, which no f32 equals. A point slides over it or meets it by the
/// last bit.
#[test]
fn a_point_beside_a_placed_face_is_decided_without_rounding() {
    let (top, up) = (0.1_f32, 1000.3_f32);
    let brush = Brush::from_box(
        Point::new(-8.0, -8.0, -8.0),
        Point::new(8.0, 8.0, top),
        Contents::SOLID,
    )
    .unwrap();
    let world = World {
        models: vec![Model::of_brushes("*1", vec![brush])],
        ..World::default()
    };
    let placed = Reference::placed(&world, &at(Vec3::new(0.0, 0.0, up)), Contents::SOLID);
    let point = placed.for_hull(&Hull::Point);
    let exact = f64::from(top) + f64::from(up);
    assert_ne!(f64::from(top + up), exact, "the sum is to be no f32");
    let below = f64::from_bits(exact.to_bits() - 1);
    for (z, met) in [
        (exact, false),
        (below, true),
        (f64::from(top + up), f64::from(top + up) < exact),
    ] {
        let swept = point.sweep(&Point3::new(-20.0, 0.0, z), &Point3::new(20.0, 0.0, z));
        assert_eq!(swept.entry.is_some(), met, "{z}");
    }
}

#[test]
fn turned_models_are_left_out_and_parts_are_numbered_after_the_worlds_own() {
    let block = |x: f32| {
        let (mins, maxs) = (Point::new(x, 0.0, 0.0), Point::new(x + 8.0, 8.0, 8.0));
        Brush::from_box(mins, maxs, Contents::SOLID).unwrap()
    };
    let world = World {
        models: vec![Model::of_brushes("*1", vec![block(0.0)])],
        ..World::of_brushes("two", vec![block(100.0)])
    };
    let mut turned = at(Vec3::zeros());
    turned[0].pose.rotation = clipmark_geometry::Rotation::of_angles(Vec3::new(0.0, 30.0, 0.0));
    assert_eq!(
        Reference::placed(&world, &turned, Contents::SOLID).solids().len(),
        1
    );
    let both = Reference::placed(&world, &at(Vec3::new(0.0, 50.0, 0.0)), Contents::SOLID);
    let parts: Vec<_> = both.solids().iter().map(|s| s.part).collect();
    assert_eq!(
        parts,
        [clipmark_truth::Part::Brush(0), clipmark_truth::Part::Brush(1)]
    );
    let least = both.solids()[1]
        .vertices
        .iter()
        .map(|v| v.y)
        .fold(f64::INFINITY, f64::min);
    assert_eq!(least, 50.0);
}
