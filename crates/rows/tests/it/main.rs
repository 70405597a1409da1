//! What crosses modules: lists of known failures.

mod known;
