//! Names of contestants and maps, as tables list them, and counts, as sentences say them.

/// Each name once, in the order in which it first stands.
pub fn each_once<'a>(all: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A whole number with thousands separators: `1234567` as `1,234,567`.
pub fn grouped(n: impl ToString) -> String {
    let mut digits = n.to_string();
    for at in (1..digits.len()).rev().skip(2).step_by(3) {
        digits.insert(at, ',');
    }
    digits
}
