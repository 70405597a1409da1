//! How a measured case is said.

use super::Unit;

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

/// `4096` as `4,096`.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
