//! `compare time`: times backends on sweeps drawn or from a file, after verifying their answers.

use crate::cli::TimeArgs;
use crate::exports::Exports;
use crate::hull;
use crate::progress::Bar;
use crate::terminal::say;
use crate::verbs::time_results::{BackendTimes, ClassTimes, Verified};
use crate::verbs::time_sweeps::{Class, classes, export_sweeps};
use crate::verbs::time_table::table;
use crate::weigh::{Scale, Where};
use anyhow::{Result, bail};
use clipmark_collision::{BuildError, CollisionBackend, TraceRules};
use clipmark_geometry::{Hull, World};
use clipmark_measure::least::Nearest;
use clipmark_measure::race::{Raced, race, refereed};
use clipmark_measure::{BackendKind, this_machine};
use clipmark_record::Machine;
use clipmark_record::held::Held;
use clipmark_truth::Reference;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(Serialize)]
struct Times {
    world: String,
    hull: String,
    rounds: u32,
    machine: Machine,
    #[serde(flatten)]
    measured: Measured,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Measured {
    Whole(ClassTimes),
    ByLength { by_length: BTreeMap<String, ClassTimes> },
}

/// Builds a backend.
type Build = dyn Fn(BackendKind, &World, TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError>;

/// Says whether all were timed on the answers that were refereed, and none of these is wrong.
pub(crate) fn run(args: &TimeArgs) -> Result<bool> {
    run_with(args, &BackendKind::build, &Scale::of_this_program())
}

fn run_with(args: &TimeArgs, build: &Build, scale: &Scale) -> Result<bool> {
    let mut exports = Exports::open(&args.json.export_json, &None, &None)?;
    let mut ready = Ready::prepare(args, build)?;
    if let Some(folder) = &args.export_sweeps {
        export_sweeps(folder, &ready.classes)?;
    }
    for (built, name) in ready.backends.iter_mut().zip(&args.backends) {
        let world = Where::Given {
            words: args.world_in_words(),
            hull: args.hull.clone(),
        };
        built.bytes = scale.held(name, world, built.bytes.said);
    }
    let bar = Bar::new();
    let mut measured = ready.measured(args, &bar);
    if args.explain {
        let rules = args.world.rules_or(TraceRules::QUAKE3);
        let nearest = Nearest::new(&ready.world, &ready.hull, &rules);
        for (class, times) in ready.classes.iter().zip(&mut measured) {
            times.least = Some(nearest.per_trace(refereed(&class.sweeps)));
        }
    }
    let Ready {
        classes,
        left_out,
        backends,
        ..
    } = ready;
    drop(bar);
    let mut times = measured.iter().flat_map(|class| class.backends.values());
    let all_timed = times.all(|times| times.time.not_timed.is_none() && times.verified.wrong().is_none());
    if exports.shows_table() {
        say!("{}", table(args, &classes, &measured, left_out, &backends))?;
    }
    if !exports.wants_json() {
        return Ok(all_timed);
    }
    let mut named = classes.into_iter().map(|class| class.name).zip(measured);
    let all = Times {
        world: args.world.world.clone(),
        hull: args.hull.clone(),
        rounds: args.reps,
        machine: this_machine(),
        measured: match named.next() {
            Some((name, whole)) if name.is_empty() => Measured::Whole(whole),
            first => Measured::ByLength {
                by_length: first.into_iter().chain(named).collect(),
            },
        },
    };
    exports.json(&all)?;
    Ok(all_timed)
}

/// A backend, and the cost of its build.
pub(super) struct Built {
    pub(super) backend: Box<dyn CollisionBackend>,
    /// By the wall clock, taken outside of the backend.
    pub(super) seconds: f64,
    pub(super) bytes: Held,
}

/// A world and its sweeps, with backends built.
struct Ready {
    world: World,
    hull: Hull,
    classes: Vec<Class>,
    left_out: usize,
    backends: Vec<Built>,
}

impl Ready {
    /// The questions of a command line.
    fn prepare(args: &TimeArgs, build: &Build) -> Result<Self> {
        let hull = hull::parse(&args.hull)?;
        let kinds = args
            .backends
            .iter()
            .map(|name| BackendKind::named(name))
            .collect::<Result<Vec<_>, _>>()?;
        let mut world = args.world.load()?;
        world.bodies = vec![hull.bounds()];
        let (classes, left_out) = classes(args, &world, hull)?;
        let mut backends = Vec::new();
        for (kind, name) in kinds.iter().zip(&args.backends) {
            let began = Instant::now();
            let backend = build(*kind, &world, args.world.rules_or(TraceRules::QUAKE3))?;
            let seconds = began.elapsed().as_secs_f64();
            if !backend.facts().supports(&hull) {
                bail!(
                    "--hull {}: backend {name} has no {} hull of that size",
                    args.hull,
                    hull.kind()
                );
            }
            let bytes = Held::declared(backend.facts().bytes);
            backends.push(Built {
                backend,
                seconds,
                bytes,
            });
        }
        Ok(Self {
            world,
            hull,
            classes,
            left_out,
            backends,
        })
    }

    /// Times of all classes, on answers of which the exact reference judges some.
    fn measured(&self, args: &TimeArgs, bar: &Bar) -> Vec<ClassTimes> {
        let reference = Reference::build(&self.world, args.world.contents());
        let of = |class| measure(args, (class, &self.world), &reference, &self.backends, bar);
        self.classes.iter().map(of).collect()
    }
}

fn measure(
    args: &TimeArgs,
    (class, world): (&Class, &World),
    reference: &Reference,
    backends: &[Built],
    bar: &Bar,
) -> ClassTimes {
    let asked: Vec<&dyn CollisionBackend> = backends.iter().map(|b| &*b.backend).collect();
    let rounds = args.reps as usize;
    let sets = class.rounds(args, world);
    let raced = race(&asked, reference, &sets, rounds, &mut |stage, done, all| {
        bar.at(&format!("{stage} {}", class.name), done, all);
    });
    let entries = args.backends.iter().zip(backends).zip(raced);
    let entry = |((name, built), raced): ((&String, &Built), Raced)| {
        let times = BackendTimes {
            time: raced.time,
            build_ms: built.seconds * 1e3,
            said_build_ms: built.backend.facts().build_time.as_secs_f64() * 1e3,
            bytes: built.bytes,
            verified: Verified::from_counts(&raced.score),
            work: raced.work,
        };
        (name.clone(), times)
    };
    ClassTimes {
        sweeps: class.sweeps.len(),
        backends: entries.map(entry).collect(),
        least: None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::cli::{CommandLine, Verb};
    use clap::Parser;
    use clipmark_collision::{Altered, Trace};
    use std::fs;

    /// It goes through everything when its work is not counted.
    fn faulty(sound: Box<dyn CollisionBackend>) -> Box<dyn CollisionBackend> {
        Box::new(Altered::with_trace(sound, |sweep, work, ask| {
            match work.is_counting() {
                true => ask(sweep, work),
                false => Trace::free(sweep),
            }
        }))
    }

    const BLOCKS: &str = r#"(version: 1, title: "Blocks", world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0)),
        Box(min: (64, 64, 0), max: (128, 128, 96))]), player: (start: At(0, 0, 25)), profile: "quake3",
        input: [Hold(keys: [Forward], seconds: 0.2)], sweeps: 50)"#;

    /// `time` of `bsp` and `bvh` among blocks, `bvh` faulty or sound: whether all were timed, and the JSON.
    fn timed(more: &[&str], is_faulty: bool) -> (bool, serde_json::Value) {
        let dir = tempfile::tempdir().unwrap();
        let (world, json) = (dir.path().join("s.ron"), dir.path().join("times.json"));
        fs::write(&world, BLOCKS).unwrap();
        let line = ["compare", "time", "--hull", "player", "--backends", "bsp,bvh"];
        let files = [
            "--world",
            world.to_str().unwrap(),
            "--export-json",
            json.to_str().unwrap(),
        ];
        let all = line.iter().chain(more).chain(&files);
        let Some(Verb::Time(args)) = CommandLine::try_parse_from(all).unwrap().verb else {
            panic!("another verb")
        };
        let planted = move |kind: BackendKind, world: &World, rules: TraceRules| {
            let sound = kind.build(world, rules)?;
            Ok(match is_faulty && kind == BackendKind::BVH {
                true => faulty(sound),
                false => sound,
            })
        };
        let all_timed = run_with(&args, &planted, &Scale::none()).unwrap();
        let text = fs::read_to_string(&json).unwrap();
        (all_timed, serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn a_backend_that_is_wrong_only_under_the_clock_is_not_timed_and_fails() {
        let more = ["--count", "200", "--reps", "3"];
        assert!(timed(&more, false).0, "sound backends are timed");
        let (all_timed, found) = timed(&more, true);
        assert!(!all_timed, "exit code 1");
        let class = &found["by_length"]["256-4096"]["backends"];
        let differ = &class["bvh"]["not_timed"];
        assert_eq!(
            class["bvh"]["verified"]["missed"], 0,
            "the counting answers are right"
        );
        assert!(differ["differ"].as_u64().unwrap() > 20, "{differ}");
        assert_eq!(differ["of"], 200);
        assert!(class["bsp"]["not_timed"].is_null());
        assert!(class["bsp"]["median_ns"].as_f64().unwrap() > 0.0);
    }
}
