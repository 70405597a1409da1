//! Writes a report with invented figures, for looking at the page: `cargo run -p clipmark-report --example sample DIR`.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../tests/it/report/sample.rs"]
mod sample;

use clipmark_report::{Style, table, write_report};
use std::path::PathBuf;

fn main() -> Result<(), clipmark_report::ReportError> {
    let dir = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("reports/sample"), PathBuf::from);
    let comparison = sample::comparison();
    let page = write_report(&comparison, &dir)?;
    #[allow(clippy::print_stdout)]
    {
        print!("{}", table(&comparison, Style::Plain, Some(&page)));
    }
    Ok(())
}
