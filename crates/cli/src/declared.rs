//! A result against its author's declarations (`known.toml`).

use crate::cli::KnownArgs;
use crate::output::{Output, input};
use crate::terminal::tell;
use anyhow::{Context, Result};
use clipmark_suite::known::{Judged, Known, LARGEST, Names};
use std::io::Read;

/// Differences told one by one; the rest is counted.
const MOST_TOLD: usize = 20;

/// The declarations, read before anything is run.
pub(crate) struct Declared {
    known: Option<Known>,
    draft: Option<Output>,
}

impl Declared {
    /// Reads the list.
    pub(crate) fn open(args: &KnownArgs, names: &Names<'_>) -> Result<Self> {
        let known = args.known.as_deref().map(|file| -> Result<Known> {
            let named = file.display().to_string();
            let mut text = String::new();
            let read = input(file)?.take(LARGEST + 1).read_to_string(&mut text);
            read.with_context(|| format!("{named}: it is no text"))?;
            Ok(Known::read(&text, &named, names)?)
        });
        let draft = args.write_known.as_deref().map(|file| Output::open(Some(file)));
        Ok(Self {
            known: known.transpose()?,
            draft: draft.transpose()?,
        })
    }

    /// The same where every contestant is one of this program.
    ///
    /// # Errors
    /// An entry of a contestant that there is not.
    pub(crate) fn of_contestants(self) -> Result<Self> {
        let known = self.known.map(Known::of_contestants).transpose()?;
        Ok(Self { known, ..self })
    }

    /// The same for a judged program by its name.
    ///
    /// # Errors
    /// An entry of another contestant.
    pub(crate) fn of_program(self, name: &str) -> Result<Self> {
        let known = self.known.map(|known| known.of_program(name)).transpose()?;
        Ok(Self { known, ..self })
    }

    /// Whether there is a list.
    pub(crate) fn is_given(&self) -> bool {
        self.known.is_some()
    }

    /// Tells the differences, and writes a list of the failures. Says whether all is as declared; without a list whether nothing
    /// failed.
    pub(crate) fn ends(self, judged: &[Judged]) -> Result<bool> {
        // A check that is judged map by map too is one.
        let counted = || judged.iter().filter(|j| j.map.is_none());
        let all = counted().count();
        let passed = counted().filter(|j| j.failed.is_none()).count();
        let differences = self.known.as_ref().map(|known| {
            let found = known.differences(judged);
            for difference in found.iter().take(MOST_TOLD) {
                tell!("{}", known.says(difference));
            }
            if found.len() > MOST_TOLD {
                tell!("and {} more that are not as declared", found.len() - MOST_TOLD);
            }
            found.len()
        });
        if let Some(draft) = self.draft {
            let nothing = Known::nothing();
            let text = self.known.as_ref().unwrap_or(&nothing).renewed(judged)?;
            draft.export(text.as_bytes())?;
        }
        if all == 0 && self.known.is_some() {
            tell!("no run was asked of those that are judged, so nothing is as declared");
        }
        if all > 0 && differences == Some(0) {
            tell!(
                "{}",
                as_declared(all - passed, all, counted().map(|j| j.hz.is_some()))
            );
        }
        Ok(all > 0 && differences.map_or(passed == all, |n| n == 0))
    }
}

/// `As declared: 12 known failures of 72 runs.`
fn as_declared(failed: usize, all: usize, mut are_runs: impl Iterator<Item = bool> + Clone) -> String {
    let one = if all == 1 { "" } else { "s" };
    let of = match (
        are_runs.clone().any(|is_run| is_run),
        are_runs.any(|is_run| !is_run),
    ) {
        (true, true) => "runs and checks".to_owned(),
        (false, true) => format!("check{one}"),
        _ => format!("run{one}"),
    };
    match failed {
        0 => format!("As declared: no failure in {all} {of}."),
        1 => format!("As declared: 1 known failure of {all} {of}."),
        n => format!("As declared: {n} known failures of {all} {of}."),
    }
}
