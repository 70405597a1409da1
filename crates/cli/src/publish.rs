//! What every verb does with its results: the folder, the index, the exports, and the table on the terminal.

use crate::exports::Exports;
use crate::terminal::say;
use crate::verbs::evidence::write_files;
use crate::verbs::report::renew_index;
use anyhow::Result;
use clipmark_report::{Fails, File, Sheet};
use clipmark_rows::results::FILE;
use clipmark_rows::{Results, write_csv};
use clipmark_suite::runner::{MARKDOWN, PAGE, ResultsFolder, TABLE};
use std::collections::BTreeSet;
use std::path::Path;

/// Writes results into their folder, exports them, and prints the table with the closing line.
pub(crate) fn publish_results(
    results: &Results,
    sheet: Sheet,
    out: &ResultsFolder,
    exports: Exports,
    passed: bool,
    fails: Fails,
) -> Result<()> {
    let written = write_results(results, sheet, out)?;
    let shows_table = exports.shows_table();
    exports.results(results, &written.table, &written.markdown)?;
    if shows_table {
        let page = out.path().join(PAGE);
        let closing = close(results, passed, &page, fails);
        say!("{}{closing}\n", written.sheet.text())?;
    }
    Ok(())
}

/// What was written of results.
pub(crate) struct Written {
    sheet: Sheet,
    table: String,
    markdown: String,
}

/// Writes results, their page and tables into their folder.
pub(crate) fn write_results(results: &Results, sheet: Sheet, out: &ResultsFolder) -> Result<Written> {
    let table = write_csv(&results.run, &results.cases)?;
    let markdown = sheet.markdown(&results.run.made);
    let page = sheet.page(&results.run.made, &[FILE, TABLE, MARKDOWN], out.path())?;
    out.finish(results)?;
    let files = [(TABLE, &table), (MARKDOWN, &markdown), (PAGE, &page)];
    let plots = sheet.plots.iter().map(|plot| (plot.file.as_str(), &plot.svg));
    let files = files.into_iter().chain(plots);
    let files: Vec<File> = files.map(|(name, text)| File::new(name, text.as_str())).collect();
    write_files(&files, out.path())?;
    renew_index(out.path());
    Ok(Written {
        sheet,
        table,
        markdown,
    })
}

/// The last line, which has the exit code: `failed: 5 of 7 · exit 1 · PAGE`.
pub(crate) fn close(results: &Results, passed: bool, page: &Path, fails: Fails) -> String {
    let failed = results.cases.iter().filter(|case| fails(case));
    let failed: BTreeSet<&str> = failed.map(|case| case.contestant.as_str()).collect();
    let all = results.run.contestants.len();
    let (word, code) = if passed { ("passed", 0) } else { ("failed", 1) };
    let count = match (failed.len(), passed) {
        (0, _) => String::new(),
        (n, false) => format!(": {n} of {all}"),
        (n, true) => format!(": {n} of {all} fail, as is known or allowed"),
    };
    format!("{word}{count} · exit {code} · {}", page.display())
}
