//! Parts that are turned and turn. A body left in one is found, and one that is passed between two ticks. What is lawful and
//! what is undecided are counted apart.

use crate::moving::{played, scene};
use clipmark_faults::PUSHES;
use clipmark_measure::detect::{Detected, Seen};
use clipmark_movement::moving::PushFault;

/// A beam that turns about the middle of the room, this fast, in degrees a second.
fn beam(degrees: u32) -> String {
    format!(
        "(shapes: [Box(min: (0, -8, 0), max: (200, 8, 96))], moves: Rotates(around: (0, 0, 0), degrees: {degrees}))"
    )
}

/// 128 u from the axis at 162 degrees: the beam is at 84 degrees when the player comes.
const BEHIND: &str = "(-121.75, 39.5, 24.2)";

fn planted(fault: &str) -> Option<PushFault> {
    PUSHES.iter().find(|f| f.name == fault).map(|f| f.fault)
}

fn detection(mover: &str, start: &str, fault: Option<PushFault>) -> Detected {
    let mut scene = scene("quake3", mover, start, "Wait(2.5)");
    // 30 ms.
    scene.tick = clipmark_scene::Tick::Hz(33.0);
    played(&scene, "bsp", fault).scored.detection
}

fn finding<'a>(of: &'a Detected, id: &str) -> Option<&'a Seen> {
    of.seen
        .iter()
        .find(|(detector, _)| detector.id == id)
        .map(|(_, seen)| seen)
}

fn undecided(of: &Detected) -> usize {
    of.unjudged.iter().map(|(_, seen)| seen.undecided).sum()
}

#[test]
fn a_body_left_in_a_turned_part_is_found() {
    let (beam, start) = (beam(60), BEHIND);
    let sound = detection(&beam, start, None);
    assert!(finding(&sound, "F32").is_none(), "{sound:#?}");
    let fault = planted("push-goes-through");
    assert!(fault.is_some());
    let spoilt = detection(&beam, start, fault);
    let left = finding(&spoilt, "F32").expect("the beam goes through the body slowly");
    assert!(left.count > 10 && (8.0..32.0).contains(&left.worst), "{left:?}");
    // It is no pass between two ticks.
    assert!(finding(&spoilt, "F33").is_none());
}

/// At 108 degrees a tick the beam ends each 18 degrees from the body.
#[test]
fn a_body_passed_by_a_turning_part_is_found() {
    let start = BEHIND;
    let slow = detection(&beam(60), start, None);
    assert!(finding(&slow, "F33").is_none(), "{slow:#?}");
    let fast = detection(&beam(3600), start, None);
    let passed = finding(&fast, "F33").expect("the beam passes the body");
    assert!((8.0..32.0).contains(&passed.worst), "{passed:?}");
    assert_eq!(undecided(&fast), 0);
    // The same beam out of reach, and above the head.
    for start in ["(160, 160, 24.2)", "(-230, 200, 24.2)"] {
        let far = detection(&beam(3600), start, None);
        assert!(finding(&far, "F33").is_none(), "{start}: {far:#?}");
        assert_eq!(undecided(&far), 0);
    }
}

/// Quake III turns the box with the part. Its corner may be in the part while the part stands still to it.
#[test]
fn what_the_engines_box_excuses_is_counted_apart() {
    let sound = detection(&beam(60), BEHIND, None);
    let lawful: usize = sound.unjudged.iter().map(|(_, seen)| seen.by_rule).sum();
    assert!(lawful > 5, "{:?}", sound.unjudged);
    assert!(sound.unjudged.iter().all(|(detector, _)| detector.id == "F32"));
}

/// By a yaw a body of Quake III reaches less than this farther than the box that the engine lays: 15 (√2 - 1) u.
const BY_RULE: f64 = 6.22;

/// The part turns, and bodies meet it elsewhere. More than the rule lets through is left in it.
#[test]
fn a_part_that_is_solid_elsewhere_is_found() {
    for fault in ["turned-half", "turned-back"] {
        let wrong = planted(fault);
        assert!(wrong.is_some(), "{fault}");
        let spoilt = detection(&beam(60), BEHIND, wrong);
        let left = finding(&spoilt, "F32").unwrap_or_else(|| panic!("{fault}: {spoilt:#?}"));
        assert!(left.count > 10 && left.worst > BY_RULE, "{fault}: {left:?}");
    }
}

/// The beam's end comes by at 45 degrees, and goes through. The laid box has its corner there, and the body as it is has none.
#[test]
fn a_body_that_is_free_only_as_it_is_is_found() {
    // 12 u outwards and 12 u aside of the beam's corner when the beam is at 45 degrees.
    let (out, aside) = (212.0, 20.0);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let start = format!("({}, {}, 24.2)", (out - aside) * half, (out + aside) * half);
    let played = |fault: Option<PushFault>| {
        // The world is at 28 degrees when the player comes.
        let mut scene = scene("quake3", &beam(20), &start, "Wait(0.86)");
        scene.tick = clipmark_scene::Tick::Hz(125.0);
        played(&scene, "bsp", fault).scored.detection
    };
    let sound = played(None);
    assert!(finding(&sound, "F32").is_none(), "{sound:#?}");
    let spoilt = played(planted("push-goes-through"));
    let left = finding(&spoilt, "F32").expect("the engine's box is in the beam");
    assert!((1.0..BY_RULE).contains(&left.worst), "{left:?}");
    // The body as it is is never in it.
    assert!(spoilt.unjudged.is_empty(), "{:?}", spoilt.unjudged);
}
