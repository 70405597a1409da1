//! A session repeats the native tools, keeps its recordings, and reports what it cannot do.
use clipmark_measure::agreement::{Starts, agree};
use clipmark_measure::{Contestant, profile_of};
use clipmark_movement::recording::{StateFormat, read_commands, read_states};
use clipmark_play::{Keys, Session};
use clipmark_scene::Scene;

const STAIRS: &str = include_str!("../../../../scenes/stairs.ron");
const MSEC: f32 = 8.0;

fn session(contestants: &[&str]) -> Session {
    let mut session = Session::default();
    session.load(STAIRS, "scenes/stairs.ron").unwrap();
    for name in contestants {
        session.enter(name).unwrap();
    }
    session
}

/// Runs ahead, turning, with a jump now and then.
fn walk(session: &mut Session, ticks: u32) {
    for k in 0..ticks {
        let keys = Keys::FORWARD | if k % 90 < 45 { Keys::JUMP } else { 0 };
        session.step(Keys(keys), 0.0, k as f32 / 8.0, MSEC, 0).unwrap();
    }
}

#[test]
fn a_recording_is_repeated_to_the_last_bit() {
    for name in ["bsp", "bvh", "cylinder", "hull"] {
        for profile in ["quake3", "goldsrc", "source", "netquake", "quakeworld"] {
            let mut live = session(&[name]);
            live.profile(profile, 0.0).unwrap();
            walk(&mut live, 60);
            live.record(0, 7.5).unwrap();
            walk(&mut live, 400);
            assert_eq!(live.recording(), Some(400));
            let saved = live.saved().unwrap();

            let contestant: Contestant = name.parse().unwrap();
            let movement = *clipmark_movement::profile_named(profile).unwrap();
            let mut world = Scene::parse(STAIRS, "scenes/stairs.ron")
                .unwrap()
                .world()
                .unwrap();
            world.bodies = [false, true].map(|d| movement.bounds(d)).to_vec();
            let backend = contestant.build(&world, movement.trace_rules).unwrap();
            let setup = contestant.setup(movement, &world, &*backend).unwrap();
            let commands = read_commands(saved.commands.as_bytes(), movement.order).unwrap();
            let format = StateFormat::new(movement.order, &commands);
            let start = commands.start(movement.order);
            let states = read_states(saved.states.as_bytes(), format, &start).unwrap();
            let found = agree(&*backend, &setup, &commands, &states, Starts::Own).unwrap();
            assert_eq!((found.ticks, found.bits), (400, 400), "{name} by {profile}");
        }
    }
}

#[test]
fn the_saved_scene_plays_the_recording() {
    let mut live = session(&["bvh"]);
    live.record(0, 0.0).unwrap();
    walk(&mut live, 50);
    let saved = live.saved().unwrap();
    assert_eq!(saved.commands_file, "stairs-run.txt");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(&saved.commands_file), &saved.commands).unwrap();
    let file = folder.path().join("stairs-run.ron");
    std::fs::write(&file, &saved.scene).unwrap();
    let scene = Scene::load(&file).unwrap();
    assert_eq!(scene.contestants, ["bvh"]);
    assert_eq!(profile_of(&scene, "").unwrap().name, "quake3");
    let setting = clipmark_measure::Setting::new(&scene).unwrap();
    let run = setting
        .enter("bvh".parse().unwrap())
        .unwrap()
        .play(&setting)
        .unwrap();
    let last = run.states.last().unwrap();
    assert_eq!(last.origin, live.lives()[0].body.origin);
}

#[test]
fn switching_keeps_place_and_velocity() {
    let mut live = session(&["bsp", "bvh"]);
    walk(&mut live, 80);
    let before = live.lives()[0].body;
    live.bring(1, 0, 0.0).unwrap();
    assert_eq!(live.lives()[1].body.origin, before.origin);
    live.profile("cpm", 0.0).unwrap();
    let after = live.lives()[0].body;
    assert_eq!((after.origin, after.velocity), (before.origin, before.velocity));
    assert_eq!(live.states().len(), 2 * clipmark_play::STATE_WORDS);
}

#[test]
fn the_last_tick_is_told_without_disturbing_the_walk() {
    let (mut told, mut plain) = (session(&["bsp"]), session(&["bsp"]));
    for k in 0..200 {
        let keys = Keys(Keys::FORWARD);
        told.step(keys, 0.0, k as f32, MSEC, 0).unwrap();
        plain.step(keys, 0.0, k as f32, MSEC, 0).unwrap();
        let live = &told.lives()[0];
        assert!(live.traces().len() <= live.facts().queries as usize);
        assert!(!live.traces().is_empty(), "a tick without a sweep");
        live.contacts();
    }
    assert_eq!(
        told.lives()[0].body.state_hash(0),
        plain.lives()[0].body.state_hash(0)
    );
}

#[test]
fn the_judge_marks_a_planted_fault_and_no_sound_player() {
    let mut live = session(&["bsp"]);
    live.judge(true).unwrap();
    let marks = |live: &mut Session| -> usize {
        (0..600)
            .map(|k| {
                let keys = Keys(Keys::FORWARD);
                live.step(keys, 0.0, (k / 4) as f32, MSEC, 0).unwrap().len()
            })
            .sum()
    };
    assert_eq!(marks(&mut live), 0);
    // It answers some sweeps as if nothing were there.
    let deaf = "bsp~skipped-brush";
    let mut live = session(&[deaf]);
    live.judge(true).unwrap();
    assert!(marks(&mut live) > 0, "{deaf} is not marked");
}

#[test]
fn what_cannot_be_done_is_said() {
    assert!(Session::default().enter("bsp").is_err());
    let mut live = session(&["bsp"]);
    assert!(live.saved().is_err() && live.enter("nobody").is_err() && live.enter("bsp").is_err());
    let told = |e: Result<_, clipmark_play::PlayError>| e.map(|_: ()| ()).unwrap_err().to_string();
    assert!(told(live.leave(4)).contains("number 4"));
    assert!(told(live.load("(version: 1)", "x.ron").map(drop)).contains("x.ron"));
    assert!(told(live.ghost(0, "run.txt", b"1 2 three 4\n").map(drop)).contains("run.txt"));
    let map = "(version: 1, title: \"m\", world: QuakeBsp(\"m.bsp\"), player: (start: Spawn(0)), profile: \
               \"quake3\", input: [Wait(1)])";
    assert!(told(live.load(map, "scenes/m.ron").map(drop)).contains("scenes/m.bsp"));
    // The earlier recording is still there.
    walk(&mut live, 3);
}
