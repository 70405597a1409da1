//! Each detector finds the fault it is there for, and is silent on the same run without it.

use crate::planted::walker::Walker;
use crate::planted::{Spoil, faults, worlds};
use clipmark_geometry::Point;

#[test]
fn f1_to_f6_and_f13b_faults_of_answers() {
    let wall = Walker::running(worlds::wall());
    let sheet = Walker::running(worlds::sheet());
    let seen = sheet.proves_of_answers("F1", faults::tunnels);
    assert!(seen.worst > 10.0, "{seen:?}");
    let seen = wall.proves_of_answers("F2", faults::stops_early);
    assert!(seen.worst > 100.0, "{seen:?}");
    let seen = wall.proves_of_answers("F3", faults::sinks);
    assert!((0.2..0.5).contains(&seen.worst), "{seen:?}");
    let seen = wall.proves_of_answers("F4", faults::stops_early);
    assert!(seen.worst > 100.0, "{seen:?}");
    let seen = wall.proves_of_answers("F5", faults::leaning_normals);
    assert!(
        (9.0..13.0).contains(&seen.worst) || seen.worst == 180.0,
        "{seen:?}"
    );
    let seen = wall.proves_of_answers("F6", faults::blind_starts);
    assert!(seen.count > 10, "{seen:?}");
    let seen = wall.proves_of_answers("F13b", faults::gives_up);
    assert_eq!(seen.count, 100);
}

#[test]
fn f7_to_f13_broken_properties_of_answers() {
    let riser = Walker::running(worlds::riser(40.0));
    // With two brushes the order may stay as it is.
    let tiles = Walker::running(worlds::tiles());
    let planted: [(&str, Spoil); 7] = [
        ("F7", faults::one_way),
        ("F8", faults::relative_tolerance),
        ("F9", faults::depends_on_the_start),
        ("F10", faults::lopsided),
        ("F11", faults::favours_the_first),
        ("F12", faults::remembers),
        ("F13", faults::answers_nonsense),
    ];
    for (id, spoil) in planted {
        let world = if id == "F11" { &tiles } else { &riser };
        let seen = world.proves_of_answers(id, spoil);
        assert!(seen.example.contains("world"), "{id}: {seen:?}");
    }
}

#[test]
fn f14_speed_gain() {
    let seen = Walker::running(worlds::wall()).proves("F14", faults::long_normals);
    // Thrown back at up to 1.25 times the speed.
    assert!((40.0..120.0).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f15_speed_leak() {
    for profile in ["quake3", "quakeworld"] {
        let seen = Walker::running(worlds::plain())
            .by(profile)
            .proves("F15", faults::brakes);
        assert!(seen.worst > 4.0, "{profile}: {seen:?}");
    }
}

#[test]
fn f16_dead_stop() {
    for profile in ["quake3", "quakeworld", "source"] {
        let seen = Walker::running(worlds::plain())
            .by(profile)
            .proves("F16", faults::walls_from_nowhere);
        assert!(seen.worst > 80.0, "{profile}: {seen:?}");
    }
}

#[test]
fn f17_stuck() {
    let seen = Walker::running(worlds::plain()).proves("F17", faults::jams);
    assert!((2.0..3.0).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f17b_stuck_solid() {
    let seen = Walker::running(worlds::plain()).proves("F17b", faults::jams);
    assert!(seen.count == 1 && seen.worst > 200.0, "{seen:?}");
}

#[test]
fn f19_shake() {
    let seen = Walker::running(worlds::plain())
        .by("quakeworld")
        .proves("F19", faults::trembles);
    assert!((0.2..0.6).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f20_in_a_solid() {
    let seen = Walker::running(worlds::plain())
        .by("quakeworld")
        .proves("F20", faults::sinks);
    assert!((0.3..0.6).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f21_missed_step() {
    for profile in ["quake3", "quakeworld"] {
        let seen = Walker::running(worlds::riser(16.0))
            .by(profile)
            .proves("F21", faults::low_ceilings);
        assert!((seen.worst - 16.0).abs() < 0.3, "{profile}: {seen:?}");
    }
}

#[test]
fn f22_wall_climb() {
    let seen = Walker::running(worlds::wall()).proves("F22", faults::floors_everywhere);
    assert!(seen.worst > 100.0, "{seen:?}");
}

#[test]
fn f23_step_down_bounce() {
    let mut walker = Walker::running(worlds::downhill(10.0));
    walker.start.origin.x = -40.0;
    let seen = walker.proves("F23", faults::loses_the_ground);
    assert!(seen.count > 5, "{seen:?}");
}

#[test]
fn f24_ground_flicker() {
    for profile in ["quake3", "quakeworld", "goldsrc"] {
        let seen = Walker::running(worlds::plain())
            .by(profile)
            .proves("F24", faults::loses_the_ground);
        assert!(seen.count > 5, "{profile}: {seen:?}");
    }
}

#[test]
fn f25_ramp_bug() {
    let walker = Walker::running(worlds::surf()).flying([0.0, 60.0, -60.0], [600.0, 0.0, 0.0]);
    let seen = walker.proves("F25", faults::walls_from_nowhere);
    assert!(seen.worst > 10.0, "{seen:?}");
}

/// No slide move turns back, so this run is made up: a body to and fro in a slit, a third of a unit a tick.
#[test]
fn f26_crease_oscillation() {
    let walker = Walker::running(worlds::slit()).flying([0.0, 0.0, 0.0], [0.0, 100.0, 0.0]);
    let mut run = walker.play(faults::none);
    assert_eq!(walker.look_at("F26", &run).1, [""; 0]);
    for (k, body) in run.states.iter_mut().enumerate().skip(300) {
        body.origin = Point::new(0.0, if k % 2 == 0 { 0.15 } else { -0.15 }, 0.0);
    }
    let seen = walker.look_at("F26", &run).0.unwrap();
    assert!((60.0..=75.0).contains(&seen.worst) && seen.count == 1, "{seen:?}");
}

/// A pinned body does not drift, so this run is made up: a body in a wedge that rises by a unit in a second.
#[test]
fn f27_wedge_creep() {
    let walker = Walker::running(worlds::wedge());
    let mut run = walker.play(faults::none);
    assert_eq!(walker.look_at("F27", &run).1, [""; 0]);
    for (k, body) in run.states.iter_mut().enumerate().skip(200) {
        body.origin.z += (k - 200) as f32 * 0.008;
    }
    let seen = walker.look_at("F27", &run).0.unwrap();
    assert!((1.0..1.5).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f18_snag() {
    for profile in ["quake3", "quakeworld"] {
        let seen = Walker::running(worlds::tiles())
            .by(profile)
            .proves_elsewhere("F18", faults::seams);
        assert!(seen.count >= 5 && seen.worst > 50.0, "{profile}: {seen:?}");
    }
}

#[test]
fn f28_depends_on_ticks() {
    let seen = Walker::running(worlds::plain()).proves_elsewhere("F28", faults::shuns_long_ways);
    assert!(seen.worst > 3.0, "{seen:?}");
}

#[test]
fn f29_far_origin_loss() {
    let seen = Walker::running(worlds::plain())
        .by("quakeworld")
        .proves_elsewhere("F29", faults::coarse_far_away);
    assert!(seen.worst == 4096.0 && seen.count == 2, "{seen:?}");
}

#[test]
fn f30_asymmetry() {
    let seen = Walker::running(worlds::wall()).proves_elsewhere("F30", faults::lopsided);
    assert!((0.1..1.0).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f31_does_not_replay() {
    let seen = Walker::running(worlds::wall()).proves_elsewhere("F31", faults::ages);
    assert!(seen.worst > 10.0, "{seen:?}");
}
