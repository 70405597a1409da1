//! The one runner of all studies of scenes and of the bar. It plays groups on all cores, keeps their cases as they come, and
//! times them afterwards.
//!
//! A group is one subject under one setting with all contestants: what is left out of a world depends on who else plays, so a
//! case alone is no unit. An inability of a contestant (a panic, a refusal) is the end of its case.

use crate::{SuiteError, catch_panic};
use clipmark_measure::{Contestant, Progress};
use clipmark_rows::lines::PARTIAL;
use clipmark_rows::results::FILE;
use clipmark_rows::{Case, End, Results, ResultsLine, Run, key_of_debug, lines};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The results of a run that goes on.
pub const PART: &str = "results.part";
/// The results of the run before, which a page compares with.
const BEFORE: &str = "before.jsonl";
/// What shows failures: scenes, questions, replays.
pub const CASES: &str = "cases";
/// The page.
pub const PAGE: &str = "index.html";
/// Its rows as CSV.
pub const TABLE: &str = "table.csv";
/// Its tables as Markdown.
pub const MARKDOWN: &str = "table.md";
/// All that a run writes into its folder.
const OWN: [&str; 8] = [FILE, PART, BEFORE, CASES, PAGE, TABLE, MARKDOWN, "plots"];
/// All that it writes into [`CASES`].
const OWN_CASES: [&str; 5] = ["scenes", "questions", "reports", "alone", "walks"];

/// One subject under one setting, with all contestants.
pub trait Group: Sync {
    /// Whether it takes all cores by itself. Then one is played after the other.
    const USES_ALL_CORES: bool = false;

    /// Hash of all that its cases depend on.
    fn key(&self) -> &str;

    /// For the progress: `stairs-16, 60 Hz`.
    fn label(&self) -> String;

    /// A case for each contestant before it is played.
    fn cases(&self) -> Vec<Case>;

    /// Plays it for all contestants: their cases in the same order.
    ///
    /// # Errors
    /// A subject that cannot be used. A contestant's inability is a case.
    fn play(&self) -> Result<Vec<Case>, SuiteError>;

    /// Adds times to its cases. It runs alone.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    fn time(&self, cases: &mut [Case]) -> Result<(), SuiteError> {
        let _ = cases;
        Ok(())
    }
}

/// The folder of a study's results.
#[derive(Clone, Debug)]
pub struct ResultsFolder(PathBuf);

impl ResultsFolder {
    /// A folder that is empty, is not there yet, or holds results and nothing else. They are replaced.
    ///
    /// # Errors
    /// A folder that cannot be written, or holds something else.
    pub fn prepare(dir: &Path) -> Result<Self, SuiteError> {
        let unwritable = format!("cannot write {}; name another folder with --out", dir.display());
        fs::create_dir_all(dir).map_err(SuiteError::file(&unwritable))?;
        let names = names_in(dir).map_err(SuiteError::file(&unwritable))?;
        let in_cases = match dir.join(CASES).is_dir() {
            true => names_in(&dir.join(CASES)).map_err(SuiteError::file(&unwritable))?,
            false => Vec::new(),
        };
        let is_own = |name: &String| OWN.contains(&name.as_str()) || is_draft(name);
        let foreign = names.iter().find(|name| !is_own(name));
        let foreign_case = || in_cases.iter().find(|name| !OWN_CASES.contains(&name.as_str()));
        // A page alone may be anybody's, and so may a folder of cases.
        let has_results = names.iter().any(|name| [FILE, PART].contains(&name.as_str()));
        let first = || names.first().filter(|_| !has_results);
        match foreign.or_else(foreign_case).or_else(first) {
            Some(found) => Err(SuiteError::Unusable(format!(
                "{} holds {found}, which is no part of results; name another folder with --out",
                dir.display()
            ))),
            None => Ok(Self(dir.into())),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The results that stood here before this run.
    pub fn before(&self) -> Option<Results> {
        Results::read(&self.file(FILE)).ok()
    }

    /// Cases of a run that was stopped, or of one that is done, of groups that are whole and judged: where a judge failed, by a
    /// machine without memory perhaps, it is asked again. What is found out after all are played (times, evidence, blame) is
    /// found out anew.
    fn kept(&self, wanted: &HashMap<&str, usize>) -> Vec<Case> {
        let files = [PART, FILE].map(|name| self.file(name));
        // A run that was stopped before its first line, or left no text, has nothing to keep.
        let read = files.iter().find_map(|file| Results::read(file).ok());
        let mut cases = read.unwrap_or_default().cases;
        let mut found: HashMap<String, usize> = HashMap::new();
        for case in &cases {
            *found.entry(case.group.clone()).or_default() += 1;
        }
        let not_judged = cases.iter().filter(|case| matches!(case.end, End::NotJudged(_)));
        let not_judged: HashSet<String> = not_judged.map(|case| case.group.clone()).collect();
        cases.retain(|case| {
            wanted.get(case.group.as_str()) == found.get(&case.group) && !not_judged.contains(&case.group)
        });
        for case in &mut cases {
            case.samples.clear();
            for row in &mut case.rows {
                (row.evidence, row.blame) = (None, None);
            }
        }
        cases
    }

    /// Begins the journal of a run with these cases.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn begin(&self, run: &Run, cases: &[Case]) -> Result<lines::End, SuiteError> {
        let part = self.file(PART);
        let cases = cases.iter().map(ResultsLine::Case);
        let begun: Vec<ResultsLine> = [ResultsLine::Run(run)].into_iter().chain(cases).collect();
        put_whole(&part, lines::text(&begun))?;
        Ok(lines::End::open(&part)?)
    }

    /// Puts whole results in the place of older ones, which become those of before.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn finish(&self, results: &Results) -> Result<(), SuiteError> {
        let [part, file] = [PART, FILE].map(|name| self.file(name));
        let text = results.text();
        if file.is_file() {
            fs::rename(&file, self.file(BEFORE)).map_err(cannot("rename", &file))?;
        }
        // The journal stays until the results are whole.
        put_whole(&file, text)?;
        match fs::remove_file(&part) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(cannot("delete", &part)(e)),
            _ => Ok(()),
        }
    }

    /// Deletes what showed the failures of older results, before that of new ones is written.
    ///
    /// # Errors
    /// A folder that cannot be deleted.
    pub fn clear_cases(&self) -> Result<(), SuiteError> {
        let cases = self.file(CASES);
        match fs::remove_dir_all(&cases) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(cannot("delete", &cases)(e)),
            _ => Ok(()),
        }
    }
}

fn put_whole(file: &Path, text: serde_json::Result<String>) -> Result<(), SuiteError> {
    let text = text.map_err(io::Error::from);
    let written = text.and_then(|text| lines::put_whole(file, text));
    written.map_err(cannot("write", file))
}

fn cannot(does: &str, file: &Path) -> impl FnOnce(io::Error) -> SuiteError {
    SuiteError::file(format!("cannot {does} {}", file.display()))
}

fn names_in(dir: &Path) -> io::Result<Vec<String>> {
    let names = fs::read_dir(dir)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.collect()
}

/// Whether a file is the draft of one of ours that a killed run left: `.NAME.partial-PROCESS`.
fn is_draft(name: &str) -> bool {
    let draft = name
        .strip_prefix('.')
        .and_then(|name| name.split_once(&format!(".{PARTIAL}-")));
    draft.is_some_and(|(name, _)| [FILE, PART, PAGE, TABLE, MARKDOWN].contains(&name))
}

/// Plays a group. Where something panics that is no contestant, its cases have no verdict.
///
/// # Errors
/// As [`Group::play`].
pub fn play_group(group: &impl Group) -> Result<Vec<Case>, SuiteError> {
    catch_panic(|| group.play()).unwrap_or_else(|why| {
        let not_judged = |case| Case {
            end: End::NotJudged(why.clone()),
            ..case
        };
        Ok(group.cases().into_iter().map(not_judged).collect())
    })
}

/// Plays the groups of a run's shard; where an earlier run is resumed, those that it lacks. The run gets a hash of what all its
/// groups depend on, so that no shards of different inputs are put together.
///
/// # Errors
/// A subject that cannot be used, and a folder that cannot be written.
pub fn run_groups<G: Group>(
    mut run: Run,
    groups: &[G],
    folder: &ResultsFolder,
    is_resumed: bool,
    is_timed: bool,
    progress: &mut (dyn FnMut(&str, u64, u64) + Send),
) -> Result<Results, SuiteError> {
    let keys: Vec<&str> = groups.iter().map(Group::key).collect();
    run.options.insert("plan".into(), key_of_debug(&keys));
    let mut distinct = HashSet::new();
    if let Some(twice) = groups.iter().find(|group| !distinct.insert(group.key())) {
        return Err(SuiteError::Unusable(format!(
            "{} is asked for twice; name each rate and map once",
            twice.label()
        )));
    }
    let [shard, shards] = run.shard;
    let own: Vec<&G> = groups.iter().skip(shard - 1).step_by(shards).collect();
    let wanted: HashMap<&str, usize> = own
        .iter()
        .map(|group| (group.key(), group.cases().len()))
        .collect();
    let mut cases = match is_resumed {
        true => folder.kept(&wanted),
        false => Vec::new(),
    };
    let there: HashSet<String> = cases.iter().map(|case| case.group.clone()).collect();
    let open: Vec<&&G> = own.iter().filter(|group| !there.contains(group.key())).collect();
    let journal = folder.begin(&run, &cases)?;
    let all: usize = wanted.values().sum();
    let shared = Mutex::new((journal, Vec::new(), cases.len(), progress));
    let play = |group: &&&G| -> Result<(), SuiteError> {
        let new = play_group(**group)?;
        let mut shared = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (journal, played, done, progress) = &mut *shared;
        let lines: Vec<ResultsLine> = new.iter().map(ResultsLine::Case).collect();
        journal.add(&lines)?;
        *done += new.len();
        progress(&group.label(), *done as u64, all as u64);
        played.extend(new);
        Ok(())
    };
    match G::USES_ALL_CORES {
        true => open.iter().try_for_each(play)?,
        false => open.par_iter().try_for_each(play)?,
    }
    let (_, played, _, progress) = shared
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    cases.extend(played);
    // In the order of the plan, whichever group was quicker.
    let place: HashMap<&str, usize> = own.iter().zip(0..).map(|(group, i)| (group.key(), i)).collect();
    cases.sort_by_key(|case| place.get(case.group.as_str()).copied());
    if is_timed {
        time_groups(&own, &mut cases, progress)?;
    }
    let mut results = Results {
        run,
        cases,
        is_whole: true,
    };
    results.sort();
    Ok(results)
}

fn time_groups<G: Group>(groups: &[&G], cases: &mut [Case], progress: Progress) -> Result<(), SuiteError> {
    let all = groups.len() as u64;
    let chunks = cases.chunk_by_mut(|a, b| a.group == b.group);
    for (i, (group, cases)) in (0..).zip(groups.iter().zip(chunks)) {
        progress(&format!("timing {}", group.label()), i, all);
        // Without its times a case still has its verdict.
        if let Ok(timed) = catch_panic(|| group.time(cases)) {
            timed?;
        }
    }
    Ok(())
}

/// A contestant as results list it.
pub fn describe_contestant(contestant: &Contestant) -> clipmark_rows::Contestant {
    clipmark_rows::Contestant {
        name: contestant.to_string(),
        about: format!("{}; {}", contestant.mover.about, contestant.backend.about()),
        ..clipmark_rows::Contestant::default()
    }
}
