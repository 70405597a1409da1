//! Sweeps whose answers are worked out by hand. Where hulls of every kind meet slopes, edges and corners, `agreement.rs` has
//! a second method.

use crate::common::*;
use clipmark_collision::RoundHulls;
use clipmark_geometry::{Brush, Contents, Hull, Point};
use clipmark_referee::{ExactSweep, Part, Reference};
use nalgebra::Vector3;

const EXACT: f64 = 1e-12;

fn sweep(brushes: Vec<Brush>, hull: &Hull, start: [f64; 3], end: [f64; 3]) -> ExactSweep {
    let w = world(brushes);
    let r = Reference::build(&w, Contents::SOLID);
    assert!(r.omitted().is_empty());
    r.for_hull(hull).sweep(&start.into(), &end.into())
}

/// A ramp that rises along +x from z = 0 at x = 0 to z = 4 at x = 3. It is 8 wide: slope 4/3, normal (-4, 0, 3)/5.
fn ramp() -> Brush {
    solid_of(&[
        ([-0.8, 0.0, 0.6], 0.0),
        ([1.0, 0.0, 0.0], 3.0),
        ([0.0, 0.0, -1.0], 0.0),
        ([0.0, 1.0, 0.0], 4.0),
        ([0.0, -1.0, 0.0], 4.0),
    ])
}

#[test]
fn a_box_meets_a_box_at_its_face_edge_and_corner() {
    let target = || vec![cube([10.0, -1.0, -1.0], [12.0, 1.0, 1.0])];
    let hull = unit_box(1.0);
    let face = sweep(target(), &hull, [0.0, 0.0, 0.0], [16.0, 0.0, 0.0]);
    assert_eq!(face.entry, Some(9.0 / 16.0));
    assert_eq!(face.contacts.len(), 1);
    assert_eq!(face.contacts[0].normals, [-Vector3::x()]);

    // Both the x and the y plane of the sum are met at once.
    let edge = sweep(target(), &hull, [0.0, -11.0, 0.0], [18.0, 7.0, 0.0]);
    assert_eq!(edge.entry, Some(0.5));
    assert_eq!(edge.contacts[0].normals.len(), 2);
    assert!(edge.normal_error(&Vector3::new(-1.0, -0.3, 0.0)).unwrap() < 1e-6);
    let off = edge.normal_error(&Vector3::new(-1.0, 0.0, 1.0)).unwrap();
    assert!((off - 45.0).abs() < 1e-6);

    let corner = sweep(target(), &hull, [0.0, -11.0, -11.0], [18.0, 7.0, 7.0]);
    assert_eq!(corner.entry, Some(0.5));
    assert_eq!(corner.contacts[0].normals.len(), 3);
    assert!(corner.normal_error(&Vector3::new(-1.0, -2.0, -3.0)).unwrap() < 1e-6);
}

#[test]
fn touching_and_sliding_are_free() {
    let floor = || vec![cube([-64.0, -64.0, -8.0], [64.0, 64.0, 0.0])];
    let hull = unit_box(1.0);
    assert_eq!(
        sweep(floor(), &hull, [0.0, 0.0, 1.0], [40.0, 3.0, 1.0]).entry,
        None
    );
    assert_eq!(
        sweep(floor(), &hull, [0.0, 0.0, 9.0], [0.0, 0.0, 1.0]).entry,
        None
    );
    let pressed = sweep(floor(), &hull, [0.0, 0.0, 1.0], [0.0, 0.0, 0.5]);
    assert_eq!(pressed.entry, Some(0.0));
    assert!(!pressed.starts_inside);
    let inside = sweep(floor(), &hull, [0.0, 0.0, 0.5], [0.0, 0.0, 8.0]);
    assert!(inside.starts_inside);
    assert_eq!(inside.entry, Some(0.0));
    // Standing still is inside or free, never a contact.
    assert_eq!(
        sweep(floor(), &hull, [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]).entry,
        None
    );
    assert!(sweep(floor(), &hull, [0.0, 0.0, 0.5], [0.0, 0.0, 0.5]).starts_inside);
}

#[test]
fn bevels_keep_a_box_from_stopping_short_of_a_sharp_edge() {
    // A 30 degree wedge with its edge along y at the origin, opening towards +x.
    let half = 15f32.to_radians();
    let wedge = || {
        solid_of(&[
            ([-half.sin(), 0.0, half.cos()], 0.0),
            ([-half.sin(), 0.0, -half.cos()], 0.0),
            ([1.0, 0.0, 0.0], 32.0),
            ([0.0, 1.0, 0.0], 32.0),
            ([0.0, -1.0, 0.0], 32.0),
        ])
    };
    // Only the axial plane x = 0 of the brush's bounds shows that the box arrives at x = -1. Without it, that would be -(1 +
    // 1/tan 15) = -4.73.
    let hit = sweep(vec![wedge()], &unit_box(1.0), [-9.0, 0.0, 0.0], [7.0, 0.0, 0.0]);
    assert!((hit.entry.unwrap() - 0.5).abs() < 1e-7);
    assert!(hit.normal_error(&-Vector3::x()).unwrap() < 1e-9);
    // A true sphere meets the edge itself. Quake III's mitred one its moved-out faces, 1/sin 15 before it, unless a bevel cuts
    // that off. The axial one does, at x = -1.
    let w = world(vec![wedge()]);
    let r = Reference::build(&w, Contents::SOLID);
    let ball = Hull::new_sphere(1.0).unwrap();
    let at = |round| {
        let h = r.for_shape(&ball, round);
        h.sweep(&p(-9.0, 0.0, 0.0), &p(7.0, 0.0, 0.0)).entry.unwrap()
    };
    assert!((at(RoundHulls::Round) - 0.5).abs() < 1e-7);
    assert!((at(RoundHulls::Mitred) - 0.5).abs() < 1e-7);
}

#[test]
fn round_hulls_are_round() {
    let block = || vec![cube([-4.0, -4.0, -4.0], [4.0, 4.0, 4.0])];
    let ball = Hull::new_sphere(1.0).unwrap();
    // Face: exactly; edge: the ball's centre reaches distance 1 from the edge x = y = 4.
    assert_eq!(
        sweep(block(), &ball, [13.0, 0.0, 0.0], [-3.0, 0.0, 0.0]).entry,
        Some(0.5)
    );
    let diagonal = |a: f64| [4.0 + a, 4.0 + a, 0.0];
    let edge = sweep(block(), &ball, diagonal(8.0), diagonal(-8.0));
    assert!((edge.entry.unwrap() - (8.0 - 0.5f64.sqrt()) / 16.0).abs() < EXACT);
    assert!(edge.normal_error(&Vector3::new(1.0, 1.0, 0.0)).unwrap() < 1e-4);
    // Corner.
    let corner = sweep(block(), &ball, [12.0; 3], [-4.0; 3]);
    assert!((corner.entry.unwrap() - (8.0 - (1.0f64 / 3.0).sqrt()) / 16.0).abs() < EXACT);
    // Past the edge: the mitred shape would be met, the ball is not (its centre passes at distance 1.06).
    let past = |c: f64| ([12.0, c - 12.0, 0.0], [c - 12.0, 12.0, 0.0]);
    let (a, b) = past(8.0 + 1.5);
    assert_eq!(sweep(block(), &ball, a, b).entry, None);
    let w = world(block());
    let mitred = Reference::build(&w, Contents::SOLID).for_shape(&ball, RoundHulls::Mitred);
    assert!(mitred.sweep(&a.into(), &b.into()).entry.is_some());

    // A capsule of height 6 and radius 1 passes over the edge x = z = 4. Its lower centre is 2 below.
    let capsule = Hull::new_capsule(Point::new(-1.0, -1.0, -3.0), Point::new(1.0, 1.0, 3.0)).unwrap();
    let hit = sweep(block(), &capsule, [12.0, 0.0, 6.5], [-4.0, 0.0, 6.5]);
    let gap = (1.0f64 - 0.25).sqrt();
    assert!((hit.entry.unwrap() - (8.0 - gap) / 16.0).abs() < EXACT);
    let face = sweep(block(), &capsule, [0.0, 0.0, 15.0], [0.0, 0.0, -1.0]);
    assert_eq!(face.entry, Some(0.5));
}

#[test]
fn a_cylinder_is_round_in_plan_and_flat_below() {
    let block = || vec![cube([-4.0, -4.0, -4.0], [4.0, 4.0, 4.0])];
    let can = Hull::new_cylinder(Point::new(-1.0, -1.0, -2.0), Point::new(1.0, 1.0, 2.0)).unwrap();
    let side = sweep(block(), &can, [13.0, 0.0, 0.0], [-3.0, 0.0, 0.0]);
    assert_eq!(side.entry, Some(0.5));
    assert_eq!(side.contacts[0].normals, [Vector3::x()]);
    let down = sweep(block(), &can, [4.5, 0.0, 14.0], [4.5, 0.0, -2.0]);
    assert_eq!(down.entry, Some(0.5));
    assert!(down.normal_error(&Vector3::z()).unwrap() < 1e-9);
    let edge = sweep(block(), &can, [12.0, 12.0, 0.0], [-4.0, -4.0, 0.0]);
    assert!((edge.entry.unwrap() - (8.0 - 0.5f64.sqrt()) / 16.0).abs() < EXACT);
    // Its flat bottom overlaps the block's top edge where a capsule's would clear it.
    let low = sweep(block(), &can, [12.0, 0.0, 5.9], [-4.0, 0.0, 5.9]);
    assert_eq!(low.entry, Some((12.0 - 5.0) / 16.0));
    assert_eq!(
        sweep(block(), &can, [12.0, 0.0, 6.0], [-4.0, 0.0, 6.0]).entry,
        None
    );
    // On a ramp the rim leads: -0.8 x + 0.6 z = 0.8 r + 0.6 h.
    let on_ramp = sweep(vec![ramp()], &can, [1.5, 0.0, 10.0], [1.5, 0.0, -10.0]);
    let z = (0.8 * 1.0 + 0.6 * 2.0 + 0.8 * 1.5) / 0.6;
    assert!((on_ramp.entry.unwrap() - (10.0 - z) / 20.0).abs() < 1e-7);
}

#[test]
fn signed_distance_is_true_outside_and_the_depth_inside() {
    let w = world(vec![cube([0.0, 0.0, 0.0], [8.0, 8.0, 8.0]), ramp_far()]);
    let r = Reference::build(&w, Contents::SOLID);
    let d = |hull: &Hull, at| r.for_hull(hull).signed_distance(&at).unwrap().distance;
    let boxed = unit_box(1.0);
    assert_eq!(d(&boxed, p(12.0, 4.0, 4.0)), 3.0);
    assert!((d(&boxed, p(12.0, 13.0, 4.0)) - 5.0).abs() < EXACT); // 3 and 4 from the edge
    assert!((d(&boxed, p(11.0, 12.0, 21.0)) - (4.0f64 + 9.0 + 144.0).sqrt()).abs() < EXACT);
    assert_eq!(d(&boxed, p(8.5, 4.0, 4.0)), -0.5);
    let ball = Hull::new_sphere(2.0).unwrap();
    assert!((d(&ball, p(11.0, 12.0, 4.0)) - 3.0).abs() < EXACT);
    assert_eq!(d(&ball, p(7.0, 4.0, 4.0)), -3.0);
    let can = Hull::new_cylinder(Point::new(-1.0, -1.0, -2.0), Point::new(1.0, 1.0, 2.0)).unwrap();
    assert!((d(&can, p(11.0, 12.0, 4.0)) - 4.0).abs() < EXACT);
    assert!((d(&can, p(11.0, 12.0, 13.0)) - 5.0).abs() < 1e-9); // 4 in plan, 3 in height
    assert_eq!(d(&can, p(4.0, 4.0, 9.0)), -1.0);
}

fn ramp_far() -> Brush {
    cube([500.0, 0.0, 0.0], [508.0, 8.0, 8.0])
}

#[test]
fn decisions_within_the_rounding_of_f64_are_made_exactly() {
    // Along the ramp, a few f64 steps above or below its face: free above, and starting inside below.
    let n = Vector3::new(f64::from(-0.8f32), 0.0, f64::from(0.6f32));
    let on_face = |x: f64| -n.x * x / n.z;
    let along = |step: fn(f64) -> f64| {
        let (a, b) = ([0.3, 0.0, step(on_face(0.3))], [2.1, 0.1, step(on_face(2.1))]);
        sweep(vec![ramp()], &Hull::Point, a, b)
    };
    // The quotient is off by less than a step, so two steps are on the side that they go to.
    let above = along(|z| z.next_up().next_up());
    let below = along(|z| z.next_down().next_down());
    assert_eq!((above.entry, above.doubtful), (None, false));
    assert_eq!(
        (below.entry, below.starts_inside, below.doubtful),
        (Some(0.0), true, false)
    );
    let floor = vec![cube([-64.0, -64.0, -8.0], [64.0, 64.0, 0.0])];
    let slide = sweep(floor, &Hull::Point, [0.1, 0.3, 0.0], [7.7, 0.9, 0.0]);
    assert_eq!((slide.entry, slide.doubtful), (None, false));
}

#[test]
fn what_is_no_question_meets_nothing() {
    let hull = unit_box(1.0);
    let nan = sweep(vec![cube([0.0; 3], [1.0; 3])], &hull, [f64::NAN; 3], [0.0; 3]);
    assert_eq!(nan.entry, None);
    let empty = sweep(vec![], &hull, [0.0; 3], [1.0; 3]);
    assert_eq!(empty, ExactSweep::default());
}

#[test]
fn brushes_that_are_no_solids_are_named() {
    let mut open = cube([0.0; 3], [1.0; 3]);
    open.sides.pop();
    let mut nothing = cube([0.0; 3], [1.0; 3]);
    nothing.sides[0].plane.dist = -2.0;
    let mut nan = cube([0.0; 3], [1.0; 3]);
    nan.sides[0].plane.dist = f32::NAN;
    let w = world(vec![open, cube([0.0; 3], [1.0; 3]), nothing, nan]);
    let r = Reference::build(&w, Contents::SOLID);
    use clipmark_referee::SolidError::*;
    let brush = Part::Brush;
    assert_eq!(
        r.omitted(),
        [(brush(0), Unbounded), (brush(2), Empty), (brush(3), Invalid)]
    );
    assert_eq!(r.solids().len(), 1);
}
