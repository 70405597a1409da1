//! The one runner of all studies of scenes. It plays groups on all cores, keeps their cases as they come, and times them afterwards.
//!
//! A group is one subject under one setting with all contestants: what is left out of a world depends on who else plays, so a case
//! alone is no unit. An inability of a contestant (a panic, a refusal) is the end of its case.

use crate::SuiteError;
use clipmark_measure::Progress;
use clipmark_rows::results::FILE;
use clipmark_rows::{Case, Results, Run, Writer};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The results of a run that goes on.
const PART: &str = "results.part";
/// The results of the run before, which a page compares with.
const BEFORE: &str = "before.jsonl";
/// What shows failures: scenes, questions, replays.
pub const CASES: &str = "cases";

/// One subject under one setting, with all contestants.
pub trait Group: Sync {
    /// Whether it takes all cores by itself. Then one is played after the other.
    const USES_ALL_CORES: bool = false;

    /// Hash of all that its cases depend on.
    fn key(&self) -> &str;

    /// For the progress: `stairs-16, 60 Hz`.
    fn label(&self) -> String;

    /// How many cases it has.
    fn cases(&self) -> usize;

    /// Plays it for all contestants.
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
    /// A folder that is empty, is not there yet, or holds results, which are replaced.
    ///
    /// # Errors
    /// A folder that cannot be written, or holds something else.
    pub fn prepare(dir: &Path) -> Result<Self, SuiteError> {
        let unwritable = |source| SuiteError::Folder {
            folder: dir.into(),
            source,
        };
        fs::create_dir_all(dir).map_err(unwritable)?;
        let mut names = Vec::new();
        for entry in fs::read_dir(dir).map_err(unwritable)? {
            names.push(entry.map_err(unwritable)?.file_name());
        }
        let is_ours = |name: &&std::ffi::OsString| [FILE, PART].iter().any(|own| *name == OsStr::new(own));
        match (names.iter().find(is_ours), names.first()) {
            (None, Some(found)) => Err(SuiteError::Foreign {
                folder: dir.into(),
                found: found.to_string_lossy().into(),
            }),
            _ => Ok(Self(dir.into())),
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

    /// Cases of a run that was stopped, or of one that is done, of groups that are whole.
    fn kept(&self, wanted: &HashMap<&str, usize>) -> Result<Vec<Case>, SuiteError> {
        let files = [PART, FILE].map(|name| self.file(name));
        let Some(file) = files.iter().find(|file| file.is_file()) else {
            return Ok(Vec::new());
        };
        let mut cases = Results::read(file)?.cases;
        let mut found: HashMap<String, usize> = HashMap::new();
        for case in &cases {
            *found.entry(case.group.clone()).or_default() += 1;
        }
        cases.retain(|case| wanted.get(case.group.as_str()) == found.get(&case.group));
        Ok(cases)
    }

    /// Puts whole results in the place of older ones, which become those of before. What showed the older ones' failures goes.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn finish(&self, results: &Results) -> Result<(), SuiteError> {
        let [part, file] = [PART, FILE].map(|name| self.file(name));
        let text = results.text()?;
        fs::write(&part, text).map_err(|e| SuiteError::file("write", &part, e))?;
        if file.is_file() {
            fs::rename(&file, self.file(BEFORE)).map_err(|e| SuiteError::file("rename", &file, e))?;
        }
        fs::rename(&part, &file).map_err(|e| SuiteError::file("rename", &part, e))
    }

    /// Makes room for what shows failures.
    ///
    /// # Errors
    /// A folder that cannot be deleted.
    pub fn clear_cases(&self) -> Result<(), SuiteError> {
        let cases = self.file(CASES);
        match fs::remove_dir_all(&cases) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(SuiteError::file("delete", &cases, e)),
            _ => Ok(()),
        }
    }
}

/// Plays the groups of a run's shard, those first that are not there yet where an earlier run is resumed.
///
/// # Errors
/// A subject that cannot be used, and a folder that cannot be written.
pub fn run_groups<G: Group>(
    run: Run,
    groups: &[G],
    folder: &ResultsFolder,
    is_resumed: bool,
    is_timed: bool,
    progress: &mut (dyn FnMut(&str, u64, u64) + Send),
) -> Result<Results, SuiteError> {
    let [shard, shards] = run.shard;
    let own: Vec<&G> = groups.iter().skip(shard - 1).step_by(shards).collect();
    let wanted: HashMap<&str, usize> = own.iter().map(|group| (group.key(), group.cases())).collect();
    let mut cases = match is_resumed {
        true => folder.kept(&wanted)?,
        false => Vec::new(),
    };
    let there: HashSet<String> = cases.iter().map(|case| case.group.clone()).collect();
    let open: Vec<&&G> = own.iter().filter(|group| !there.contains(group.key())).collect();
    let writer = Writer::begin(&folder.file(PART), &run, &cases)?;
    let all: usize = wanted.values().sum();
    let shared = Mutex::new((writer, Vec::new(), cases.len(), progress));
    let play = |group: &&&G| -> Result<(), SuiteError> {
        let new = group.play()?;
        let mut shared = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (writer, played, done, progress) = &mut *shared;
        writer.add(&new)?;
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
        group.time(cases)?;
    }
    Ok(())
}
