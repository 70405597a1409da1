//! The files of the repository, and the definitions on its pages: anchors, sections and codes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Pages that define codes, with the letter of their codes.
const DEFINE: [(char, &str); 3] = [
    ('F', "docs/failures.md"),
    ('L', "docs/laws.md"),
    ('W', "docs/walker.md"),
];
/// Endings of files whose citations are checked.
const READ: [&str; 9] = [
    ".rs", ".md", ".ron", ".html", ".js", ".mjs", ".sh", ".toml", "run",
];
/// Folders that are no part of the repository, wherever they lie. What is fetched or written is named by `.gitignore`.
const SKIPPED: [&str; 3] = [".git", "target", "node_modules"];
const IGNORED: &str = include_str!("../../../.gitignore");
/// Written by programs: may be cited, but their own text is not checked.
const GENERATED: [&str; 2] = ["crates/report/assets/", RECORD];
/// Kept results: of their pages the links are checked.
const RECORD: &str = "reports/record/";
/// Endings of pages with links.
const LINKING: [&str; 2] = [".md", ".html"];

/// Files of the repository by their path from the root.
pub(crate) struct Repository {
    /// Text, for files that are read.
    files: BTreeMap<String, Option<String>>,
    /// Pages of the record.
    record: BTreeMap<String, String>,
    folders: BTreeSet<String>,
    pages: BTreeMap<String, Page>,
    codes: BTreeMap<String, &'static str>,
}

#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    sections: BTreeSet<String>,
}

/// Whether a word has the form of a code: F17, F13b, L5, W20.
pub(crate) fn is_code(word: &str) -> bool {
    let digits = word.get(1..).unwrap_or_default();
    let digits = digits.strip_suffix('b').unwrap_or(digits);
    word.starts_with(['F', 'L', 'W'])
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The anchor that a heading gets where pages are shown.
pub(crate) fn slug(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.replace(' ', "-")
}

impl Page {
    fn of(text: &str) -> Self {
        let mut page = Self::default();
        for line in text.lines() {
            if let Some((_, id)) = line.split_once("<a id=\"") {
                page.anchors
                    .extend(id.split_once('"').map(|(id, _)| id.to_owned()));
            }
            let Some(heading) = line.strip_prefix('#').map(|h| h.trim_start_matches('#').trim()) else {
                continue;
            };
            page.anchors.insert(slug(heading));
            let first = heading
                .split(' ')
                .next()
                .unwrap_or_default()
                .trim_end_matches('.');
            page.sections.insert(first.to_owned());
        }
        page
    }
}

impl Repository {
    /// Reads the working tree below `root`.
    pub(crate) fn read(root: &Path) -> Self {
        let mut repository = Self {
            files: BTreeMap::new(),
            record: BTreeMap::new(),
            folders: BTreeSet::new(),
            pages: BTreeMap::new(),
            codes: BTreeMap::new(),
        };
        repository.visit(root, "");
        let texts = repository
            .files
            .iter()
            .filter_map(|(file, text)| Some((file, text.as_ref()?)));
        for (file, text) in texts.chain(&repository.record) {
            if file.ends_with(".md") {
                repository.pages.insert(file.clone(), Page::of(text));
            }
        }
        for (letter, page) in DEFINE {
            let anchors = &repository.pages[page].anchors;
            let codes = anchors
                .iter()
                .map(|a| letter.to_string() + a.strip_prefix(letter.to_ascii_lowercase()).unwrap_or("?"));
            repository
                .codes
                .extend(codes.filter(|c| is_code(c)).map(|c| (c, page)));
        }
        repository
    }

    fn visit(&mut self, dir: &Path, under: &str) {
        for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let path = if under.is_empty() {
                name.clone()
            } else {
                format!("{under}/{name}")
            };
            let is_ignored = IGNORED.lines().any(|line| line.trim_matches('/') == path);
            if is_ignored || SKIPPED.contains(&name.as_str()) {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                self.folders.insert(path.clone());
                self.visit(&entry.path(), &path);
            } else {
                let generated = GENERATED.iter().any(|folder| path.starts_with(folder));
                let read = !generated && READ.iter().any(|e| path.ends_with(e));
                let text = read.then(|| fs::read_to_string(entry.path()).unwrap());
                if path.starts_with(RECORD) && LINKING.iter().any(|e| path.ends_with(e)) {
                    let text = fs::read_to_string(entry.path()).unwrap();
                    self.record.insert(path.clone(), text);
                }
                self.files.insert(path, text);
            }
        }
    }

    /// All files whose citations are checked, with their text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter_map(|(file, text)| Some((file.as_str(), text.as_deref()?)))
    }

    /// The pages of the record, with their text.
    pub(crate) fn record(&self) -> impl Iterator<Item = (&str, &str)> {
        self.record
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// The text of a file.
    pub(crate) fn text(&self, file: &str) -> Option<&str> {
        self.files.get(file)?.as_deref()
    }

    /// All codes that pages define.
    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        self.codes.keys().map(String::as_str)
    }

    /// The page that defines a code.
    pub(crate) fn page_of(&self, code: &str) -> Option<&'static str> {
        self.codes.get(code).copied()
    }

    /// Whether a page has a heading or an explicit anchor of that name.
    pub(crate) fn has_anchor(&self, page: &str, anchor: &str) -> bool {
        self.pages
            .get(page)
            .is_some_and(|page| page.anchors.contains(anchor))
    }

    /// Whether a page has a heading that begins with that number or letter.
    pub(crate) fn has_section(&self, page: &str, number: &str) -> bool {
        self.pages
            .get(page)
            .is_some_and(|page| page.sections.contains(number))
    }

    /// A page cited in a file: by its path from the root, or from beside that file.
    pub(crate) fn page(&self, file: &str, cited: &str) -> Option<String> {
        let from_root = self.pages.contains_key(cited).then(|| cited.to_owned());
        from_root.or_else(|| {
            self.beside(file, cited)
                .filter(|page| self.pages.contains_key(page))
        })
    }

    /// A file or folder by its path from the folder of another file.
    pub(crate) fn beside(&self, file: &str, path: &str) -> Option<String> {
        let mut parts: Vec<&str> = file.split('/').collect();
        parts.pop();
        for part in path.trim_end_matches('/').split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        Some(parts.join("/")).filter(|path| self.exists(path))
    }

    fn exists(&self, path: &str) -> bool {
        path.is_empty() || self.files.contains_key(path) || self.folders.contains(path)
    }

    /// Whether a file or folder named in prose exists: by its path from the root, from beside that file or from its crate. Or,
    /// but for a path from the root, by its last parts anywhere.
    pub(crate) fn has_file(&self, file: &str, cited: &str) -> bool {
        let mut parts = file.split('/');
        let crate_of = match (parts.next(), parts.next()) {
            (Some("crates"), Some(name)) => format!("crates/{name}/"),
            _ => String::new(),
        };
        let ending = format!("/{cited}");
        let rooted = ["crates/", "docs/", "scenes/"]
            .iter()
            .any(|root| cited.starts_with(root));
        self.exists(cited)
            || self.beside(file, cited).is_some()
            || self.exists(&format!("{crate_of}{cited}"))
            || self.exists(&format!("{crate_of}src/{cited}"))
            || !rooted && self.files.keys().any(|file| file.ends_with(&ending))
    }
}
