//! The net under every change: `tests/golden/` holds, for each contestant, what it answered, where its players went and what
//! the program said of it. A change that alters any of it fails `golden check` with the lines that differ.
//!
//! It has to survive the rewriting of everything above the seams. So it asks
//! [`CollisionBackend`](clipmark_collision::CollisionBackend)s and plays scenes itself, and reads what remains from the
//! result files of the program. It draws its own questions.
//!
//! A line is a key and values: `answers stairs player 1-16 asked=200 bits=0fc1… hits=87`. `bits` is a hash of the text that
//! `golden answers CONTESTANT KEY` prints, in which -0 is 0 and every NaN is alike. Bits are compared only where they were
//! recorded ([`platform`]); everything else is compared everywhere.

mod answers;
mod book;
mod jobs;
mod program;
mod questions;
mod states;
mod tally;

pub use book::{Book, Difference, Line, compare, platform};
pub use jobs::{CONTESTANTS, Job, Part, is_compiled, jobs, run};
pub use tally::Entry;

use std::path::{Path, PathBuf};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::program::{course_values, family_outcome};
}

/// The root of the repository that this program was compiled in.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
