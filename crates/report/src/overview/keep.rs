//! The parts of all reports that a record keeps: small files, enough to compare and to show. Also the folder's name for a
//! machine.

use super::collect::{MachineFacts, Overview};
use crate::cells::csv;
use crate::error::ReportError;
use crate::place::put_whole;
use crate::plot::grow;
use crate::study::VERDICTS;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a report that are kept: small, and enough to compare with.
const KEPT: [&str; 5] = [
    "machine.json",
    "table.csv",
    "table.md",
    "times.csv",
    "plots/plan.svg",
];
/// The same for studies of cost: of many players and of larger worlds. Each has the file that marks its report, and its
/// kept files.
const KEPT_OF_COST: [(&str, &[&str]); 2] = [
    (
        "load.json",
        &[
            "load.csv",
            VERDICTS,
            "table.md",
            "load-frames.svg",
            "load-threads.svg",
        ],
    ),
    ("grow.json", &GROW),
];
const GROW: [&str; 9] = [
    "grow.csv",
    VERDICTS,
    "table.md",
    grow::FILES[0],
    grow::FILES[1],
    grow::FILES[2],
    grow::FILES[3],
    grow::FILES[4],
    grow::FILES[5],
];
/// Words of a processor's name that tell nothing.
const EMPTY_WORDS: [&str; 6] = ["intel", "amd", "processor", "cpu", "with", "core"];

/// A short name for a machine: the distinguishing part of its processor's name, and its cores.
pub fn machine_name(machine: &MachineFacts) -> String {
    let cpu = machine
        .cpu
        .to_lowercase()
        .replace("(r)", " ")
        .replace("(tm)", " ");
    let cpu = cpu.split('@').next().unwrap_or_default().to_owned();
    let words = cpu.split(|c: char| !c.is_ascii_alphanumeric());
    let telling: Vec<&str> = words
        .filter(|w| !w.is_empty() && !EMPTY_WORDS.contains(w))
        .take(3)
        .collect();
    let cpu = if telling.is_empty() {
        "machine".into()
    } else {
        telling.join("-")
    };
    format!("{cpu}-{}-cores", machine.cores)
}

/// Keeps the tables, times, plans and plots of cost of all reports, and the benches' means, in a new folder. Returns the written
/// files.
///
/// # Errors
/// [`ReportError::Unwritable`].
pub fn write_record(overview: &Overview, folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let mut written = Vec::new();
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ReportError::Unwritable { path, source }
    };
    let mut keep = |from: &Path, place: &Path, names: &[&str]| {
        fs::create_dir_all(place).map_err(failed(place))?;
        for name in names {
            let from = from.join(name);
            let Some(file) = from.file_name().filter(|_| from.is_file()) else {
                continue;
            };
            let to = place.join(file);
            put_whole(&to, fs::read(&from).map_err(failed(&from))?)?;
            written.push(to);
        }
        Ok::<_, ReportError>(())
    };
    for run in &overview.runs {
        keep(&run.folder, &folder.join(&run.facts.scene.name), &KEPT)?;
    }
    for other in &overview.others {
        let kind = KEPT_OF_COST
            .iter()
            .find(|(file, _)| other.folder.join(file).is_file());
        if let (Some((_, names)), Some(name)) = (kind, other.folder.file_name()) {
            keep(&other.folder, &folder.join(name), names)?;
        }
    }
    if !overview.benches.is_empty() {
        let text = csv!("benches", &overview.benches, |bench| {
            bench: bench.name.as_str(),
            mean_ns: bench.mean[0],
            low_ns: bench.mean[1],
            high_ns: bench.mean[2],
        })?;
        let to = folder.join("benches.csv");
        fs::create_dir_all(folder).map_err(failed(folder))?;
        put_whole(&to, text)?;
        written.push(to);
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_have_short_names() {
        let named = |cpu: &str| {
            machine_name(&MachineFacts {
                cpu: cpu.into(),
                cores: 2,
                build: "release".into(),
            })
        };
        assert_eq!(named("Intel(R) Xeon(R) Processor"), "xeon-2-cores");
        assert_eq!(
            named("AMD Ryzen 9 7950X 16-Core Processor"),
            "ryzen-9-7950x-2-cores"
        );
        assert_eq!(
            named("Intel(R) Core(TM) i7-9700K CPU @ 3.60GHz"),
            "i7-9700k-2-cores"
        );
        assert_eq!(named("unknown processor"), "unknown-2-cores");
        assert_eq!(named("…"), "machine-2-cores");
    }
}
