//! Tests of compare: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[cfg(unix)]
mod action;
mod attack;
mod bar;
mod bench;
mod controllers;
mod diff;
mod documented;
mod explain;
mod first_hour;
#[cfg(unix)]
mod inner;
#[cfg(unix)]
mod judge;
mod question;
mod recorded;
mod refused;
mod suite;
mod support;
#[cfg(unix)]
mod surroundings;
mod verdict;
mod written;
