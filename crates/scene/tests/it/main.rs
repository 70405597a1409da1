//! Tests of clipmark-scene: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bad_scenes;
mod damaged_maps;
mod formats;
mod meshes;
mod obj;
mod places;
mod real_maps;
mod shapes;
#[allow(dead_code, reason = "other programs use the rest")]
mod small_map;
mod sound;
mod suite;
#[allow(dead_code, reason = "other programs use the rest")]
mod tables;
