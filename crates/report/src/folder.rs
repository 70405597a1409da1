//! The files in the folder of each kind of report, and how they are written.

use crate::error::ReportError;
use crate::place::{Place, unwritable, with_run};
use crate::{bar, controllers, csv_files, grow, judges, laws, load, page, plot, table, walker};
use clipmark_record::Comparison;
use clipmark_record::bar::BarResults;
use clipmark_record::controllers::ControllersResults;
use clipmark_record::grow::GrowResults;
use clipmark_record::judges::JudgesTable;
use clipmark_record::laws::LawResults;
use clipmark_record::load::LoadResults;
use clipmark_record::walker::WalkerResults;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything that a report consists of. Only a folder that holds nothing else is ever replaced.
const PARTS: [&str; 12] = [
    "index.html",
    "results.json",
    "table.csv",
    "table.md",
    "ticks.csv",
    "times.csv",
    "queries.csv",
    "classes.csv",
    "cases",
    "findings.csv",
    "machine.json",
    "plots",
];

/// Checks that a report can be written to `dir`, before the measuring starts. Makes the parent folders.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare(dir: &Path) -> Result<(), ReportError> {
    let place = Place::at(dir, &PARTS)?;
    place.begin().map(drop)
}

/// Writes the report into `dir`, in place of an older one, and gives the path of its page.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_report(comparison: &Comparison, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = Place::at(dir, &PARTS)?;
    let plots = plot::plots(comparison)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        let path = partial.path().join(name);
        // The message names the place asked for: the one beside it is no concern of the reader.
        fs::write(path, text).map_err(|e| unwritable(&dir.join(name), e))
    };
    let walk = walk_page(comparison, dir);
    put(
        "index.html",
        &page::page(comparison, &plots, walk.as_deref(), dir)?,
    )?;
    put("results.json", &serde_json::to_string(comparison)?)?;
    for data in csv_files::ALL {
        put(&format!("{}.csv", data.name()), &data.csv(comparison)?)?;
    }
    put("table.md", &table::markdown(comparison))?;
    put("machine.json", &machine(comparison)?)?;
    fs::create_dir(partial.path().join("plots")).map_err(|e| unwritable(&dir.join("plots"), e))?;
    for plot in &plots {
        put(&format!("plots/{}", plot.file), &plot.svg)?;
    }
    fs::create_dir(partial.path().join("cases")).map_err(|e| unwritable(&dir.join("cases"), e))?;
    for entry in &comparison.contestants {
        for case in &entry.cases {
            let text = serde_json::to_string_pretty(case)? + "\n";
            put(&format!("cases/{}", case.file_name(&entry.name)), &text)?;
        }
    }
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

/// The page of `compare play` to walk the scene in, as seen from a report in its usual folder. `None` if not written.
fn walk_page(comparison: &Comparison, dir: &Path) -> Option<String> {
    let link = format!("../../play/{}.html", comparison.scene.name);
    dir.join(&link).is_file().then_some(link)
}

/// Everything that a report of laws consists of.
const LAW_PARTS: [&str; 8] = with_run(["index.html", "laws.json", "laws.csv", "plots"]);

/// [`prepare`] for a report of laws.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_laws(dir: &Path) -> Result<(), ReportError> {
    let place = Place::at(dir, &LAW_PARTS)?;
    place.begin().map(drop)
}

/// Writes the report of laws into `dir`, in place of an older one, and gives the path of its page.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_law_report(book: &LawResults, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = Place::at(dir, &LAW_PARTS)?;
    let plots = plot::laws::plots(book)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("index.html", &laws::page(book, &plots, dir)?)?;
    put("laws.json", &serde_json::to_string(book)?)?;
    put("laws.csv", &laws::law_csv(book)?)?;
    fs::create_dir(partial.path().join("plots")).map_err(|e| unwritable(&dir.join("plots"), e))?;
    for plot in &plots {
        put(&format!("plots/{}", plot.file), &plot.svg)?;
    }
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

/// Everything that a report of the walker consists of.
const WALKER_PARTS: [&str; 5] = ["index.html", "walker.json", "walker.md", "plots", "replays"];

/// [`prepare`] for a report of the walker.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_walker(dir: &Path) -> Result<(), ReportError> {
    Place::at(dir, &WALKER_PARTS)?.begin().map(drop)
}

/// Writes the report of the walker's promises into `dir`, in place of an older one. Returns its page's path.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_walker_report(book: &WalkerResults, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = Place::at(dir, &WALKER_PARTS)?;
    let plots = plot::walker::plots(book)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("index.html", &walker::page(book, &plots, dir)?)?;
    put("walker.json", &serde_json::to_string(book)?)?;
    put("walker.md", &walker::walker_markdown(book))?;
    fs::create_dir(partial.path().join("replays")).map_err(|e| unwritable(&dir.join("replays"), e))?;
    for replayed in &book.replays {
        let page = walker::replay_page(book, replayed)?;
        put(&format!("replays/{}", walker::replay_file(replayed)), &page)?;
    }
    fs::create_dir(partial.path().join("plots")).map_err(|e| unwritable(&dir.join("plots"), e))?;
    for plot in &plots {
        put(&format!("plots/{}", plot.file), &plot.svg)?;
    }
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

/// Everything that a report of controllers consists of.
const CONTROLLERS_PARTS: [&str; 8] = [
    "index.html",
    "controllers.json",
    "controllers.csv",
    "controllers.md",
    "setup.json",
    "scenes",
    "alone",
    "reports",
];

/// [`prepare`] for a report of controllers.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_controllers(dir: &Path) -> Result<(), ReportError> {
    Place::at(dir, &CONTROLLERS_PARTS)?.begin().map(drop)
}

/// The text of a program of its own: `Cargo.toml`, and `src/main.rs`.
#[derive(Clone, Debug)]
pub struct ProgramText {
    /// `Cargo.toml`
    pub manifest: String,
    /// `src/main.rs`
    pub main: String,
}

/// Writes the report of controllers on courses into `dir`, in place of an older one. Texts of scenes and programs are given by
/// name. Returns its page's path.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and an older report stays.
pub fn write_controllers_report(
    book: &ControllersResults,
    scenes: &BTreeMap<String, String>,
    programs: &BTreeMap<String, ProgramText>,
    dir: &Path,
) -> Result<PathBuf, ReportError> {
    let place = Place::at(dir, &CONTROLLERS_PARTS)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("index.html", &controllers::page(book, dir)?)?;
    put("controllers.json", &serde_json::to_string(book)?)?;
    put("controllers.csv", &controllers::controllers_csv(book)?)?;
    put("controllers.md", &controllers::controllers_markdown(book))?;
    put("setup.json", &setup(book)?)?;
    let folder = |name: &str| {
        fs::create_dir_all(partial.path().join(name)).map_err(|e| unwritable(&dir.join(name), e))
    };
    folder("scenes")?;
    for (name, text) in scenes {
        put(&format!("scenes/{name}.ron"), text)?;
    }
    folder("alone")?;
    for (name, text) in programs {
        folder(&format!("alone/{name}/src"))?;
        put(&format!("alone/{name}/Cargo.toml"), &text.manifest)?;
        put(&format!("alone/{name}/src/main.rs"), &text.main)?;
    }
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

/// Contestants and their set-ups, without the runs.
fn setup(book: &ControllersResults) -> Result<String, ReportError> {
    let setup = serde_json::json!({
        "version": book.version,
        "made": book.made,
        "machine": book.machine,
        "rates": book.rates,
        "entrants": book.entrants,
    });
    Ok(serde_json::to_string_pretty(&setup)?)
}

/// Writes page and JSON of a report of controllers again, after its cells were told of their own reports.
///
/// # Errors
/// Any [`ReportError`].
pub fn renew_controllers_report(book: &ControllersResults, dir: &Path) -> Result<(), ReportError> {
    let put = |name: &str, text: &str| {
        let path = dir.join(name);
        fs::write(&path, text).map_err(|e| unwritable(&path, e))
    };
    put("index.html", &controllers::page(book, dir)?)?;
    put("controllers.json", &serde_json::to_string(book)?)
}

/// Everything that a report of the bar consists of.
const BAR_PARTS: [&str; 11] = with_run([
    "index.html",
    "bar.json",
    "bar.csv",
    "table.md",
    "summary.md",
    "cases",
    "walks",
]);

/// [`prepare`] for a report of the bar.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_bar(dir: &Path) -> Result<(), ReportError> {
    Place::at(dir, &BAR_PARTS)?.begin().map(drop)
}

/// Writes the results of the bar into `dir`, in place of older ones: tables, worst answers as cases, worst walks as command
/// files.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and older results stay.
pub fn write_bar_report(book: &BarResults, dir: &Path) -> Result<(), ReportError> {
    let place = Place::at(dir, &BAR_PARTS)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &[u8]| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("index.html", bar::page(book, dir)?.as_bytes())?;
    put(
        "bar.json",
        (serde_json::to_string_pretty(book)? + "\n").as_bytes(),
    )?;
    put("bar.csv", bar::bar_csv(book)?.as_bytes())?;
    put("table.md", bar::bar_markdown(book).as_bytes())?;
    put("summary.md", bar::bar_summary(book).as_bytes())?;
    for folder in ["cases", "walks"] {
        fs::create_dir(partial.path().join(folder)).map_err(|e| unwritable(&dir.join(folder), e))?;
    }
    for row in &book.rows {
        let map = bar::short(&row.map);
        for (cases, part) in row.cases.iter().zip(["random", "rest"]) {
            for case in cases {
                let text = serde_json::to_string_pretty(case)? + "\n";
                let name = case.file_name(&format!("{map}-{part}-{}", row.contestant));
                put(&format!("cases/{name}"), text.as_bytes())?;
            }
        }
        if let Some(commands) = &row.worst_walk {
            let who = row
                .contestant
                .replace(|c: char| !c.is_ascii_alphanumeric() && c != '~', "-");
            let name = format!("walks/{map}-{who}.txt");
            put(&name, commands.as_bytes())?;
        }
    }
    place.finish(partial)
}

/// Everything that a report of planted faults consists of.
const JUDGES_PARTS: [&str; 4] = ["index.html", "judges.json", "judges.md", "summary.md"];

/// [`prepare`] for a report of planted faults.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_judges(dir: &Path) -> Result<(), ReportError> {
    Place::at(dir, &JUDGES_PARTS)?.begin().map(drop)
}

/// Writes which judge caught which planted fault into `dir`, in place of older results. Returns its page's path.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and older results stay.
pub fn write_judges_report(table: &JudgesTable, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = Place::at(dir, &JUDGES_PARTS)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("index.html", &judges::page(table, dir)?)?;
    put(
        "judges.json",
        &(serde_json::to_string_pretty(&table.cells)? + "\n"),
    )?;
    put("judges.md", &judges::judges_markdown(table))?;
    put("summary.md", &judges::judges_summary(table))?;
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

/// Everything that a report of the load consists of.
const LOAD_PARTS: [&str; 10] = with_run([
    "index.html",
    "load.json",
    "load.csv",
    "table.md",
    "load-frames.svg",
    "load-threads.svg",
]);

/// [`prepare`] for a report of the load.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_load(dir: &Path) -> Result<(), ReportError> {
    Place::at(dir, &LOAD_PARTS)?.begin().map(drop)
}

/// Writes the costs of many players into `dir`, in place of older results: tables and plots.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and older results stay.
pub fn write_load_report(book: &LoadResults, dir: &Path) -> Result<(), ReportError> {
    let place = Place::at(dir, &LOAD_PARTS)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("load.json", &(serde_json::to_string_pretty(book)? + "\n"))?;
    put("load.csv", &load::load_csv(book)?)?;
    put("table.md", &load::load_markdown(book))?;
    let plots = load::load_plots(book)?;
    put("index.html", &load::page(book, &plots, dir)?)?;
    for plot in plots {
        put(&plot.file, &plot.svg)?;
    }
    place.finish(partial)
}

/// Everything that a report of growth consists of.
const GROW_PARTS: [&str; 10] = [
    "index.html",
    "grow.json",
    "grow.csv",
    "table.md",
    plot::grow::FILES[0],
    plot::grow::FILES[1],
    plot::grow::FILES[2],
    plot::grow::FILES[3],
    plot::grow::FILES[4],
    plot::grow::FILES[5],
];

/// [`prepare`] for a report of growth.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::NotAReport`].
pub fn prepare_grow(dir: &Path) -> Result<(), ReportError> {
    Place::at(dir, &GROW_PARTS)?.begin().map(drop)
}

/// Writes how cost grows into `dir`, in place of older results: tables and plots.
///
/// # Errors
/// Any [`ReportError`]; then nothing is left behind and older results stay.
pub fn write_grow_report(book: &GrowResults, dir: &Path) -> Result<(), ReportError> {
    let place = Place::at(dir, &GROW_PARTS)?;
    let partial = place.begin()?;
    let put = |name: &str, text: &str| {
        fs::write(partial.path().join(name), text).map_err(|e| unwritable(&dir.join(name), e))
    };
    put("grow.json", &(serde_json::to_string_pretty(book)? + "\n"))?;
    put("grow.csv", &grow::grow_csv(book)?)?;
    put("table.md", &grow::grow_markdown(book))?;
    let plots = grow::grow_plots(book)?;
    put("index.html", &grow::page(book, &plots, dir)?)?;
    for plot in plots {
        put(&plot.file, &plot.svg)?;
    }
    place.finish(partial)
}

/// The scene and the machine, without the results.
fn machine(comparison: &Comparison) -> Result<String, ReportError> {
    let facts = serde_json::json!({ "scene": comparison.scene, "machine": comparison.machine });
    Ok(serde_json::to_string_pretty(&facts)? + "\n")
}
