//! Tests of clipmark-hull: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod conformance;
mod near_planes;
mod recordings;
