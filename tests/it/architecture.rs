//! Dependencies of crates point left in the picture of ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Our crates that a manifest depends on, by the names of the picture.
fn depends(manifest: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(manifest).unwrap();
    let mut counts = false;
    // Those of a target count too; those of tests and build scripts do not.
    let own = text.lines().filter(move |line| {
        if line.starts_with('[') {
            let of_target = line.starts_with("[target.") && line.ends_with(".dependencies]");
            counts = line.trim() == "[dependencies]" || of_target;
        }
        counts
    });
    let named = own.filter_map(|line| line.strip_prefix("clipmark"));
    named
        .map(|rest| {
            let name: String = rest.chars().take_while(|c| !" .=".contains(*c)).collect();
            name.strip_prefix('-').map_or("clipmark".into(), of_table)
        })
        .collect()
}

/// Libraries of others stand under `peers` in the picture.
fn of_table(name: &str) -> String {
    let peer = root().join("crates/peers").join(name).is_dir();
    if peer {
        format!("peers/{name}")
    } else {
        name.into()
    }
}

/// The crates' manifests, by the names of the picture.
fn crates() -> BTreeMap<String, PathBuf> {
    let of = |folder: &str| fs::read_dir(root().join(folder)).unwrap();
    let found = of("crates")
        .chain(of("crates/peers"))
        .map(|entry| entry.unwrap().path());
    let found = found.filter(|dir| dir.join("Cargo.toml").is_file());
    let mut all: BTreeMap<_, _> = found
        .map(|dir| {
            (
                of_table(dir.file_name().unwrap().to_str().unwrap()),
                dir.join("Cargo.toml"),
            )
        })
        .collect();
    all.insert("clipmark".into(), root().join("Cargo.toml"));
    all
}

#[test]
fn dependencies_point_left() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let told = page.split("Dependencies point left only:").nth(1).unwrap();
    let told = told.split("\n\n").next().unwrap();
    let chains: Vec<&str> = told.split('`').filter(|part| part.contains('←')).collect();
    assert_eq!(chains.len(), 3, "{told}");
    let crates = crates();
    for chain in chains {
        let layers: Vec<Vec<&str>> = chain
            .split('←')
            .map(|layer| layer.trim_matches(|c| " {}".contains(c)).split(", ").collect())
            .collect();
        for (i, layer) in layers.iter().enumerate() {
            for name in layer {
                let own = depends(&crates[*name]);
                let right = layers[i + 1..]
                    .iter()
                    .flatten()
                    .find(|other| own.contains(**other));
                assert_eq!(right, None, "{name} depends on a crate to its right in {chain}");
            }
        }
    }
}
