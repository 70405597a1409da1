//! What every verb does with its results: the folder, the index, the exports, and the table on the terminal.

use crate::exports::Exports;
use crate::terminal::{say, view};
use crate::verbs::report::renew_index;
use anyhow::Result;
use clipmark_report::{File, Study, study_text, write_study};
use std::path::Path;

/// Writes a study and these files into its folder, then where it is to be exported, and prints it.
pub(crate) fn publish<S: Study>(
    study: &S,
    more: Vec<File>,
    out: &Path,
    exports: Exports,
    details: bool,
) -> Result<()> {
    let written = write_study(study, more, out)?;
    renew_index(out);
    let shows_table = exports.shows_table();
    exports.study(study)?;
    if shows_table {
        say!(
            "{}",
            study_text(&written.report, view(), details, Some(&written.page))
        )?;
    }
    Ok(())
}
