//! `bsp` against sweeps recorded from the original engine on real maps (`tests/recordings/README.md`).

use crate::support;
use clipmark::collision::recording::write_trace;
use clipmark::collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark::geometry::{Hull, World};

/// Columns of an answer: fraction, end, normal, plane distance, start-solid, all-solid, contents.
const NORMAL: std::ops::Range<usize> = 4..8;
const ALL_SOLID: usize = 9;

fn answer(bsp: &impl CollisionBackend, sweep: &Sweep) -> String {
    let mut line = Vec::new();
    write_trace(&mut line, &bsp.trace(sweep, &mut Work::silent())).unwrap();
    String::from_utf8(line).unwrap().trim_end().to_owned()
}

/// Fields that mean something: with all-solid, normal and plane distance are left over from before.
fn meaning(line: &str) -> Vec<&str> {
    let fields: Vec<&str> = line.split(' ').collect();
    if fields[ALL_SOLID] == "1" {
        [&fields[..NORMAL.start], &fields[NORMAL.end..]].concat()
    } else {
        fields
    }
}

/// Brush-only answers are the engine's own to the last printed digit, all of them: same data, same order of sums.
fn all_equal(world: &World, pairs: &[(Sweep, String)], what: &str) {
    let bsp = support::bsp(world, TraceRules::QUAKE3);
    for (sweep, want) in pairs {
        let got = answer(&bsp, sweep);
        assert_eq!(meaning(&got), meaning(want), "{what}: {sweep:?}");
    }
}

fn random(map: &str) {
    let world = support::map(map).without_patches();
    let bounds = Hull::quake3_player().bounds();
    all_equal(&world, &support::recorded(map, "point", Hull::Point), "point");
    all_equal(
        &world,
        &support::recorded(map, "player", Hull::Box { bounds }),
        "player",
    );
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn aggressor_random_and_recorded() {
    random("aggressor");
    let world = support::map("aggressor");
    let bounds = Hull::quake3_player().bounds();
    all_equal(
        &world,
        &support::recorded("aggressor", "capsule", Hull::Capsule { bounds }),
        "capsule",
    );
    let played = support::pairs(
        "aggressor.rectraces.txt.gz",
        "aggressor.rectrace.player.txt.gz",
        Hull::Box { bounds },
    );
    all_equal(&world, &played, "issued by the player movement");
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn slimefac_without_patches() {
    random("slimefac");
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn oacmpdm8_without_patches() {
    random("oacmpdm8");
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn point_contents() {
    use clipmark::collision::recording::lines;
    for map in ["aggressor", "slimefac", "oacmpdm8"] {
        let bsp = support::bsp(&support::map(map), TraceRules::QUAKE3);
        let wanted = lines(support::recording(&format!("{map}.pointcontents.txt.gz"))).unwrap();
        let starts = support::recorded(map, "point", Hull::Point);
        assert_eq!(starts.len(), wanted.len());
        for ((sweep, _), want) in starts.iter().zip(&wanted) {
            assert_eq!(
                (bsp.contents(&sweep.start).bits() as i32).to_string(),
                *want,
                "{map} {:?}",
                sweep.start
            );
        }
    }
}

/// Written as a map and read again, with its patches, a world still gives the engine's answers.
#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn exported_maps_answer_as_the_engine_does() {
    use clipmark::scene::sources::quake3_bsp::{read, write};
    let bounds = Hull::quake3_player().bounds();
    for map in ["aggressor", "slimefac", "oacmpdm8"] {
        let file = write(&support::map(map)).unwrap();
        let world = read(map, &file).unwrap();
        for (hull, name) in [(Hull::Point, "point"), (Hull::Box { bounds }, "player")] {
            let answers = format!("{map}.trace.{name}.txt.gz");
            let pairs = support::pairs(&format!("{map}.traces.txt.gz"), &answers, hull);
            all_equal(&world, &pairs, &format!("{map}, exported, {name}"));
        }
    }
}
