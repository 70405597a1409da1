//! `compare report`: an index of the reports below a folder.

use crate::cli::ReportArgs;
use crate::made::provenance;
use crate::terminal::{say, tell};
use anyhow::{Result, bail};
use clipmark_report::write_index;
use std::path::Path;

/// Where reports go unless another folder is named.
const USUAL: &str = "reports/latest";
/// Where criterion leaves its results.
const BENCHES: &str = "target/criterion";

pub(crate) fn run(args: &ReportArgs) -> Result<()> {
    match write_index(&args.from, &args.benches, &provenance())? {
        Some(page) => say!("{}\n", page.display()),
        None => bail!(
            "{} holds no report and {} no bench; run `compare scenes/stairs.ron` first",
            args.from.display(),
            args.benches.display()
        ),
    }
}

/// Renews the index after a report was written into the usual folder, so that the page's way back leads somewhere.
pub(crate) fn renew_index(out: &Path) {
    if let Some(folder) = out.ancestors().skip(1).find(|folder| folder.ends_with(USUAL)) {
        renew(folder);
    }
}

/// The same after a page to walk in was written, where there is an index that could name it.
pub(crate) fn renew_beside(page: &Path) {
    let reports = page.parent().and_then(Path::parent);
    let beside = reports.map(|reports| reports.join("latest"));
    if let Some(folder) =
        beside.filter(|folder| folder.ends_with(USUAL) && folder.join("index.html").is_file())
    {
        renew(&folder);
    }
}

/// A folder in which the index cannot be written is no fault of the run: it is reported.
fn renew(folder: &Path) {
    if let Err(e) = write_index(folder, Path::new(BENCHES), &provenance()) {
        tell!("{}: the index is not renewed: {e:#}", folder.display());
    }
}
