//! Tells the program which commit it is built from: pages and results say so.

use std::path::Path;
use std::process::Command;

/// What of a crate decides what it becomes.
const SOURCES: [&str; 5] = ["src", "assets", "templates", "Cargo.toml", "build.rs"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = git(&["rev-parse", "--short=10", "HEAD"]).unwrap_or_default();
    // Of a release without a repository nothing is said.
    if commit.is_empty() {
        println!("cargo::rustc-env=CLIPMARK_COMMIT=");
        return;
    }
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_none_or(|text| !text.is_empty());
    let changes = if changed { " with changes" } else { "" };
    println!("cargo::rustc-env=CLIPMARK_COMMIT={commit}{changes}");
    for of_git in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", of_git]);
        // Cargo builds anew each time where a file named is missing.
        if let Some(path) = path.filter(|p| Path::new(p).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    for folder in ["..", "../peers"] {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            for source in SOURCES {
                let path = entry.path().join(source);
                if path.exists() {
                    println!("cargo::rerun-if-changed={}", path.display());
                }
            }
        }
    }
}

/// What git says in one line; `None` where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let said = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(said.stdout).ok()?;
    said.status.success().then(|| text.trim().to_owned())
}
