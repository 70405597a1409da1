//! `compare time`: times backends on sweeps drawn or from a file, after verifying their answers.

use crate::cli::TimeArgs;
use crate::hull;
use crate::output::{Output, input};
use crate::progress::Bar;
use crate::terminal::say;
use crate::verbs::instructions::{self, Counter};
use crate::verbs::time_work;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::{self, Float};
use clipmark_collision::{BuildError, CollisionBackend, Sweep, TraceRules};
use clipmark_geometry::{Hull, World};
use clipmark_measure::race::{Raced, race};
use clipmark_measure::uniform::{LENGTHS, draw};
use clipmark_measure::{BackendKind, speed, this_machine};
use clipmark_record::{Machine, Standing, Timing, WorkPerTrace};
use clipmark_truth::Reference;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

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

/// Times on the sweeps of one class of length, or on all.
#[derive(Serialize)]
struct ClassTimes {
    sweeps: usize,
    backends: BTreeMap<String, BackendTimes>,
}

#[derive(Serialize)]
struct BackendTimes {
    #[serde(flatten)]
    time: Timing,
    build_ms: f64,
    bytes: usize,
    verified: Verified,
    work: WorkPerTrace,
    /// Instructions of a trace, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<f64>,
}

/// What the exact referee says of the answers that are timed.
#[derive(Serialize)]
struct Verified {
    sweeps: usize,
    missed: usize,
    phantom: usize,
    penetrating: usize,
    unreliable: usize,
}

/// Sweeps that are timed together.
struct Class {
    name: String,
    sweeps: Vec<Sweep>,
}

impl Class {
    /// The file that its sweeps are written to.
    fn file(&self) -> String {
        let name = if self.name.is_empty() { "all" } else { &self.name };
        format!("{name}.txt")
    }
}

/// The class of sweeps that are in no other.
const OTHERS: &str = "other";

/// Builds a backend.
type Build = dyn Fn(BackendKind, &World, TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError>;

/// Says whether all were timed on the answers that were refereed.
pub(crate) fn run(args: &TimeArgs) -> Result<bool> {
    run_with(args, &BackendKind::build)
}

fn run_with(args: &TimeArgs, build: &Build) -> Result<bool> {
    let hull = hull::parse(&args.hull)?;
    let kinds = args
        .backends
        .iter()
        .map(|name| BackendKind::named(name))
        .collect::<Result<Vec<_>, _>>()?;
    let json = args
        .export_json
        .as_deref()
        .map(|path| Output::open(Some(path)))
        .transpose()?;
    let mut world = args.world.load()?;
    world.bodies = vec![hull.bounds()];
    let (classes, left_out) = classes(args, &world, hull)?;
    if let Some(folder) = &args.export_sweeps {
        export_sweeps(folder, &classes)?;
    }
    let rules = args.world.rules_or(TraceRules::QUAKE3);
    let mut backends: Vec<Box<dyn CollisionBackend>> = Vec::new();
    for (kind, name) in kinds.iter().zip(&args.backends) {
        let backend = build(*kind, &world, rules)?;
        if !backend.supports(&hull) {
            bail!(
                "--hull {}: backend {name} has no {} hull of that size",
                args.hull,
                hull.kind()
            );
        }
        backends.push(backend);
    }
    if let (Some(passes), Some(class)) = (args.bare_passes, classes.first()) {
        for backend in &backends {
            instructions::bare(&**backend, &class.sweeps, passes);
        }
        return Ok(true);
    }
    let counter = args.instructions.then(Counter::find).transpose()?;
    let reference = Reference::build(&world, args.world.contents());
    let bar = Bar::new();
    let mut measured = classes
        .iter()
        .map(|class| measure(args, class, &reference, &backends, &bar))
        .collect::<Vec<_>>();
    if let Some(counter) = counter {
        count_instructions(args, counter, &classes, &mut measured, &bar)?;
    }
    drop(bar);
    let all_timed = measured
        .iter()
        .flat_map(|class| class.backends.values())
        .all(|times| times.time.not_timed.is_none());
    if args.export_json.as_deref() != Some(Path::new("-")) {
        say!("{}", table(args, &classes, &measured, left_out, &backends))?;
        if let Some(counter) = counter {
            say!(
                "{}",
                instructions::table(counter, &counted(args, &classes, &measured))
            )?;
        }
    }
    let Some(json) = json else {
        return Ok(all_timed);
    };
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
    json.write((serde_json::to_string_pretty(&all)? + "\n").as_bytes())?;
    Ok(all_timed)
}

/// The sweeps in their classes, one without a name when they are not parted, and how many were left out.
fn classes(args: &TimeArgs, world: &World, hull: Hull) -> Result<(Vec<Class>, usize)> {
    let mask = args.world.contents();
    let Some(file) = &args.traces else {
        let drawn = LENGTHS.iter().map(|lengths| {
            let lines = draw(world, mask, lengths, args.count as usize, args.seed);
            let sweep = |[a, b]: [_; 2]| Sweep::new(hull, a, b).against(mask);
            Class {
                name: format!("{}-{}", lengths.start, lengths.end),
                sweeps: lines.into_iter().map(sweep).collect(),
            }
        });
        return Ok((drawn.collect(), 0));
    };
    let mut sweeps =
        recording::read_sweeps(input(file)?, hull, mask).with_context(|| file.display().to_string())?;
    let given = sweeps.len();
    sweeps.retain(|sweep| sweep.check().is_ok());
    let left_out = given - sweeps.len();
    if sweeps.is_empty() {
        bail!("{}: there is no sweep in it that could be timed", file.display());
    }
    if !args.by_length {
        let name = String::new();
        return Ok((vec![Class { name, sweeps }], left_out));
    }
    let mut classes: Vec<Class> = LENGTHS
        .iter()
        .map(|lengths| {
            let is_in = |sweep: &Sweep| lengths.contains(&sweep.displacement().norm());
            Class {
                name: format!("{}-{}", lengths.start, lengths.end),
                sweeps: sweeps.extract_if(.., |sweep| is_in(sweep)).collect(),
            }
        })
        .collect();
    classes.push(Class {
        name: OTHERS.into(),
        sweeps,
    });
    classes.retain(|class| !class.sweeps.is_empty());
    Ok((classes, left_out))
}

/// Has the sweeps of each class answered again by this program, run by what counts instructions.
fn count_instructions(
    args: &TimeArgs,
    counter: Counter,
    classes: &[Class],
    measured: &mut [ClassTimes],
    bar: &Bar,
) -> Result<()> {
    let folder = tempfile::tempdir().context("--instructions: a folder for the sweeps")?;
    export_sweeps(folder.path(), classes)?;
    let all = (classes.len() * args.backends.len()) as u64;
    let mut done = 0;
    for (class, measured) in classes.iter().zip(measured) {
        let file = folder.path().join(class.file());
        for (name, times) in &mut measured.backends {
            bar.at("counting instructions", done, all);
            done += 1;
            let count = instructions::of_a_trace(counter, args, name, &file, class.sweeps.len())?;
            times.instructions = Some(count);
        }
    }
    Ok(())
}

fn export_sweeps(folder: &Path, classes: &[Class]) -> Result<()> {
    for class in classes {
        let mut text = String::new();
        for Sweep { start: a, end: b, .. } in &class.sweeps {
            let [ax, ay, az, bx, by, bz] = [a.x, a.y, a.z, b.x, b.y, b.z].map(Float);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{ax} {ay} {az} {bx} {by} {bz}");
        }
        Output::open(Some(&folder.join(class.file())))?.write(text.as_bytes())?;
    }
    Ok(())
}

fn measure(
    args: &TimeArgs,
    class: &Class,
    reference: &Reference,
    backends: &[Box<dyn CollisionBackend>],
    bar: &Bar,
) -> ClassTimes {
    let asked: Vec<&dyn CollisionBackend> = backends.iter().map(|b| &**b).collect();
    let rounds = args.reps as usize;
    let raced = race(
        &asked,
        reference,
        &class.sweeps,
        rounds,
        &mut |stage, done, all| {
            bar.at(&format!("{stage} {}", class.name), done, all);
        },
    );
    let entries = args.backends.iter().zip(&asked).zip(raced);
    let entry = |((name, backend), raced): ((&String, &&dyn CollisionBackend), Raced)| {
        let (facts, score) = (backend.facts(), raced.score);
        let verified = Verified {
            sweeps: score.queries,
            missed: score.missed,
            phantom: score.phantom,
            penetrating: score.penetrating,
            unreliable: score.unreliable,
        };
        let times = BackendTimes {
            time: raced.time,
            build_ms: facts.build_time.as_secs_f64() * 1e3,
            bytes: facts.bytes,
            verified,
            work: raced.work,
            instructions: None,
        };
        (name.clone(), times)
    };
    ClassTimes {
        sweeps: class.sweeps.len(),
        backends: entries.map(entry).collect(),
    }
}

fn table(
    args: &TimeArgs,
    classes: &[Class],
    measured: &[ClassTimes],
    left_out: usize,
    backends: &[Box<dyn CollisionBackend>],
) -> String {
    let mut out = String::new();
    let verified = |m: &ClassTimes| m.backends.values().next().map_or(0, |b| b.verified.sweeps);
    let refereed: usize = measured.iter().map(verified).sum();
    let n: usize = measured.iter().map(|m| m.sweeps).sum();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{} · {} · {n} sweeps · {} rounds · {refereed} refereed",
        args.world.world, args.hull, args.reps
    );
    if left_out > 0 {
        let _ = writeln!(
            out,
            "{left_out} sweeps with coordinates out of range are left out"
        );
    }
    let parted = classes.iter().any(|class| !class.name.is_empty());
    let lengths = |name: &str| {
        if parted {
            format!("{name:<9} ")
        } else {
            String::new()
        }
    };
    let _ = writeln!(
        out,
        "{}{:<10} {:>7} {:>8} {:>10}  {:>9} {:>10} {:>9}  {:>8}  95 % interval",
        lengths("units"),
        "backend",
        "missed",
        "phantom",
        "unreliable",
        "best ns",
        "median ns",
        "± MAD",
        "relative"
    );
    for (class, m) in classes.iter().zip(measured) {
        let rows = args
            .backends
            .iter()
            .filter_map(|name| m.backends.get_key_value(name));
        for (
            name,
            BackendTimes {
                time: t, verified: v, ..
            },
        ) in rows
        {
            let _ = write!(
                out,
                "{}{name:<10} {:>7} {:>8} {:>10}  ",
                lengths(&class.name),
                v.missed,
                v.phantom,
                v.unreliable,
            );
            if let Some(differ) = t.not_timed {
                let differ = differ.share("answers");
                let _ = writeln!(
                    out,
                    "✗ not timed: {differ} under the clock are not those that were refereed"
                );
                continue;
            }
            let _ = writeln!(
                out,
                "{:>9.1} {:>10.1} {:>9.1}  {:>8.2}  {}",
                t.best_ns,
                t.median_ns,
                t.spread_ns,
                t.relative,
                interval(t)
            );
        }
    }
    for (class, m) in classes.iter().zip(measured) {
        let named = args
            .backends
            .iter()
            .filter_map(|name| m.backends.get_key_value(name));
        let times: Vec<_> = named.map(|(name, b)| (name.as_str(), &b.time)).collect();
        let what = match class.name.as_str() {
            "" => "these sweeps".to_owned(),
            OTHERS => "sweeps of other lengths".to_owned(),
            name => format!("sweeps of {name} units"),
        };
        for sentence in speed(&what, &times) {
            let _ = writeln!(out, "{sentence}");
        }
    }
    let times = || measured.iter().flat_map(|m| m.backends.values()).map(|b| &b.time);
    let lost: usize = times().map(|t| t.preempted).sum();
    if lost > 0 {
        let passes: usize = times().map(|t| t.samples_ns.len()).sum();
        let _ = writeln!(
            out,
            "{lost} of {passes} passes lost the processor to other programs; times are CPU time"
        );
    }
    if args.explain {
        out += &time_work::table(&work_done(args, classes, measured));
    }
    for backend in backends {
        for omission in &backend.facts().omissions {
            let _ = writeln!(out, "{}: {omission}", backend.facts().name);
        }
    }
    out
}

/// Instructions of each backend for each class, in the order of the table.
fn counted<'a>(
    args: &'a TimeArgs,
    classes: &'a [Class],
    measured: &'a [ClassTimes],
) -> Vec<instructions::Row<'a>> {
    let mut rows = Vec::new();
    for (class, m) in classes.iter().zip(measured) {
        for name in &args.backends {
            let count = m.backends.get(name).and_then(|times| times.instructions);
            rows.extend(count.map(|count| (class.name.as_str(), name.as_str(), count)));
        }
    }
    rows
}

fn interval(t: &Timing) -> String {
    if t.standing == Some(Standing::Quickest) {
        return "quickest".into();
    }
    let [low, high] = t.relative_interval;
    let remark = t.standing.map_or("", Standing::remark);
    format!("{low:.2} to {high:.2} {remark}").trim_end().to_owned()
}

/// What each backend did for each class, in the order of the table.
fn work_done<'a>(
    args: &'a TimeArgs,
    classes: &'a [Class],
    measured: &'a [ClassTimes],
) -> Vec<time_work::Done<'a>> {
    let mut rows = Vec::new();
    for (class, m) in classes.iter().zip(measured) {
        let named = |name: &'a String| m.backends.get_key_value(name);
        rows.extend(
            args.backends
                .iter()
                .filter_map(named)
                .map(|(name, times)| time_work::Done {
                    class: &class.name,
                    backend: name,
                    best_ns: times.time.best_ns,
                    work: times.work,
                }),
        );
    }
    rows
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::cli::{Cli, Verb};
    use clap::Parser;
    use clipmark_collision::{BuildFacts, Contact, Declaration, Penetration, Trace, Work};
    use clipmark_geometry::{Contents, Point};
    use std::fs;

    /// `bsp` that goes through everything when its work is not counted.
    struct WrongInSilence(Box<dyn CollisionBackend>);

    impl CollisionBackend for WrongInSilence {
        fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
            let answer = self.0.trace(sweep, work);
            match work.is_counting() {
                true => answer,
                false => Trace::free(sweep),
            }
        }
        fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
            self.0.overlap(hull, at, mask, work)
        }
        fn contacts(
            &self,
            hull: &Hull,
            at: &Point,
            margin: f32,
            mask: Contents,
            out: &mut Vec<Contact>,
            work: &mut Work,
        ) {
            self.0.contacts(hull, at, margin, mask, out, work);
        }
        fn contents(&self, at: &Point) -> Contents {
            self.0.contents(at)
        }
        fn declares(&self) -> Declaration {
            self.0.declares()
        }
        fn facts(&self) -> &BuildFacts {
            self.0.facts()
        }
    }

    #[test]
    fn a_backend_that_is_wrong_only_under_the_clock_is_not_timed_and_fails() {
        let dir = tempfile::tempdir().unwrap();
        let (world, json) = (dir.path().join("s.ron"), dir.path().join("times.json"));
        let scene = r#"(version: 1, title: "Blocks", world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0)),
            Box(min: (64, 64, 0), max: (128, 128, 96))]), player: (start: At(0, 0, 25)), profile: "quake3",
            input: [Hold(keys: [Forward], seconds: 0.2)], sweeps: 50)"#;
        fs::write(&world, scene).unwrap();
        let line = [
            "compare",
            "time",
            "--hull",
            "player",
            "--backends",
            "bsp,bvh",
            "--count",
            "200",
            "--reps",
            "3",
        ];
        let files = [
            "--world",
            world.to_str().unwrap(),
            "--export-json",
            json.to_str().unwrap(),
        ];
        let cli = Cli::try_parse_from(line.into_iter().chain(files)).unwrap();
        let Some(Verb::Time(args)) = cli.verb else {
            panic!("another verb")
        };
        assert!(run(&args).unwrap(), "sound backends are timed");
        let planted = |kind: BackendKind, world: &World, rules: TraceRules| {
            let sound = kind.build(world, rules)?;
            let plant = kind == BackendKind::BVH;
            Ok(if plant {
                Box::new(WrongInSilence(sound)) as Box<dyn CollisionBackend>
            } else {
                sound
            })
        };
        assert!(!run_with(&args, &planted).unwrap(), "exit code 1");
        let found: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
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
