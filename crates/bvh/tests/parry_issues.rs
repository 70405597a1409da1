//! What users of parry and rapier reported, as cases for this backend, named for the issue.

#![allow(clippy::unwrap_used)]

mod common;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Hull, Point, Vec3};
use common::{Rng, backend, boxed, random_brush, round_hulls, run};

const RULES: TraceRules = TraceRules::QUAKE3;

fn cube(half: f32) -> Hull {
    Hull::new_box(Point::new(-half, -half, -half), Point::new(half, half, half)).unwrap()
}

/// dimforge/parry#180: a start that differs by one rounding step makes a cast return nothing.
#[test]
fn parry_180_one_rounding_step_changes_nothing() {
    let mut rng = Rng(180);
    for _ in 0..50 {
        let b = backend(vec![random_brush(&mut rng, Point::origin(), 64.0)], RULES);
        let from = Point::from(rng.direction() * 300.0);
        let first = run(&b, cube(15.0), from.coords, [0.0; 3]);
        let mut x = from;
        for _ in 0..20 {
            x.x = x.x.next_up();
            let t = run(&b, cube(15.0), x.coords, [0.0; 3]);
            assert!(t.hit() && (t.end - first.end).norm() < 0.01, "{first:?}\n{t:?}");
        }
    }
}

/// dimforge/parry#405: a box that touches a floor and moves along it gets a negative or zero time of impact.
#[test]
fn parry_405_sliding_while_touching_is_free() {
    let b = backend(
        vec![boxed([-1000.0, -1000.0, -10.0], [1000.0, 1000.0, 0.0])],
        RULES,
    );
    for gap in [0.0, 1e-6, 0.001, 0.125] {
        let z = 15.0 + gap;
        let t = run(&b, cube(15.0), [0.0, 0.0, z], [300.0, 40.0, z]);
        assert_eq!((t.fraction, t.start_solid), (1.0, false), "{t:?}");
        let t = run(&b, cube(15.0), [0.0, 0.0, z], [300.0, 40.0, z - 1.0]);
        assert!(
            t.hit() && t.plane.unwrap().normal == Vec3::z() && !t.start_solid,
            "{t:?}"
        );
    }
}

/// dimforge/parry#414 and #429: the time of impact falls short by an amount that grows with the target, 139 mm at
/// a half extent of 500 m, and tenfold for a cylinder over a floor of 10 km.
#[test]
fn parry_414_and_429_a_large_target_costs_no_precision() {
    for half in [16.0_f32, 512.0, 16384.0, 65536.0] {
        let b = backend(vec![boxed([-half, -half, -half], [half, half, 0.0])], RULES);
        let [sphere, capsule, cylinder] = round_hulls();
        for (hull, low) in [
            (cube(12.0), 12.0),
            (sphere, 12.0),
            (capsule, 24.0),
            (cylinder, 24.0),
        ] {
            let x = half * 0.37;
            let t = run(&b, hull, [x, x, 100.0], [x + 3.0, x, -100.0]);
            assert!((t.end.z - low - 0.125).abs() < 1e-3, "{half} {hull:?} {t:?}");
            assert_eq!(t.plane.unwrap().normal, Vec3::z());
        }
    }
}

/// dimforge/parry#193 and #313: the normal of the edge that was found first instead of that of the face met.
#[test]
fn parry_193_and_313_the_normal_is_the_faces() {
    let b = backend(vec![boxed([-64.0; 3], [64.0; 3])], RULES);
    let mut rng = Rng(193);
    for _ in 0..500 {
        let (x, y) = (rng.within(-78.0, 78.0), rng.within(-78.0, 78.0));
        let t = run(&b, cube(15.0), [x, y, 200.0], [x * 0.9, y * 0.9, 70.0]);
        assert_eq!(t.plane.unwrap().normal, Vec3::z());
    }
}

/// dimforge/rapier#305: the wrong penetration normal of a cylinder on a thin, large box.
#[test]
fn rapier_305_a_cylinder_in_a_thin_floor_is_pushed_up() {
    use clipmark_collision::{CollisionBackend, Work};
    let b = backend(
        vec![boxed([-2000.0, -2000.0, -1.0], [2000.0, 2000.0, 0.0])],
        RULES,
    );
    for x in [0.0, 3.7, 512.5, 1800.0] {
        let at = Point::new(x, -x * 0.3, 23.5);
        let p = b
            .overlap(
                &round_hulls()[2],
                &at,
                clipmark_geometry::Contents::SOLID,
                &mut Work::silent(),
            )
            .unwrap();
        assert!(p.normal == Vec3::z() && (p.depth - 0.5).abs() < 1e-4, "{p:?}");
    }
}
