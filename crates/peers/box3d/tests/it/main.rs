//! Tests of clipmark-box3d: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod box3d_issues;
mod close_corners;
mod conformance;
mod controller;
mod course;
mod moving;
mod own_api;
mod worlds;
