//! Names of contestants and maps, as tables list them.

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
