//! The verb that counts the processor's events.

use super::{CompanyArgs, ExportArgs};
use clap::Args;
use std::path::PathBuf;

/// Each contestant answers the same drawn sweeps, 1 to 16, 16 to 256 and 256 to 4096 u long, and the exact reference judges some.
/// `perf` counts, or, where it cannot, valgrind's cachegrind simulates a processor. The figures of `bsp` are 1.00. What the machine
/// cannot count is shown as not measured, with the reason.
#[derive(Args, Debug)]
pub(crate) struct CountersArgs {
    /// A scene .ron, a .bsp of Quake, Half-Life or Quake III, or package.pk3:maps/name.bsp
    #[arg(value_name = "WORLD|SCENE")]
    pub(crate) world: String,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
    /// Sweeps to draw of each class of length
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Seed of the sweeps
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "reports/latest/counters")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}
