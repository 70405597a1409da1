//! Tests of clipmark-collision: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod decorators;
mod placed;
mod questions;
mod recordings;
mod tables;
