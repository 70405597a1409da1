//! Reads results back: those of a report's folder, or a baseline of the benches.

use clipmark_record::STATES;
use clipmark_record::recorded::Recorded;
use clipmark_rows::results::FILE;
use clipmark_rows::{Case, Check, Results, ResultsError, Run};
use serde::Deserialize;
use std::collections::HashMap;
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

/// Reads a report's folder, or, where there is no such folder, the baseline of that name below `benches`
/// (criterion's `target/criterion`).
///
/// # Errors
/// Nothing of that name, or a file in a wrong form.
pub fn read_recorded(name: &str, benches: &Path) -> Result<Vec<Recorded>, RecordedError> {
    let folder = Path::new(name);
    if folder.join(FILE).is_file() {
        return Ok(of_results(&Results::read(&folder.join(FILE))?));
    }
    let mut found = Vec::new();
    read_baseline(benches, benches, name, 0, &mut found)?;
    if found.is_empty() {
        return Err(RecordedError::Nothing {
            name: name.into(),
            benches: benches.display().to_string(),
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Times and failures of each case. A check that was asked and has no row has no failure.
fn of_results(results: &Results) -> Vec<Recorded> {
    let mut cases_of = HashMap::<&str, usize>::new();
    for case in &results.cases {
        *cases_of.entry(&case.contestant).or_default() += 1;
    }
    let recorded = |case: &Case| Recorded {
        name: match cases_of[case.contestant.as_str()] {
            1 => case.contestant.clone(),
            _ => format!("{}, {}", case.contestant, case.place()),
        },
        times: case
            .samples
            .iter()
            .map(|(check, samples)| (check.name().to_owned(), samples.clone()))
            .collect(),
        answers: answers(case, &results.run),
    };
    results.cases.iter().map(recorded).collect()
}

fn answers(case: &Case, run: &Run) -> Vec<(String, String)> {
    let failed = |check: Check| -> u64 {
        let rows = case.rows.iter().filter(|row| row.check == check);
        rows.map(|row| row.failed).fold(0, u64::saturating_add)
    };
    let listed = run.checklists.get(&case.checklist).into_iter().flatten();
    let listed = listed.map(|check| (check.name().to_owned(), failed(*check).to_string()));
    let states = case
        .facts
        .get(STATES)
        .map(|hash| (STATES.to_owned(), hash.clone()));
    let end = ("end".to_owned(), case.reason().unwrap_or("played").to_owned());
    listed.chain(states).chain([end]).collect()
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
                name: bench,
                times: vec![(
                    String::new(),
                    times.iter().zip(&iters).map(|(t, n)| t / n).collect(),
                )],
                answers: Vec::new(),
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
