//! How far recordings of moving worlds agree: every sweep and every step of a folder's files, a line a file.
//!
//! `cargo run --release -p clipmark-measure --features tools --example moving -- tests/recordings/moving [MAPS]`; maps that are
//! not beside the recordings are looked for in the second folder.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for whoever works on this"
)]

use clipmark_collision::{TraceRules, recording};
use clipmark_geometry::World;
use clipmark_measure::BackendKind;
use clipmark_measure::agreement::Agreement;
use clipmark_measure::answers::Difference;
use clipmark_measure::placed::{Engine, MovingRun, compare_all, compare_states, play_moving, read};
use clipmark_movement::profile_named;
use std::fs::File;
use std::path::{Path, PathBuf};

fn engine_of(kind: &str) -> (Engine, &'static str, &'static str, TraceRules) {
    if kind.starts_with("qw") {
        (Engine::QuakeWorld, "quakeworld", "hull", TraceRules::QUAKEWORLD)
    } else if kind.starts_with("nq") {
        (Engine::NetQuake, "netquake", "hull", TraceRules::NETQUAKE)
    } else {
        (Engine::Quake3, "quake3", "bsp", TraceRules::QUAKE3)
    }
}

fn map(name: &str, folders: &[PathBuf]) -> World {
    let file = folders.iter().map(|folder| folder.join(format!("{name}.bsp")));
    let file = file.into_iter().find(|file| file.exists()).unwrap();
    clipmark_scene::sources::read_map(name, &std::fs::read(file).unwrap()).unwrap()
}

fn lines(path: &Path) -> Vec<String> {
    recording::lines(File::open(path).unwrap()).unwrap()
}

fn main() {
    let folders: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folders[0])
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut all = Agreement::default();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let Some((base, rest)) = name.split_once('.') else {
            continue;
        };
        let (engine, profile, backend, rules) = engine_of(rest);
        let kind = BackendKind::named(backend).unwrap();
        if rest.ends_with("scenes.txt.gz") || rest.ends_with("xtraces.txt.gz") {
            let recording = read(File::open(&file).unwrap(), engine).unwrap();
            let found = compare_all(map(base, &folders), kind, rules, engine, &recording).unwrap();
            let equal = found.count(Difference::None);
            println!("{name}: {equal} of {} sweeps {:?}", found.sweeps, found.counts);
        } else if let Some(run) = name.strip_suffix(".states.txt.gz") {
            let of = |what: &str| lines(&file.with_file_name(format!("{run}.{what}.txt.gz")));
            let (commands, movers, states) = (of("cmds"), of("movers"), of("states"));
            let moving = MovingRun {
                profile: *profile_named(profile).unwrap(),
                engine,
                kind,
                rules,
                commands: &commands,
                movers: &movers,
                states: Some(&states),
                push_fault: None,
            };
            let mut out = Vec::new();
            let played = play_moving(&map(base, &folders), &moving, &mut out, std::io::sink());
            if let Err(why) = played {
                println!("{name}: {why}");
            }
            let out = String::from_utf8(out).unwrap();
            let told = compare_states(engine, out.lines(), states.iter().map(String::as_str));
            all.ticks += told.ticks;
            all.all += told.all;
            all.bits += told.bits;
            let first = told
                .first_apart
                .map_or(String::new(), |line| format!(", first apart {line}"));
            println!(
                "{name}: {} of {} lines, {} to the bit{first}",
                told.all, told.ticks, told.bits
            );
        }
    }
    println!(
        "all runs: {} of {} lines, {} to the bit",
        all.all, all.ticks, all.bits
    );
}
