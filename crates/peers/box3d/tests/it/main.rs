//! Tests of clipmark-box3d: one program, a module a subject. Those of all libraries are in `crates/peers/tests`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod box3d_issues;
mod close_corners;
mod conformance;
mod controller;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../../tests/course.rs"]
mod course;
mod moving;
mod own_api;
#[path = "../../../tests/conformance.rs"]
mod shared_conformance;
#[path = "../../../tests/controllers.rs"]
mod shared_controllers;
mod worlds;

use clipmark_box3d::REGISTERED;
