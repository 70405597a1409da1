//! Tests of clipmark-rapier: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod conformance;
mod controller;
mod course;
mod determinism;
mod own_api;
mod own_api_casts;
mod rapier_issues;
