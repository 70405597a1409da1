//! Tests of clipmark-conformance: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod broken;
mod clean;
mod referee;
mod toy_backend;
mod toys;
mod worlds;
