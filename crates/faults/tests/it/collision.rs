//! Faults of collision have the size that they say, on any backend, and no other effect.

use crate::pair::{INTO_WALL, Pair, close, pairs, wall};
use clipmark_collision::*;
use clipmark_faults::{AnyFault, COLLISION};
use clipmark_geometry::*;

/// Nothing is on this way.
const FREE: [[f32; 3]; 2] = [[0.0, 0.0, 60.0], [0.0, 80.0, 60.0]];

#[test]
fn faults_have_names_of_their_own_and_say_what_they_are() {
    let names: Vec<&str> = AnyFault::all().map(AnyFault::name).collect();
    assert!(COLLISION.len() >= 24 && names.len() >= 34);
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name}");
        assert!(AnyFault::named(name).unwrap().what().ends_with('.'));
    }
    assert!(AnyFault::named("none").is_none());
}

#[test]
fn free_ways_stay_free() {
    for fault in &COLLISION {
        for pair in pairs(fault.name, &wall()) {
            let [got, want] = pair.ask(FREE[0], FREE[1]);
            assert_eq!(got.bits(), want.bits(), "{}", fault.name);
        }
    }
}

#[test]
fn what_is_declared_and_refused_stays() {
    for fault in &COLLISION {
        for pair in pairs(fault.name, &wall()) {
            assert_eq!(
                pair.planted.facts().declaration,
                pair.sound.facts().declaration,
                "{}",
                fault.name
            );
            let [got, want] = pair.ask([f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0]);
            assert_eq!(got.bits(), want.bits(), "{}", fault.name);
            assert_eq!(got.status, Status::Invalid);
        }
    }
}

#[test]
fn normals_are_turned_by_the_angle() {
    for (name, degrees) in [("normal-3-degrees", 3.0_f32), ("normal-1.5-degrees", 1.5)] {
        for pair in pairs(name, &wall()) {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            let [n, m] = [got, want].map(|t| t.plane.unwrap().normal);
            assert!((n.dot(&m) - degrees.to_radians().cos()).abs() < 1e-6);
            assert!((n.norm() - 1.0).abs() < 1e-6);
            assert_eq!(got.end, want.end);
        }
    }
}

#[test]
fn stops_are_moved_by_what_is_said() {
    let moved = [
        ("end-too-deep", 0.05),
        ("skin-sign", 0.25),
        ("skin-lost", 0.12),
        ("hull-narrow", 0.1),
        ("early-stop", -0.3),
        ("silent-code", 0.5),
    ];
    for (name, by) in moved {
        for pair in pairs(name, &wall()) {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            // A cylinder is narrowed on both sides.
            let round = name == "hull-narrow" && matches!(pair.hull, Hull::Cylinder { .. });
            let by = if round { by / 2.0 } else { by };
            assert!(close(got.end.x - want.end.x, by), "{name}: {got:?} {want:?}");
            assert!(close(got.fraction * 200.0, got.end.x), "{name}");
        }
    }
}

#[test]
fn flags_of_starts_in_solids_are_dropped_and_invented() {
    let out = [[116.0, 0.0, 60.0], [200.0, 0.0, 60.0]];
    for kind in ["bsp", "bvh"] {
        let [got, want] = Pair::of(kind, "start-solid-dropped", &wall()).ask(out[0], out[1]);
        assert!(want.start_solid && !got.start_solid && got.end == want.end);
        let [got, want] = Pair::of(kind, "all-solid-invented", &wall()).ask(out[0], out[1]);
        assert!(!want.all_solid && got.all_solid && got.end == want.end);
    }
}

#[test]
fn one_answer_of_ten_thousand_is_another() {
    for pair in pairs("nondeterministic", &wall()) {
        let other = (0..20_000).filter(|_| {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            got.bits() != want.bits()
        });
        assert_eq!(other.count(), 2);
    }
}
