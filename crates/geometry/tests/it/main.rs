//! Tests of clipmark-geometry: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod brushes;
mod convex_hull;
mod entities;
mod poses;
mod triangles;
