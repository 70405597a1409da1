//! Long runs: the work, the work done so far, and the shards' shares.
//!
//! A run's folder holds its plan (`run.json`) and its journal (`rows.jsonl`, a result a line). A run that was killed reads both
//! and goes on; the shards of a run are put together from both.

mod error;
mod fnv;
pub mod lines;
mod plan;
mod rows;
pub mod shard;
mod small_file;

pub use error::JournalError;
pub use fnv::{fnv1a, key, key_of_debug, key_of_words};
pub use plan::{Asked, Plan, Unit, one_run};
pub use rows::{Kept, Rows, keep, read};
pub use small_file::{read_bytes, read_text};

use std::path::Path;

/// File of the plan.
pub const PLAN: &str = "run.json";
/// File of the journal.
pub const ROWS: &str = "rows.jsonl";
/// The files of a run in its folder, beside its results. The last two are there only while they are written.
pub const FILES: [&str; 4] = [PLAN, ROWS, "run.json.draft", "rows.jsonl.draft"];

/// Makes a folder ready for a run: makes it if need be, and writes the plan.
///
/// # Errors
/// A folder or file that cannot be written, or a plan of another verb in it.
pub fn begin(dir: &Path, plan: &Plan) -> Result<(), JournalError> {
    if is_run(dir) {
        // Only files of the same verb are overwritten.
        Plan::read(dir, &plan.verb)?;
    }
    std::fs::create_dir_all(dir).map_err(|e| JournalError::file("write", dir, e))?;
    lines::replace(&dir.join(PLAN), &(serde_json::to_string_pretty(plan)? + "\n"))
}

/// Whether a folder holds the plan of a run of this crate.
pub fn is_run(dir: &Path) -> bool {
    dir.join(PLAN).exists()
}
