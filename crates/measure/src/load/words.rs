//! How a measured case is said.

use super::Unit;
use clipmark_record::grouped;

/// The measured case, as the beginning of a sentence.
pub(super) fn on(unit: Unit, threads: usize) -> String {
    let plural = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{} {what}s", grouped(n)),
    };
    format!(
        "{} at {} Hz on {}",
        plural(unit.players, "player"),
        unit.hertz,
        plural(threads, "thread")
    )
}
