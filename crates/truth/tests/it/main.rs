//! Tests of clipmark-truth: one program, a module a subject.

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
mod laid;
mod lawful;
mod merged_recorded;
mod metamorphic;
mod normals;
mod patches;
mod placed;
mod planted;
mod sandwich;
mod shrunk_cylinder_stays_inside;
mod skins;
mod speed;
mod stop_in_a_solid_near_another;
mod tracer;
mod triangles;
mod turned;
mod turning;
mod two_bounds;
