//! Every recorded trace of the engine, patches included, to the last bit.
use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, TraceRules, Work, recording};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_scene::load_world;
use clipmark_scene::sources::quake3_bsp::{read, write};
use std::fs::File;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn map(name: &str) -> World {
    load_world(&format!("maps/{name}.bsp"), &root().join("scenes")).unwrap_or_else(|e| panic!("{e}"))
}

fn open(name: &str) -> File {
    File::open(root().join("tests/recordings").join(name)).unwrap()
}

/// A recorded line as numbers; with `allsolid` the normal and distance mean nothing and are taken out.
fn numbers(line: &str) -> Vec<u64> {
    const ALL_SOLID: usize = 9;
    let all = line.split_ascii_whitespace().map(|x| x.parse::<f64>().unwrap());
    let mut all: Vec<u64> = all.map(f64::to_bits).collect();
    if all[ALL_SOLID] == 1.0_f64.to_bits() {
        all[4..8].fill(0);
    }
    all
}

fn assert_equal_to(bsp: &BspBackend, hull: Hull, sweeps: &str, answers: &str) {
    let sweeps = recording::read_sweeps(open(sweeps), hull, Contents::PLAYER_MASK).unwrap();
    let wanted = recording::lines(open(answers)).unwrap();
    assert_eq!(sweeps.len(), wanted.len());
    let mut work = Work::silent();
    for (i, (sweep, wanted)) in sweeps.iter().zip(&wanted).enumerate() {
        let mut got = Vec::new();
        recording::write_trace(&mut got, &bsp.trace(sweep, &mut work)).unwrap();
        let got = String::from_utf8(got).unwrap();
        assert_eq!(numbers(&got), numbers(wanted), "{answers}, line {}", i + 1);
    }
}

/// Also by a map that was written and read again, its patches with it.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn all_traces_are_the_engines() {
    let bounds = Hull::quake3_player().bounds();
    for name in ["aggressor", "slimefac", "oacmpdm8"] {
        let build = |world: &World| BspBackend::build(world, TraceRules::QUAKE3).unwrap();
        let whole = map(name);
        let exported = read(name, &write(&whole).unwrap()).unwrap();
        let (bsp, exported, bare) = (build(&whole), build(&exported), build(&whole.without_patches()));
        let sweeps = format!("{name}.traces.txt.gz");
        for (kind, hull) in [
            ("point", Hull::Point),
            ("player", Hull::Box { bounds }),
            ("capsule", Hull::Capsule { bounds }),
        ] {
            let answers = format!("{name}.trace.{kind}");
            assert_equal_to(&bsp, hull, &sweeps, &format!("{answers}.txt.gz"));
            if kind != "capsule" {
                assert_equal_to(&exported, hull, &sweeps, &format!("{answers}.txt.gz"));
            }
            if name != "aggressor" && kind != "capsule" {
                assert_equal_to(&bare, hull, &sweeps, &format!("{answers}.nocurves.txt.gz"));
            }
        }
        let (sweeps, answers) = (
            format!("{name}.rectraces.txt.gz"),
            format!("{name}.rectrace.player.txt.gz"),
        );
        assert_equal_to(&bsp, Hull::Box { bounds }, &sweeps, &answers);
    }
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn every_point_is_in_what_the_engine_says() {
    for name in ["aggressor", "slimefac", "oacmpdm8"] {
        let bsp = BspBackend::build(&map(name), TraceRules::QUAKE3).unwrap();
        let sweeps = open(&format!("{name}.traces.txt.gz"));
        let sweeps = recording::read_sweeps(sweeps, Hull::Point, Contents::PLAYER_MASK).unwrap();
        let wanted = recording::lines(open(&format!("{name}.pointcontents.txt.gz"))).unwrap();
        assert_eq!(sweeps.len(), wanted.len());
        for (sweep, wanted) in sweeps.iter().zip(&wanted) {
            let contents = bsp.contents(&sweep.start).bits() as i32;
            assert_eq!(contents.to_string(), *wanted, "{name} {:?}", sweep.start);
        }
    }
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn a_map_has_the_facets_that_the_engine_makes() {
    let whole = map("oacmpdm8");
    let bsp = BspBackend::build(&whole, TraceRules::QUAKE3).unwrap();
    assert_eq!(bsp.facts().primitives - whole.brushes.len(), 1614);
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn every_map_builds_whole() {
    let maps = std::fs::read_dir(root().join("scenes/maps")).expect("run scenes/fetch-maps.sh");
    let names = maps.map(|e| e.unwrap().file_name().into_string().unwrap());
    for name in names.filter_map(|n| n.strip_suffix(".bsp").map(str::to_owned)) {
        let world = map(&name);
        let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
        // Except the omissions that the engine has too.
        let left_out = bsp.facts().omissions.iter();
        let left_out: Vec<_> = left_out
            .filter(|what| !what.contains("by its rules Quake III"))
            .collect();
        assert!(left_out.is_empty(), "{name}: {left_out:?}");
    }
}
