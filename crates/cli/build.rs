//! Tells the program which commit it is built from, and which libraries of others are an author's own: pages and results say so.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What of a crate decides what it becomes.
const SOURCES: [&str; 5] = ["src", "assets", "templates", "Cargo.toml", "build.rs"];

/// Packages of libraries of others, and of their wrappers.
const LIBRARIES: [&str; 7] = [
    "avian3d",
    "boxddd",
    "boxddd-sys",
    "oxijolt",
    "oxijolt-sys",
    "parry3d",
    "rapier3d",
];

/// What `Cargo.lock` says of a package of crates.io, whatever mirror it came from.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let lock = lock();
    if let Some(path) = &lock {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let text = lock.and_then(|path| std::fs::read_to_string(path).ok());
    println!(
        "cargo::rustc-env=CLIPMARK_ELSEWHERE={}",
        elsewhere(&text.unwrap_or_default())
    );
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

/// The lock file of this build: above the target folder, or above the sources where that folder is elsewhere.
fn lock() -> Option<PathBuf> {
    let above = |variable: &str| {
        let folder = PathBuf::from(std::env::var_os(variable)?);
        let locks = folder.ancestors().map(|folder| folder.join("Cargo.lock"));
        locks.into_iter().find(|lock| lock.is_file())
    };
    above("OUT_DIR").or_else(|| above("CARGO_MANIFEST_DIR"))
}

/// The packages of libraries that are not from crates.io, such as `rapier3d 0.36.1 from a path`, with `;` between.
fn elsewhere(lock: &str) -> String {
    let packages = lock.split("[[package]]").skip(1).filter_map(|package| {
        // The last is followed by patches that are not used.
        let package = package.split("\n[[").next()?;
        let field = |name: &str| {
            let mut lines = package.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'))
        };
        let (name, version) = (field("name")?, field("version")?);
        let source = field("source").unwrap_or("a path");
        let is_told = LIBRARIES.contains(&name) && source != CRATES_IO;
        is_told.then(|| format!("{name} {version} from {source}"))
    });
    packages.collect::<Vec<_>>().join(";")
}

/// What git says in one line; `None` where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let said = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(said.stdout).ok()?;
    said.status.success().then(|| text.trim().to_owned())
}
