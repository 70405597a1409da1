//! The facade is what a user's crate writes against: small, and counted.

/// Names that it may have, the crates in `internals` apart.
const MOST: usize = 150;

/// Each re-export is a name in a list, none is a glob, so that the names in the source are all there are.
#[test]
fn the_facade_stays_small() {
    let text = include_str!("../../src/lib.rs");
    let own = text.split("pub mod internals").next().unwrap_or_default();
    let lists = own
        .split("pub use ")
        .skip(1)
        .filter_map(|list| list.split(';').next());
    let lists = lists.map(|list| list.rsplit('{').next().unwrap_or_default());
    let name = |name: &&str| !name.trim_matches(['}', ' ', '\n']).is_empty();
    let names: usize = lists.map(|list| list.split(',').filter(name).count()).sum();
    let functions = own.matches("\npub fn ").count();
    assert!(!own.contains("::*"), "a glob has names that nobody counts");
    assert!(
        (40..=MOST).contains(&(names + functions)),
        "{names} names and {functions} functions"
    );
}
