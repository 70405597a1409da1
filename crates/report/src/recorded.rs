//! Reads results back: those of a report's folder, or a baseline of the benches.

use clipmark_rows::results::FILE;
use clipmark_rows::{Case, Check, Results, ResultsError, Run};
use serde::Deserialize;
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

/// The study of a baseline, which names benches and nothing that was asked.
pub const BASELINE: &str = "baseline";

/// Reads a report's folder, or, where there is no such folder, the baseline of that name below `benches`
/// (criterion's `target/criterion`).
///
/// # Errors
/// Nothing of that name, or a file in a wrong form.
pub fn read_recorded(name: &str, benches: &Path) -> Result<Results, RecordedError> {
    let folder = Path::new(name);
    if folder.join(FILE).is_file() {
        return Ok(Results::read(&folder.join(FILE))?);
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
    Ok(Results {
        run: Run::new(BASELINE),
        cases: found,
        is_whole: true,
    })
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
    found: &mut Vec<Case>,
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
            let samples = times.iter().zip(&iters).map(|(t, n)| t / n).collect();
            found.push(Case {
                contestant: bench,
                samples: [(Check::BenchTime, samples)].into(),
                ..Case::default()
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
