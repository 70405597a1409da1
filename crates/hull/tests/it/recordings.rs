//! Sweeps that NetQuake and QuakeWorld answered through a map's own clip hulls, to the last digit.

use clipmark_collision::recording::{lines, read_sweeps};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::{Contents, Hull};
use clipmark_hull::HullBackend;
use clipmark_hull::recording::{contents_number, write_clip_trace};
use std::fs::File;
use std::path::PathBuf;

const MAPS: [&str; 4] = ["cm_steps", "cm_pillars", "cm_pool_a", "cm_rubble_a"];

fn recording(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/recordings");
    PathBuf::from(folder).join(name)
}

fn recorded(name: &str) -> Vec<String> {
    lines(File::open(recording(name)).unwrap()).unwrap()
}

fn sweeps(name: &str) -> Vec<Sweep> {
    let file = File::open(recording(name)).unwrap();
    read_sweeps(file, Hull::Point, Contents::SOLID).unwrap()
}

fn backend(map: &str, rules: TraceRules) -> HullBackend {
    let bytes = std::fs::read(recording(&format!("{map}.bsp"))).unwrap();
    let world = clipmark_scene::sources::read_map(map, &bytes).unwrap();
    HullBackend::build(&world, rules).unwrap()
}

#[test]
fn every_sweep_through_a_hull_is_the_games_to_the_last_digit() {
    for map in MAPS {
        let netquake = backend(map, TraceRules::NETQUAKE);
        let quakeworld = backend(map, TraceRules::QUAKEWORLD);
        let (drawn, moves) = (
            sweeps(&format!("{map}.sweeps.txt.gz")),
            sweeps(&format!("{map}.moves.txt.gz")),
        );
        for (backend, hull, sweeps, answers) in [
            (&netquake, 0, &drawn, "sweep.hull0"),
            (&netquake, 1, &drawn, "sweep.hull1"),
            (&netquake, 2, &drawn, "sweep.hull2"),
            (&netquake, 1, &moves, "move.hull1"),
            (&quakeworld, 1, &moves, "move.qwplayer"),
        ] {
            let name = format!("{map}.{answers}.txt.gz");
            let wanted = recorded(&name);
            assert_eq!(wanted.len(), sweeps.len(), "{name}");
            for (i, (sweep, wanted)) in sweeps.iter().zip(&wanted).enumerate() {
                let found = backend.trace_hull(hull, sweep).unwrap();
                let mut line = Vec::new();
                write_clip_trace(&mut line, &found).unwrap();
                assert_eq!(
                    String::from_utf8(line).unwrap().trim_end(),
                    wanted,
                    "{name} line {}",
                    i + 1
                );
            }
        }
    }
}

#[test]
fn every_point_is_in_what_the_game_says() {
    for map in MAPS {
        let backend = backend(map, TraceRules::NETQUAKE);
        let wanted = recorded(&format!("{map}.contents.txt.gz"));
        let sweeps = sweeps(&format!("{map}.sweeps.txt.gz"));
        assert_eq!(wanted.len(), sweeps.len());
        for (i, (sweep, wanted)) in sweeps.iter().zip(&wanted).enumerate() {
            let found =
                [0, 1, 2].map(|h| contents_number(backend.contents_in(h, &sweep.start).unwrap()).to_string());
            assert_eq!(&found.join(" "), wanted, "{map} line {}", i + 1);
        }
    }
}
