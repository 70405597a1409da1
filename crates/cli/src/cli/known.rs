//! `--known`: results against a list of failures (`known.toml`).

use super::RunArgs;
use crate::output::{Output, input};
use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use clap::Args;
use clipmark_measure::{Contestant, MeasureError};
use clipmark_rows::known::{Known, LARGEST, Names};
use clipmark_rows::{Case, Run, Severity};
use std::io::Read;
use std::path::PathBuf;

/// Differences told one by one; the rest is counted.
const MOST_TOLD: usize = 20;

/// Known failures.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct KnownArgs {
    /// A known.toml: exit with 0 if exactly the failures that it names with reasons are there; a new one fails, and so does a
    /// known one that passes now (docs/own-controller.md)
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write the failures of this run as a known.toml to begin with. Reasons of --known stay, and entries for other runs
    #[arg(long, value_name = "FILE")]
    write_known: Option<PathBuf>,
}

/// The list, read before anything is run, and where a new one goes.
pub(crate) struct KnownList {
    known: Option<Known>,
    draft: Option<Output>,
}

impl KnownArgs {
    /// Reads the list. A contestant in it is one of the run, or any that this program may have.
    pub(crate) fn open(&self, args: &RunArgs, names: &Names, run: &Run) -> Result<KnownList> {
        if args.shard.is_some() && (self.known.is_some() || self.write_known.is_some()) {
            bail!(
                "--known and --write-known are of all runs, and --shard plays a share; give them with --results of all shards"
            );
        }
        let is_contestant = |who: &str| match who.parse::<Contestant>() {
            Err(MeasureError::NotBuilt { .. }) | Ok(_) => Ok(()),
            Err(_) if run.contestants.iter().any(|contestant| contestant.name == who) => Ok(()),
            Err(why) => Err(why.to_string()),
        };
        let known = self.known.as_deref().map(|file| -> Result<Known> {
            let named = file.display().to_string();
            let mut text = String::new();
            let read = input(file)?.take(LARGEST + 1).read_to_string(&mut text);
            read.with_context(|| format!("{named}: it is no text"))?;
            Ok(Known::read(&text, &named, names, is_contestant)?)
        });
        let draft = self.write_known.as_deref().map(|file| Output::open(Some(file)));
        Ok(KnownList {
            known: known.transpose()?,
            draft: draft.transpose()?,
        })
    }
}

impl KnownList {
    /// Tells the differences, and writes a list of the failures. Says whether there is none; nothing without a list.
    pub(crate) fn compare(self, run: &Run, cases: &[&Case], fail_on: Severity) -> Result<Option<bool>> {
        if let Some(draft) = self.draft {
            let text = self.known.clone().unwrap_or_default().renewed(cases, fail_on)?;
            draft.export(text.as_bytes())?;
        }
        let Some(known) = self.known else {
            return Ok(None);
        };
        let found = known.differences(run, cases, fail_on);
        for difference in found.iter().take(MOST_TOLD) {
            tell!("{difference}");
        }
        if found.len() > MOST_TOLD {
            tell!("and {} more that are not as known", found.len() - MOST_TOLD);
        }
        Ok(Some(found.is_empty()))
    }
}
