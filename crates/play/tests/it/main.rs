//! Tests of clipmark-play: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod moving;
mod session;
