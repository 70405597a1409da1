//! Reports below a folder, the findings of each, and the benches' measurements. Foreign files are read with care: a
//! folder that is no report is left out, a damaged report is named.

use super::findings::{FindingRow, read_findings};
use crate::recorded::{RecordedError, bad};
use clipmark_record::faults::{FAULTS, FaultRow};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Everything that was measured and lies in a folder.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// Reports of scenes, by name.
    pub runs: Vec<Run>,
    /// Other pages, by folder: the subject and place of each.
    pub others: Vec<Other>,
    /// Pages in which a scene is walked, beside the folder of reports.
    pub walked: Vec<PathBuf>,
    /// Pages on which GJK and EPA are shown at work on one sweep.
    pub explained: Vec<PathBuf>,
    /// Benches, by name.
    pub benches: Vec<Bench>,
}

impl Overview {
    /// Whether there is nothing to be shown.
    pub fn is_empty(&self) -> bool {
        let pages = self.others.len() + self.walked.len() + self.explained.len();
        self.runs.is_empty() && self.benches.is_empty() && pages == 0
    }
}

/// A page that is no report of a scene.
#[derive(Clone, Debug)]
pub struct Other {
    /// Its folder.
    pub folder: PathBuf,
    /// Its title.
    pub title: &'static str,
    /// Its subject.
    pub about: &'static str,
}

/// Pages by the file beside them that tells their kind.
const OTHERS: [(&str, &str, &str); 7] = [
    (
        "suite.json",
        "Scene suite",
        "families of scenes with what must happen in each: who fails where",
    ),
    (
        "bar.json",
        "The correctness bar",
        "up to a million sweeps a map, and players that run about: who meets it",
    ),
    (
        "controllers.json",
        "Character controllers on courses",
        "who passes which course at which tick rate",
    ),
    (
        "load.json",
        "A server full of players",
        "how many players each contestant keeps up with",
    ),
    (
        "gallery.json",
        "Scenes to walk",
        "a folder of pages, each with every contestant live on your keys",
    ),
    (
        "grow.json",
        "How cost grows with the world",
        "sweeps, ticks, builds and memory in worlds of ever more brushes",
    ),
    (
        "counters.json",
        "Instructions and cache misses of a sweep",
        "what the processor counts for each contestant, beside bsp",
    ),
];

/// The report of one scene.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its folder.
    pub folder: PathBuf,
    /// The scene and the machine.
    pub facts: Facts,
    /// A row a contestant.
    pub rows: Vec<ContestantRow>,
    /// The detectors' findings.
    pub findings: Vec<FindingRow>,
}

/// The head of `machine.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct Facts {
    /// The scene.
    pub scene: SceneName,
    /// Where.
    pub machine: MachineFacts,
}

/// The scene in `machine.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct SceneName {
    /// Short name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Movement profile.
    pub profile: String,
    /// Convex solids of its world.
    pub brushes: usize,
}

/// The machine in `machine.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct MachineFacts {
    /// Processor, as the system names it.
    pub cpu: String,
    /// Logical cores.
    pub cores: usize,
    /// `release` or `debug`.
    pub build: String,
}

/// A contestant in `table.csv`.
#[derive(Clone, Debug, Deserialize)]
pub struct ContestantRow {
    /// Name.
    pub contestant: String,
    /// The classes of fault that it shows, with their counts.
    #[serde(skip)]
    pub faults: Vec<(&'static FaultRow, usize)>,
    /// Median time of a trace in nanoseconds. Not a number where it was not timed, as the times below.
    #[serde(deserialize_with = "or_nan")]
    pub trace_median_ns: f64,
    /// Median absolute deviation from it; none in reports of older versions.
    #[serde(default, deserialize_with = "or_nan")]
    pub trace_spread_ns: f64,
    /// Times the quickest.
    #[serde(deserialize_with = "or_nan")]
    pub trace_relative: f64,
    /// Median time of a tick in nanoseconds.
    #[serde(deserialize_with = "or_nan")]
    pub tick_median_ns: f64,
    /// Median absolute deviation from it; none in reports of older versions.
    #[serde(default, deserialize_with = "or_nan")]
    pub tick_spread_ns: f64,
    /// Times the quickest.
    #[serde(deserialize_with = "or_nan")]
    pub tick_relative: f64,
    /// Time to build the backend in milliseconds.
    #[serde(deserialize_with = "or_nan")]
    pub build_ms: f64,
    /// Bytes that it holds; not a number where nobody counted them.
    #[serde(deserialize_with = "or_nan")]
    pub memory_bytes: f64,
    /// Failed expectations of the scene in a few words; empty in reports of older versions.
    #[serde(default)]
    pub unmet: String,
    /// Whether it passed every check; none in reports of older versions.
    #[serde(default)]
    pub passes: Option<bool>,
}

/// One of criterion's benches.
#[derive(Clone, Debug)]
pub struct Bench {
    /// `group/function/value`.
    pub name: String,
    /// Mean time of an iteration and the bounds of its 95 % interval, in nanoseconds.
    pub mean: [f64; 3],
}

#[derive(Deserialize)]
struct Estimates {
    mean: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
    confidence_interval: Interval,
}

#[derive(Deserialize)]
struct Interval {
    lower_bound: f64,
    upper_bound: f64,
}

/// Collects the reports in `folder` and criterion's newest results in `benches`. Folders without a report are
/// passed over.
///
/// # Errors
/// A file of a report in a wrong form.
pub fn collect(folder: &Path, benches: &Path) -> Result<Overview, RecordedError> {
    let mut all = Overview {
        walked: pages(&folder.join("../play"), ".html"),
        explained: pages(folder, EXPLAINED),
        ..Overview::default()
    };
    for path in folders(folder) {
        all.explained.extend(pages(&path.join("cases"), EXPLAINED));
        let holds = |name: &str| path.join(name).is_file();
        let kinds: Vec<_> = OTHERS
            .iter()
            .filter(|(file, ..)| holds(file) && holds("index.html"))
            .collect();
        for (file, ..) in &kinds {
            check_results(&path.join(file))?;
        }
        all.others
            .extend(kinds.into_iter().map(|&(_, title, about)| Other {
                folder: path.clone(),
                title,
                about,
            }));
        let (facts, table) = (path.join("machine.json"), path.join("table.csv"));
        if facts.is_file() && table.is_file() {
            let text = read_text(&facts)?;
            let rows = read_rows(&table)?;
            if rows.is_empty() {
                return Err(bad(
                    &table,
                    "it has no contestant; run the scene again or delete the folder",
                ));
            }
            if holds("results.json") {
                check_results(&path.join("results.json"))?;
            }
            let found: Facts = serde_json::from_str(&text).map_err(|e| bad(&facts, e))?;
            if !is_name(&found.scene.name) {
                let why = format!(
                    "`{}` is no name of a scene; run the scene again",
                    found.scene.name
                );
                return Err(bad(&facts, why));
            }
            all.runs.push(Run {
                facts: found,
                findings: read_findings(&path.join("findings.csv"))?,
                folder: path,
                rows,
            });
        }
    }
    find_benches(benches, benches, 0, &mut all.benches)?;
    all.benches.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// Refuses results that are cut or damaged: their page would be listed as whole.
fn check_results(file: &Path) -> Result<(), RecordedError> {
    let open = fs::File::open(file).map_err(|e| bad(file, e))?;
    let read: Result<IgnoredAny, _> = serde_json::from_reader(BufReader::new(open));
    let why = |e| format!("{e}; run what wrote it again, or delete the folder");
    read.map(|_| ()).map_err(|e| bad(file, why(e)))
}

/// How the names of pages of `compare explain` end.
const EXPLAINED: &str = "-solver.html";

/// Pages in a folder whose names end so, by name.
fn pages(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries
        .filter(|e| e.file_name().as_encoded_bytes().ends_with(end.as_bytes()))
        .map(|e| e.path())
        .filter(|p| p.is_file())
        .collect();
    all.sort();
    all
}

/// The contestants of a report. Columns that a report of an older version lacks count nothing.
fn read_rows(table: &Path) -> Result<Vec<ContestantRow>, RecordedError> {
    let mut reader = csv::Reader::from_path(table).map_err(|e| bad(table, e))?;
    let head = reader.headers().map_err(|e| bad(table, e))?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| bad(table, e))?;
        let mut row: ContestantRow = record.deserialize(Some(&head)).map_err(|e| bad(table, e))?;
        for class in &FAULTS {
            let column = head.iter().position(|h| h == class.key);
            let count = match column.and_then(|c| record.get(c)) {
                None | Some("false") => 0,
                Some("true") => 1,
                Some(text) => text.parse().map_err(|e| bad(table, e))?,
            };
            if count > 0 {
                row.faults.push((class, count));
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

/// A cell that is empty, where nothing was measured, is not a number.
fn or_nan<'de, D: Deserializer<'de>>(cell: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(cell)?.unwrap_or(f64::NAN))
}

/// Folders within folders followed below criterion's; a bench lies three or four deep.
const DEEPEST: usize = 8;
fn read_text(file: &Path) -> Result<String, RecordedError> {
    clipmark_journal::read_text(file).map_err(|e| bad(file, e))
}

/// Whether a name from a file can be part of a path: lower-case letters, digits, `-` and `_`, as in scene names.
fn is_name(name: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b);
    (1..=64).contains(&name.len()) && name.bytes().all(fits)
}

fn find_benches(
    root: &Path,
    folder: &Path,
    depth: usize,
    found: &mut Vec<Bench>,
) -> Result<(), RecordedError> {
    if depth > DEEPEST {
        return Ok(());
    }
    // A link may lead back up.
    for path in folders(folder).into_iter().filter(|p| !p.is_symlink()) {
        let file = path.join("estimates.json");
        if path.ends_with("new") && file.is_file() {
            let text = read_text(&file)?;
            let Estimates { mean } = serde_json::from_str(&text).map_err(|e| bad(&file, e))?;
            let within = mean.confidence_interval;
            found.push(Bench {
                name: folder.strip_prefix(root).unwrap_or(folder).display().to_string(),
                mean: [mean.point_estimate, within.lower_bound, within.upper_bound],
            });
        } else {
            find_benches(root, &path, depth + 1, found)?;
        }
    }
    Ok(())
}

/// Folders in a folder, by name; none where there is no such folder. Folders whose name begins with a dot are drafts
/// of reports, left by a killed run.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let hidden = |e: &fs::DirEntry| e.file_name().as_encoded_bytes().starts_with(b".");
    let mut all: Vec<PathBuf> = entries
        .filter(|e| !hidden(e))
        .map(|e| e.path())
        .filter(|p| p.is_dir())
        .collect();
    all.sort();
    all
}
