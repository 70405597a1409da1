//! What answers and ticks cost: contestants in turns, single sweeps, time against counted work, and the statistics of samples.

pub(crate) mod stats;
pub(crate) mod sweep_times;
pub mod turns;
pub(crate) mod work_times;
