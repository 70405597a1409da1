//! Tests of clipmark-rapier: one program, a module a subject. Those of all libraries are in `crates/peers/tests`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod conformance;
mod controller;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../../tests/course.rs"]
mod course;
mod own_api;
mod own_api_casts;
mod parts;
mod rapier_issues;
#[path = "../../../tests/conformance.rs"]
mod shared_conformance;
#[path = "../../../tests/controllers.rs"]
mod shared_controllers;

use clipmark_rapier::REGISTERED;
