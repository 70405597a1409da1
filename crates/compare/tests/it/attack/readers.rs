//! Damaged files of every format that a user brings before their readers, in this process. Each gives an error or a value,
//! never a panic, a hang, or more memory than a budget.
//!
//! A short run; `CLIPMARK_ATTACKS=10000000 cargo test -p compare --test it attack::readers::` makes that many
//! (docs/notes/attacks.md).
#![allow(clippy::print_stdout, reason = "its figures are for a reader")]

use super::damage::{Random, watched};
use super::{asked, damaged, good_files, keep};
use allocation_counter::measure;
use clipmark_collision::recording;
use clipmark_geometry::{Contents, Hull};
use clipmark_movement::recording::{StateFormat, read_commands, read_states};
use clipmark_movement::{Body, Order};
use clipmark_rows::known::{Known, Names};
use clipmark_rows::question::Case;
use clipmark_scene::{Scene, sources};
use clipmark_suite::{Effort, Suite, Wanted};
use nalgebra::Point3;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;
use tempfile::TempDir;

/// A case that takes longer hangs: reading takes milliseconds, and the largest world that a scene may ask for seconds.
const HANGS: Duration = Duration::from_secs(120);
/// Inputs unless the environment says more, as `.ci/long` does.
const INPUTS: usize = 500;
/// Most memory for reading a small file at once, in bytes. A scene may describe 100,000 brushes of some kilobytes.
const MOST_BYTES: u64 = 64 << 20;
const MOST_SCENE_BYTES: u64 = 1 << 30;

/// Reads a file. Returns whether it was taken.
type Reader = fn(&[u8]) -> bool;

const READERS: [(&str, Reader); 10] = [
    ("scene", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        Scene::parse(&text, "a.ron").is_ok_and(|scene| scene.world().is_ok())
    }),
    ("commands", |bytes| {
        use Order::{GoldSrc, NetQuake, Quake3, QuakeWorld, Source};
        let read = |order| read_commands(bytes, order).is_ok();
        [Quake3, QuakeWorld, NetQuake, GoldSrc, Source]
            .map(read)
            .contains(&true)
    }),
    ("states", |bytes| {
        use StateFormat::{GoldSrc, NetQuake, Quake3, QuakeWorld, Source};
        let read = |format| read_states(bytes, format, &Body::at(Point3::origin())).is_ok();
        [Quake3, QuakeWorld, NetQuake, GoldSrc, Source]
            .map(read)
            .contains(&true)
    }),
    ("sweeps", |bytes| {
        recording::read_sweeps(bytes, Hull::Point, Contents::SOLID).is_ok()
    }),
    ("answers", |bytes| recording::read_answers(bytes).is_ok()),
    ("map text", |bytes| sources::quake_map::read("a", bytes).is_ok()),
    ("map", |bytes| sources::read_map("a", bytes).is_ok()),
    ("case", |bytes| {
        let case = serde_json::from_slice(bytes);
        case.is_ok_and(|case: Case| !case.file_name(&case.backend).is_empty())
    }),
    ("suite", |bytes| {
        let suite = Suite::parse(&String::from_utf8_lossy(bytes), Path::new("05-a.ron"));
        let wanted = Wanted {
            contestants: vec!["bsp".into()],
            effort: Effort::Quick,
            exempt: Known::default(),
            program: "test".into(),
        };
        suite.is_ok_and(|suite| clipmark_suite::plan(vec![suite], &wanted).is_ok())
    }),
    ("known failures", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        Known::read(&text, "known.toml", &Names::default(), |_| Ok(())).is_ok()
    }),
];

/// What stands beside the inputs of a format.
struct Attack<'a> {
    good: &'a [u8],
    /// Parts of these get into it.
    others: &'a [&'a [u8]],
    most: u64,
    tell: &'a Sender<usize>,
}

impl Attack<'_> {
    /// Gives that many damaged files to a reader: how many were taken, and why the failing ones failed, with their inputs.
    fn run(&self, read: Reader, count: usize, random: &mut Random) -> (usize, Vec<(String, Vec<u8>)>) {
        let (mut taken, mut failures) = (0, Vec::new());
        for case in 0..count {
            let input = damaged(self.good, self.others[random.below(self.others.len())], random);
            let mut outcome = Ok(false);
            let held = measure(|| outcome = catch_unwind(AssertUnwindSafe(|| read(&input)))).bytes_max;
            taken += usize::from(matches!(outcome, Ok(true)));
            if outcome.is_err() {
                failures.push((format!("case {case} panicked"), input));
            } else if held > self.most {
                failures.push((format!("case {case} held {held} bytes"), input));
            }
            // Nobody listens any more if the test has failed.
            let _ = self.tell.send(case);
        }
        (taken, failures)
    }
}

// One test for both, since they share the hook of panics, whose messages would drown the counts.
#[test]
fn no_reader_panics_hangs_or_takes_memory_without_end_and_one_that_does_is_found_out() {
    let dir = TempDir::new().unwrap();
    let good = good_files(dir.path());
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let failures = catch_unwind(AssertUnwindSafe(|| {
        found_out(&good[0].2);
        watched("damaged files", HANGS, move |tell| attack_all(&good, tell))
    }));
    std::panic::set_hook(hook);
    let failures = failures.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Attacks the readers of the formats that the environment names, or of all.
fn attack_all(good: &[(&str, std::path::PathBuf, Vec<u8>)], tell: &Sender<usize>) -> Vec<String> {
    let count = asked("CLIPMARK_ATTACKS", INPUTS) / good.len();
    let seed = asked("CLIPMARK_ATTACKS_SEED", 1) as u64;
    let only = std::env::var("CLIPMARK_ATTACKS_ONLY").unwrap_or_default();
    let others: Vec<&[u8]> = good.iter().map(|(.., bytes)| &bytes[..]).collect();
    let mut failures = Vec::new();
    for (i, (format, _, bytes)) in good.iter().enumerate() {
        if !only.is_empty() && !only.split(',').any(|asked| asked == *format) {
            continue;
        }
        let (_, read) = READERS.iter().find(|(name, _)| name == format).unwrap();
        if !read(bytes) {
            failures.push(format!("{format} is refused before it is damaged"));
        }
        let attack = Attack {
            good: bytes,
            others: &others,
            most: if *format == "scene" {
                MOST_SCENE_BYTES
            } else {
                MOST_BYTES
            },
            tell,
        };
        let (taken, failed) = attack.run(*read, count, &mut Random::new(seed.wrapping_mul(1000) + i as u64));
        println!(
            "{format:<16} {count} inputs, {taken} taken, {} failures",
            failed.len()
        );
        if let Some((why, input)) = failed.first() {
            let kept = keep(&format!("{format}-{seed}"), input);
            failures.push(format!("{format}: {why}; kept in {kept}"));
        }
    }
    failures
}

/// Readers with planted faults: one panics at a byte that no scene has, one takes memory by a file's number.
fn found_out(scene: &[u8]) {
    let panics: Reader = |bytes| bytes.contains(&0) && panic!("planted");
    let takes: Reader = |bytes| {
        let size = bytes.windows(10).any(|w| w == b"1000000000");
        // What is never written is counted too, and costs no time.
        size && std::hint::black_box(Vec::<u8>::with_capacity(100 << 20)).capacity() > 0
    };
    let attack = Attack {
        good: scene,
        others: &[scene],
        most: MOST_BYTES,
        tell: &std::sync::mpsc::channel().0,
    };
    for (reader, why) in [(panics, "panicked"), (takes, "held 104857600 bytes")] {
        let (_, failures) = attack.run(reader, 1000, &mut Random::new(1));
        assert!(!failures.is_empty() && failures.len() < 500);
        assert!(failures.iter().all(|(found, _)| found.ends_with(why)));
    }
}
