//! Tests of clipmark-measure: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bar_of_bsp;
mod bar_of_bvh;
mod bar_of_faults;
mod bar_of_hulls;
#[cfg(feature = "jolt")]
mod bar_refused;
mod clean_runs;
mod corners_within_the_skin;
mod detectors;
mod grow_budget;
mod lost_run;
mod moving;
mod not_timed;
mod placed;
mod planted;
mod registry;
