//! Tests of clipmark-hierarchy: one program, a module a subject.

mod build;
mod grid;
mod search;
