//! Scenes with other players: clean by each engine's rules and the same again; passing through each other is found as F32.

use super::moving::{PAD, map, played};
use clipmark_measure::{Contestant, Setting};
use clipmark_scene::{Key, OtherPlayer, Scene, Step};

fn head_on(profile: &str, other: &str) -> Scene {
    let text = format!(
        "(version: 1, title: \"t\", world: Shapes([Room(min: (-384, -256, 0), max: (384, 256, 256), thickness: 32)]), \
         others: [{other}], player: (start: At(-200, 0, 24.2)), profile: \"{profile}\", \
         input: [Hold(keys: [Forward], seconds: 2)])"
    );
    Scene::parse(&text, "t.ron").unwrap()
}

const COMES: &str = "(start: (200, 0, 24.2), yaw: 180, input: [Hold(keys: [Forward], seconds: 2)])";

#[test]
fn players_who_meet_stop_each_other_by_each_engines_rules() {
    for profile in ["quake3", "quakeworld", "netquake", "cpm", "source"] {
        for name in ["bsp", "bvh+slide", "cylinder", "hull"] {
            let run = played(&head_on(profile, COMES), name, None);
            assert_eq!(run.found(), [""; 0], "{profile} {name}");
            let ends = run.played.states.last().unwrap().origin;
            assert!((-40.0..-5.0).contains(&ends.x), "{profile} {name}: {ends}");
        }
    }
}

#[test]
fn players_who_pass_through_each_other_are_found() {
    for profile in ["quake3", "quakeworld", "netquake"] {
        let run = played(&head_on(profile, COMES), "bsp~players-pass", None);
        assert!(run.found().contains(&"F32"), "{profile}: {:?}", run.found());
    }
}

#[test]
fn who_starts_in_a_solid_or_in_another_is_refused() {
    let contestants: [Contestant; 1] = ["bsp".parse().unwrap()];
    for (start, what) in [
        ("(-190, 0, 30)", "the player"),
        ("(0, 0, 10)", "a solid"),
        ("(200, 10, 24.2)", "others[0]"),
    ] {
        let scene = head_on("quake3", &format!("{COMES}, (start: {start}, input: [Wait(1)])"));
        let refused = Setting::shared_by(&scene, &contestants)
            .err()
            .unwrap()
            .to_string();
        let told = format!("others[1].start: this player starts inside {what}; ");
        assert!(refused.contains(&told), "{refused}");
    }
}

/// A tick in which a pad takes hold of another player is no excuse for the first.
#[test]
fn a_pad_that_throws_another_player_did_not_throw_the_first() {
    let mut scene = map("pad-of-another", PAD);
    let keys = Step::Hold {
        keys: vec![Key::Forward],
        seconds: 1.0,
        turn: 0.0,
        yaw: None,
        pitch: None,
    };
    scene.input = vec![Step::Wait(3.0)];
    scene.others = vec![OtherPlayer {
        start: [-168.0, 0.0, 24.2],
        yaw: -90.0,
        input: vec![keys],
    }];
    let run = played(&scene, "bsp", None);
    let course = run.played.course.unwrap();
    let other = course.movers.iter().position(|mover| mover.is_player()).unwrap();
    let top = (0..=course.ticks()).map(|k| course.pose(k, other).origin.z);
    assert!(top.fold(0.0, f32::max) > 120.0);
    assert!(!course.thrown.contains(&true));
}
