//! Every test of the workspace is run. Cargo makes no program of the unit tests where a crate says `test = false`.

use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether a manifest turns unit tests off, and a source has some.
fn is_lost(manifest: &str, source: &str) -> bool {
    manifest.lines().any(|line| line.trim() == "test = false")
        && source.lines().any(|line| line.trim() == "#[test]")
}

#[test]
fn no_unit_test_stands_where_none_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut manifests = vec![crates.join("../Cargo.toml")];
    for folder in [crates.clone(), crates.join("peers")] {
        let each = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path().join("Cargo.toml"));
        manifests.extend(each.filter(|manifest| manifest.is_file()));
    }
    assert!(manifests.len() > 20);
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        let mut sources = Vec::new();
        rust_files(&manifest.with_file_name("src"), &mut sources);
        for source in sources {
            assert!(
                !is_lost(&text, &fs::read_to_string(&source).unwrap()),
                "{}: its crate runs no unit tests; move it to tests/it",
                source.display()
            );
        }
    }
}

#[test]
fn a_planted_test_is_found() {
    assert!(is_lost(
        "[lib]\ntest = false\n",
        "mod tests {\n    #[test]\n    fn a() {}\n}"
    ));
    assert!(!is_lost("[lib]\n", "#[test]\nfn a() {}"));
}
