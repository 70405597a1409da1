//! Which version of a library of others a build has.
//!
//! An adapter says the versions of our `Cargo.lock`. An author can build with his own checkout in their place.

use super::roster::Roster;

/// What an adapter says of where its library is from.
const USUAL: &str = ", of crates.io";

/// A library with its versions as its adapter says them, and the packages of it that are not from crates.io.
pub fn library_said(library: &str) -> String {
    said(library, Roster::of_process().elsewhere())
}

/// The packages of libraries that this process does not have from crates.io, each as `rapier3d 0.36.1 from a path`.
pub fn elsewhere() -> Vec<&'static str> {
    let rows = Roster::of_process().elsewhere().split(';');
    rows.filter(|row| !row.is_empty()).collect()
}

fn said(library: &str, elsewhere: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkout_is_told_of_in_place_of_the_package_of_crates_io() {
        let rapier = "rapier3d 0.36.1, parry3d 0.31.1, of crates.io";
        let jolt = "Jolt Physics 5.6.0 by oxijolt 1.5.0, of crates.io";
        assert_eq!(said(rapier, ""), rapier);
        let built =
            "oxijolt-sys 1.5.0+jolt-5.6.0 from a path;rapier3d 0.36.2 from git+https://host/r#1234abcd";
        assert_eq!(
            said(rapier, built),
            "rapier3d 0.36.1, parry3d 0.31.1; this build has rapier3d 0.36.2 from git+https://host/r#1234abcd"
        );
        assert_eq!(
            said(jolt, built),
            "Jolt Physics 5.6.0 by oxijolt 1.5.0; this build has oxijolt-sys 1.5.0+jolt-5.6.0 from a path"
        );
        assert_eq!(
            said("Box3D by boxddd 0.4.0, of crates.io", built),
            "Box3D by boxddd 0.4.0, of crates.io"
        );
    }
}
