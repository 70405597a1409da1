//! Tests of clipmark-faults: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod collision;
mod further;
mod movement;
mod pair;
