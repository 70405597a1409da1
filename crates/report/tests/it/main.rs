//! Tests of clipmark-report: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bar_page;
mod common;
mod index;
mod report;
mod since;
