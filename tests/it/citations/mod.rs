//! Finds citations in a text and says which lead nowhere. They are pages (`docs/laws.md`), their sections, links with
//! anchors, files (`tests/it/traps.rs`) and codes (F17).
//!
//! A citation may be broken over comment lines, so the comment marks are taken out first.

mod repository;

pub(crate) use repository::Repository;
use repository::{is_code, slug};

/// Endings of files that are checked when prose names them.
const ENDINGS: [&str; 5] = [".rs", ".ron", ".sh", ".ts", ".md"];
/// Folders at the root; a path that begins with one starts at the root or at a crate.
const FOLDERS: [&str; 7] = ["crates", "docs", "tests", "scenes", "fuzz", "src", "examples"];
/// Looks like a code and is none: number types, and a law that tests request because it does not exist.
const NO_CODES: [&str; 3] = ["F32", "F64", "L99"];
/// Written by programs or fetched, so not in the repository.
const MADE: [&str; 6] = [
    "scenes/maps",
    "reports/latest",
    "target",
    "fuzz/artifacts",
    "table.md",
    "summary.md",
];

/// Citations of this text that lead nowhere, as `file:line: fault`.
pub(crate) fn problems(repository: &Repository, file: &str, text: &str) -> Vec<String> {
    let flat = Flat::of(file, text);
    let mut found = Vec::new();
    let mut say = |at: usize, what: String| found.push(format!("{file}:{}: {what}", flat.line(at)));
    if file.ends_with(".md") {
        links(repository, file, &flat.text, &mut say);
    }
    for (at, token) in tokens(&flat.text) {
        let bare = token.trim_end_matches(['.', '/', '-']);
        if is_code(bare) && !NO_CODES.contains(&bare) && repository.page_of(bare).is_none() {
            say(at, format!("no page defines {bare}"));
        }
        let quoted = flat.text[..at].ends_with('"') && flat.text[at + token.len()..].starts_with('"');
        let linked =
            flat.text[..at].ends_with('(') || flat.text[..at].ends_with("](../") || in_url(&flat.text, at);
        if quoted || linked || bare.starts_with('.') || MADE.iter().any(|made| bare.starts_with(made)) {
            continue;
        }
        // A string of a program may hold the name of any file. A path, or a page at the root, is a citation.
        let cites = flat.prose(at) || bare.contains('/') || bare.starts_with(char::is_uppercase);
        if bare.ends_with(".md") && cites {
            match repository.page(file, bare) {
                Some(page) => sections(repository, &page, &flat.text, at + bare.len(), &mut say),
                None => say(at, format!("there is no page {bare}")),
            }
        } else if flat.prose(at) && names_a_file(bare) && !repository.has_file(file, bare) {
            say(at, format!("there is no file {bare}"));
        }
    }
    found
}

/// Links of a page of the record that lead to no file or place.
pub(crate) fn dead_links(repository: &Repository, file: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut say = |_: usize, what: String| found.push(format!("{file}: {what}"));
    if file.ends_with(".md") {
        links(repository, file, text, &mut say);
        return found;
    }
    for (at, _) in text.match_indices("href=\"") {
        let target = text[at + "href=\"".len()..].split('"').next().unwrap_or_default();
        let path = target.split('#').next().unwrap_or_default();
        let ours = !path.is_empty() && !path.contains(':') && !path.contains('$');
        if ours && repository.beside(file, path).is_none() {
            say(at, format!("the link {target} leads to no file"));
        }
    }
    found
}

/// Whether a token is the name or path of a file of ours, rather than a placeholder such as `THAT.ron`.
fn names_a_file(token: &str) -> bool {
    let stem = token.rsplit('/').next().unwrap_or(token);
    let stem = ENDINGS.iter().find_map(|e| stem.strip_suffix(e)).unwrap_or(stem);
    let placeholder =
        stem.is_empty() || stem.chars().all(|c| c.is_uppercase() || c == '_') || stem.len() == 1;
    let folder = token
        .split_once('/')
        .is_some_and(|(first, rest)| FOLDERS.contains(&first) && !rest.is_empty());
    !placeholder && !token.ends_with('_') && (folder || ENDINGS.iter().any(|e| token.ends_with(e)))
}

/// A text without comment marks, in which a citation never breaks.
struct Flat {
    text: String,
    /// Where each line begins in `text`.
    lines: Vec<usize>,
    /// Where comments of Rust begin and end; everything where the file is no Rust.
    prose: Vec<std::ops::Range<usize>>,
}

impl Flat {
    fn of(file: &str, text: &str) -> Self {
        let rust = file.ends_with(".rs");
        let mut flat = Self {
            text: String::with_capacity(text.len()),
            lines: Vec::new(),
            prose: Vec::new(),
        };
        for line in text.lines() {
            flat.lines.push(flat.text.len());
            let trimmed = line.trim_start();
            let whole = ["//!", "///", "//", "#"]
                .iter()
                .find_map(|mark| trimmed.strip_prefix(mark));
            let start = flat.text.len();
            match whole {
                Some(comment) if rust || file.ends_with(".ron") => {
                    flat.text.push_str(comment.trim_start());
                    flat.prose.push(start..flat.text.len());
                }
                _ => {
                    flat.text.push_str(trimmed);
                    let from = if rust { trimmed.find(" // ") } else { Some(0) };
                    flat.prose.extend(from.map(|from| start + from..flat.text.len()));
                }
            }
            flat.text.push(' ');
        }
        flat
    }

    /// The line of a byte, from 1.
    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&start| start <= at)
    }

    fn prose(&self, at: usize) -> bool {
        self.prose.iter().any(|range| range.contains(&at))
    }
}

/// Words of path characters, with their places.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(part)?;
        let end = text[start..].find(|c| !part(c)).map_or(text.len(), |n| start + n);
        rest = end;
        Some((start, &text[start..end]))
    })
}

/// Whether a place lies in an address of another site.
fn in_url(text: &str, at: usize) -> bool {
    let start = text[..at].rfind([' ', '(', '"', '<', '`']).map_or(0, |n| n + 1);
    text[start..at].contains("://")
        || text[start..].starts_with("https:")
        || text[start..].starts_with("http:")
}

/// The links of a page: `[text](file#anchor)`.
fn links(repository: &Repository, file: &str, text: &str, say: &mut dyn FnMut(usize, String)) {
    for (at, _) in text.match_indices("](") {
        let from = at + 2;
        let Some(length) = text[from..].find(')') else {
            continue;
        };
        let target = &text[from..from + length];
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = target
            .split_once('#')
            .map_or((target, None), |(p, a)| (p, Some(a)));
        let page = if path.is_empty() {
            Some(file.to_owned())
        } else {
            repository.beside(file, path)
        };
        match (page, anchor) {
            (None, _) => say(from, format!("the link {target} leads to no file")),
            (Some(page), Some(anchor)) if !repository.has_anchor(&page, anchor) => {
                say(from, format!("{page} has no place #{anchor}"));
            }
            _ => {}
        }
    }
}

/// The sections named right after a page ("section 3.4", "sections 1, 3 to 5 and 10"), and quoted parts after them.
fn sections(
    repository: &Repository,
    page: &str,
    text: &str,
    from: usize,
    say: &mut dyn FnMut(usize, String),
) {
    let mut rest = &text[from..];
    let skip = |rest: &mut &str, parts: &[&str]| {
        let part = parts.iter().find(|part| rest.starts_with(**part));
        part.inspect(|part| *rest = &rest[part.len()..]).is_some()
    };
    skip(&mut rest, &["`"]);
    skip(&mut rest, &[",", " ("]);
    skip(&mut rest, &[" "]);
    if !skip(&mut rest, &["sections ", "section "]) {
        return;
    }
    loop {
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
            .unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        let fits = number.starts_with(|c: char| c.is_ascii_digit()) || number.len() == 1;
        if !fits || number.is_empty() {
            break;
        }
        if !repository.has_section(page, number) {
            say(text.len() - rest.len(), format!("{page} has no section {number}"));
        }
        rest = &rest[number.len()..];
        if !skip(&mut rest, &[", and ", " and ", " to ", ", ", "-", "–"]) {
            return;
        }
    }
    while let Some(quoted) = rest.strip_prefix('"') {
        let Some(end) = quoted.find('"') else { return };
        let name = &quoted[..end];
        if !repository.has_anchor(page, &slug(name)) {
            say(text.len() - rest.len(), format!("{page} has no part \"{name}\""));
        }
        rest = &quoted[end + 1..];
        if !skip(&mut rest, &[", and ", " and ", ", "]) {
            return;
        }
    }
}
