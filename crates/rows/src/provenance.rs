//! Where results come from: when, from which sources, by which command and which rules. Every page says it, so that a figure can
//! be made again.
//!
//! The tool that is called fills it in; libraries leave it empty.

use serde::{Deserialize, Serialize};

/// Version of the rules of judgement: the questions, and every tolerance. It changes with any change that may turn a pass into a
/// failure or back; `docs/rules-versions.md` lists the changes.
pub const RULES: u32 = 2;

/// Origin of some results; all empty where nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Date and time in UTC: `2026-11-23 08:14`.
    pub date: String,
    /// Commit that the program was built from, ` with changes` after it where the sources differed; empty outside a repository.
    /// Libraries of others that are not from crates.io follow: `0123abcd, rapier3d 0.36.1 from a path`.
    pub commit: String,
    /// The command line, each word quoted where a shell needs it.
    pub command: String,
    /// [`RULES`] of the judge.
    pub rules: u32,
}

impl Made {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
