//! One file a verb.

pub(crate) mod replay;
pub(crate) mod scene;
pub(crate) mod time;
pub(crate) mod trace;

use anyhow::{Context, Result};
use clipmark_measure::BackendKind;

/// The backend of that name.
pub(crate) fn backend_named(name: &str) -> Result<BackendKind> {
    let known = clipmark_measure::BACKENDS;
    let found = known.iter().find(|(n, _)| *n == name).map(|(_, kind)| *kind);
    found.with_context(|| {
        format!(
            "there is no backend `{name}`; give one of {}",
            known.map(|(n, _)| n).join(", ")
        )
    })
}
