//! Names of contestants and maps, as tables list them.

/// Each name or other value once, in the order in which it first stands.
pub fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for value in all {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}
