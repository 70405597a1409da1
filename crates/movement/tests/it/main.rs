//! Tests of clipmark-movement: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bad_input;
mod constants;
mod controller;
mod hostile_entities;
mod moving_parts;
mod numbers;
#[allow(dead_code, reason = "other programs use the rest")]
mod plain_world;
mod player_numbers;
mod push;
mod recordings;
mod sectors;
mod table_of_laws;
mod walker_bounds;
