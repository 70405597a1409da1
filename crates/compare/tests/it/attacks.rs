//! Damaged files of every format that a user brings before their readers, in this process. Each gives an error or a value, never a panic, a
//! hang, or more memory than a budget.
//!
//! A short run; `CLIPMARK_ATTACKS=10000000 cargo test -p compare --test it attacks::` makes that many
//! (docs/notes/attacks.md).

use crate::attack::damage::{Random, watched};
use crate::attack::{Good, damaged, good_files};
use allocation_counter::measure;
use clipmark_collision::recording;
use clipmark_geometry::{Contents, Hull};
use clipmark_movement::Order;
use clipmark_movement::recording::{StateFormat, read_commands, read_states};
use clipmark_record as record;
use clipmark_scene::{Scene, sources};
use clipmark_suite::{Effort, Suite, Wanted};
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;
use tempfile::TempDir;

/// A case that takes longer hangs: reading takes milliseconds, and the largest world that a scene may ask for seconds.
const HANGS: Duration = Duration::from_secs(120);
/// Inputs unless the environment says more, as `.ci/long` does.
const INPUTS: usize = 500;
/// Most memory for reading a small file at once, in bytes. A scene may describe 100,000 brushes of some
/// kilobytes.
const MOST_BYTES: u64 = 64 << 20;
const MOST_SCENE_BYTES: u64 = 1 << 30;

/// Reads a file. Returns whether it was taken.
type Reader = fn(&[u8], &Path) -> bool;

fn scene(bytes: &[u8], _: &Path) -> bool {
    let text = String::from_utf8_lossy(bytes);
    Scene::parse(&text, "a.ron").is_ok_and(|scene| scene.world().is_ok())
}

fn suite(bytes: &[u8], _: &Path) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Ok(suite) = Suite::parse(&text, Path::new("05-a.ron")) else {
        return false;
    };
    let wanted = Wanted {
        contestants: vec!["bsp".into()],
        effort: Effort::Quick,
        exemptions: HashMap::new(),
        program: "test".into(),
    };
    clipmark_suite::plan(vec![suite], &wanted).is_ok()
}

fn json<T: serde::de::DeserializeOwned>(bytes: &[u8], show: impl Fn(&T)) -> bool {
    serde_json::from_slice(bytes).is_ok_and(|book| {
        show(&book);
        true
    })
}

fn case(bytes: &[u8], _: &Path) -> bool {
    json(bytes, |case: &record::case::Case| {
        drop(case.file_name(&case.backend))
    })
}

fn exemptions(bytes: &[u8], dir: &Path) -> bool {
    fs::write(dir.join("exemptions.csv"), bytes).unwrap();
    clipmark_suite::exemptions::read(dir).is_ok()
}

fn sweeps(bytes: &[u8], _: &Path) -> bool {
    recording::read_sweeps(bytes, Hull::Point, Contents::SOLID).is_ok()
}

fn answers(bytes: &[u8], _: &Path) -> bool {
    recording::read_answers(bytes).is_ok()
}

fn commands(bytes: &[u8], _: &Path) -> bool {
    [
        Order::Quake3,
        Order::QuakeWorld,
        Order::NetQuake,
        Order::GoldSrc,
        Order::Source,
    ]
    .iter()
    .filter(|order| read_commands(bytes, **order).is_ok())
    .count()
        > 0
}

fn states(bytes: &[u8], _: &Path) -> bool {
    let start = clipmark_movement::Body::at(nalgebra::Point3::origin());
    [
        StateFormat::Quake3,
        StateFormat::QuakeWorld,
        StateFormat::NetQuake,
        StateFormat::GoldSrc,
        StateFormat::Source,
    ]
    .iter()
    .filter(|format| read_states(bytes, **format, &start).is_ok())
    .count()
        > 0
}

fn map_text(bytes: &[u8], _: &Path) -> bool {
    sources::quake_map::read("a", bytes).is_ok()
}

fn map(bytes: &[u8], _: &Path) -> bool {
    sources::read_map("a", bytes).is_ok()
}

fn reader(name: &str) -> Reader {
    match name {
        "scene" => scene,
        "commands" => commands,
        "states" => states,
        "sweeps" => sweeps,
        "answers" => answers,
        "map text" => map_text,
        "map" => map,
        "case" => case,
        "suite" => suite,
        "exemptions" => exemptions,
        other => panic!("no reader for {other}"),
    }
}

/// The results of a format.
#[derive(Default)]
struct Came {
    taken: usize,
    failures: usize,
    /// The most that was held at once, in bytes.
    largest: u64,
    /// The first input that failed, and why.
    first: Option<(String, Vec<u8>)>,
}

/// Gives that many damaged files to a reader.
fn attack(
    read: Reader,
    [good, dir]: [&dyn AsRef<[u8]>; 2],
    others: &[&[u8]],
    most: u64,
    count: usize,
    random: &mut Random,
    tell: &Sender<usize>,
) -> Came {
    let dir = Path::new(std::str::from_utf8(dir.as_ref()).unwrap());
    let mut came = Came::default();
    for case in 0..count {
        let other = others[random.below(others.len())];
        let input = damaged(good.as_ref(), other, random);
        let mut outcome = Ok(false);
        let held = measure(|| outcome = catch_unwind(AssertUnwindSafe(|| read(&input, dir)))).bytes_max;
        came.largest = came.largest.max(held);
        came.taken += usize::from(matches!(outcome, Ok(true)));
        if outcome.is_err() || held > most {
            came.failures += 1;
            let why = if outcome.is_err() {
                "panicked".into()
            } else {
                format!("held {held} bytes")
            };
            came.first.get_or_insert((format!("case {case} {why}"), input));
        }
        // Nobody listens any more if the test has failed.
        let _ = tell.send(case);
    }
    came
}

fn asked(variable: &str, else_: usize) -> usize {
    std::env::var(variable)
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(else_)
}

/// Whether a format is among those that the environment names, if it names any.
fn is_asked(name: &str) -> bool {
    let only = std::env::var("CLIPMARK_ATTACKS_ONLY").unwrap_or_default();
    only.is_empty() || only.split(',').any(|asked| asked == name)
}

/// Panics are found out and told at the end; their messages would drown the counts.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let done = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

// One test for both, since they share the hook of panics.
#[test]
fn no_reader_panics_hangs_or_takes_memory_without_end_and_one_that_does_is_found_out() {
    let dir = TempDir::new().unwrap();
    let good: Vec<(Good, Vec<u8>)> = good_files(dir.path())
        .into_iter()
        .map(|good| {
            let bytes = fs::read(&good.path).unwrap();
            (good, bytes)
        })
        .collect();
    quietly(|| found_out(&good[0].1));
    let count = asked("CLIPMARK_ATTACKS", INPUTS) / good.len();
    let seed = asked("CLIPMARK_ATTACKS_SEED", 1) as u64;
    let failures = quietly(|| {
        watched("readers", HANGS, move |tell| {
            let others: Vec<&[u8]> = good.iter().map(|(_, bytes)| bytes.as_slice()).collect();
            let place = dir.path().display().to_string();
            let mut failures: Vec<String> = Vec::new();
            for (i, (file, bytes)) in good.iter().enumerate() {
                if !is_asked(file.name) {
                    continue;
                }
                let read = reader(file.name);
                if !read(bytes, dir.path()) {
                    failures.push(format!("{} is refused before it is damaged", file.name));
                }
                let most = if file.name == "scene" {
                    MOST_SCENE_BYTES
                } else {
                    MOST_BYTES
                };
                let mut random = Random::new(seed.wrapping_mul(1000) + i as u64);
                let came = attack(read, [bytes, &place], &others, most, count, &mut random, tell);
                if let Some((why, input)) = came.first {
                    let name = format!("clipmark-attack-{}-{seed}", file.name.replace(' ', "-"));
                    let kept = std::env::temp_dir().join(name);
                    fs::write(&kept, input).unwrap();
                    failures.push(format!("{}: {why}; kept in {}", file.name, kept.display()));
                }
                let (taken, failed, most) = (came.taken, came.failures, came.largest >> 10);
                println!(
                    "{:<16} {count} inputs, {taken} taken, {failed} failures, at most {most} kB held",
                    file.name
                );
            }
            failures
        })
    });
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Readers with planted faults: one panics at a byte that no scene has, one takes memory by a file's number.
fn found_out(scene: &[u8]) {
    let panics: Reader = |bytes, _| bytes.contains(&0) && panic!("planted");
    let takes: Reader = |bytes, _| {
        let size = bytes.windows(10).any(|w| w == b"1000000000");
        // What is never written is counted too, and costs no time.
        size && std::hint::black_box(Vec::<u8>::with_capacity(100 << 20)).capacity() > 0
    };
    let (tell, _told) = std::sync::mpsc::channel();
    for (reader, why) in [(panics, "panicked"), (takes, "held 104857600 bytes")] {
        let mut random = Random::new(1);
        let came = attack(
            reader,
            [&scene, &"."],
            &[scene],
            MOST_BYTES,
            1000,
            &mut random,
            &tell,
        );
        let first = came.first.map(|f| f.0).unwrap_or_default();
        assert!(
            came.failures > 0 && came.failures < 500 && first.ends_with(why),
            "{first}"
        );
    }
}
