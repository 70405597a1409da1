//! `load` among solid players: they stay apart and end the same again, by each engine's order of a frame. A player that goes
//! through others is found by the judge of turns alone, wrong answers by the referee.

use crate::moving::map;
use clipmark_faults::{AnyFault, MoverFault};
use clipmark_geometry::{Aabb, Hull, Point};
use clipmark_measure::Contestant;
use clipmark_measure::inner::overlap;
use clipmark_measure::load::{Input, LoadOptions, measure};
use clipmark_movement::push::{AtArrival, PushVariation};
use clipmark_record::load::{LoadJudged, LoadResults};
use clipmark_scene::Scene;

/// The walker's solid part may be so deep in another player after its turn, in units. A walk of 320 u/s goes so far in a frame.
const SQUEEZED: f64 = 320.0 / 60.0;

/// By NetQuake's rules one turn of some thousands goes an eighth of a unit in; why is not known. Twice that, in units.
const NETQUAKE: f64 = 0.25;

/// Wrong answers of `hull` to 4,000 sweeps at most: twice what was found.
const HULLS: usize = 20;

/// A yard with a lift, and a wall that goes to and fro, so that a crowd is carried and pushed.
fn yard(profile: &str) -> Scene {
    let text = format!(
        "(version: 1, title: \"yard\", world: Shapes([Room(min: (-320, -320, 0), max: (320, 320, 256), thickness: 32)]), \
         movers: [(shapes: [Box(min: (-64, -64, 0), max: (64, 64, 16))], moves: Lift(height: 96, speed: 100)), \
         (shapes: [Box(min: (-300, -300, 0), max: (-284, 300, 96))], moves: Train(speed: 100, corners: \
         [(by: (0, 0, 0)), (by: (160, 0, 0))]))], \
         player: (start: At(160, 0, 40)), profile: \"{profile}\", input: [Wait(1)])"
    );
    Scene::parse(&text, "yard.ron").unwrap()
}

fn played(scene: &Scene, contestant: &str, players: usize) -> LoadResults {
    played_by(scene, contestant.parse().unwrap(), players)
}

fn played_by(scene: &Scene, contestant: Contestant, players: usize) -> LoadResults {
    let options = LoadOptions {
        contestants: vec![contestant],
        leaves_out: false,
        input: Input::Random,
        players: vec![players],
        rates: vec![60.0],
        threads: vec![1],
        seconds: 1.5,
        most_seconds: 600.0,
        seed: 1,
        solid: true,
    };
    measure(scene, &options, &mut |_, _, _| ()).unwrap()
}

#[test]
fn solid_players_stay_apart_and_end_the_same_again() {
    for profile in ["quake3", "quakeworld", "netquake"] {
        for contestant in ["bsp", "bvh", "cylinder", "hull"] {
            let book = played(&yard(profile), contestant, 24);
            assert_eq!((book.solid, book.movers), (true, 2));
            // The clip hulls of `hull` answer some sweeps near corners of bodies as those of its engine do.
            let wrong = book.wrong.first().map_or(0, |wrong| wrong.wrong);
            let known = if contestant == "hull" { HULLS } else { 0 };
            assert!(wrong <= known, "{profile} {contestant}: {:?}", book.wrong);
            let [row] = &book.rows[..] else {
                panic!("{profile} {contestant}: {book:?}")
            };
            assert!(!row.unlike_alone && row.threads == 1, "{profile} {contestant}");
            let [judged] = &book.judged[..] else {
                panic!("{book:?}")
            };
            // Two passes of 90 frames.
            assert_eq!(judged.turns, 24 * 90 * 2);
            // The walker gets its body out of one player at a time, and may be pressed into a second.
            let known = match (profile, contestant) {
                (_, "cylinder") => SQUEEZED,
                ("netquake", _) => NETQUAKE,
                _ => 0.0,
            };
            assert!(judged.deepest <= known, "{profile} {contestant}: {judged:?}");
        }
    }
}

/// The backend's answers are right, so the referee is silent: only the play shows it.
#[test]
fn players_that_pass_through_each_other_are_found_by_their_turns() {
    for profile in ["quake3", "quakeworld", "netquake"] {
        let book = played(&yard(profile), "bsp~players-pass", 24);
        assert!(book.wrong.is_empty());
        let judged = &book.judged[0];
        assert!(
            judged.entered > 0 && judged.deepest > 1.0,
            "{profile}: {judged:?}"
        );
    }
}

static ENTERS: MoverFault = MoverFault {
    name: "arrival-enters",
    what: "A player who comes out of a teleporter stays in a player who stands there, and neither dies.",
    rules: PushVariation {
        at_arrival: AtArrival::Enters,
        ..PushVariation::ENGINE
    },
};

/// A crowd that a teleporter sends to one place. The teleporter waits while somebody stands there; else one would be in another.
#[test]
fn players_that_arrive_in_each_other_are_found() {
    let teleporter = "{\n\"classname\" \"trigger_teleport\"\n\"target\" \"there\"\nBLOCK}\n\
                      {\n\"classname\" \"DESTINATION\"\n\"targetname\" \"there\"\n\"origin\" \"0 0 32\"\n}\n";
    for (profile, destination) in [
        ("quake3", "misc_teleporter_dest"),
        ("quakeworld", "info_teleport_destination"),
        ("netquake", "info_teleport_destination"),
    ] {
        let entities = teleporter.replace("DESTINATION", destination);
        let mut scene = map(&format!("sends_{profile}"), &entities);
        scene.profile.base = profile.into();
        let judged = |contestant: Contestant| -> LoadJudged {
            let book = played_by(&scene, contestant, 60);
            assert!(book.wrong.is_empty(), "{profile}");
            book.judged.into_iter().next().unwrap()
        };
        let own: Contestant = "bsp".parse().unwrap();
        let waits = judged(own);
        assert_eq!(waits.entered, 0, "{profile}: {waits:?}");
        let enters = judged(own.with_fault(AnyFault::Push(&ENTERS)));
        assert!(
            enters.entered > 0 && enters.deepest > 1.0,
            "{profile}: {enters:?}"
        );
    }
}

#[test]
fn wrong_answers_among_players_are_refereed() {
    let book = played(&yard("quake3"), "bsp~end-too-deep", 8);
    assert_eq!(book.wrong[0].judged, 4000);
    assert!(book.wrong[0].wrong > 0);
}

#[test]
fn more_players_than_fit_and_controllers_of_libraries_are_left_out_with_the_reason() {
    let book = played(&yard("quake3"), "bsp", 5000);
    assert!(book.rows.is_empty());
    assert!(book.left_out[0].why.contains("room for"), "{:?}", book.left_out);
}

#[test]
fn bodies_are_as_deep_as_their_least_way_out() {
    let bounds = Aabb::new(Point::new(-16., -16., -24.), Point::new(16., 16., 32.));
    let hulls = [
        Hull::Box { bounds },
        Hull::Cylinder { bounds },
        Hull::Capsule { bounds },
    ];
    let depth = |k: usize, x: f32, y: f32, z: f32| {
        overlap(&hulls[k], &Point::new(x, y, z), &bounds, &Point::origin())
    };
    for k in 0..3 {
        // Side by side, at a touch, one a little in the other, one on the other's head.
        let all = [(40.0, 0.0), (32.0, 0.0), (31.0, 0.0)].map(|(x, z)| depth(k, x, 0.0, z));
        assert_eq!(all, [-8.0, 0.0, 1.0]);
        assert_eq!(depth(k, 0.0, 0.0, 55.5), 0.5);
    }
    // At an upright edge the box is in and the round ones are beside it. At a top edge the capsule's end is beside it too.
    assert_eq!(depth(0, 31.0, 31.0, 0.0), 1.0);
    assert_eq!(depth(1, 31.0, 31.0, 0.0), 16.0 - 15.0_f64.hypot(15.0));
    assert_eq!([0, 1].map(|k| depth(k, 31.0, 0.0, 55.0)), [1.0, 1.0]);
    assert_eq!(depth(2, 31.0, 0.0, 55.0), 16.0 - 15.0_f64.hypot(15.0));
}
