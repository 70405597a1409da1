//! Tests of clipmark-measure: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bar;
mod bar_lawful;
mod bar_movers;
mod bar_of_bsp;
mod bar_of_bvh;
mod bar_of_faults;
mod bar_of_hulls;
#[cfg(feature = "jolt")]
mod bar_refused;
mod bench;
mod clean_runs;
mod clock_fingerprint;
mod clock_intervals;
mod clock_turns;
mod corners_within_the_skin;
mod detectors;
mod draws;
mod judge_answers;
mod judge_detect;
mod judge_difference;
mod keys;
mod least;
mod lost_run;
mod moving;
mod moving_turned;
mod not_timed;
mod others;
mod placed;
mod placed_at_rest;
mod planted;
mod question_exact;
mod registry;
mod scene_rows;
mod steps;
mod town;
