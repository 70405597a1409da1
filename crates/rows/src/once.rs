//! Values without their repetitions.

/// Each value once, in the order in which it first stands.
pub fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values = Vec::new();
    for value in all {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
