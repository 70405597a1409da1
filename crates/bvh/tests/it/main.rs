//! Tests of clipmark-bvh: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod common;
mod conformance;
mod filter;
mod long_and_thin;
mod middle_in_a_triangles_plane;
mod parry_issues;
mod solver;
mod stock;
mod stock_conformance;
mod ties;
mod triangles;
