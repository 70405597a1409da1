//! Tests of clipmark-rows: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod checks;
mod join;
mod keys;
mod known;
mod methodology;
mod ratio;
mod results;
mod table;
