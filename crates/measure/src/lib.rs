//! Runs contestants, scores them against the truth and times them in turns.

pub mod record;
