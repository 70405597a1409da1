//! Tests of clipmark-cylinder: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod conformance;
mod contacts;
mod found;
mod outlines;
mod patches;
mod points;
mod soup;
mod triangles;
mod walker;
