//! Tests of compare: one program, a module a subject.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[cfg(unix)]
mod action;
mod attack;
mod attack_verbs;
mod attacks;
mod bad_input;
mod bar;
mod bench;
mod check_answers;
mod controllers;
mod diff;
mod documented;
mod explain;
mod export;
mod export_commands;
mod first_hour;
mod hostile;
#[cfg(unix)]
mod judge;
mod maps;
mod outside;
mod play;
mod profiles;
mod question;
mod report;
mod suite;
mod support;
#[cfg(unix)]
mod surroundings;
mod told;
mod verdict;
mod written;
