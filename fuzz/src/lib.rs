//! What the fuzz targets share: worlds and sweeps drawn from bytes, and the rules that every answer obeys.

mod draw;
mod rules;

use clipmark::measure::{BACKENDS, BackendKind, VARIANTS};
pub use draw::{Case, case, round_case};
pub use rules::{assert_agrees, assert_answers_obey, assert_certain, assert_exact};

/// All backends and variants but stock parry: its panics are caught, and under libFuzzer any panic is the end.
pub fn kinds() -> impl Iterator<Item = BackendKind> {
    let all = BACKENDS.into_iter().chain(VARIANTS).map(|(_, kind)| kind);
    all.filter(|kind| !kind.is_stock())
}
