//! Reads results back: those of a report's folder, or a baseline of the benches.

use clipmark_record::STATES;
use clipmark_record::recorded::Recorded;
use clipmark_rows::results::FILE;
use clipmark_rows::{Axes, Case, Check, Results, ResultsError, Run};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a recorded run cannot be read.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// Neither a folder of a report nor a baseline.
    #[error(
        "{name}: no folder with {FILE}, and no baseline of that name in {benches}; give a report's folder, \
         such as reports/latest/stairs, or a name that `cargo bench -- --save-baseline NAME` kept"
    )]
    Nothing {
        /// As asked for.
        name: String,
        /// Where baselines are looked for.
        benches: String,
    },
    /// Results that cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file that cannot be read.
    #[error("{}: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The fault.
        why: String,
    },
}

/// What was recorded.
#[derive(Clone, Debug, Default)]
pub struct RecordedRun {
    /// What was run; none for a baseline.
    pub run: Option<Run>,
    /// By contestant and place.
    pub cases: Vec<Recorded>,
}

/// Reads a report's folder, or, where there is no such folder, the baseline of that name below `benches`
/// (criterion's `target/criterion`).
///
/// # Errors
/// Nothing of that name, or a file in a wrong form.
pub fn read_recorded(name: &str, benches: &Path) -> Result<RecordedRun, RecordedError> {
    let folder = Path::new(name);
    if folder.join(FILE).is_file() {
        return Ok(of_results(Results::read(&folder.join(FILE))?));
    }
    let mut found = Vec::new();
    read_baseline(benches, benches, name, 0, &mut found)?;
    if found.is_empty() {
        return Err(RecordedError::Nothing {
            name: name.into(),
            benches: benches.display().to_string(),
        });
    }
    found.sort_by(|a, b| a.contestant.cmp(&b.contestant));
    Ok(RecordedRun {
        run: None,
        cases: found,
    })
}

/// Times and failures of each case.
fn of_results(Results { run, cases, .. }: Results) -> RecordedRun {
    let recorded = |case: Case| Recorded {
        failed: failed(&case, &run),
        answers: answers(&case),
        subject: case.subject,
        contestant: case.contestant,
        axes: case.axes,
        times: case
            .samples
            .into_iter()
            .map(|(check, samples)| (check.name().to_owned(), samples))
            .collect(),
    };
    let cases = cases.into_iter().map(recorded).collect();
    RecordedRun {
        run: Some(run),
        cases,
    }
}

/// By check and kind of question. A check that was asked and has no row has no failure.
fn failed(case: &Case, run: &Run) -> BTreeMap<Check, BTreeMap<Axes, u64>> {
    let listed = run.checklists.get(&case.checklist).into_iter().flatten();
    let mut failed: BTreeMap<_, BTreeMap<Axes, u64>> =
        listed.map(|check| (*check, BTreeMap::new())).collect();
    for row in &case.rows {
        if let Some(of_check) = failed.get_mut(&row.check) {
            let count = of_check.entry(row.axes.clone()).or_default();
            *count = count.saturating_add(row.failed);
        }
    }
    failed
}

/// Why a case ended may name a thread or a moment, so how it ended stands alone.
fn answers(case: &Case) -> Vec<(String, String)> {
    let states = case.facts.get(STATES).map(|hash| (STATES, hash.as_str()));
    let all = states.into_iter().chain([("end", case.end.word())]);
    all.map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Criterion's samples: total times of that many iterations each.
#[derive(Deserialize)]
struct Sample {
    iters: Vec<f64>,
    times: Vec<f64>,
}

/// Folders within folders followed below criterion's; a bench lies three or four deep.
const DEEPEST: usize = 8;

fn read_baseline(
    root: &Path,
    folder: &Path,
    name: &str,
    depth: usize,
    found: &mut Vec<Recorded>,
) -> Result<(), RecordedError> {
    let Some(entries) = fs::read_dir(folder).ok().filter(|_| depth <= DEEPEST) else {
        return Ok(());
    };
    // A link may lead back up.
    let folders = entries.flatten().map(|e| e.path());
    for path in folders.filter(|p| p.is_dir() && !p.is_symlink()) {
        let sample = path.join("sample.json");
        if path.file_name().is_some_and(|n| n == name) && sample.is_file() {
            let text = fs::read_to_string(&sample).map_err(|e| bad(&sample, e))?;
            let Sample { iters, times } = serde_json::from_str(&text).map_err(|e| bad(&sample, e))?;
            let bench = folder.strip_prefix(root).unwrap_or(folder).display().to_string();
            found.push(Recorded {
                contestant: bench,
                times: vec![(
                    String::new(),
                    times.iter().zip(&iters).map(|(t, n)| t / n).collect(),
                )],
                ..Recorded::default()
            });
        } else {
            read_baseline(root, &path, name, depth + 1, found)?;
        }
    }
    Ok(())
}

fn bad(file: &Path, why: impl ToString) -> RecordedError {
    RecordedError::File {
        file: file.to_owned(),
        why: why.to_string(),
    }
}
