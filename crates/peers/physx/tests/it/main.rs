//! Tests of clipmark-physx: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod conformance;
mod controller;
mod course;
mod own_api;
