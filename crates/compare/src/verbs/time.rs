//! `compare time`: times backends on sweeps drawn or from a file, after verifying their answers.

use crate::cli::TimeArgs;
use crate::hull;
use crate::output::{Output, input};
use crate::progress::Bar;
use crate::terminal::say;
use crate::verbs::time_work;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::{self, Float};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules};
use clipmark_geometry::{Hull, World};
use clipmark_measure::uniform::{LENGTHS, draw};
use clipmark_measure::{BackendKind, referee, this_machine, turns};
use clipmark_record::{Machine, QueryScore, Timing, WorkPerTrace};
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

/// So many of the sweeps of a class are refereed, spread evenly: enough to see a backend that is wrong.
const REFEREED: usize = 4000;
/// The class of sweeps that are in no other.
const OTHERS: &str = "other";

pub(crate) fn run(args: &TimeArgs) -> Result<()> {
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
    let world = args.world.load()?;
    let (classes, left_out) = classes(args, &world, hull)?;
    if let Some(folder) = &args.export_sweeps {
        export_sweeps(folder, &classes)?;
    }
    let rules = args.world.rules_or(TraceRules::QUAKE3);
    let mut backends: Vec<Box<dyn CollisionBackend>> = Vec::new();
    for (kind, name) in kinds.iter().zip(&args.backends) {
        let backend = kind.build(&world, rules)?;
        if !backend.declares().hulls.contains(&hull) {
            bail!(
                "--hull {}: backend {name} has no {} hulls",
                args.hull,
                hull.kind()
            );
        }
        backends.push(backend);
    }
    let reference = Reference::build(&world, args.world.contents());
    let bar = Bar::new();
    let measured = classes
        .iter()
        .map(|class| measure(args, class, &reference, &backends, &bar))
        .collect::<Result<Vec<_>>>()?;
    drop(bar);
    if args.export_json.as_deref() != Some(Path::new("-")) {
        say!("{}", table(args, &classes, &measured, left_out, &backends))?;
    }
    let Some(json) = json else { return Ok(()) };
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
    json.write((serde_json::to_string_pretty(&all)? + "\n").as_bytes())
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

fn export_sweeps(folder: &Path, classes: &[Class]) -> Result<()> {
    for class in classes {
        let name = if class.name.is_empty() { "all" } else { &class.name };
        let mut text = String::new();
        for Sweep { start: a, end: b, .. } in &class.sweeps {
            let [ax, ay, az, bx, by, bz] = [a.x, a.y, a.z, b.x, b.y, b.z].map(Float);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{ax} {ay} {az} {bx} {by} {bz}");
        }
        Output::open(Some(&folder.join(format!("{name}.txt"))))?.write(text.as_bytes())?;
    }
    Ok(())
}

fn measure(
    args: &TimeArgs,
    class: &Class,
    reference: &Reference,
    backends: &[Box<dyn CollisionBackend>],
    bar: &Bar,
) -> Result<ClassTimes> {
    let sweeps = &class.sweeps;
    let hull = &sweeps[0].hull;
    let some: Vec<_> = sweeps
        .iter()
        .step_by(sweeps.len().div_ceil(REFEREED))
        .copied()
        .collect();
    let mut scores: Vec<(QueryScore, WorkPerTrace)> = Vec::new();
    for (backend, name) in backends.iter().zip(&args.backends) {
        let truth = reference.for_declared(hull, &backend.declares());
        let (stage, mut done) = (format!("refereeing {name} {}", class.name), 0);
        let refereed = referee(&**backend, &truth, &some, || {
            done += 1;
            bar.at(&stage, done, some.len() as u64);
        });
        scores.push((refereed.score, refereed.work));
    }
    let mut laps: Vec<_> = backends
        .iter()
        .zip(&args.backends)
        .map(|(b, name)| turns::trace_lap(name, &**b, sweeps))
        .collect();
    let mut done = 0;
    let times = turns::take_turns(&mut laps, args.reps as usize, || {
        done += 1;
        bar.at(&format!("timing {}", class.name), done, u64::from(args.reps));
    })?;
    drop(laps);
    let facts = backends.iter().map(|b| b.facts());
    let entries = args.backends.iter().zip(times).zip(scores.iter().zip(facts));
    Ok(ClassTimes {
        sweeps: sweeps.len(),
        backends: entries
            .map(|((name, time), ((score, work), facts))| {
                let verified = Verified {
                    sweeps: score.queries,
                    missed: score.missed,
                    phantom: score.phantom,
                    penetrating: score.penetrating,
                    unreliable: score.unreliable,
                };
                let times = BackendTimes {
                    time,
                    build_ms: facts.build_time.as_secs_f64() * 1e3,
                    bytes: facts.bytes,
                    verified,
                    work: *work,
                };
                (name.clone(), times)
            })
            .collect(),
    })
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
        "{}{:<10} {:>7} {:>8} {:>10}  {:>9} {:>10} {:>9}  {:>8}",
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
            let _ = writeln!(
                out,
                "{}{name:<10} {:>7} {:>8} {:>10}  {:>9.1} {:>10.1} {:>9.1}  {:>8.2}",
                lengths(&class.name),
                v.missed,
                v.phantom,
                v.unreliable,
                t.best_ns,
                t.median_ns,
                t.spread_ns,
                t.relative
            );
        }
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
