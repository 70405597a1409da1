//! What went wrong in a run: one file a detector, each reading only the run and the exact reference.

pub(crate) mod divergence;
pub(crate) mod embedded;
pub(crate) mod shake;
pub(crate) mod stuck;
