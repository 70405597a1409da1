//! What `compare suite` and `compare merge` share.

pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod journal;
pub(crate) mod reports;
