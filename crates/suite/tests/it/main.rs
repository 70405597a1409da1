//! Tests of clipmark-suite: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod budget;
mod built_in;
mod causes;
mod harm;
mod limits;
mod movers;
mod moving_courses;
mod planted_courses;
mod runner;
mod smallest;
mod suites;
mod surf_chain;
