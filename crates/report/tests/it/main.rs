//! Tests of clipmark-report: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod common;
mod figures;
mod frame;
mod index;
mod pages;
mod palette;
mod place;
mod plots;
mod report;
mod sheets;
mod since;
