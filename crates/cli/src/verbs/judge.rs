//! `compare judge`: a program of any language, asked live. It is one more contestant: sweeps in a world, and a course at a
//! rate, are groups of the one runner, and their rows those of everybody.

use super::evidence::write_files;
use super::judge_outside;
use super::suite::{Study, program_hash, run_study};
use crate::cli::JudgeArgs;
use crate::program::{Answers, BATCH, Failure, Limits, Program, contestant, transcript};
use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::Answer;
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Contents, Point, World};
use clipmark_measure::bar::{answer_checks, answer_rows, gap_rows, worst_answers};
use clipmark_measure::{Contestant, Refereed, judge_answers, sweeps::draw};
use clipmark_movement::{Profile, profile_named};
use clipmark_referee::{Reference, SkinCheck};
use clipmark_report::{Fails, File, Sheet, suite_sheet};
use clipmark_rows::known::Names;
use clipmark_rows::{
    Axis, Case, Check, End, Results, Row, Run, Subject, grouped, key_of_debug, key_of_words,
};
use clipmark_scene::{Scene, load_world};
use clipmark_suite::SuiteError;
use clipmark_suite::controllers::{
    CourseGroup, at, courses, failing, moves_of, names, plan, with_usual_rates,
};
use clipmark_suite::runner::{CASES, Group};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

const STUDY: &str = "judge";
/// The list of checks of sweeps, and before the name of their world.
const SWEEPS: &str = "sweeps";
/// Before the name of a check: the fact that is the worst sweep of it, `sx sy sz ex ey ez`.
const ASKED: &str = "asked ";
/// The movement whose player is swept.
const PROFILE: &str = "quake3";

/// Says whether all is right, or as a list of known failures has it.
pub(crate) fn run(args: &JudgeArgs) -> Result<bool> {
    match &args.files {
        Some(files) if files.answers => return judge_outside::answers(files, &args.run.exports),
        Some(files) if files.states => return judge_outside::states(files),
        _ => {}
    }
    let rates = &args.at.rates;
    if let Some((_, hz)) = (0..).zip(rates).find(|(i, hz)| rates[..*i].contains(hz)) {
        bail!("--rates {hz}: it is named twice; name each rate once");
    }
    let all = names(None, &[])?;
    let swept = all.iter().map(|name| format!("{SWEEPS} in {name}"));
    let is_narrower = !args.asked.courses.is_empty() || args.at.are_chosen();
    let known = Names {
        is_part: is_narrower,
        ..Names::new(swept.chain(all.iter().cloned()), with_usual_rates(rates))
    };
    let Some(file) = &args.program else {
        let study = Study {
            names: known,
            sheet: judge_sheet,
            ..Study::new(STUDY, Run::new(STUDY), &[] as &[ProgramGroup])
        };
        return run_study(&args.run, study, |_, _| Ok(()));
    };
    let (mut courses, missing) = courses(None, &args.asked.courses)?;
    for file in &missing {
        tell!(
            "{}: its map is not there; scenes/fetch-maps.sh fetches it",
            file.display()
        );
    }
    let others = args
        .asked
        .worlds
        .iter()
        .map(|world| Ok((world.clone(), load_world(world, Path::new("."))?)));
    let others = others.collect::<Result<Vec<(String, World)>>>()?;
    let limits = Limits {
        answer: args.asked.timeout,
        all: args.asked.budget,
    };
    let started = Program::start(file, &args.arguments, limits);
    let program = match started.context("cannot make a folder for the files of worlds")? {
        Ok(program) => Arc::new(program),
        Err(failure) if failure.is_of_input() => bail!("{failure}"),
        Err(failure) => {
            tell!("{failure}");
            return Ok(false);
        }
    };
    // Who is not told of moving parts is asked of rigid worlds alone.
    courses.retain(|course| !course.moves() || answers(&program, Answers::Parts));
    let ping = program.ping();
    let contestant = contestant(&program);
    let key = program_key(file, args)?;
    let (run, groups) = groups(args, &program, contestant, (&courses, others), &key)?;
    if groups.is_empty() {
        bail!("nothing is left to ask; name other courses, or worlds with --worlds");
    }
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = contestant.to_string().chars().map(safe).collect();
    let name = format!("{STUDY}-{name}");
    let study = Study {
        is_narrower,
        names: known,
        sheet: judge_sheet,
        ..Study::new(&name, run, &groups)
    };
    run_study(&args.run, study, |results, out| {
        if let Some(why) = program.unwritten() {
            bail!("{why}");
        }
        if let Some(group) = groups.first() {
            add_gaps_of_all_worlds(results, group);
        }
        let mut files = sweeps_again(results, &groups);
        files.extend(steps_again(results, &courses, contestant, &program));
        tell_failures(&program.failures());
        tell_times(&program, ping);
        write_files(&files, out)
    })
}

/// What the gaps of all worlds show, in the case of the first world that has any: one alone has too few to tell a skin. A run
/// that was resumed has those of the worlds that it asked.
fn add_gaps_of_all_worlds(results: &mut Results, group: &ProgramGroup) {
    let gaps = group.gaps.lock().unwrap_or_else(PoisonError::into_inner);
    let own = results
        .cases
        .iter_mut()
        .find(|case| case.checklist == SWEEPS && case.end == End::Played);
    let Some(case) = own else { return };
    let hull = case.rows.first().map_or("", |row| row.axes.get(Axis::Hull));
    for row in gap_rows(hull, &gaps)
        .into_iter()
        .filter(|row| row.severity().is_some())
    {
        case.rows.retain(|own| own.check != row.check);
        case.rows.push(Row {
            note: format!("in all worlds: {}", row.note),
            ..row
        });
    }
}

/// That of a suite, by the program's name, with how many sweeps were asked.
fn judge_sheet(results: &Results, before: Option<&Results>, fails: Fails) -> Sheet {
    let sheet = suite_sheet(results, before, fails);
    let programs = results.run.contestants.iter();
    let programs: Vec<String> = programs.map(|c| format!("{} · {}", c.name, c.about)).collect();
    let rows = results.cases.iter().flat_map(|case| &case.rows);
    let sweeps = rows
        .filter(|row| row.check == Check::TrueHits)
        .map(|row| row.asked);
    let runs = results.cases.iter().filter(|case| case.checklist != SWEEPS);
    Sheet {
        title: programs.join(", "),
        asked: format!(
            "{} · sweeps: {}, runs: {}",
            programs.join(", "),
            grouped(sweeps.sum::<u64>()),
            grouped(runs.count() as u64),
        ),
        ..sheet
    }
}

/// The first failures to answer, and how many more there are.
fn tell_failures(failures: &[Failure]) {
    /// More would fill a screen.
    const SHOWN: usize = 3;
    for failure in failures.iter().take(SHOWN) {
        tell!("{failure}");
    }
    if let more @ 1.. = failures.len().saturating_sub(SHOWN) {
        tell!("and {more} more: each is in the row of its case");
    }
}

/// Microseconds, each with the pipe and JSON in it.
fn tell_times(program: &Program, ping: Option<f64>) {
    let [sweep, step] = program.took().map(|took| took.each());
    let times = [("a sweep", sweep), ("a step", step), ("an empty question", ping)];
    let times = times.map(|(what, time)| Some(format!("{:.1} µs {what}", time?)));
    let times: Vec<String> = times.into_iter().flatten().collect();
    if !times.is_empty() {
        tell!("time, with the pipe and JSON in it: {}", times.join(", "));
    }
}

/// A hash of this program, and of the judged one with its files and arguments.
fn program_key(file: &Path, args: &JudgeArgs) -> Result<String> {
    let files = args.arguments.iter().map(Path::new).chain([file]);
    let files = files.filter_map(|file| fs::read(file).ok());
    let files: Vec<String> = files.map(|bytes| key_of_words(&bytes)).collect();
    Ok(key_of_debug(&(program_hash()?, file, &args.arguments, files)))
}

fn answers(program: &Program, what: Answers) -> bool {
    program.hello.answers.contains(&what)
}

/// The run of all that a program answers, and its groups.
fn groups(
    args: &JudgeArgs,
    program: &Arc<Program>,
    contestant: Contestant,
    (courses, others): (&[Scene], Vec<(String, World)>),
    key: &str,
) -> Result<(Run, Vec<ProgramGroup>)> {
    let declared = program.hello.declaration();
    let mut walked = Vec::new();
    for course in courses.iter().filter(|_| answers(program, Answers::Step)) {
        // A program that does not declare patches is spared them.
        if !declared.patches && !course.world()?.patches.is_empty() {
            tell!(
                "{}: left out, it has curved patches, which the program does not declare",
                course.name
            );
        } else {
            walked.push(course.clone());
        }
    }
    let (mut run, of_courses) = plan(&walked, &[contestant], &args.at.rates, key);
    let mut worlds = Vec::new();
    if answers(program, Answers::Sweep) && args.asked.sweeps > 0 {
        // Sweeps are asked of the world that stands.
        for course in courses.iter().filter(|course| !course.moves()) {
            worlds.push((course.name.clone(), course.world()?));
        }
        worlds.extend(others);
    }
    let profile = profile_named(PROFILE).context(PROFILE)?;
    let of_sweeps = worlds.into_iter().map(|(name, world)| {
        // A map's text has no place for bare triangles.
        let world = world.without_triangles();
        let world = match declared.patches {
            true => world,
            false => world.without_patches(),
        };
        let asked = Sweeps {
            subject: format!("{SWEEPS} in {name}"),
            count: args.asked.sweeps,
            seed: args.asked.seed,
            world,
            profile,
        };
        let key = key_of_debug(&(
            key,
            args.asked.sweeps,
            args.asked.seed,
            &asked.subject,
            key_of_debug(&asked.world),
        ));
        (key, Asked::Sweeps(Box::new(asked)))
    });
    let of_courses = of_courses
        .into_iter()
        .map(|group| (group.key().to_owned(), Asked::Course(Box::new(group))));
    let gaps = Arc::default();
    let group = |(key, asked): (String, Asked)| ProgramGroup {
        program: Arc::clone(program),
        gaps: Arc::clone(&gaps),
        contestant,
        key,
        asked,
    };
    let groups: Vec<ProgramGroup> = of_sweeps.chain(of_courses).map(group).collect();
    run.study = STUDY.into();
    run.groups = groups.len();
    run.options.insert(SWEEPS.into(), args.asked.sweeps.to_string());
    run.options.insert("seed".into(), args.asked.seed.to_string());
    let can_fail = answer_checks().into_iter().chain([Check::Stopped]);
    run.checklists.insert(SWEEPS.into(), can_fail.collect());
    let subjects = groups.iter().filter_map(|group| match &group.asked {
        Asked::Sweeps(asked) => Some(asked.subject.clone()),
        Asked::Course(_) => None,
    });
    run.subjects.splice(
        0..0,
        subjects.map(|name| Subject {
            name,
            ..Subject::default()
        }),
    );
    let unasked = [
        (Answers::Sweep, "sweeps"),
        (Answers::Step, "runs"),
        (Answers::Parts, "moving ground"),
    ];
    let unasked: Vec<&str> = unasked
        .into_iter()
        .filter_map(|(what, name)| (!answers(program, what)).then_some(name))
        .collect();
    let unasked = match &unasked[..] {
        [] => String::new(),
        names => format!("; not asked, since it does not answer them: {}", names.join(", ")),
    };
    for described in &mut run.contestants {
        let hello = &program.hello;
        described.about = format!("version {}, asked over a pipe{unasked}", hello.version);
        // A program is asked without an adapter of ours, so a failure is its own.
        described.is_library = false;
    }
    Ok((run, groups))
}

/// What a program is asked in one world.
struct ProgramGroup {
    program: Arc<Program>,
    /// Gaps at single faces, of the sweeps in all worlds.
    gaps: Arc<Mutex<SkinCheck>>,
    contestant: Contestant,
    key: String,
    asked: Asked,
}

enum Asked {
    Sweeps(Box<Sweeps>),
    Course(Box<CourseGroup>),
}

/// Random sweeps in a world.
struct Sweeps {
    subject: String,
    count: usize,
    seed: u64,
    world: World,
    profile: &'static Profile,
}

impl Group for ProgramGroup {
    // A program answers one question at a time.
    const USES_ALL_CORES: bool = true;

    fn key(&self) -> &str {
        &self.key
    }

    fn label(&self) -> String {
        match &self.asked {
            Asked::Sweeps(asked) => asked.subject.clone(),
            Asked::Course(course) => course.label(),
        }
    }

    fn cases(&self) -> Vec<Case> {
        match &self.asked {
            Asked::Sweeps(asked) => vec![Case {
                group: self.key.clone(),
                subject: asked.subject.clone(),
                contestant: self.contestant.to_string(),
                checklist: SWEEPS.into(),
                ..Case::default()
            }],
            Asked::Course(course) => course.cases(),
        }
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        if !self.program.is_ready() {
            let unasked = |case| Case {
                end: End::NotJudged("the program had stopped".into()),
                ..case
            };
            return Ok(self.cases().into_iter().map(unasked).collect());
        }
        let cases = match &self.asked {
            Asked::Sweeps(asked) => vec![self.sweep(asked)?],
            Asked::Course(course) => course.play()?,
        };
        Ok(match self.program.failure() {
            Some(failure) => {
                let cases = self.cases().into_iter();
                cases.map(|case| case.stopped(failure.in_short())).collect()
            }
            None => cases,
        })
    }
}

impl ProgramGroup {
    fn sweep(&self, asked: &Sweeps) -> Result<Case, SuiteError> {
        let mut case = self.cases().swap_remove(0);
        let (program, declared) = (&self.program, self.program.hello.declaration());
        match program.world(&asked.world, &[], asked.profile) {
            Ok(()) => {}
            Err(BuildError::Library { why, .. }) => {
                case.end = End::Refused(why);
                return Ok(case);
            }
            Err(why) => return Err(why.into()),
        }
        let hull = program.hello.shape().hull(asked.profile.bounds(false));
        let truth = Reference::build(&asked.world, Contents::PLAYER_MASK);
        let skin = declared.rules.skin;
        let lines = draw(&asked.world, &truth, &hull, skin, asked.count, asked.seed);
        let sweeps: Vec<Sweep> = lines
            .iter()
            .map(|&[start, end]| Sweep::new(hull, start, end))
            .collect();
        let mut pairs: Vec<(Sweep, Answer)> = Vec::with_capacity(sweeps.len());
        for batch in sweeps.chunks(BATCH) {
            let Some(answers) = program.sweeps(&hull, batch) else {
                return Ok(case);
            };
            pairs.extend(batch.iter().copied().zip(answers));
        }
        // A wider skin than the movement asks for widens no tolerance.
        let truth = truth
            .for_declared(&hull, &declared)
            .asked_by(&asked.profile.trace_rules);
        let found = judge_answers(&truth, &declared, &pairs, || ());
        case.rows = answer_rows(hull.kind(), &found);
        case.facts = asked_facts(&found);
        let mut gaps = self.gaps.lock().unwrap_or_else(PoisonError::into_inner);
        let own = found.answers.iter();
        own.filter_map(|answer| answer.verdict.measures.gap_sample)
            .for_each(|gap| gaps.add(gap));
        Ok(case)
    }
}

/// The worst sweep of each check, by the name of the fact.
fn asked_facts(found: &Refereed) -> BTreeMap<String, String> {
    let text = |(check, i): (Check, usize)| {
        let Sweep { start, end, .. } = &found.answers[i].sweep;
        let ends = [start.x, start.y, start.z, end.x, end.y, end.z].map(|x| x.to_string());
        (format!("{ASKED}{}", check.name()), ends.join(" "))
    };
    worst_answers(found).into_iter().map(text).collect()
}

/// The worst sweep of each failed check as files: it can be asked again without this program.
fn sweeps_again(results: &mut Results, groups: &[ProgramGroup]) -> Vec<File> {
    let groups: BTreeMap<&str, &ProgramGroup> = groups.iter().map(|g| (g.key(), g)).collect();
    let mut worst: BTreeMap<Check, (f64, usize)> = BTreeMap::new();
    for (i, case) in results.cases.iter().enumerate() {
        let failed = case.rows.iter().filter(|row| row.severity().is_some());
        for row in failed.filter(|row| case.facts.contains_key(&format!("{ASKED}{}", row.check.name()))) {
            let value = row.value.unwrap_or_default();
            let known = worst.entry(row.check).or_insert((value, i));
            if value > known.0 {
                *known = (value, i);
            }
        }
    }
    let files = worst.into_iter().flat_map(|(check, (_, i))| {
        let case = &mut results.cases[i];
        let text = case.facts.get(&format!("{ASKED}{}", check.name()));
        let ends: Vec<f32> = text
            .into_iter()
            .flat_map(|text| text.split(' ').flat_map(str::parse))
            .collect();
        let (&[a, b, c, d, e, f], Some(group)) = (&ends[..], groups.get(case.group.as_str())) else {
            return Vec::new();
        };
        let Asked::Sweeps(asked) = &group.asked else {
            return Vec::new();
        };
        let hull = group.program.hello.shape().hull(asked.profile.bounds(false));
        let sweep = Sweep::new(hull, Point::new(a, b, c), Point::new(d, e, f));
        let folder = folder(&format!("{}-{}", asked.subject, check.name()));
        set_question(case, check, &folder);
        transcript::of_sweep(&folder, &asked.world, asked.profile, &sweep)
    });
    files.collect()
}

/// The steps of the worst run on each course, until its failure shows.
fn steps_again(
    results: &mut Results,
    courses: &[Scene],
    contestant: Contestant,
    program: &Program,
) -> Vec<File> {
    let files = courses.iter().filter_map(|course| {
        let worst = results.worst_case(&course.name, &contestant.to_string())?;
        let case = &mut results.cases[worst];
        let scene = at(course, case.axes.number(Axis::Hz)?);
        // Where it died, it would die again.
        let died = |failure: &Failure| case.end == End::Stopped(failure.in_short());
        if program.failures().iter().any(died) || !program.is_ready() {
            return None;
        }
        // A run that left the world has no tick that shows it best: all its questions do.
        let (setting, moves) = match failing(&scene, contestant) {
            Ok(seen) => (seen.setting, seen.moves),
            Err(_) => moves_of(&scene, contestant).ok()?,
        };
        // It answered once, and not again.
        if let Some(failure) = program.failure() {
            *case = std::mem::take(case).stopped(failure.in_short());
            return None;
        }
        let world = &setting.world;
        let parts = if course.moves() { &world.models[..] } else { &[] };
        let folder = folder(&course.name);
        let check = case.failures().first()?.check;
        set_question(case, check, &folder);
        Some(transcript::of_moves(
            &folder,
            world,
            parts,
            &setting.profile,
            &moves,
        ))
    });
    files.flatten().collect()
}

fn set_question(case: &mut Case, check: Check, folder: &str) {
    if let Some(row) = case.rows.iter_mut().find(|row| row.check == check) {
        row.evidence.get_or_insert_default().question = Some(format!("{folder}/{}", transcript::ASKED));
    }
}

/// A folder of questions, named by words.
fn folder(words: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let name: String = words.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    format!("{CASES}/alone/{name}")
}
