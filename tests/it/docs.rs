//! Links of pages and of the record lead to a file and a place of ours, and each page that a text cites exists. Nothing is
//! fetched; the working tree is read.

use clipmark::internals::measure::detect::DETECTORS;
use clipmark_laws as laws;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Folders that are no part of the repository, wherever they lie. What is fetched or written is named by `.gitignore`.
const SKIPPED: [&str; 3] = [".git", "target", "node_modules"];
const IGNORED: &str = include_str!("../../.gitignore");
/// Written by programs or fetched, so not in the repository.
const MADE: [&str; 5] = [
    "scenes/maps",
    "reports/latest",
    "target",
    "table.md",
    "summary.md",
];
/// Their own text is not checked for citations, and of the record the links are.
const GENERATED: [&str; 2] = ["crates/report/assets/", "reports/record/"];
const READ: [&str; 7] = [".rs", ".md", ".ron", ".html", ".js", ".sh", ".toml"];
/// Holds planted faults.
const PLANTED: &str = "tests/it/docs.rs";

/// Files of the repository by their path from the root, with the text of those that are read; and its folders.
#[derive(Default)]
struct Repository {
    files: BTreeMap<String, Option<String>>,
    folders: BTreeSet<String>,
}

impl Repository {
    fn read() -> Self {
        let mut repository = Self::default();
        repository.visit(Path::new(env!("CARGO_MANIFEST_DIR")), "");
        repository
    }

    fn visit(&mut self, dir: &Path, under: &str) {
        for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let path = format!("{under}{name}");
            if SKIPPED.contains(&name.as_str()) || IGNORED.lines().any(|line| line.trim_matches('/') == path)
            {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                self.visit(&entry.path(), &format!("{path}/"));
                self.folders.insert(path);
            } else {
                let is_read = READ.iter().any(|end| path.ends_with(end));
                let text = is_read.then(|| fs::read_to_string(entry.path()).unwrap());
                self.files.insert(path, text);
            }
        }
    }

    fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.files.iter();
        texts.filter_map(|(file, text)| Some((file.as_str(), text.as_deref()?)))
    }

    /// A file or folder by its path from the folder of another file.
    fn beside(&self, file: &str, path: &str) -> Option<String> {
        let mut parts: Vec<&str> = file.split('/').collect();
        parts.pop();
        for part in path.trim_end_matches('/').split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        let path = parts.join("/");
        let is_there = path.is_empty() || self.files.contains_key(&path) || self.folders.contains(&path);
        is_there.then_some(path)
    }

    /// Whether a page that a file cites exists: from the root, from beside the file, or by its last parts anywhere.
    fn has_page(&self, file: &str, cited: &str) -> bool {
        let ending = format!("/{cited}");
        self.files.contains_key(cited)
            || self.beside(file, cited).is_some()
            || !cited.starts_with("docs/") && self.files.keys().any(|file| file.ends_with(&ending))
    }

    /// Whether a page has a heading or an explicit anchor of that name.
    fn has_anchor(&self, page: &str, anchor: &str) -> bool {
        let text = self.files[page].as_deref().unwrap_or_default();
        let mut headings = text.lines().filter_map(|line| line.strip_prefix('#'));
        text.contains(&format!("<a id=\"{anchor}\""))
            || headings.any(|heading| slug(heading.trim_start_matches('#').trim()) == anchor)
    }
}

/// The anchor that a heading gets where pages are shown.
fn slug(heading: &str) -> String {
    let heading = heading.to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().replace(' ', "-")
}

/// Links that lead to no file or place, and citations of pages that there are not.
fn problems(repository: &Repository, file: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mark, end) = if file.ends_with(".md") {
        ("](", ')')
    } else {
        ("href=\"", '"')
    };
    let is_page = file.ends_with(".md") || file.starts_with(GENERATED[1]) && file.ends_with(".html");
    for (_, rest) in text
        .match_indices(mark)
        .map(|(at, mark)| text.split_at(at + mark.len()))
    {
        let target = rest.split(end).next().unwrap_or_default();
        let (path, anchor) = target
            .split_once('#')
            .map_or((target, ""), |(path, anchor)| (path, anchor));
        if !is_page || path.contains([':', '$']) || file.ends_with(".html") && path.is_empty() {
            continue;
        }
        let page = if path.is_empty() {
            Some(file.to_owned())
        } else {
            repository.beside(file, path)
        };
        let is_there = page.is_some_and(|page| {
            anchor.is_empty() || !page.ends_with(".md") || repository.has_anchor(&page, anchor)
        });
        if !is_there {
            found.push(format!("{file}: the link {target} leads nowhere"));
        }
    }
    if !GENERATED.iter().any(|folder| file.starts_with(folder)) {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        for (i, line) in text.lines().enumerate() {
            // A string of a program may hold the name of any file.
            let prose = if file.ends_with(".rs") {
                line.find("//").map_or("", |at| &line[at..])
            } else {
                line
            };
            let words = prose
                .split_whitespace()
                .filter(|word| !word.contains("://") && !word.contains("]("));
            for cited in words.flat_map(|word| word.split(|c| !is_part(c))) {
                let cited = cited.trim_matches(['/', '-']).trim_end_matches('.');
                let stem = cited.rsplit('/').next().and_then(|name| name.strip_suffix(".md"));
                let is_page = stem.is_some_and(|stem| stem.len() > 1)
                    && !MADE.iter().any(|made| cited.starts_with(made));
                if is_page && !repository.has_page(file, cited) {
                    found.push(format!("{file}:{}: there is no page {cited}", i + 1));
                }
            }
        }
    }
    found
}

#[test]
fn every_link_and_every_cited_page_leads_somewhere() {
    let repository = Repository::read();
    assert!(repository.texts().count() > 300, "the repository was not read");
    let texts = repository.texts().filter(|(file, _)| *file != PLANTED);
    let found: Vec<String> = texts
        .flat_map(|(file, text)| problems(&repository, file, text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn planted_citations_are_caught() {
    let repository = Repository::read();
    for (file, text, names) in [
        (
            "crates/bsp/src/clip.rs",
            "//! Source: `nowhere.md`.",
            "nowhere.md",
        ),
        ("README.md", "[rules](docs/nowhere.md)", "docs/nowhere.md"),
        ("README.md", "[stuck](docs/failures.md#f99)", "#f99"),
        ("docs/laws.md", "[above](#no-such-heading)", "#no-such-heading"),
        (
            "reports/record/a.html",
            "<a href=\"gone.json\">x</a> <a href=\"#top\">y</a>",
            "gone.json",
        ),
        ("reports/record/a.md", "[x](gate.md) [y](gone.md)", "gone.md"),
        (
            "reports/record/a.md",
            "[x](gate.md#no-such-place)",
            "#no-such-place",
        ),
    ] {
        let found = problems(&repository, file, text);
        assert!(found.len() == 1 && found[0].contains(names), "{text}: {found:?}");
    }
}

#[test]
fn the_rules_and_every_detector_and_law_have_their_entry() {
    let repository = Repository::read();
    let mut entries = vec![(
        "docs/rules-versions.md",
        format!("\n## Rules {}\n", clipmark::internals::rows::RULES),
    )];
    entries.extend(
        DETECTORS
            .iter()
            .map(|d| ("docs/failures.md", format!("\n### {} ", d.id))),
    );
    entries.extend(
        laws::ALL
            .iter()
            .map(|law| ("docs/laws.md", format!("\n### {} ", law.id))),
    );
    entries.extend((1..=20).map(|n| ("docs/walker.md", format!("\n### W{n} "))));
    for (page, heading) in entries {
        let text = repository.files[page].as_deref().unwrap();
        assert!(text.contains(&heading), "{page} has no heading{heading}");
    }
}
