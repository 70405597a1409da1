//! What every verb does with its results: the folder, the index, the exports, and the table on the terminal.

use crate::exports::Exports;
use crate::terminal::say;
use crate::verbs::evidence::write_files;
use crate::verbs::report::renew_index;
use anyhow::Result;
use clipmark_report::{Fails, File, Sheet};
use clipmark_rows::results::FILE;
use clipmark_rows::{Case, Results, write_csv};
use clipmark_suite::runner::{MARKDOWN, PAGE, ResultsFolder, TABLE};
use std::collections::BTreeSet;

/// Writes results into their folder, exports them, and prints the table with the closing line.
pub(crate) fn publish_results(
    results: &Results,
    sheet: Sheet,
    out: &ResultsFolder,
    exports: Exports,
    passed: bool,
    fails: Fails,
) -> Result<()> {
    let written = Written::of(results, sheet)?;
    let (sheet, made) = (&written.sheet, &results.run.made);
    let page = sheet.page(made, &[FILE, TABLE, MARKDOWN], out.path())?;
    out.finish(results)?;
    let files = [
        (TABLE, &written.table),
        (MARKDOWN, &written.markdown),
        (PAGE, &page),
    ];
    let plots = sheet.plots.iter().map(|plot| (plot.file.as_str(), &plot.svg));
    let files = files.into_iter().chain(plots);
    let files: Vec<File> = files.map(|(name, text)| File::new(name, text.as_str())).collect();
    write_files(&files, out.path())?;
    renew_index(out.path());
    let closing = close(results, passed, fails);
    let page = out.path().join(PAGE);
    written.show(results, exports, &format!("{closing} · {}", page.display()))
}

/// Exports results that have no folder, and prints the table with the closing line.
pub(crate) fn show_results(results: &Results, sheet: Sheet, exports: Exports, passed: bool) -> Result<()> {
    let closing = close(results, passed, &Case::is_failed);
    Written::of(results, sheet)?.show(results, exports, &closing)
}

/// The forms of results.
struct Written {
    sheet: Sheet,
    table: String,
    markdown: String,
}

impl Written {
    fn of(results: &Results, sheet: Sheet) -> Result<Self> {
        Ok(Self {
            table: write_csv(&results.run, &results.cases)?,
            markdown: sheet.markdown(&results.run.made),
            sheet,
        })
    }

    fn show(&self, results: &Results, exports: Exports, closing: &str) -> Result<()> {
        let shows_table = exports.shows_table();
        exports.results(results, &self.table, &self.markdown)?;
        match shows_table {
            true => say!("{}{closing}\n", self.sheet.text()),
            false => Ok(()),
        }
    }
}

/// The last line, which has the exit code: `failed: 5 of 7 · exit 1`.
pub(crate) fn close(results: &Results, passed: bool, fails: Fails) -> String {
    let failed = results.cases.iter().filter(|case| fails(case));
    let failed: BTreeSet<&str> = failed.map(|case| case.contestant.as_str()).collect();
    let all = results.run.contestants.len();
    let (word, code) = if passed { ("passed", 0) } else { ("failed", 1) };
    let count = match (failed.len(), passed) {
        (0, _) => String::new(),
        (n, false) => format!(": {n} of {all}"),
        (n, true) => format!(": {n} of {all} fail, as is known or allowed"),
    };
    format!("{word}{count} · exit {code}")
}
