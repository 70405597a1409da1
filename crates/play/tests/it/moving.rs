//! A world that moves, walked live: as a comparison plays it, to the last bit.

use clipmark_measure::{Contestant, Setting};
use clipmark_play::{Keys, Motion, POSE_WORDS, STATE_WORDS, Session};
use clipmark_scene::Scene;

const LIFT: &str = include_str!("../../../../scenes/lift.ron");
const DOOR: &str = include_str!("../../../../scenes/door.ron");
const TRAIN: &str = include_str!("../../../../scenes/train.ron");
/// A jump pad and a teleporter of Quake III.
const PADS: &[u8] = include_bytes!("../../../../tests/recordings/moving/case_pad_tele_1.bsp");
/// Doors, lifts, trains, a jump pad and a teleporter of Quake.
const QUAKE: &[u8] = include_bytes!("../../../../tests/recordings/moving/q1_mix_1.bsp");
const MSEC: f32 = 8.0;
const FORWARD: Keys = Keys(Keys::FORWARD);
const STILL: Keys = Keys(0);

fn scene(text: &str, contestants: &[&str]) -> Session {
    let mut session = Session::default();
    session.load(text, "scenes/moving.ron").unwrap();
    enter(&mut session, contestants);
    session
}

fn map(name: &str, bytes: &[u8], contestants: &[&str]) -> Session {
    let mut session = Session::default();
    session.file(name, bytes);
    session.load_map(name).unwrap();
    enter(&mut session, contestants);
    session
}

fn enter(session: &mut Session, contestants: &[&str]) {
    for name in contestants {
        session.enter(name).unwrap();
    }
}

fn hold(session: &mut Session, keys: Keys, ticks: u32) {
    for _ in 0..ticks {
        session.step(keys, 0.0, 0.0, MSEC, 0).unwrap();
    }
}

fn origin(session: &Session, index: usize) -> [f32; 3] {
    session.lives()[index].body.origin.into()
}

/// Name of the mover that a contestant stands on.
fn ride(session: &Session, index: usize) -> Option<String> {
    let word = session.states()[index * STATE_WORDS + STATE_WORDS - 1] as usize;
    let movers = session.motion().unwrap().movers;
    word.checked_sub(1).map(|i| movers[i].name.clone())
}

/// The middle of the trigger of a class, at a height over its floor.
fn within(motion: &Motion, class: &str, height: f32) -> [f32; 3] {
    let trigger = motion.triggers.iter().find(|t| t.class == class).unwrap();
    let [low, high] = trigger.bounds;
    [
        (low[0] + high[0]) / 2.0,
        (low[1] + high[1]) / 2.0,
        low[2] + height,
    ]
}

/// Everything that a page sees, as bits.
fn seen(session: &Session) -> Vec<u32> {
    let mut all = session.states();
    for index in 0..session.lives().len() {
        all.extend(session.poses(index).unwrap());
    }
    all.into_iter().map(f32::to_bits).collect()
}

#[test]
fn a_lift_carries_and_the_page_is_told() {
    let mut live = scene(LIFT, &["bsp", "cylinder"]);
    let motion = live.motion().unwrap();
    assert_eq!(motion.movers[0].name, "lift");
    assert_eq!(motion.triggers[0].class, "lift trigger");
    assert!(!live.mover_faces(motion.movers[0].model).unwrap().is_empty());
    hold(&mut live, FORWARD, 137);
    hold(&mut live, STILL, 250);
    for index in 0..2 {
        assert_eq!(ride(&live, index).as_deref(), Some("lift"));
        let lift = live.poses(index).unwrap()[2];
        // Feet are 24 u below the origin, and the lift's top is 16 u above its own.
        let over = origin(&live, index)[2] - 24.0 - (lift + 16.0);
        assert!(over.abs() < 0.3, "{over} u over the lift");
        assert!(lift > 100.0, "the lift is at {lift}");
    }
    // The sweeps of the last tick are asked of the lift too: one of them ends on it.
    let live = &live.lives()[0];
    assert!(live.traces().iter().any(|(_, trace)| trace.model.is_some()));
    assert!(live.contacts().iter().any(|contact| contact.normal.z > 0.9));
}

#[test]
fn a_door_opens_to_who_comes_near() {
    let mut live = scene(DOOR, &["bsp"]);
    let left = |live: &Session| live.poses(0).unwrap()[1];
    hold(&mut live, STILL, 100);
    assert_eq!(left(&live), 0.0, "it opens to nobody");
    hold(&mut live, FORWARD, 75);
    hold(&mut live, STILL, 60);
    assert!(left(&live) > 50.0, "the wing is at {}", left(&live));
}

#[test]
fn a_recording_is_what_a_comparison_plays() {
    let scenes = [("lift", LIFT), ("door", DOOR), ("train", TRAIN)];
    for (file, text) in scenes {
        for name in ["bsp", "bvh", "cylinder", "hull"] {
            let profiles: &[&str] = if file == "lift" {
                &["quake3", "quakeworld", "netquake", "goldsrc"]
            } else {
                &["quake3"]
            };
            for profile in profiles {
                let mut live = scene(text, &[name]);
                live.profile(profile, 0.0).unwrap();
                hold(&mut live, FORWARD, 60);
                live.record(0, 0.0).unwrap();
                let mut states = Vec::new();
                for k in 0..700_u32 {
                    let keys = if k % 300 < 120 { FORWARD } else { STILL };
                    live.step(keys, 0.0, (k / 200) as f32 * 45.0, MSEC, 0).unwrap();
                    states.push(live.lives()[0].body.state_hash(0));
                }
                let saved = live.saved().unwrap();
                assert!(saved.moves);
                let folder = tempfile::tempdir().unwrap();
                std::fs::write(folder.path().join(&saved.commands_file), &saved.commands).unwrap();
                let path = folder.path().join("run.ron");
                std::fs::write(&path, &saved.scene).unwrap();
                let scene = Scene::load(&path).unwrap();
                let who: [Contestant; 1] = [name.parse().unwrap()];
                let mut setting = Setting::shared_by(&scene, &who).unwrap();
                setting.set_in_motion(&scene, &who).unwrap();
                let run = setting.enter(who[0]).unwrap().play(&setting).unwrap();
                let played: Vec<u64> = run.states[1..].iter().map(|s| s.state_hash(0)).collect();
                assert!(played == states, "{name} in {file} by {profile}");
                assert!(run.course.is_some(), "{file} is played as a rigid world");
            }
        }
    }
}

#[test]
fn the_same_commands_give_the_same_states() {
    let play = || {
        let mut live = scene(TRAIN, &["bsp", "bvh", "cylinder"]);
        let mut all = Vec::new();
        for k in 0..900_u32 {
            let keys = Keys(if k % 70 < 50 { Keys::FORWARD } else { Keys::JUMP });
            live.step(keys, 0.0, (k % 360) as f32, MSEC, 0).unwrap();
            all.extend(seen(&live));
        }
        all
    };
    assert!(play() == play());
}

#[test]
fn who_is_brought_finds_the_movers_where_they_are() {
    let mut live = scene(LIFT, &["bsp"]);
    hold(&mut live, FORWARD, 137);
    hold(&mut live, STILL, 150);
    live.enter("bvh").unwrap();
    assert_ne!(live.poses(0).unwrap(), live.poses(1).unwrap());
    live.bring(1, 0, 0.0).unwrap();
    for _ in 0..200 {
        hold(&mut live, STILL, 1);
        assert_eq!(live.poses(0).unwrap(), live.poses(1).unwrap());
        let [own, brought] = [0, 1].map(|i| origin(&live, i)[2]);
        assert!((own - brought).abs() < 0.01, "{own} and {brought}");
    }
    assert_eq!(ride(&live, 1).as_deref(), Some("lift"));
}

#[test]
fn a_new_place_is_a_new_beginning_for_movers() {
    let mut live = scene(TRAIN, &["bsp", "bvh"]);
    let first = live.poses(0).unwrap();
    hold(&mut live, STILL, 500);
    assert_ne!(live.poses(0).unwrap(), first);
    live.place([-384.0, 0.0, 88.2], [0.0; 3], 0.0).unwrap();
    assert_eq!(live.poses(0).unwrap(), first);
    assert_eq!(live.poses(1).unwrap(), first);
    assert_eq!(first.len(), 3 * POSE_WORDS);
}

#[test]
fn a_pad_throws_and_a_teleporter_turns_the_view() {
    let quake = [
        ("netquake", "hull"),
        ("quakeworld", "bsp"),
        ("quakeworld", "hull"),
    ];
    let worlds = quake.map(|(profile, name)| ("q1.bsp", QUAKE, profile, name));
    let three = [
        ("p.bsp", PADS, "quake3", "bsp"),
        ("p.bsp", PADS, "quake3", "cylinder"),
    ];
    for (file, bytes, profile, name) in worlds.into_iter().chain(three) {
        let what = format!("{name} in {file} by {profile}");
        let mut live = map(file, bytes, &[name]);
        live.profile(profile, 0.0).unwrap();
        let motion = live.motion().unwrap();
        let pad = within(&motion, "trigger_push", 26.0);
        live.place(pad, [0.0; 3], 0.0).unwrap();
        hold(&mut live, STILL, 3);
        assert!(live.lives()[0].body.velocity.z > 100.0, "{what}: not thrown");
        live.place(within(&motion, "trigger_teleport", 26.0), [0.0; 3], 0.0)
            .unwrap();
        let from = origin(&live, 0);
        // The hands look along 90°, wherever the view goes.
        for _ in 0..3 {
            live.step(STILL, 10.0, 90.0, MSEC, 0).unwrap();
        }
        let way = (origin(&live, 0)[0] - from[0]).hypot(origin(&live, 0)[1] - from[1]);
        assert!(way > 100.0, "{what}: not sent");
        let [pitch, yaw] = [12, 13].map(|word| live.states()[word]);
        // Where the two destinations face: 290° and 0°.
        let wanted = if profile == "quake3" { 290.0 } else { 0.0 };
        let off = (90.0 + yaw - wanted + 180.0_f32).rem_euclid(360.0) - 180.0;
        assert!(off.abs() < 0.01, "{what}: turned by {yaw}");
        assert!((10.0 + pitch).abs() < 0.01, "{what}: pitched by {pitch}");
        // The keys go on from that view.
        live.step(FORWARD, 10.0, 90.0, MSEC, 0).unwrap();
        hold(&mut live, STILL, 1);
    }
}

#[test]
fn a_turned_view_is_recorded_as_it_was_played() {
    let mut live = map("q1.bsp", QUAKE, &["hull"]);
    let motion = live.motion().unwrap();
    let gate = within(&motion, "trigger_teleport", 26.0);
    live.place(gate, [0.0; 3], 0.0).unwrap();
    live.record(0, 0.0).unwrap();
    for _ in 0..60 {
        live.step(FORWARD, 0.0, 90.0, MSEC, 0).unwrap();
    }
    let own = live.lives()[0].body;
    let saved = live.saved().unwrap();
    // The recorded run is raced in the same world: there it ends at the same place.
    let ghost = live.ghost(0, "own", saved.commands.as_bytes()).unwrap();
    let end = &ghost[ghost.len() - 4..ghost.len() - 1];
    assert_eq!(end, [own.origin.x, own.origin.y, own.origin.z]);
    // It ran along 0°, where the teleporter looks, and not along the 90° of its hands.
    assert!(
        own.velocity.x > 100.0 && own.velocity.y.abs() < 100.0,
        "{:?}",
        own.velocity
    );
}

/// A box as a brush of a map's text: three points of each side, clockwise seen from outside.
fn brush(low: [i32; 3], high: [i32; 3]) -> String {
    let mut sides = String::new();
    for axis in 0..3 {
        for (at, first, second) in [(low, 1, 2), (high, 2, 1)] {
            let points = [[0, 0], [first, 0], [0, second]].map(|steps| {
                let mut p = at;
                for step in steps.into_iter().filter(|step| *step > 0) {
                    p[(axis + step) % 3] += 1;
                }
                format!("( {} {} {} )", p[0], p[1], p[2])
            });
            sides += &format!("{} t 0 0 0 1 1\n", points.join(" "));
        }
    }
    format!("{{ {sides} }}")
}

#[test]
fn what_cannot_be_played_is_named_and_the_walk_goes_on() {
    let text = format!(
        "{{ \"classname\" \"worldspawn\" {} }}
        {{ \"classname\" \"info_player_start\" \"origin\" \"0 0 32\" }}
        {{ \"classname\" \"func_train\" \"target\" \"nowhere\" {part} }}
        {{ \"classname\" \"func_door\" \"speed\" \"1e39\" {part} }}
        {{ \"classname\" \"trigger_teleport\" \"target\" \"nobody\" {part} }}",
        brush([-512, -512, -16], [512, 512, 0]),
        part = brush([100, 100, 0], [200, 200, 64]),
    );
    let mut live = self::map("hostile.map", text.as_bytes(), &["bsp", "bvh", "cylinder"]);
    for profile in ["quake3", "quakeworld", "netquake"] {
        live.profile(profile, 0.0).unwrap();
        let left_out = live.motion().unwrap().left_out.join("\n");
        for named in ["func_train", "func_door", "trigger_teleport"] {
            assert!(left_out.contains(named), "{profile} leaves out:\n{left_out}");
        }
        hold(&mut live, FORWARD, 200);
        assert!(origin(&live, 0)[0] > 50.0, "nobody walks");
    }

    // A scene whose movers another movement has not: the page stays with the one that it had.
    let mut live = scene(TRAIN, &["bsp"]);
    hold(&mut live, STILL, 10);
    let before = seen(&live);
    let why = live.profile("quakeworld", 0.0).unwrap_err().to_string();
    assert!(
        why.contains("a part that turns") && why.contains("quakeworld"),
        "{why}"
    );
    assert!(seen(&live) == before);
    hold(&mut live, FORWARD, 10);
}

#[test]
fn the_judge_marks_a_fault_of_pushes_and_no_sound_ride() {
    let marks = |name: &str| {
        let mut live = scene(LIFT, &[name]);
        live.judge(true).unwrap();
        let mut found = Vec::new();
        for k in 0..600_u32 {
            let keys = if k < 137 { FORWARD } else { STILL };
            let marks = live.step(keys, 0.0, 0.0, MSEC, 0).unwrap();
            found.extend(marks.into_iter().map(|mark| mark.what));
        }
        found
    };
    for sound in ["bsp", "bvh", "cylinder"] {
        assert_eq!(marks(sound), [""; 0], "{sound}");
    }
    let found = marks("bsp~push-leaves-riders");
    assert!(found.iter().any(|what| what.contains("F3")), "{found:?}");
}
