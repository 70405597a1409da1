//! What every verb does with its results: the folder, the index, the exports, and the table on the terminal.

use crate::exports::Exports;
use crate::terminal::say;
use crate::verbs::evidence::write_files;
use crate::verbs::report::renew_index;
use anyhow::Result;
use clipmark_report::{File, Sheet};
use clipmark_rows::results::FILE;
use clipmark_rows::{Results, write_csv};
use clipmark_suite::runner::ResultsFolder;
use std::collections::BTreeSet;
use std::path::Path;

/// Writes results, their page and tables into their folder, exports them, and prints the table with the closing line.
pub(crate) fn publish_results(
    results: &Results,
    sheet: fn(&Results, Option<&Results>) -> Sheet,
    out: &ResultsFolder,
    exports: Exports,
    passed: bool,
) -> Result<()> {
    let sheet = sheet(results, out.before().as_ref());
    let (table, markdown) = (
        write_csv(&results.run, &results.cases)?,
        sheet.markdown(&results.run.made),
    );
    let page = sheet.page(&results.run.made, &[FILE, "table.csv", "table.md"], out.path())?;
    out.finish(results)?;
    let written = [
        ("table.csv", &table),
        ("table.md", &markdown),
        ("index.html", &page),
    ];
    write_files(
        &written.map(|(name, text)| File::new(name, text.as_str())),
        out.path(),
    )?;
    renew_index(out.path());
    let shows_table = exports.shows_table();
    exports.results(results, &table, &markdown)?;
    if shows_table {
        let page = out.path().join("index.html");
        say!("{}{}\n", sheet.text(), close(results, passed, &page))?;
    }
    Ok(())
}

/// The last line, which has the exit code: `failed: 5 of 7 · exit 1 · PAGE`.
fn close(results: &Results, passed: bool, page: &Path) -> String {
    let failed = results
        .cases
        .iter()
        .filter(|case| case.is_judged() && !case.is_passed());
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
