//! What an author declares of a contestant.

use super::RunArgs;
use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;

/// Known failures.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct KnownArgs {
    /// A known.toml: exit with 0 if exactly the failures that it names with reasons are there; a new one fails, and so does a
    /// known one that passes now (docs/own-controller.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    /// Write the failures of this run as a known.toml to begin with. Reasons of --known stay, and entries for other runs
    #[arg(long, value_name = "FILE")]
    pub(crate) write_known: Option<PathBuf>,
}

impl KnownArgs {
    /// Refuses a list for a share of a run, which has not all failures.
    pub(crate) fn refuse_share(&self, run: &RunArgs) -> Result<()> {
        if run.shard.is_some() && (self.known.is_some() || self.write_known.is_some()) {
            bail!(
                "--known and --write-known are of all runs, and --shard plays a share; give them with --results of all shards"
            );
        }
        Ok(())
    }
}
