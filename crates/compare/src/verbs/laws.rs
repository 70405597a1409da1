//! `compare laws`: the laws of movement, predicted and played.

use crate::cli::LawsArgs;
use crate::output::Output;
use crate::progress::Bar;
use crate::terminal::say;
use anyhow::Result;
use clipmark_laws as laws;
use clipmark_report::{Style, law_csv, law_table, prepare_laws, write_law_report};
use std::path::{Path, PathBuf};

/// Says whether every law held.
pub(crate) fn run(args: &LawsArgs) -> Result<bool> {
    let chosen = laws::matching(&args.filters)?;
    let performer = args.contestant.parse()?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("reports/latest/laws"));
    prepare_laws(&out)?;
    let exports = [&args.export_json, &args.export_csv];
    let open = |path: &&Option<PathBuf>| path.as_deref().map(|p| Output::open(Some(p))).transpose();
    let [json, csv] = [open(&exports[0])?, open(&exports[1])?];
    let bar = Bar::new();
    let book = laws::play(&chosen, performer, &mut |stage, done, all| {
        bar.at(stage, done, all)
    })?;
    drop(bar);
    let index = write_law_report(&book, &out)?;
    if let Some(file) = json {
        file.write((serde_json::to_string_pretty(&book)? + "\n").as_bytes())?;
    }
    if let Some(file) = csv {
        file.write(law_csv(&book)?.as_bytes())?;
    }
    let to_stdout = exports.iter().any(|path| path.as_deref() == Some(Path::new("-")));
    if !to_stdout {
        say!("{}", law_table(&book, Style::Colour, Some(&index)))?;
    }
    Ok(book.laws.iter().all(|law| law.held()))
}
