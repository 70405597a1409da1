//! `compare merge`: the shards of a run of the bar as one.

use super::{bar, runs};
use crate::cli::MergeArgs;
use anyhow::Result;

/// Prints what the bar itself would have printed for the run in one piece.
pub(crate) fn run(args: &MergeArgs) -> Result<bool> {
    runs::apart(&args.shards, &args.out)?;
    bar::merge(args, &args.out)
}
