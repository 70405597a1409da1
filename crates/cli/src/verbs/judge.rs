//! `compare judge`: a program of any language, asked live: sweeps by the referee, steps on the courses.

use super::evidence::write_files;
use super::judge_again::{AGAIN, steps_again, sweeps_again};
use super::judge_outside::{Counted, classes, describe_classes};
use crate::cli::JudgeArgs;
use crate::declared::Declared;
use crate::made::provenance;
use crate::output::Output;
use crate::program::{Answers, BATCH, Failure, Hello, Limits, Program, contestant};
use crate::progress::Bar;
use crate::publish::write_results;
use crate::terminal::{columns, say, tell};
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::Answer;
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Contents, World};
use clipmark_measure::{JudgedAnswer, Refereed, judge_answers, sweeps::draw};
use clipmark_movement::{Profile, profile_named};
use clipmark_record::{Made, SkinScore, WorkPerTrace};
use clipmark_report::terminal::wrapped;
use clipmark_report::{File, suite_sheet};
use clipmark_rows::{Case, Results, Run, Severity};
use clipmark_scene::{Scene, load_world};
use clipmark_suite::controllers::{courses, judged, names, plan};
use clipmark_suite::known::{Judged, Names, with_usual_rates};
use clipmark_suite::runner::{Group, ResultsFolder, play_group};
use clipmark_truth::{Class, Fault, Reference};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// Before the name of a class of fault, as a list of known failures names it.
pub(super) const CHECK: &str = "sweeps: ";
/// The check that every world is taken.
const REFUSED: &str = "sweeps: world refused";

/// The data written as JSON.
#[derive(Serialize)]
struct Judgement<'a> {
    format: &'static str,
    made: Made,
    program: &'a Hello,
    sweeps: Option<Swept>,
    courses: Option<Results>,
    /// Microseconds of a sweep, of a step and of an empty question, each with the pipe and JSON in it.
    time: [Option<f64>; 3],
}

/// Answers to sweeps, judged.
#[derive(Serialize)]
struct Swept {
    worlds: Vec<String>,
    /// Worlds that the program refused, each with its words.
    refused: Vec<(String, String)>,
    each: usize,
    asked: usize,
    classes: Vec<Counted>,
    skin: SkinScore,
    /// The questions of the worst sweeps.
    #[serde(skip)]
    asked_again: Vec<File>,
}

/// Says whether all is right, or as declared.
pub(crate) fn run(args: &JudgeArgs) -> Result<bool> {
    let checks = Fault::ALL
        .iter()
        .map(|fault| format!("{CHECK}{}", fault.row().name));
    let checks: Vec<String> = checks.chain([format!("{CHECK}skin"), REFUSED.into()]).collect();
    let rates = &args.at.rates;
    if let Some((_, hz)) = (0..).zip(rates).find(|(i, hz)| rates[..*i].contains(hz)) {
        bail!("--rates {hz}: it is named twice; name each rate once");
    }
    let known = Names {
        courses: &names(None, &[])?,
        rates: &with_usual_rates(&args.at.rates),
        checks: &checks,
        ..Names::default()
    };
    let declared = Declared::open(&args.declared, &known)?;
    let out = Output::open(args.json.export_json.as_deref())?;
    let folder = args.out.as_deref().map(ResultsFolder::prepare).transpose()?;
    let (mut courses, missing) = courses(None, &args.courses)?;
    for file in &missing {
        tell!(
            "{}: its map is not there; scenes/fetch-maps.sh fetches it",
            file.display()
        );
    }
    let others = args
        .worlds
        .iter()
        .map(|world| Ok((world.clone(), load_world(world, Path::new("."))?)));
    let others = others.collect::<Result<Vec<(String, World)>>>()?;
    let limits = Limits {
        answer: args.timeout,
        all: args.budget,
    };
    let started = Program::start(&args.program, &args.arguments, limits);
    let program = match started.context("cannot make a folder for the files of worlds")? {
        Ok(program) => Arc::new(program),
        Err(failure) if failure.is_of_input() => bail!("{failure}"),
        Err(failure) => return Ok(failed(&failure)),
    };
    let declared = declared.of_program(&program.hello.name)?;
    // Who is not told of moving parts is asked of rigid worlds alone.
    courses.retain(|course| !course.moves() || answers(&program, Answers::Parts));
    let ping = program.ping();
    let sweeps = if answers(&program, Answers::Sweep) {
        Some(swept(args, &program, &courses, others)?)
    } else {
        None
    };
    let walked = if answers(&program, Answers::Step) {
        Some(walked(args, &program, &courses)?)
    } else {
        None
    };
    if let Some(why) = program.unwritten() {
        bail!("{why}");
    }
    if let Some(failure) = program.failure() {
        return Ok(failed(&failure));
    }
    let [of_sweeps, of_steps] = program.took().map(|took| took.each());
    let judgement = Judgement {
        format: "clipmark-judged-program 1",
        made: provenance(),
        program: &program.hello,
        sweeps,
        courses: walked,
        time: [of_sweeps, of_steps, ping],
    };
    let all = all(&judgement);
    if all.is_empty() {
        bail!("nothing is left to ask; name other courses, or worlds with --worlds");
    }
    let asked_again = folder.as_ref().map(|_| questions(&judgement, &program, &courses));
    if let Some(failure) = program.failure() {
        return Ok(failed(&failure));
    }
    if args.json.export_json.is_some() {
        out.write(&serde_json::to_vec_pretty(&judgement)?)?;
    }
    if args.json.shows_table() {
        say!("{}", describe(&judgement))?;
    }
    let passed = declared.ends(&all)?;
    if let (Some(folder), Some(files)) = (&folder, asked_again) {
        write(judgement.courses.as_ref(), &files, folder)?;
    }
    Ok(passed)
}

/// The questions whose answers fail.
fn questions(judgement: &Judgement, program: &Arc<Program>, courses: &[Scene]) -> Vec<File> {
    let swept = judgement.sweeps.iter().flat_map(|swept| &swept.asked_again);
    let mut files: Vec<File> = swept.cloned().collect();
    if let Some(results) = &judgement.courses {
        files.extend(steps_again(courses, contestant(program), results));
    }
    files
}

/// Writes the page of the courses, of none too, and the questions. The results come first: they make the folder one that may be
/// replaced.
fn write(courses: Option<&Results>, files: &[File], folder: &ResultsFolder) -> Result<()> {
    let none = Results {
        run: Run::new("judge"),
        is_whole: true,
        ..Results::default()
    };
    let results = courses.unwrap_or(&none);
    let sheet = suite_sheet(results, folder.before().as_ref(), &Case::is_failed);
    write_results(results, sheet, folder)?;
    folder.clear_cases()?;
    write_files(files, folder.path())?;
    if !files.is_empty() {
        tell!(
            "each failure can be asked again, by PROGRAM <asked.jsonl in its folder: {}",
            folder.path().join(AGAIN).display()
        );
    }
    Ok(())
}

fn failed(failure: &Failure) -> bool {
    tell!("{failure}");
    false
}

fn answers(program: &Program, what: Answers) -> bool {
    program.hello.answers.contains(&what)
}

/// Whether a program that does not declare patches is to be spared a world.
fn is_spared(program: &Program, world: &World) -> bool {
    !world.patches.is_empty() && !program.hello.declaration().patches
}

fn swept(
    args: &JudgeArgs,
    program: &Program,
    courses: &[Scene],
    others: Vec<(String, World)>,
) -> Result<Swept> {
    let profile: &Profile = profile_named("quake3").context("the profile quake3 is missing")?;
    let declared = program.hello.declaration();
    let hull = program.hello.shape().hull(profile.bounds(false));
    let mut worlds = Vec::new();
    // Sweeps are asked of the world that stands.
    for course in courses.iter().filter(|course| !course.moves()) {
        worlds.push((course.name.clone(), course.world()?));
    }
    worlds.extend(others);
    let (bar, mut names, mut judged) = (Bar::new(), Vec::new(), Vec::<JudgedAnswer>::new());
    let (mut refused, mut kept) = (Vec::new(), Vec::new());
    let all = worlds.len() as u64;
    for (i, (name, world)) in worlds.into_iter().enumerate() {
        bar.at("sweeps", i as u64, all);
        // A map's text has no place for bare triangles.
        let world = world.without_triangles();
        let world = if declared.patches {
            world
        } else {
            world.without_patches()
        };
        let truth = Reference::build(&world, Contents::PLAYER_MASK);
        match program.world(&world, &[], profile) {
            Ok(()) => {}
            Err(BuildError::Library { why, .. }) => {
                refused.push((name, why));
                continue;
            }
            Err(why) => bail!("{name}: {why}"),
        }
        let lines = draw(&world, &truth, &hull, declared.rules.skin, args.sweeps, args.seed);
        let sweeps: Vec<Sweep> = lines
            .iter()
            .map(|&[start, end]| Sweep::new(hull, start, end))
            .collect();
        let mut pairs: Vec<(Sweep, Answer)> = Vec::with_capacity(sweeps.len());
        for batch in sweeps.chunks(BATCH) {
            let Some(answers) = program.sweeps(&hull, batch) else {
                break;
            };
            pairs.extend(batch.iter().copied().zip(answers));
        }
        if program.failure().is_some() {
            break;
        }
        let found = judge_answers(&truth.for_declared(&hull, &declared), &declared, &pairs, || ());
        judged.extend(found.answers);
        names.push(name);
        kept.push(world);
    }
    let found = Refereed {
        answers: judged,
        changed: 0,
        work: WorkPerTrace::default(),
    };
    let classes = classes(&found);
    let asked_again = match args.out {
        Some(_) => sweeps_again(&classes, &found, profile, |line| {
            &kept[(line - 1) / args.sweeps.max(1)]
        }),
        None => Vec::new(),
    };
    Ok(Swept {
        worlds: names,
        refused,
        each: args.sweeps,
        asked: found.answers.len(),
        classes,
        skin: found.score().skin,
        asked_again,
    })
}

fn walked(args: &JudgeArgs, program: &Arc<Program>, courses: &[Scene]) -> Result<Results> {
    let contestant = contestant(program);
    let mut asked = Vec::new();
    for course in courses {
        if is_spared(program, &course.world()?) {
            tell!(
                "{}: left out, it has curved patches, which the program does not declare",
                course.name
            );
        } else {
            asked.push(course.clone());
        }
    }
    let bar = Bar::new();
    let (run, groups) = plan(&asked, &[contestant], &args.at.rates, "");
    let mut cases = Vec::new();
    for (i, group) in (0..).zip(&groups) {
        bar.at(&group.label(), i, groups.len() as u64);
        cases.extend(play_group(group)?);
        // It is asked no more.
        if program.failure().is_some() {
            break;
        }
    }
    let mut results = Results {
        run,
        cases,
        is_whole: true,
    };
    results.sort();
    // A program is asked without an adapter of ours, so a failure is its own.
    for contestant in &mut results.run.contestants {
        contestant.is_library = false;
    }
    results.run.made = provenance();
    Ok(results)
}

/// Everything that was judged: each class of sweeps, and each run.
fn all(judgement: &Judgement) -> Vec<Judged> {
    let check = |name: String, failed: Option<String>| Judged {
        name,
        contestant: judgement.program.name.clone(),
        hz: None,
        map: None,
        failed,
        severity: None,
    };
    let mut all = Vec::new();
    if let Some(sweeps) = judgement.sweeps.as_ref().filter(|sweeps| sweeps.asked > 0) {
        let faults = sweeps.classes.iter().filter(|class| class.is_fault);
        all.extend(faults.map(|class| {
            let failed = format!("{} of {} sweeps", class.count, sweeps.asked);
            check(
                format!("{CHECK}{}", class.class),
                (class.count > 0).then_some(failed),
            )
        }));
        let skin = sweeps.skin.faults();
        all.push(check(
            format!("{CHECK}skin"),
            (!skin.is_empty()).then(|| skin.join(", ")),
        ));
    }
    if let Some(sweeps) = &judgement.sweeps {
        let all_worlds = sweeps.refused.len() + sweeps.worlds.len();
        let failed = sweeps.refused.first().map(|(world, why)| {
            format!(
                "{} of {all_worlds} worlds, first {world}: {why}",
                sweeps.refused.len()
            )
        });
        if failed.is_some() || sweeps.asked > 0 {
            all.push(check(REFUSED.into(), failed));
        }
    }
    if let Some(courses) = &judgement.courses {
        all.extend(judged(courses, Severity::Measurable));
    }
    all
}

fn describe(judgement: &Judgement) -> String {
    let mut out = format!(
        "{} · version {}\n",
        judgement.program.name, judgement.program.version
    );
    let refused = judgement.sweeps.iter().flat_map(|sweeps| &sweeps.refused);
    out.extend(refused.map(|(world, why)| format!("✗ refused the world {world}: {why}\n")));
    if judgement.sweeps.as_ref().is_some_and(|sweeps| sweeps.asked == 0) {
        out += "No sweep was asked.\n";
    }
    if let Some(sweeps) = judgement.sweeps.as_ref().filter(|sweeps| sweeps.asked > 0) {
        out += &format!(
            "{} sweeps in {} worlds, refereed exactly\n",
            sweeps.asked,
            sweeps.worlds.len()
        );
        out += &describe_classes(&sweeps.classes, &sweeps.skin, |line| {
            let world = sweeps.worlds.get((line - 1) / sweeps.each.max(1));
            format!(
                "sweep {} in {}",
                (line - 1) % sweeps.each.max(1) + 1,
                world.map_or("", |w| w)
            )
        });
        let is_clean =
            sweeps.classes.iter().all(|c| !c.is_fault || c.count == 0) && sweeps.skin.faults().is_empty();
        out += if is_clean { "No answer is wrong.\n" } else { "" };
    }
    if let Some(courses) = &judgement.courses {
        out += &suite_sheet(courses, None, &Case::is_failed).text();
    }
    let times = ["a sweep", "a step", "an empty question"]
        .iter()
        .zip(judgement.time);
    let times: Vec<String> = times
        .filter_map(|(what, time)| Some(format!("{:.1} µs {what}", time?)))
        .collect();
    let times = format!("time, with the pipe and JSON in it: {}", times.join(", "));
    out + &wrapped(&times, "  ", columns()).join("\n") + "\n"
}
