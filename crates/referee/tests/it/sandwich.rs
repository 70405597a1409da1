//! Shrunk is a part of exact and exact a part of grown, for every hull. It is so along paths, and position by position, by the
//! definition of shrinking and growing.

use crate::common::{truth, world};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3};
use clipmark_referee::HullReference;
use clipmark_referee::inner::{Path, bodies, entry, holds};
use nalgebra::Vector3;
use proptest::prelude::*;

type V = Vector3<f64>;

/// Rounding of an entry, in units along the path, over the sine at which a surface is met. It is 2^-40 of the path for the
/// bracket, and a few f64 steps of the coordinates.
const ROUNDING: f64 = 1e-8;

fn vector(half: f32) -> impl Strategy<Value = Vec3> {
    [-half..half, -half..half, -half..half].prop_map(Vec3::from)
}

/// Boxes, wedges, and planes about the origin: acute edges, ridges and points included.
fn solids() -> impl Strategy<Value = Brush> {
    let made = |planes: Vec<Plane>| {
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).ok()?;
        (brush.bounds.half_extents().amax() < 400.0).then_some(brush)
    };
    let plane = |n: Vec3, reach: f32| n.try_normalize(0.1).map(|n| Plane::new(n, reach));
    let cut =
        prop::collection::vec((vector(1.0), 2.0f32..40.0), 5..12).prop_filter_map("open", move |cuts| {
            made(
                cuts.into_iter()
                    .map(|(n, reach)| plane(n, reach))
                    .collect::<Option<_>>()?,
            )
        });
    let block = (vector(40.0), vector(60.0)).prop_filter_map("flat", |(a, size)| {
        Brush::from_box(
            a.into(),
            (a + size.abs() + Vec3::repeat(0.01)).into(),
            Contents::SOLID,
        )
        .ok()
    });
    // A roof: walls, a floor, and two slopes that meet in a ridge.
    let roof = (4.0f32..40.0, 4.0f32..40.0, 0.05f32..4.0, 0.05f32..4.0).prop_filter_map(
        "open",
        move |(deep, high, left, right)| {
            let planes = [
                (-Vec3::z(), 0.0),
                (Vec3::y(), deep),
                (-Vec3::y(), deep),
                (Vec3::new(-left, 0.0, 1.0), high),
                (Vec3::new(right, 0.0, 1.0), high),
            ];
            let moved =
                |(n, reach): (Vec3, f32)| plane(n, reach * n.normalize().z.abs().max(n.normalize().y.abs()));
            made(planes.into_iter().map(moved).collect::<Option<_>>()?)
        },
    );
    prop_oneof![2 => cut, 1 => block.boxed(), 1 => roof]
}

fn hulls() -> [Hull; 5] {
    let (lo, hi) = (Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    [
        Hull::Point,
        Hull::Sphere { radius: 8.0 },
        Hull::quake3_player(),
        Hull::new_capsule(lo, hi).unwrap(),
        Hull::new_cylinder(lo, hi).unwrap(),
    ]
}

fn reference(brush: &Brush, hull: &Hull) -> HullReference {
    truth(&world(vec![brush.clone()]), hull)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn shrunk_is_entered_after_exact_and_exact_after_grown(
        brush in solids(),
        from in vector(120.0),
        to in vector(120.0),
        by in prop_oneof![0.001..0.2f64, 0.2..20.0f64],
    ) {
        for hull in hulls() {
            let h = reference(&brush, &hull);
            let path = Path { start: from.cast(), d: (to - from).cast() };
            let entry = |offset: f64| entry(&h, &path, offset);
            let length = path.d.norm();
            let offsets = [-3.0 * by, -by, -0.5 * by, 0.0, 0.5 * by, by];
            for pair in offsets.windows(2) {
                let (inner, outer) = (entry(pair[0]), entry(pair[1]));
                let Some(inner) = inner else { continue };
                prop_assert!(
                    outer.is_some_and(|outer| outer <= inner + ROUNDING / length),
                    "{}: {} enters at {inner}, {} at {outer:?}", hull.kind(), pair[0], pair[1]
                );
                // Where it enters it is, and before that it is not.
                prop_assert!(inner == 0.0 || !holds(&h, &path.at(inner - 1e-6 / length), pair[0]), "{}", hull.kind());
            }
        }
    }

    #[test]
    fn whatever_is_near_a_shrunk_position_is_inside_and_near_an_inner_one_in_the_grown(
        brush in solids(),
        toward in prop::collection::vec(vector(1.0), 24),
        moves in prop::collection::vec(vector(1.0), 6),
        by in prop_oneof![0.001..0.2f64, 0.2..20.0f64],
    ) {
        for hull in hulls() {
            let h = reference(&brush, &hull);
            let body = &bodies(&h)[0];
            let reach = V::repeat(hull.radius().into());
            let (mins, maxs) = (body.mins - reach, body.maxs + reach);
            for u in &toward {
                // Anywhere in the box around it and a little beyond.
                let u: V = u.cast();
                let x = (mins + maxs) * 0.5 + (maxs - mins).component_mul(&u) * 0.55;
                let steps = moves.iter().map(|m| m.cast::<f64>().try_normalize(1e-3).unwrap_or(V::z()) * (by - 1e-9));
                for step in steps.chain([V::zeros()]) {
                    prop_assert!(!holds(&h, &x, -by) || holds(&h, &(x + step), 0.0), "shrunk {} {x} {step}", hull.kind());
                    prop_assert!(!holds(&h, &x, 0.0) || holds(&h, &(x + step), by), "grown {} {x} {step}", hull.kind());
                }
            }
        }
    }

    #[test]
    fn a_shrunk_cylinder_keeps_all_that_a_larger_cylinder_would_not_leave(
        brush in solids(),
        toward in prop::collection::vec(vector(1.0), 24),
        by in 0.01..10.0f64,
    ) {
        // The other way round: take the upright cylinder of radius and half height `by` about a position. If its rims all lie
        // inside by a little, the position lies in the solid shrunk by that much.
        let h = reference(&brush, &hulls()[4]);
        let body = &bodies(&h)[0];
        let reach = V::new(15.0, 15.0, 0.0);
        let (mins, maxs) = (body.mins - reach, body.maxs + reach);
        const RIM: usize = 64;
        for u in toward {
            let x = (mins + maxs) * 0.5 + (maxs - mins).component_mul(&u.cast()) * 0.5;
            // The rim's polygon is drawn around the circle, so that it holds it.
            let around = by / (std::f64::consts::PI / RIM as f64).cos();
            let rim = (0..RIM).flat_map(|i| {
                let (sin, cos) = (std::f64::consts::TAU * i as f64 / RIM as f64).sin_cos();
                [-by, by].map(|z| V::new(around * cos, around * sin, z))
            });
            if rim.clone().all(|r| holds(&h, &(x + r * 1.000001), 0.0)) {
                prop_assert!(holds(&h, &x, -by), "{x}");
            }
        }
    }
}
