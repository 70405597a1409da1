//! Costs of answers and ticks: contestants in turns, single sweeps, time against counted work, and the statistics of samples.

pub(crate) mod fingerprint;
pub(crate) mod laps;
pub mod race;
pub(crate) mod stopwatch;
pub(crate) mod sweep_times;
pub(crate) mod turns;
pub(crate) mod work_times;
