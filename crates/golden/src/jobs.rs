//! Who is in the net, what is asked of whom, and how it is divided among threads.

use crate::answers::{self, GROUNDS};
use crate::states::{self, REFERENCE};
use crate::tally::Entry;
use crate::{Line, program};
use anyhow::{Context, Result};
use clipmark_measure::{BackendKind, Contestant, MeasureError};
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{available_parallelism, scope};

/// A kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// What backends answer.
    Answers,
    /// Where players go.
    States,
    /// Verdicts on courses.
    Course,
    /// The suite's outcomes.
    Suite,
    /// The bar's counts.
    Bar,
}

use Part::{Answers, Bar, Course, States, Suite};

impl Part {
    /// All of them.
    pub const ALL: [Self; 5] = [Answers, States, Course, Suite, Bar];

    /// The first word of its keys.
    pub fn name(self) -> &'static str {
        match self {
            Answers => "answers",
            States => "states",
            Course => "course",
            Suite => "suite",
            Bar => "bar",
        }
    }
}

/// Every contestant in the net and its parts: backends with their own mover, every mover of ours on the backends that carry it,
/// and the reference mover. What is added to README's table is added here.
pub const CONTESTANTS: [(&str, &[Part]); 31] = [
    ("bsp", &[Answers, States, Course, Suite, Bar]),
    ("bsp+pair", &[States]),
    ("bsp+pair:intended", &[States]),
    ("bsp+pair:literal", &[States]),
    ("bsp:tutorial", &[Answers, States, Bar]),
    ("bsp:via-bvh", &[Answers, States]),
    ("bvh", &[Answers, States, Course, Suite, Bar]),
    ("bvh+pair", &[States]),
    ("bvh:mesh", &[Answers, States, Course, Bar]),
    ("bvh:planes", &[Answers, States, Course, Bar]),
    ("bvh:planes+pair", &[States]),
    ("bvh:stock", &[Answers, States, Course, Bar]),
    ("cylinder", &[Answers, States, Course, Suite, Bar]),
    ("cylinder+slide", &[States, Course]),
    ("cylinder:intended", &[States]),
    ("cylinder:literal", &[States, Course]),
    ("hull", &[Answers, States, Course, Bar]),
    ("rapier", &[Answers, States, Course, Bar]),
    ("rapier+slide", &[States]),
    ("rapier:tuned", &[Answers, States, Course, Bar]),
    ("jolt", &[Answers, States, Course, Bar]),
    ("jolt+slide", &[States]),
    ("jolt:tuned", &[Answers, States, Course, Bar]),
    ("box3d", &[Answers, States, Course, Bar]),
    ("box3d+slide", &[States]),
    ("box3d+steps", &[States, Course]),
    ("box3d:tuned", &[Answers, States, Bar]),
    ("physx", &[Answers, States, Course, Bar]),
    ("physx+slide", &[States]),
    ("physx:tuned", &[Answers, States, Course, Bar]),
    (REFERENCE, &[States]),
];

/// Libraries that a compiler of C or C++ made: their bits are its too.
const COMPILED: [&str; 3] = ["jolt", "box3d", "physx"];

/// Whether a contestant's bits are those of a compiler of C or C++.
pub fn is_compiled(contestant: &str) -> bool {
    COMPILED.iter().any(|name| contestant.starts_with(name))
}

/// Whether this build has a contestant.
///
/// # Errors
/// A name that no build has.
fn is_built(contestant: &str) -> Result<bool> {
    match contestant.parse::<Contestant>() {
        _ if contestant == REFERENCE => Ok(true),
        Ok(_) => Ok(true),
        Err(MeasureError::NotBuilt { .. }) => Ok(false),
        Err(why) => Err(why.into()),
    }
}

/// Lines that are made together.
#[derive(Clone, Debug)]
pub struct Job {
    /// Whose they are.
    pub contestant: &'static str,
    /// Of which part.
    pub part: Part,
    /// The world or scene; empty for what the program does at once.
    pub subject: String,
    few: bool,
}

/// The jobs of these parts, for the contestants of this build that are named, or all. With `few`, only the player's sweeps on
/// three scenes: 2,000 answers of each.
///
/// # Errors
/// A contestant that no build has, or scenes that cannot be listed.
pub fn jobs(parts: &[Part], named: &[String], few: bool) -> Result<Vec<Job>> {
    let unknown = |name: &&String| !CONTESTANTS.iter().any(|(known, _)| known == name);
    if let Some(name) = named.iter().find(unknown) {
        anyhow::bail!("{name} is not in the net; crates/golden/src/jobs.rs lists who is");
    }
    let scenes = states::scenes()?;
    let mut out = Vec::new();
    for (contestant, own) in CONTESTANTS {
        if !named.is_empty() && !named.iter().any(|name| name == contestant) || !is_built(contestant)? {
            continue;
        }
        for &part in own.iter().filter(|part| parts.contains(part)) {
            let subjects: Vec<String> = match part {
                Answers => GROUNDS.iter().map(|ground| ground.name.to_owned()).collect(),
                States => scenes.clone(),
                Course | Suite | Bar => vec![String::new()],
            };
            let shown = if few { 3 } else { subjects.len() };
            out.extend(subjects.into_iter().take(shown).map(|subject| Job {
                contestant,
                part,
                subject,
                few,
            }));
        }
    }
    Ok(out)
}

impl Job {
    /// Makes the lines; the texts behind the wanted key are kept.
    ///
    /// # Errors
    /// A world that is not there, or a program that does not run.
    pub fn entries(&self, wanted: Option<&str>) -> Result<Vec<Entry>> {
        match self.part {
            Answers => {
                let ground = GROUNDS.iter().find(|ground| ground.name == self.subject);
                let ground = ground.with_context(|| format!("no world {}", self.subject))?;
                answers::entries(BackendKind::named(self.contestant)?, ground, self.few, wanted)
            }
            States => states::entries(self.contestant, &self.subject, wanted),
            Course => program::courses(self.contestant),
            Suite => program::suite(self.contestant, wanted),
            Bar => program::bar(self.contestant),
        }
        .with_context(|| format!("{} {} {}", self.contestant, self.part.name(), self.subject))
    }

    /// The map that it needs and that was not fetched.
    pub fn missing(&self) -> Option<String> {
        match self.part {
            Answers => {
                let ground = GROUNDS.iter().find(|ground| ground.name == self.subject)?;
                let is_there = crate::root().join(ground.file).exists();
                (!is_there).then(|| ground.file.to_owned())
            }
            States => (!states::is_there(&self.subject)).then(|| self.subject.clone()),
            Course | Suite | Bar => None,
        }
    }
}

/// Runs jobs on all cores and returns the lines of each contestant by key.
///
/// # Errors
/// The first of a job.
pub fn run(jobs: &[Job]) -> Result<BTreeMap<&'static str, BTreeMap<String, Line>>> {
    // Long jobs begin first, or the last core waits for one.
    let mut order: Vec<&Job> = jobs.iter().collect();
    order.sort_by_key(|job| (std::cmp::Reverse(job.part as usize), job.subject.clone()));
    let queue = Mutex::new(order.into_iter());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || -> Result<Vec<(&'static str, Vec<Entry>)>> {
        std::iter::from_fn(take)
            .map(|job| Ok((job.contestant, job.entries(None)?)))
            .collect()
    };
    let cores = available_parallelism().map_or(1, usize::from);
    let all: Vec<_> = scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let mut out: BTreeMap<_, BTreeMap<String, Line>> = BTreeMap::new();
    for entries in all {
        for (contestant, entries) in entries? {
            let lines = entries
                .into_iter()
                .map(|entry| (entry.line.key.clone(), entry.line));
            out.entry(contestant).or_default().extend(lines);
        }
    }
    Ok(out)
}
