//! Tests of clipmark-referee: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod agreement;
mod bodies;
mod certainty;
mod common;
mod conformance;
mod deep_places;
mod engines;
mod hand_cases;
mod judging;
mod lawful;
mod merged_recorded;
mod metamorphic;
mod models;
mod normals;
mod patches;
mod planted;
mod sandwich;
mod skins;
mod tracer;
mod triangles;
mod turning;
mod two_bounds;
