//! Writes a report with invented figures, for looking at the page: `cargo run -p clipmark-report --example sample DIR`.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../tests/it/report/sample.rs"]
mod sample;

use clipmark_report::{scene_sheet, write_report};
use clipmark_rows::Case;
use std::path::PathBuf;

fn main() -> Result<(), clipmark_report::ReportError> {
    let dir = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("reports/sample"), PathBuf::from);
    let comparison = sample::comparison();
    let sheet = scene_sheet(&comparison, &dir, &Case::is_failed)?;
    let page = write_report(&comparison, &sheet, &dir)?;
    #[allow(clippy::print_stdout)]
    {
        println!("{}{}", sheet.text(), page.display());
    }
    Ok(())
}
