//! The report of an invented comparison: the properties that its readers and other programs need.

mod files;
mod page;
mod replay;
pub(crate) mod sample;
mod table;

use clipmark_report::{ReportError, Sheet, scene_sheet, write_report};
use clipmark_rows::Case;
use clipmark_rows::drawn::Comparison;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The sheet of a comparison without an older one.
pub(crate) fn sheet(comparison: &Comparison) -> Sheet {
    scene_sheet(comparison, Path::new("none"), &Case::is_failed).unwrap()
}

/// Writes the report of a comparison.
pub(crate) fn write(comparison: &Comparison, dir: &Path) -> Result<PathBuf, ReportError> {
    write_report(comparison, &scene_sheet(comparison, dir, &Case::is_failed)?, dir)
}

/// The first file of the report on the sample, which is written once a process.
fn sample_page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sample/deep/er/stairs");
        write(&sample::comparison(), &place).unwrap()
    })
}
