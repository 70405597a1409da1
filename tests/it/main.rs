//! Tests that span crates: one program, a module a subject.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a panic is how a test fails; long runs print their figures"
)]

mod answer;
mod architecture;
mod circles;
mod damaged;
mod docs;
mod engine_movement;
mod facade;
mod laws;
mod memory;
mod moving_recordings;
mod profiles;
mod support;
mod tests_that_run;
mod threads;
mod traps;
mod walker_promises;
mod walker_regressions;
