//! Recorded sweeps through placed models and other players, and recorded runs among them: read, asked, played, compared.
//!
//! The formats are those of `tests/recordings/README.md`. A file holds the answers too, as the engine gave them.

mod answer;
mod ask;
mod clip;
mod moving;
mod questions;

pub use answer::PlacedAnswer;
pub use ask::{answer_all, compare_all};
pub use moving::{MovingRun, RunFile, compare_states, play_moving};
pub use questions::{Body, Engine, Placing, Question, Recording, Sweeps, read};

/// Share of recorded sweeps that must be answered to the bit.
pub const EXACT_PLACED: f64 = 0.999;
