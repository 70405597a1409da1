//! The overview: a page with a row for each report, grown figures beside the size of the worlds, and links.

use super::collect::{ContestantRow, Other, Overview, Run};
use crate::cells::csv;
use crate::error::ReportError;
use crate::place::put_whole;
use crate::play::FROM_ABOVE;
use crate::plot::world_size::{self, Sized};
use crate::replay::HOVER;
use crate::warnings::NOISY;
use crate::{format, frame, palette};
use askama::Template;
use clipmark_record::Made;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::path::{Path, PathBuf};

#[derive(Template)]
#[template(path = "overview.html")]
struct Page {
    colours: Vec<(String, palette::Pair)>,
    heading: String,
    runs: Vec<RunPart>,
    others: Vec<[String; 3]>,
    walked: Vec<[String; 2]>,
    explained: Vec<[String; 2]>,
    noisy: bool,
    plots: Vec<Figure>,
    hover: &'static str,
    benches: Vec<[String; 3]>,
}

struct Figure {
    title: String,
    svg: String,
    caption: String,
}

struct RunPart {
    link: String,
    title: String,
    profile: String,
    rows: Vec<RowPart>,
}

struct RowPart {
    name: String,
    colour: usize,
    failures: String,
    /// A time and the ratio to the quickest.
    trace: [String; 2],
    tick: [String; 2],
    trace_best: bool,
    tick_best: bool,
}

/// Writes `index.html` over the reports in `folder`, and gives its path.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::Page`].
pub fn write_overview(overview: &Overview, made: &Made, folder: &Path) -> Result<PathBuf, ReportError> {
    let sized = sized(overview);
    // One colour a contestant, whatever its place in a scene.
    let names = world_size::names(&sized);
    let page = Page {
        colours: palette::variables(),
        heading: heading(overview),
        runs: overview
            .runs
            .iter()
            .map(|run| part(run, folder, &names))
            .collect(),
        others: overview.others.iter().map(|o| other(o, folder)).collect(),
        walked: overview.walked.iter().map(|p| walked(p, folder)).collect(),
        explained: overview.explained.iter().map(|p| explained(p, folder)).collect(),
        noisy: overview.runs.iter().flat_map(|run| &run.rows).any(is_noisy),
        plots: world_size::plots(&sized)?
            .into_iter()
            .map(|p| Figure {
                svg: p.inline(),
                title: p.title,
                caption: p.caption,
            })
            .collect(),
        hover: HOVER,
        benches: overview
            .benches
            .iter()
            .map(|b| {
                let [mean, low, high] = b.mean.map(format::three_digits);
                [b.name.clone(), mean, format!("{low} to {high}")]
            })
            .collect(),
    };
    let path = folder.join("index.html");
    let text = frame::framed(&page.render()?, made, None, &[HOVER])?;
    put_whole(&path, text)?;
    put_whole(&folder.join("world-size.csv"), sizes_csv(&sized)?)?;
    Ok(path)
}

/// Every contestant of every run beside the size of its world.
fn sized(overview: &Overview) -> Vec<Sized> {
    let of = |run: &Run, row: &ContestantRow| Sized {
        scene: run.facts.scene.name.clone(),
        contestant: row.contestant.clone(),
        brushes: run.facts.scene.brushes,
        trace_ns: row.trace_median_ns,
        build_msec: row.build_ms,
        bytes: row.memory_bytes,
    };
    let runs = overview.runs.iter();
    runs.flat_map(|run| run.rows.iter().map(move |row| of(run, row)))
        .collect()
}

fn sizes_csv(sized: &[Sized]) -> Result<String, ReportError> {
    csv!("world-size", sized, |s| {
        scene: s.scene.as_str(),
        contestant: s.contestant.as_str(),
        brushes: s.brushes,
        trace_median_ns: s.trace_ns,
        build_ms: s.build_msec,
        memory_bytes: s.bytes,
    })
}

fn heading(overview: &Overview) -> String {
    let scenes = format::plural(overview.runs.len(), "scene", "scenes");
    let benches = match overview.benches.len() {
        0 => String::new(),
        n => format!(" · {}", format::plural(n, "bench", "benches")),
    };
    let machine = overview.runs.first().map(|r| {
        let m = &r.facts.machine;
        format!(
            " · {}, {}",
            m.cpu,
            format::plural(m.cores, "logical core", "logical cores")
        )
    });
    format!("{scenes}{benches}{}", machine.unwrap_or_default())
}

fn part(run: &Run, folder: &Path, names: &[&str]) -> RunPart {
    let within = run.folder.strip_prefix(folder).unwrap_or(&run.folder);
    RunPart {
        link: link(within),
        title: run.facts.scene.title.clone(),
        profile: run.facts.scene.profile.clone(),
        rows: run.rows.iter().map(|r| row(r, run, names)).collect(),
    }
}

/// Address, title and subject.
fn other(other: &Other, folder: &Path) -> [String; 3] {
    let within = other.folder.strip_prefix(folder).unwrap_or(&other.folder);
    let named = within.to_string_lossy().into_owned();
    // Two runs of a kind are told apart by their folders.
    let title = format!("{} ({named})", other.title);
    // Its way back is shown to a reader who comes from here: the folder is made to be copied.
    let from = if other.folder.join("gallery.json").is_file() {
        FROM_ABOVE
    } else {
        ""
    };
    [link(within) + from, title, other.about.to_owned()]
}

/// Address and name of a page to walk in. These pages lie in a folder beside the reports' folder. A page's way back leads to the
/// usual folder.
fn walked(page: &Path, folder: &Path) -> [String; 2] {
    let file = page.file_name().unwrap_or_default().to_string_lossy();
    let name = page.file_stem().unwrap_or_default().to_string_lossy();
    let from = if folder.ends_with("latest") {
        FROM_ABOVE
    } else {
        ""
    };
    [format!("../play/{}{from}", encoded(&file)), name.into_owned()]
}

/// Address and name of a page of `compare explain`: in the folder of reports, or among the cases of one.
fn explained(page: &Path, folder: &Path) -> [String; 2] {
    let within = page.strip_prefix(folder).unwrap_or(page);
    let parts: Vec<String> = within
        .components()
        .map(|c| c.as_os_str().to_string_lossy().into_owned())
        .collect();
    let address: Vec<String> = parts.iter().map(|part| encoded(part)).collect();
    let name = parts
        .last()
        .map_or("", String::as_str)
        .trim_end_matches("-solver.html");
    let run = if parts.len() > 1 {
        format!("{}: ", parts[0])
    } else {
        String::new()
    };
    [format!("./{}", address.join("/")), format!("{run}{name}")]
}

/// A part of an address. Its dots stay: a report may lie beside the folder of the overview.
fn encoded(part: &str) -> String {
    utf8_percent_encode(part, NON_ALPHANUMERIC)
        .to_string()
        .replace("%2E", ".")
}

/// Whether the rounds of a contestant scatter too much to quote its times.
fn is_noisy(row: &ContestantRow) -> bool {
    is_wide(row.trace_spread_ns, row.trace_median_ns) || is_wide(row.tick_spread_ns, row.tick_median_ns)
}

fn is_wide(spread: f64, median: f64) -> bool {
    median > 0.0 && spread > NOISY * median
}

/// A relative address of a report's page. It starts with `./` and is percent-encoded. So no folder's name is read as a scheme
/// (`javascript:…`) or a query.
fn link(folder: &Path) -> String {
    let parts = folder
        .components()
        .map(|c| encoded(&c.as_os_str().to_string_lossy()));
    format!("./{}/index.html", parts.collect::<Vec<_>>().join("/"))
}

fn row(row: &ContestantRow, run: &Run, names: &[&str]) -> RowPart {
    let colour = names.iter().position(|n| *n == row.contestant).unwrap_or(0);
    let time = |ns: f64, spread: f64, relative: f64| {
        if !ns.is_finite() {
            return ["not timed".to_owned(), String::new()];
        }
        let noisy = if is_wide(spread, ns) { "~ " } else { "" };
        [
            noisy.to_owned() + &format::three_digits(ns),
            format::ratio(relative),
        ]
    };
    RowPart {
        name: row.contestant.clone(),
        colour: colour % palette::CONTESTANTS.len(),
        failures: failures(row, run).join(", "),
        trace: time(row.trace_median_ns, row.trace_spread_ns, row.trace_relative),
        tick: time(row.tick_median_ns, row.tick_spread_ns, row.tick_relative),
        trace_best: row.trace_relative <= 1.0,
        tick_best: row.tick_relative <= 1.0,
    }
}

/// Stands for a failure that the columns do not name, such as a time that is void.
const FAILS: &str = "fails: the report says how";

/// A contestant's failures, in words: by class, further findings of detectors, failed expectations. Only one that passes has none.
fn failures(row: &ContestantRow, run: &Run) -> Vec<String> {
    let mut all: Vec<String> = row
        .faults
        .iter()
        .map(|(class, n)| match class.unit {
            "time" => class.did.to_owned(),
            _ => format::plural(*n, class.says[0], class.says[1]),
        })
        .collect();
    let counted = |id: &str| row.faults.iter().any(|(class, _)| class.code == id);
    let found = run
        .findings
        .iter()
        .filter(|f| f.contestant == row.contestant && !counted(&f.id));
    all.extend(found.map(|f| format!("{} ({})", f.name, f.id)));
    all.extend((!row.unmet.is_empty()).then(|| row.unmet.clone()));
    if all.is_empty() && row.passes == Some(false) {
        all.push(FAILS.into());
    }
    all
}
