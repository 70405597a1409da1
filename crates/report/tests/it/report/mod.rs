//! The report of an invented comparison: the properties that its readers and other programs need.

mod files;
mod page;
mod replay;
pub(crate) mod sample;
mod table;

use clipmark_report::write_report;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The first file of the report on the sample, which is written once a process.
fn sample_page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sample/deep/er/stairs");
        write_report(&sample::comparison(), &place).unwrap()
    })
}
