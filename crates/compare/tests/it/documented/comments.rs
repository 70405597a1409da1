//! Comments are as plain as pages: no sentence is longer than thirty words, few are longer than twenty, and none is a riddle.
//!
//! Tested are comments on lines of their own. Not tested: code, tables, and comments behind code.

use super::pages::root;
use super::words::{LONG, RIDDLES, blocks, judged_all};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders with Rust sources.
const SOURCES: [&str; 6] = ["crates", "examples", "fuzz", "peers", "src", "tests"];
/// Most long sentences of a hundred, over all comments.
const MOST_LONG: usize = 3;
/// Phrases that stand where a noun is wanted, besides [`RIDDLES`].
pub(super) const NOUNLESS: [&str; 18] = [
    "whoever",
    "what came of",
    "what comes of",
    "what becomes of",
    "what is met",
    "what is asked",
    "what is hit",
    "what is left of",
    "what it meets",
    "what moves against",
    "what stops it",
    "what is said",
    "what cannot be",
    "what does not",
    "what is near",
    "of what",
    "than what",
    "is let go",
];
/// Paths of all Rust files, from the root.
pub(super) fn sources() -> Vec<String> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            } else if path.is_dir() && !path.ends_with("target") {
                visit(&path, found);
            }
        }
    }
    let root = root();
    let mut found = Vec::new();
    SOURCES
        .iter()
        .for_each(|name| visit(&root.join(name), &mut found));
    let name = |path: &PathBuf| path.strip_prefix(&root).unwrap().display().to_string();
    let mut names: Vec<String> = found.iter().map(name).collect();
    names.sort();
    names
}

/// The mark of a comment on a line of its own, and its text.
fn comment(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let mark = ["//!", "///", "//"]
        .into_iter()
        .find(|mark| line.starts_with(mark))?;
    let text = &line[mark.len()..];
    (!text.starts_with('/')).then_some((mark, text))
}

/// Blocks of prose in the comments of a file, each with its line.
fn prose(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut text, mut last) = (Vec::new(), String::new(), None);
    let mut first = 0;
    let mut end = |text: &mut String, first: usize| {
        let own = blocks(text).into_iter();
        found.extend(own.map(|(line, block)| (first + line, block)));
        text.clear();
    };
    for (i, line) in source.lines().enumerate() {
        let now = comment(line);
        let mark = now.map(|(mark, _)| mark);
        if mark != last {
            end(&mut text, first);
            (first, last) = (i, mark);
        }
        if let Some((_, words)) = now {
            text += words.strip_prefix(' ').unwrap_or(words);
            text.push('\n');
        }
    }
    end(&mut text, first);
    found
}

#[test]
fn comments_are_plain() {
    let files = sources();
    assert!(files.len() > 800, "{}", files.len());
    let read = |file: &String| fs::read_to_string(root().join(file)).unwrap();
    let texts: Vec<_> = files
        .iter()
        .map(|file| (file.clone(), prose(&read(file))))
        .collect();
    let (problems, share) = judged_all(&texts, &[&RIDDLES[..], &NOUNLESS[..]].concat());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(
        share <= MOST_LONG,
        "{share} of 100 comment sentences have over {LONG} words"
    );
}

#[test]
fn planted_comments_are_found() {
    let long = "goes and ".repeat(15);
    for (source, found) in [
        (format!("//! It {long}\n//! ends.\n"), "p.rs:1: 32 words: It goes"),
        (
            format!("fn f() {{\n    // It {long}ends.\n}}\n"),
            "p.rs:2: 32 words",
        ),
        (
            format!("/// Short.\n///\n/// It {long}ends.\n"),
            "p.rs:3: 32 words",
        ),
        ("/// Asks whoever comes.\n".into(), "p.rs:1: `whoever`"),
        (format!("/// It {long}.\n// ends.\n"), "p.rs:1: 31 words"),
        (format!("/// ```\n/// It {long}ends.\n/// ```\n"), ""),
        (format!("/// | It {long}\n/// | ends |\n"), "p.rs:1: 31 words"),
        (format!("let it = \"{long}ends and ends\";\n"), ""),
        (format!("/// It {}ends.\n/// It goes on.\n", &long[..9 * 14]), ""),
    ] {
        let texts = [("p.rs".into(), prose(&source))];
        let (problems, _) = judged_all(&texts, &NOUNLESS);
        match found {
            "" => assert!(problems.is_empty(), "{source}: {problems:?}"),
            _ => assert!(
                problems.len() == 1 && problems[0].starts_with(found),
                "{source}: {problems:?}"
            ),
        }
    }
}
