//! avian and bevy_ahoy: by themselves, and as contestants.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod ahoy_alone;
mod moving;
mod own_api;
