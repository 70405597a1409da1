//! The properties, one file each, and the table of them.

use crate::report::Ledger;
use crate::setting::Setting;

mod answer;
mod bad_input;
mod contacts;
mod contents;
mod determinism;
mod exact;
mod fields;
mod idempotence;
mod lengths;
mod many;
mod monotonicity;
mod order;
mod passage;
mod path;
mod position;
mod rest;
mod splitting;
mod start;
mod surfaces;
mod symmetry;

/// A property, as a function that tries it in one setting.
pub(crate) type Property = fn(&Setting, &mut Ledger);

/// All properties, each in the file of its name.
pub(crate) const ALL: [(&str, Property); 20] = [
    (answer::NAME, answer::run),
    (bad_input::NAME, bad_input::run),
    (contacts::NAME, contacts::run),
    (contents::NAME, contents::run),
    (determinism::NAME, determinism::run),
    (exact::NAME, exact::run),
    (fields::NAME, fields::run),
    (idempotence::NAME, idempotence::run),
    (lengths::NAME, lengths::run),
    (many::NAME, many::run),
    (monotonicity::NAME, monotonicity::run),
    (order::NAME, order::run),
    (passage::NAME, passage::run),
    (path::NAME, path::run),
    (position::NAME, position::run),
    (rest::NAME, rest::run),
    (splitting::NAME, splitting::run),
    (start::NAME, start::run),
    (surfaces::NAME, surfaces::run),
    (symmetry::NAME, symmetry::run),
];

/// Properties that hold in any world, for any sweeps (F7 to F13).
pub(crate) const ANYWHERE: [(&str, Property); 7] = [
    (idempotence::NAME, idempotence::run),
    (monotonicity::NAME, monotonicity::run),
    (splitting::NAME, splitting::run),
    (symmetry::NAME, symmetry::run),
    (order::NAME, order::run),
    (determinism::NAME, determinism::run),
    (bad_input::NAME, bad_input::run),
];

/// Properties that test a backend's declarations of starts and of surfaces.
pub(crate) const OF_DECLARATIONS: [(&str, Property); 2] =
    [(start::NAME, start::run), (surfaces::NAME, surfaces::run)];

/// The names of the properties, as reports have them.
pub const PROPERTIES: [&str; ALL.len()] = {
    let mut names = [""; ALL.len()];
    let mut i = 0;
    while i < ALL.len() {
        names[i] = ALL[i].0;
        i += 1;
    }
    names
};
