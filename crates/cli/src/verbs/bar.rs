//! `compare bar`: backends held to the correctness bar on maps. A map with all contestants is a group of the runner, one after
//! the other: each is read when its turn comes and dropped after it.

use super::evidence::write_files;
use super::suite::{self, Study, run_study, usual_folder};
use crate::cli::BarArgs;
use crate::hull;
use crate::terminal::{say, tell};
use crate::who::of_the_bar;
use anyhow::{Context, Result, bail};
use clipmark_geometry::World;
use clipmark_measure::bar::{
    self, BarOptions, CHECKLIST, FULL, HULL_SHARE, QUESTION, QUICK, Sizes, WALK, case_kind, measure_map,
    process_hash,
};
use clipmark_measure::{Contestant, catch_panic, contestants_named, this_machine};
use clipmark_report::{File, bar_sheet};
use clipmark_rows::results::FILE;
use clipmark_rows::{
    Case, Check, End, Outcome, Questions, RULES, Results, Row, Run, Severity, Subject, key_of_debug, question,
};
use clipmark_scene::load_world;
use clipmark_suite::SuiteError;
use clipmark_suite::runner::{CASES, Group, PART, describe_contestant};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::Command;

const STUDY: &str = "bar";

/// A map, for all contestants.
struct MapGroup<'a> {
    /// As it was named on the command line.
    map: &'a str,
    /// Its name in results.
    subject: String,
    options: &'a BarOptions<'a>,
    key: String,
}

/// Says whether all met the bar.
pub(crate) fn run(args: &BarArgs) -> Result<bool> {
    let contestants = contestants(args)?;
    let hull = args.hull.as_deref().map(hull::parse).transpose()?;
    let options = BarOptions {
        contestants: &contestants,
        profile: args.profile,
        hull,
        sizes: sizes(args),
        seed: args.seed,
    };
    if args.process_hash {
        return say_hash(args, &options);
    }
    let program = suite::program_hash()?;
    let groups = match args.run.results {
        Some(_) => Vec::new(),
        None => groups(args, &options, &program)?,
    };
    let study = Study {
        is_narrower: is_narrower(args, &options, &groups),
        sheet: bar_sheet,
        ..Study::new(STUDY, plan(args, &options, &groups, program), &groups)
    };
    run_study(&args.run, study, show_worst)
}

/// Says the hash that another process compares with its own.
fn say_hash(args: &BarArgs, options: &BarOptions) -> Result<bool> {
    for map in args.worlds.iter().take(1) {
        if let Some(hash) = process_hash(map, world(map)?, options)? {
            say!("{hash}")?;
        }
    }
    Ok(true)
}

/// Whether it asks less than all, or fewer maps than a run that stands in the usual folder, be it whole or stopped on the way.
fn is_narrower(args: &BarArgs, options: &BarOptions, groups: &[MapGroup]) -> bool {
    if options.sizes != FULL || options.hull.is_some() {
        return true;
    }
    if args.run.out.is_some() || args.run.shard.is_some() || args.run.results.is_some() {
        // It goes to another folder than the usual one.
        return false;
    }
    let usual = usual_folder(STUDY);
    let asked: Vec<&str> = groups.iter().map(|group| &*group.subject).collect();
    let is_narrower = holds_others(&usual, &asked);
    if is_narrower {
        tell!(
            "{} holds a bar of other maps, which stays; this one goes to {}",
            usual.display(),
            usual_folder(&format!("{STUDY}-part")).display()
        );
    }
    is_narrower
}

/// Whether a folder holds a run of maps that are not asked now. A stopped one has left only its part.
pub fn holds_others(folder: &Path, asked: &[&str]) -> bool {
    let is_asked = |subject: &Subject| asked.contains(&&*subject.name);
    let standing = [FILE, PART].map(|file| Results::read(&folder.join(file)).ok());
    let mut standing = standing.iter().flatten();
    standing.any(|results| !results.run.subjects.iter().all(is_asked))
}

fn world(map: &str) -> Result<World, SuiteError> {
    match bar::build_world(map) {
        Some(world) => Ok(world),
        None => Ok(load_world(map, Path::new("."))?),
    }
}

/// The names of maps in results: those of their files, without folder and ending where each is another.
fn subjects(maps: &[String]) -> Result<Vec<String>> {
    for (i, map) in maps.iter().enumerate() {
        if maps[..i].contains(map) {
            bail!("--worlds {map}: it is named twice; name each map once");
        }
    }
    let names: Vec<String> = maps.iter().map(|map| stem(map).to_owned()).collect();
    let is_alone = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let all = names.iter().zip(maps);
    let all = all.map(|(name, map)| if is_alone(name) { name } else { map });
    Ok(all.cloned().collect())
}

/// The name of a map's file, without folder and ending.
fn stem(map: &str) -> &str {
    let file = map.rsplit(['/', '\\', ':']).next().unwrap_or(map);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// The groups. Each map is read once before any measurement, and dropped again: a missing or damaged one is found at once, and
/// results of an older file do not count for a newer one. The name of a subject depends on the other maps.
fn groups<'a>(args: &'a BarArgs, options: &'a BarOptions<'a>, program: &str) -> Result<Vec<MapGroup<'a>>> {
    let subjects = subjects(&args.worlds)?;
    let names: Vec<String> = options.contestants.iter().map(Contestant::to_string).collect();
    let asked = options_by_name(args, options);
    let group = |(map, subject): (&'a String, String)| {
        let world = key_of_debug(&world(map)?);
        let key = key_of_debug(&(program, RULES, &names, &asked, &subject, world));
        Ok(MapGroup {
            map,
            subject,
            options,
            key,
        })
    };
    args.worlds.iter().zip(subjects).map(group).collect()
}

fn plan(args: &BarArgs, options: &BarOptions, groups: &[MapGroup], program: String) -> Run {
    let subject = |group: &MapGroup| Subject {
        name: group.subject.clone(),
        title: group.map.into(),
        ..Subject::default()
    };
    Run {
        version: env!("CARGO_PKG_VERSION").into(),
        program,
        machine: this_machine().cpu,
        options: options_by_name(args, options),
        checklists: [(CHECKLIST.to_owned(), bar::checks())].into(),
        contestants: options.contestants.iter().map(describe_contestant).collect(),
        subjects: groups.iter().map(subject).collect(),
        groups: groups.len(),
        ..Run::new(STUDY)
    }
}

fn options_by_name(args: &BarArgs, options: &BarOptions) -> BTreeMap<String, String> {
    let sizes = options.sizes;
    let numbers = [
        ("sweeps", sizes.sweeps),
        ("rest", sizes.rest),
        ("hulls", sizes.hulls),
        ("walkers", sizes.walkers),
        ("ticks", sizes.ticks),
    ];
    let numbers = numbers.map(|(name, n)| (name, n.to_string()));
    let others = [
        ("profile", options.profile.name.to_owned()),
        ("seed", options.seed.to_string()),
    ];
    let hull = args.hull.iter().map(|hull| ("hull", hull.clone()));
    let all = numbers.into_iter().chain(others).chain(hull);
    all.map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Group for MapGroup<'_> {
    const USES_ALL_CORES: bool = true;

    fn key(&self) -> &str {
        &self.key
    }

    fn label(&self) -> String {
        self.subject.clone()
    }

    fn cases(&self) -> Vec<Case> {
        let contestants = self.options.contestants.iter();
        let case = |contestant: &Contestant| Case {
            group: self.key.clone(),
            subject: self.subject.clone(),
            contestant: contestant.to_string(),
            checklist: CHECKLIST.into(),
            ..Case::default()
        };
        contestants.map(case).collect()
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        let measured = measure_map(self.map, world(self.map)?, self.options)?;
        let contestants = self.options.contestants.iter();
        let case = |(&contestant, mut case): (&Contestant, Case)| {
            // Who stopped in this process would stop in another one.
            if !matches!(case.end, End::Refused(_) | End::Stopped(_)) {
                case = self.asked_elsewhere(contestant, case);
            }
            Case {
                group: self.key.clone(),
                subject: self.subject.clone(),
                ..case
            }
        };
        Ok(contestants.zip(measured).map(case).collect())
    }
}

/// What failed is among random sweeps, and a row of them.
fn differing(case: &Case) -> Row {
    let random = case.rows.iter().find(|row| Questions::Random.is_of(row));
    Row {
        axes: random.map(|row| row.axes.clone()).unwrap_or_default(),
        ..Row::new(Check::OtherProcess, Outcome::Failed(Severity::Measurable))
    }
}

impl MapGroup<'_> {
    /// The case with what another process shows.
    fn asked_elsewhere(&self, contestant: Contestant, mut case: Case) -> Case {
        match catch_panic(|| self.differs_elsewhere(contestant)) {
            Ok(Ok(false)) => case,
            Ok(Ok(true)) => {
                case.rows.push(differing(&case));
                case
            }
            // A program that ended without a number, out of memory perhaps, has given no other answer.
            Ok(Err(why)) if case.end == End::Played => Case {
                end: End::NotJudged(format!("{why:#}")),
                ..case
            },
            Ok(Err(_)) => case,
            Err(why) => case.stopped(format!("it panicked: {why}")),
        }
    }

    /// Whether this program in its own process gives other answers or states than here. False where it has no hash to
    /// compare, or the program does not find its own file; an error where no process can start, or it ends without a hash.
    fn differs_elsewhere(&self, contestant: Contestant) -> Result<bool> {
        let (map, options) = (self.map, self.options);
        let alone = BarOptions {
            contestants: &[contestant],
            ..options.clone()
        };
        let (Some(own), Ok(program)) = (process_hash(map, world(map)?, &alone)?, std::env::current_exe())
        else {
            return Ok(false);
        };
        let asked = Command::new(program)
            .args(["bar", "--process-hash", "--worlds", map])
            .args(["--contestants", &contestant.to_string()])
            .args(["--profile", options.profile.name])
            .args(["--seed", &options.seed.to_string()])
            .output()?;
        if !asked.status.success() {
            bail!(
                "in a process of its own it ended with {}: {}",
                asked.status,
                String::from_utf8_lossy(&asked.stderr).trim()
            );
        }
        Ok(String::from_utf8_lossy(&asked.stdout).trim() != own.to_string())
    }
}

/// Writes the worst answers and walks that cases keep, and puts them into the rows that they show.
fn show_worst(results: &mut Results, out: &Path) -> Result<()> {
    let (mut files, mut taken) = (Vec::new(), HashSet::new());
    for case in &mut results.cases {
        let who = format!("{}-{}", case.subject, case.contestant);
        for (fact, text) in &case.facts {
            if fact == WALK {
                let path = format!("{CASES}/walks/{}.txt", free_name(&mut taken, &who));
                files.push(File::new(&path, text.as_str()));
                let row = worst(&mut case.rows, |row| Questions::Walks.is_of(row));
                if let Some(row) = row {
                    row.evidence.get_or_insert_default().commands = Some(path);
                }
            }
            let Some(part) = fact.strip_prefix(QUESTION) else {
                continue;
            };
            let question: question::Case =
                serde_json::from_str(text).with_context(|| format!("{who}, {fact}: it is no question"))?;
            let name = free_name(&mut taken, &format!("{who}-{part}"));
            let path = format!("{CASES}/questions/{name}.json");
            files.push(File::new(&path, text.as_str()));
            let is_rest = part.starts_with(Questions::Rest.word());
            let row = worst(&mut case.rows, |row| {
                case_kind(row.check) == Some(question.kind) && Questions::Rest.is_of(row) == is_rest
            });
            if let Some(row) = row {
                row.evidence.get_or_insert_default().question = Some(path);
            }
        }
    }
    write_files(&files, out)
}

/// A name of letters that every folder takes, and that no other file has: `bvh:stock` and `bvh-stock` may both be there, and
/// results may be of anybody.
fn free_name(taken: &mut HashSet<String>, name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(safe).collect();
    let mut number = 1;
    let mut free = name.clone();
    while !taken.insert(free.clone()) {
        number += 1;
        free = format!("{name}-{number}");
    }
    free
}

/// The worst of some rows that count something.
fn worst(rows: &mut [Row], is_of: impl Fn(&Row) -> bool) -> Option<&mut Row> {
    let own = rows.iter_mut().filter(|row| row.failed > 0 && is_of(row));
    own.min_by_key(|row| (row.severity().is_none(), row.severity(), row.check))
}

/// The number of questions: the named ones, else everything, or a tenth of it.
fn sizes(args: &BarArgs) -> Sizes {
    let default = if args.quick { QUICK } else { FULL };
    let sweeps = args.sweeps.unwrap_or(default.sweeps);
    Sizes {
        sweeps,
        // One hull that is named is asked alone.
        hulls: match args.hull {
            Some(_) => 0,
            None => args.hulls.unwrap_or(sweeps / HULL_SHARE),
        },
        rest: args.rest.unwrap_or(default.rest),
        walkers: args.walkers.unwrap_or(default.walkers),
        ticks: args.ticks.unwrap_or(default.ticks),
    }
}

/// The named ones, once each, or the usual ones. Who of the named has not the requested hull is refused, of the usual ones left
/// out.
fn contestants(args: &BarArgs) -> Result<Vec<Contestant>> {
    let usual = of_the_bar();
    let mut all = contestants_named(args.contestants.as_ref().unwrap_or(&usual))?;
    let Some(named) = args.hull.as_deref() else {
        return Ok(all);
    };
    let hull = hull::parse(named)?;
    let unable: Vec<String> = all
        .extract_if(.., |contestant| !contestant.backend.sweeps(&hull))
        .map(|contestant| contestant.to_string())
        .collect();
    if args.contestants.is_some() && !unable.is_empty() || all.is_empty() {
        bail!(
            "--hull {named}: {} has no {} hulls",
            unable.join(", "),
            hull.kind()
        );
    }
    if !unable.is_empty() {
        tell!("left out, without {} hulls: {}", hull.kind(), unable.join(", "));
    }
    Ok(all)
}
