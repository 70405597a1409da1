//! Which version of a library of others a build has.
//!
//! An adapter says the versions of our `Cargo.lock`. An author can build with his own checkout in their place.

use super::roster::Roster;

/// What an adapter says of where its library is from.
const USUAL: &str = ", of crates.io";

/// A library with its versions as its adapter says them, and the packages of it that are not from crates.io.
pub fn library_said(library: &str) -> String {
    describe_source(library, Roster::of_process().elsewhere())
}

/// The packages of libraries that this process does not have from crates.io, each as `rapier3d 0.36.1 from a path`.
pub fn elsewhere() -> Vec<&'static str> {
    let rows = Roster::of_process().elsewhere().split(';');
    rows.filter(|row| !row.is_empty()).collect()
}

/// A library, in a build that has these packages from elsewhere.
fn describe_source(library: &str, elsewhere: &str) -> String {
    let packages = elsewhere.split(';').filter(|row| {
        let name = row.split(' ').next().unwrap_or_default();
        // An adapter names a wrapper, and not the package that holds the wrapper's C or C++.
        !name.is_empty() && library.contains(name.trim_end_matches("-sys"))
    });
    let packages: Vec<&str> = packages.collect();
    if packages.is_empty() {
        return library.to_owned();
    }
    format!(
        "{}; this build has {}",
        library.replace(USUAL, ""),
        packages.join(", ")
    )
}
