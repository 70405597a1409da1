//! Recorded sweeps through moving worlds (`tests/recordings/moving/`). Every check is followed by a fault that it must catch.
//! The runs are played by `tests/it/moving_recordings.rs` at the root.

use clipmark_collision::{TraceRules, recording};
use clipmark_geometry::World;
use clipmark_measure::BackendKind;
use clipmark_measure::placed::{
    EXACT_PLACED, Engine, Recording, answer_all, compare_all, compare_states, read,
};
use std::fs::File;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/recordings/moving"
    ))
    .join(name)
}

fn map(name: &str) -> World {
    let bytes = std::fs::read(path(&format!("{name}.bsp"))).unwrap();
    clipmark_scene::sources::read_map(name, &bytes).unwrap()
}

fn sweeps(name: &str, engine: Engine) -> Recording {
    read(File::open(path(name)).unwrap(), engine).unwrap()
}

fn rules(engine: Engine) -> (BackendKind, TraceRules) {
    let (backend, rules) = match engine {
        Engine::Quake3 => ("bsp", TraceRules::QUAKE3),
        Engine::QuakeWorld => ("hull", TraceRules::QUAKEWORLD),
        Engine::NetQuake => ("hull", TraceRules::NETQUAKE),
    };
    (BackendKind::named(backend).unwrap(), rules)
}

/// Share of sweeps that are answered to the bit.
fn exact(world: &World, engine: Engine, recording: &Recording) -> f64 {
    let (kind, rules) = rules(engine);
    let found = compare_all(world.clone(), kind, rules, engine, recording).unwrap();
    found.count(clipmark_measure::answers::Difference::None) as f64 / found.sweeps as f64
}

const SWEEPS: [(&str, &str, Engine); 4] = [
    ("mv_rotors_1", "mv_rotors_1.xtraces.txt.gz", Engine::Quake3),
    ("mv_mix_1", "mv_mix_1.scenes.txt.gz", Engine::Quake3),
    ("q1_mix_1", "q1_mix_1.qw.scenes.txt.gz", Engine::QuakeWorld),
    ("q1_mix_1", "q1_mix_1.nq.scenes.txt.gz", Engine::NetQuake),
];

#[test]
fn sweeps_through_placed_models_are_answered_to_the_bit() {
    for (world, file, engine) in SWEEPS {
        let (world, recording) = (map(world), sweeps(file, engine));
        let share = exact(&world, engine, &recording);
        assert!(share >= EXACT_PLACED, "{file}: {share}");
    }
}

/// A sixty-fourth of a unit is noticed, and so is another game's way to merge.
#[test]
fn a_model_that_is_placed_wrong_is_noticed() {
    for (world, file, engine) in SWEEPS {
        let (world, mut recording) = (map(world), sweeps(file, engine));
        recording.questions.truncate(1000);
        let sound = exact(&world, engine, &recording);
        for placing in recording.scenes.iter_mut().flatten() {
            placing.pose.origin.z += 1.0 / 64.0;
        }
        let share = exact(&world, engine, &recording);
        assert!(sound - share > 0.01, "{file}: {sound}, planted {share}");
    }
    let (world, recording) = (
        map("q1_mix_1"),
        sweeps("q1_mix_1.qw.scenes.txt.gz", Engine::QuakeWorld),
    );
    let (kind, rules) = (BackendKind::named("hull").unwrap(), TraceRules::NETQUAKE);
    let found = compare_all(world, kind, rules, Engine::QuakeWorld, &recording).unwrap();
    assert!((found.exact() as f64) < EXACT_PLACED * found.sweeps as f64);
}

/// The written text is the recorded one, byte for byte where the answer is equal.
#[test]
fn answers_are_written_as_they_are_recorded() {
    for (world, file, engine) in SWEEPS {
        let (kind, rules) = rules(engine);
        let mut text = Vec::new();
        answer_all(map(world), kind, rules, engine, &sweeps(file, engine), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines = recording::lines(File::open(path(file)).unwrap()).unwrap();
        let asked = if file.contains("xtraces") { 15 } else { 9 };
        let wanted = lines.iter().filter(|l| !l.starts_with(['S', 'b', 'v']));
        let wanted = wanted.map(|line| {
            let fields = line.split(' ').skip(asked);
            fields.collect::<Vec<_>>().join(" ")
        });
        let wanted: Vec<String> = wanted.collect();
        assert_eq!(text.lines().count(), wanted.len(), "{file}");
        let same = text.lines().zip(&wanted).filter(|(a, b)| a == b).count();
        assert!(
            same as f64 >= EXACT_PLACED * wanted.len() as f64,
            "{file}: {same}"
        );
    }
}

#[test]
fn a_recording_that_is_wrong_is_told_with_its_line() {
    for (text, line, part) in [
        ("q 1 0 1 2 3 4 5 6", "line 1", "before the first line `S`"),
        ("S 0 1 0\nb 0 1 2 3 0 0 0 0 0 0", "line 2", "no volume"),
        ("S 0 0 1\nv 5 0 1 2 3 0 0 0", "line 2", "model 0"),
        ("S 0 0 1\nv 5 1 1 2 3 0 0 nan", "line 2", "not a finite number"),
        (
            "S 0 0 0\nq 7 0 1 2 3 4 5 6 1 4 5 6 0 0 0 0 0 0 0 1023",
            "line 2",
            "no hull 7",
        ),
        ("S 0 0 0\nq 1 0 1 2 3 4 5 6", "line 2", "9 fields; wanted 21"),
        ("1 2 3", "line 1", "3 fields; wanted 26"),
    ] {
        let error = read(text.as_bytes(), Engine::Quake3).unwrap_err().to_string();
        assert!(error.contains(line) && error.contains(part), "{text}: {error}");
    }
    let recording = read("S 0 0 1\nv 5 999 1 2 3 0 0 0\n".as_bytes(), Engine::Quake3).unwrap();
    let (kind, rules) = rules(Engine::Quake3);
    let error = compare_all(map("mv_mix_1"), kind, rules, Engine::Quake3, &recording).unwrap_err();
    assert!(error.to_string().contains("*999"), "{error}");
}

#[test]
fn a_line_that_is_off_in_one_field_is_told() {
    let line = "m 3 0 1408 1 2 3 10 0 0 73 0 0 26 0 0 1 2 3 73 32 0 100 0 0";
    let of = |a: &str| {
        let told = compare_states(Engine::Quake3, [a], [line]);
        let agreeing: Vec<usize> = told.agreeing.iter().map(|(_, count)| *count).collect();
        [agreeing[0], agreeing[1], agreeing[2], told.bits]
    };
    assert_eq!(of(line), [1, 1, 1, 1]);
    assert_eq!(of(&line.replacen(" 1 2 3 ", " 1 2.002 3 ", 1)), [0, 1, 1, 0]);
    assert_eq!(of(&line.replacen(" 10 0 0 ", " 10.02 0 0 ", 1)), [1, 0, 1, 0]);
    assert_eq!(of(&line.replacen(" 0 0 73 ", " 0 0 1022 ", 1)), [1, 1, 0, 0]);
    assert_eq!(of(&line.replacen("m 3 0", "m 4 0", 1)), [0, 0, 0, 0]);
    let missing = compare_states(Engine::Quake3, [], [line]);
    assert_eq!((missing.ticks, missing.all, missing.first_apart), (1, 0, Some(1)));
    assert!(!missing.is_faithful());
    // Quake of 1996 tells the ground by a flag.
    let flag = |flags: &str| format!("p 0 0 1 2 3 0 0 0 {flags} 0 0 -1 0 0 0 0 0 0 0 1 2 3");
    let on = flag("4680");
    let told = compare_states(Engine::NetQuake, [flag("4168").as_str()], [on.as_str()]);
    assert_eq!(told.agreeing[0].1, 1);
    assert_eq!(told.agreeing[2], ("grounded", 0));
}
