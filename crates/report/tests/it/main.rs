//! Tests of clipmark-report: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod common;
mod index;
mod report;
mod since;
