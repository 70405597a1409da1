//! Tests of clipmark-cylinder: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bar_on_maps;
mod conformance;
mod contacts;
mod faces_kept;
mod normal_of_a_later_meeting;
mod patches;
mod points;
mod reference;
mod shortcuts;
mod soup;
mod triangles;
mod walker;
