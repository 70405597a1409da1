//! The pages, and the lines of shell that they show.

use std::fs;
use std::path::{Path, PathBuf};

/// Where pages are: a page, or a folder of them.
const PAGES: [&str; 8] = [
    "README.md",
    "METHODOLOGY.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "docs",
    "contrib",
    "scenes/README.md",
    "fuzz/README.md",
];

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// All pages, by their path from the root.
pub(super) fn pages() -> Vec<(String, String)> {
    fn visit(path: &Path, found: &mut Vec<PathBuf>) {
        if path.is_dir() {
            let mut inner: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
            inner.sort();
            inner.iter().for_each(|path| visit(path, found));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path.to_owned());
        }
    }
    let root = root();
    let mut found = Vec::new();
    PAGES.iter().for_each(|page| visit(&root.join(page), &mut found));
    let name = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
    found
        .iter()
        .map(|path| (name(path), fs::read_to_string(path).unwrap()))
        .collect()
}

/// A line of shell that a page shows.
pub(super) struct Shown {
    /// From 1.
    pub(super) line: usize,
    pub(super) text: String,
    /// In a sentence: an option may lack its value, a verb its arguments.
    pub(super) inline: bool,
    /// First of its block, which begins at the root.
    pub(super) first: bool,
}

/// Lines of `sh` blocks, joined where they go on, and commands within sentences.
pub(super) fn shown(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let (mut block, mut goes_on, mut first) = (None, false, false);
    for (i, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (block, fence) {
            (None, Some(kind)) => (block, goes_on, first) = (Some(kind == "sh"), false, true),
            (Some(_), Some(_)) => block = None,
            (Some(true), None) => {
                let (part, more) = line.strip_suffix('\\').map_or((line, false), |part| (part, true));
                match found.last_mut().filter(|_| goes_on) {
                    Some(last) => last.text.push_str(part),
                    None => found.push(Shown {
                        line: i + 1,
                        text: part.to_owned(),
                        inline: false,
                        first: std::mem::take(&mut first),
                    }),
                }
                goes_on = more;
            }
            (Some(false), None) => {}
            // Code within sentences stands at each second place between the marks.
            (None, None) => found.extend(
                line.split('`')
                    .skip(1)
                    .step_by(2)
                    .filter(|code| {
                        ["compare ", "clipmark ", "cargo run "]
                            .iter()
                            .any(|start| code.starts_with(start))
                    })
                    .map(|code| Shown {
                        line: i + 1,
                        text: code.to_owned(),
                        inline: true,
                        first: false,
                    }),
            ),
        }
    }
    found
}
