//! Whole recorded runs of moving worlds (`tests/recordings/moving/`), played without their states. Of the recorded movers only
//! the head lines are read. Every pose must be equal to the bit to the end. Each rule of an engine is then broken, and the break
//! must be found.

use clipmark_bsp::BspBackend;
use clipmark_collision::{TraceRules, recording};
use clipmark_geometry::{Aabb, World};
use clipmark_hull::HullBackend;
use clipmark_movement::moving::{Playback, Quake1Parts, Quake3Parts, quake1, quake3};
use clipmark_movement::{FrameOrder, Profile, PushRule, profile_named};
use std::fs::File;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq)]
enum Engine {
    Quake3,
    QuakeWorld,
    NetQuake,
}

fn path(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/recordings/moving");
    PathBuf::from(folder).join(name)
}

fn lines(run: &str, kind: &str) -> Vec<String> {
    recording::lines(File::open(path(&format!("{run}.{kind}.txt.gz"))).unwrap()).unwrap()
}

fn map(run: &str) -> World {
    let name = run.split('.').next().unwrap();
    let bytes = std::fs::read(path(&format!("{name}.bsp"))).unwrap();
    clipmark_scene::sources::read_map(name, &bytes).unwrap()
}

fn engine(run: &str) -> Engine {
    match run.split('.').nth(1).unwrap() {
        what if what.starts_with("qw") => Engine::QuakeWorld,
        what if what.starts_with("nq") => Engine::NetQuake,
        _ => Engine::Quake3,
    }
}

fn profile(engine: Engine) -> Profile {
    let name = match engine {
        Engine::Quake3 => "quake3",
        Engine::QuakeWorld => "quakeworld",
        Engine::NetQuake => "netquake",
    };
    *profile_named(name).unwrap()
}

/// States and movers of a whole played run, by a movement and in a world that may be altered.
fn played(run: &str, profile: Profile, world: &World) -> (Vec<String>, Vec<String>) {
    let (commands, movers) = (lines(run, "cmds"), lines(run, "movers"));
    let heads = |line: &&String| line.starts_with("M ") || line.starts_with("G ");
    let heads: Vec<String> = movers.iter().filter(heads).cloned().collect();
    let (mut states, mut moved) = (Vec::new(), Vec::new());
    if engine(run) == Engine::Quake3 {
        play_quake3(profile, world, &commands, &heads, (&mut states, &mut moved));
    } else {
        play_quake1(profile, world, &commands, &heads, (&mut states, &mut moved));
    }
    let split = |text: Vec<u8>| {
        let text = String::from_utf8(text).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    (split(states), split(moved))
}

fn texts(lines: &[String]) -> impl Iterator<Item = &str> {
    lines.iter().map(String::as_str)
}

fn bounds(world: &World) -> impl Fn(usize) -> Option<Aabb> + '_ {
    |number| world.models.get(number.checked_sub(1)?).map(|model| model.bounds)
}

fn play_quake3(
    profile: Profile,
    world: &World,
    commands: &[String],
    heads: &[String],
    (states, moved): (&mut Vec<u8>, &mut Vec<u8>),
) {
    let heading = quake3::FORMAT.read_heading(texts(commands)).unwrap();
    let setup = quake3::Quake3Setup {
        profile,
        entities: quake3::Entities::read(texts(heads)).unwrap(),
        players: heading.players,
        god: heading.god,
        start_msec: heading.start_msec(),
    };
    let parts = Quake3Parts::of_map(&world.entities, bounds(world));
    let build = |world: &World| BspBackend::build(world, TraceRules::QUAKE3);
    let mut moving = quake3::Quake3World::new(world, &parts, &setup, build).unwrap();
    let playback = Playback::begin(&mut moving, states, moved).unwrap();
    playback.play(texts(commands)).unwrap();
}

fn play_quake1(
    profile: Profile,
    world: &World,
    commands: &[String],
    heads: &[String],
    (states, moved): (&mut Vec<u8>, &mut Vec<u8>),
) {
    let format = match profile.moving.frame {
        FrameOrder::PlayersFirst => &quake1::NETQUAKE,
        FrameOrder::WorldFirst => &quake1::QUAKEWORLD,
    };
    let heading = format.read_heading(texts(commands)).unwrap();
    let setup = quake1::Quake1Setup {
        profile,
        least_step: heading.least_step,
        numbers: quake1::Quake1Setup::numbers(texts(heads)).unwrap(),
        arrivals: quake1::Quake1Setup::arrivals(texts(heads)).unwrap(),
        players: heading.players,
        start: heading.start,
    };
    let parts = Quake1Parts::of_map(&world.entities, bounds(world));
    let build = |world: &World| HullBackend::build(world, profile.trace_rules);
    let mut moving = quake1::Quake1World::new(world, &parts, &setup, build).unwrap();
    let playback = Playback::begin(&mut moving, states, moved).unwrap();
    playback.play(texts(commands)).unwrap();
}

fn poses(movers: &[String]) -> Vec<&String> {
    movers.iter().filter(|line| line.starts_with("P ")).collect()
}

/// Every run whose commands are kept.
fn runs() -> Vec<String> {
    let files = std::fs::read_dir(path("")).unwrap();
    let names = files.map(|f| f.unwrap().file_name().into_string().unwrap());
    let mut runs: Vec<String> = names
        .filter_map(|name| name.strip_suffix(".cmds.txt.gz").map(str::to_owned))
        .collect();
    runs.sort();
    assert!(runs.len() > 8, "{runs:?}");
    runs
}

#[test]
fn whole_worlds_run_as_recorded_to_the_bit() {
    for run in runs() {
        let (states, movers) = played(&run, profile(engine(&run)), &map(&run));
        let recorded = lines(&run, "movers");
        assert_eq!(poses(&movers), poses(&recorded), "{run}");
        let wanted = lines(&run, "states");
        assert!(states.len() == wanted.len() || run == IN_THE_MOVER, "{run}");
        let same = states
            .iter()
            .zip(&wanted)
            .filter(|(a, b)| unsigned(a) == unsigned(b))
            .count();
        // A player in a mover that goes through him departs by 0.01 units, and then goes his own way.
        let least = if run == IN_THE_MOVER { 0.7 } else { 1.0 };
        assert!(
            same as f64 >= least * wanted.len() as f64,
            "{run}: {same} of {}",
            wanted.len()
        );
    }
}

/// The run in which a pendulum goes through a player.
const IN_THE_MOVER: &str = "case_pendulum_1.on8";

/// The line with its zeros without a sign.
fn unsigned(line: &str) -> String {
    let words = line.split(' ').map(|word| if word == "-0" { "0" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a run with another movement differs from the recorded one, in poses or in players.
fn is_noticed(run: &str, change: impl FnOnce(&mut Profile)) -> bool {
    let mut profile = profile(engine(run));
    change(&mut profile);
    let (states, movers) = played(run, profile, &map(run));
    poses(&movers) != poses(&lines(run, "movers")) || states != lines(run, "states")
}

#[test]
fn a_rule_that_is_broken_is_noticed() {
    let stacks = "case_lift_stack_1.three8";
    assert!(is_noticed(stacks, |p| p.repairs.carries_stacks = true));
    let pitches = "case_rot_pitch_1.stand8";
    assert!(is_noticed(pitches, |p| p.repairs.lifts_riders = true));
    let placed = "q1_mix_1.qw2";
    assert!(!is_noticed(placed, |_| {}));
    assert!(is_noticed(placed, |p| p.moving.push = PushRule::Sweeps));
    assert!(is_noticed(placed, |p| p.moving.at_once = 0.1));
    let swept = "q1_mix_1.nq1";
    assert!(!is_noticed(swept, |_| {}));
    assert!(is_noticed("q1_mix_1.nqplayers", |p| p.moving.push = PushRule::Places));
    assert!(is_noticed(swept, |p| p.moving.at_once = 0.03));
}

#[test]
fn a_mover_that_its_maker_wrote_otherwise_is_noticed() {
    for (run, class, key, value) in [
        ("mv_mix_1.run3", "func_train", "speed", "321"),
        ("mv_mix_1.run3", "func_bobbing", "phase", "0.01"),
        ("mv_rotors_1.run3", "func_pendulum", "speed", "31"),
        ("q1_mix_1.qw2", "func_door", "speed", "55"),
        ("q1_mix_1.nq1", "path_corner", "wait", "0.3"),
    ] {
        let mut world = map(run);
        let changed = world.entities.iter_mut().filter(|e| e.class() == class);
        changed.for_each(|e| e.keys.push((key.into(), value.into())));
        let (_, movers) = played(run, profile(engine(run)), &world);
        assert_ne!(
            poses(&movers),
            poses(&lines(run, "movers")),
            "{run}: {class} {key}"
        );
    }
}
