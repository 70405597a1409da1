//! Reads results back: the folder of a report or of a record, or a baseline of the benches.

use clipmark_record::faults::FAULTS;
use clipmark_record::recorded::Recorded;
use clipmark_record::rules::RULES;
use serde::Deserialize;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Columns of `table.csv` with answers, beside those of faults and engines' rules; the rest is cost.
const ANSWERS: [&str; 2] = ["queries", "state_hash"];

/// Why a recorded run cannot be read.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// Neither a folder of a report nor a baseline.
    #[error(
        "{name}: no folder with times.csv and table.csv, and no baseline of that name in {benches}; give a report's folder, \
         such as reports/latest/stairs, or a name that `cargo bench -- --save-baseline NAME` kept"
    )]
    Nothing {
        /// As asked for.
        name: String,
        /// Where baselines are looked for.
        benches: String,
    },
    /// A file that cannot be read.
    #[error("{}: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The fault.
        why: String,
    },
}

#[derive(Deserialize)]
struct TimeRow {
    contestant: String,
    what: String,
    ns: f64,
}

/// Reads a report's folder, or, where there is no such folder, the baseline of that name below `benches`
/// (criterion's `target/criterion`).
///
/// # Errors
/// Nothing of that name, or a file in a wrong form.
pub fn read_recorded(name: &str, benches: &Path) -> Result<Vec<Recorded>, RecordedError> {
    let folder = Path::new(name);
    if folder.join("times.csv").is_file() {
        return read_folder(folder);
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

fn read_folder(folder: &Path) -> Result<Vec<Recorded>, RecordedError> {
    let mut all: Vec<Recorded> = Vec::new();
    let table = folder.join("table.csv");
    let mut reader = open(&table)?;
    let head = reader.headers().map_err(|e| bad(&table, e))?.clone();
    let column = |name: &str| {
        let missing = || {
            bad(
                &table,
                format!("there is no column {name}; was it written by `compare`?"),
            )
        };
        head.iter().position(|h| h == name).ok_or_else(missing)
    };
    let contestant = column("contestant")?;
    let mut answers = ANSWERS
        .into_iter()
        .map(|name| Ok((name, column(name)?)))
        .collect::<Result<Vec<_>, RecordedError>>()?;
    // A class that the table has no column for, such as one that is counted since a later version, is not compared.
    let classes = FAULTS.iter().map(|c| c.key).chain(RULES.iter().map(|r| r.key));
    answers.extend(classes.filter_map(|key| Some((key, head.iter().position(|h| h == key)?))));
    for row in reader.records() {
        let row = row.map_err(|e| bad(&table, e))?;
        let text = |at: usize| row.get(at).unwrap_or_default().to_owned();
        all.push(Recorded {
            name: text(contestant),
            times: Vec::new(),
            answers: answers
                .iter()
                .map(|&(name, at)| (name.into(), text(at)))
                .collect(),
        });
    }
    let times = folder.join("times.csv");
    for row in open(&times)?.deserialize() {
        let TimeRow { contestant, what, ns } = row.map_err(|e| bad(&times, e))?;
        let of = all.iter_mut().find(|r| r.name == contestant);
        let of = of.ok_or_else(|| bad(&times, format!("contestant {contestant} is not in table.csv")))?;
        match of.times.iter_mut().find(|(w, _)| *w == what) {
            Some((_, samples)) => samples.push(ns),
            None => of.times.push((what, vec![ns])),
        }
    }
    Ok(all)
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

fn open(path: &Path) -> Result<csv::Reader<File>, RecordedError> {
    csv::Reader::from_path(path).map_err(|e| bad(path, e))
}

pub(crate) fn bad(file: &Path, why: impl ToString) -> RecordedError {
    RecordedError::File {
        file: file.to_owned(),
        why: why.to_string(),
    }
}
