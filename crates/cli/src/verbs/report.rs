//! `compare report`: all reports on one page, a record of them, and the tables of a README.

use crate::cli::ReportArgs;
use crate::made::{made, written};
use crate::output::Output;
use crate::terminal::{say, tell};
use anyhow::{Context, Result, bail};
use clipmark_report::overview::{
    Run, collect, machine_name, speed_markdown, splice, write_overview, write_record,
};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

const RECORDS: &str = "reports/record";
/// Where reports go unless another folder is named.
const USUAL: &str = "reports/latest";
/// Folders of reports whose `summary.md` is a table for a README.
const SUMMARIES: [&str; 2] = ["bar", "judges"];
/// Where criterion leaves its results.
const BENCHES: &str = "target/criterion";

pub(crate) fn run(args: &ReportArgs) -> Result<()> {
    let found = collect(&args.from, &args.benches)?;
    if found.is_empty() {
        bail!(
            "{} holds no report and {} no bench; run `compare scenes/stairs.ron` first",
            args.from.display(),
            args.benches.display()
        );
    }
    for run in found.runs.iter().filter(|r| r.facts.machine.build != "release") {
        tell!(
            "{}: its times are those of a {} build; run it again with --release",
            run.folder.display(),
            run.facts.machine.build
        );
    }
    if let Some(file) = &args.readme {
        splice_tables(file, &tables(&found.runs, &args.from)?)?;
    }
    if let Some(folder) = &args.record {
        let Some(first) = found.runs.first() else {
            bail!("--record: {} holds no report of a scene", args.from.display());
        };
        let now = written(SystemTime::now());
        let today = now.split('T').next().unwrap_or(&now);
        let default = || Path::new(RECORDS).join(format!("{today}-{}", machine_name(&first.facts.machine)));
        let folder = folder.clone().unwrap_or_else(default);
        let written = write_record(&found, &folder)?;
        say!("{} files in {}\n", written.len(), folder.display())?;
    }
    fs::create_dir_all(&args.from).with_context(|| args.from.display().to_string())?;
    say!("{}\n", write_overview(&found, &made(), &args.from)?.display())?;
    Ok(())
}

/// Renews the overview after a report was written into the usual folder, so that the page's way back leads somewhere. A fault
/// of another report there is no fault of this run: it is reported.
pub(crate) fn renew_overview(out: &Path) {
    if let Some(folder) = out.ancestors().skip(1).find(|folder| folder.ends_with(USUAL)) {
        renew(folder);
    }
}

/// The same after a page to walk in was written, where there is an overview that could name it.
pub(crate) fn renew_beside(page: &Path) {
    let beside = page
        .parent()
        .and_then(Path::parent)
        .map(|reports| reports.join("latest"));
    if let Some(folder) =
        beside.filter(|folder| folder.ends_with(USUAL) && folder.join("index.html").is_file())
    {
        renew(&folder);
    }
}

fn renew(folder: &Path) {
    let renewed = collect(folder, Path::new(BENCHES))
        .map_err(anyhow::Error::from)
        .and_then(|found| Ok(write_overview(&found, &made(), folder)?));
    if let Err(e) = renewed {
        tell!("{}: the overview is not renewed: {e:#}", folder.display());
    }
}

/// Names and texts of the tables that the reports of a folder have for a README.
fn tables(runs: &[Run], from: &Path) -> Result<Vec<(String, String)>> {
    let read = |path: &Path| {
        let text = clipmark_journal::read_text(path).with_context(|| path.display().to_string())?;
        if text.trim().is_empty() {
            bail!(
                "{}: it is empty, and would empty the table of the page; run what wrote it again",
                path.display()
            );
        }
        Ok(text)
    };
    let mut tables = Vec::new();
    for run in runs {
        tables.push((run.facts.scene.name.clone(), read(&run.folder.join("table.md"))?));
    }
    for name in SUMMARIES {
        let summary = from.join(name).join("summary.md");
        if summary.is_file() {
            tables.push((name.into(), read(&summary)?));
        }
    }
    let (load, grow) = (from.join("load/load.json"), from.join("grow/grow.json"));
    if load.is_file() && grow.is_file() {
        let [load, grow] = [load, grow].map(|path| Ok::<_, anyhow::Error>((read(&path)?, path)));
        let ((load, from_load), (grow, from_grow)) = (load?, grow?);
        let load = serde_json::from_str(&load).with_context(|| from_load.display().to_string())?;
        let grow = serde_json::from_str(&grow).with_context(|| from_grow.display().to_string())?;
        tables.push(("speed".into(), speed_markdown(&load, &grow)));
    }
    Ok(tables)
}

fn splice_tables(file: &Path, tables: &[(String, String)]) -> Result<()> {
    let named = || format!("cannot read {}", file.display());
    let mut text = clipmark_journal::read_text(file).with_context(named)?;
    let mut spliced = 0;
    for (name, table) in tables {
        if let Some(new) = splice(&text, name, table) {
            text = new;
            spliced += 1;
        }
    }
    if spliced == 0 {
        bail!(
            "{}: it has no line `<!-- table SCENE -->` with `<!-- end of table SCENE -->` after it for any scene reported on",
            file.display()
        );
    }
    Output::open(Some(file))?.write(text.as_bytes())
}
