//! One file a verb.

pub(crate) mod bar;
mod clip_trace;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod export_bsp;
pub(crate) mod export_commands;
pub(crate) mod export_map;
mod instructions;
pub(crate) mod judges;
pub(crate) mod laws;
pub(crate) mod manual;
pub(crate) mod merge;
pub(crate) mod profiles;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod scene;
pub(crate) mod suite;
mod suite_reports;
pub(crate) mod time;
mod time_sweeps;
mod time_table;
mod time_work;
pub(crate) mod trace;
pub(crate) mod walker;
