//! The scene suite: which scenes there are, and one contestant after another in one of them. Nothing is timed.
//!
//! A caller plays [`Task`]s in any order and on any number of threads, each independent of the others, and sums up the
//! cells with [`SuiteRun::of`](clipmark_record::suite::SuiteRun::of).

mod cell;
mod figure;
mod lawful;
mod plan;

pub use figure::figure;
pub use plan::{Chosen, Task, Wanted, plan};
