//! Tests of clipmark-rows that cross its modules.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod known;
mod methodology;
