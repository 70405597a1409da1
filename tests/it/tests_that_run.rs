//! Every test is run. A crate whose library says `test = false` has none in `src`, and `main.rs` names each file of `tests/it`.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files below a folder, without what a build of an example made.
pub(crate) fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("target") {
            continue;
        }
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether a manifest turns the library's unit tests off, and a source has some.
fn is_lost(manifest: &str, source: &str) -> bool {
    let library = manifest.lines().skip_while(|line| *line != "[lib]").skip(1);
    let mut lines = library.take_while(|line| !line.starts_with('['));
    lines.any(|line| line.trim() == "test = false") && source.lines().any(|line| line.trim() == "#[test]")
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
fn every_file_of_a_test_program_is_a_module_of_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let each = fs::read_dir(crates)
        .unwrap()
        .map(|e| e.unwrap().path().join("tests/it"));
    let mut programs: Vec<PathBuf> = each.filter(|folder| folder.is_dir()).collect();
    programs.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it"));
    assert!(programs.len() > 12);
    for program in programs {
        let main = fs::read_to_string(program.join("main.rs")).unwrap();
        for entry in fs::read_dir(&program).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_source = path.is_dir() || path.extension().is_some_and(|ending| ending == "rs");
            let is_named = main.lines().any(|line| line.trim() == format!("mod {name};"));
            assert!(
                !is_source || name == "main" || is_named,
                "{}: no `mod {name};` in main.rs",
                path.display()
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
    assert!(!is_lost("[lib]\n[[bin]]\ntest = false\n", "#[test]\nfn a() {}"));
}
