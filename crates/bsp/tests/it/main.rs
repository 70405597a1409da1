//! Tests of clipmark-bsp: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod agreement;
mod bevels;
mod common;
mod conformance;
mod engine_quirks;
mod export;
mod found_by_fuzzing;
mod misses;
mod patches;
mod patches_refereed;
mod recordings;
mod sums;
mod tutorial;
