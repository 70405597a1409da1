//! String literals of planted faults and of judgements are as plain as pages: no long sentence, no riddle, a noun at the front.

use super::comments::{NOUNLESS, sources};
use super::pages::root;
use super::words::{RIDDLES, judged_all};
use std::fs;

/// Folders whose literals are sentences for a person.
const SPOKEN: [&str; 2] = ["crates/faults/src", "crates/measure/src"];
/// Words at the front of a literal that stand where a noun is wanted.
const HIDDEN: [&str; 2] = ["What ", "Whoever "];

/// The string literals of a source, each with its line. Comments and characters are skipped, and programs; a broken line goes on.
fn literals(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut rest, mut line) = (Vec::new(), source, 1);
    while let Some(next) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        }
        let skipped = if rest.starts_with("'\"'") {
            3
        } else {
            next.len_utf8()
        };
        line += usize::from(next == '\n');
        rest = &rest[skipped..];
        if next != '"' {
            continue;
        }
        let (first, mut text) = (line, String::new());
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match (c, rest.chars().next()) {
                ('"', _) => break,
                ('\\', Some('\n')) => {
                    line += 1;
                    rest = rest.trim_start();
                }
                ('\\', Some(escaped)) => rest = &rest[escaped.len_utf8()..],
                _ => {
                    line += usize::from(c == '\n');
                    text.push(c);
                }
            }
        }
        // A program that is written out has statements.
        if !text.contains(";\n") {
            found.push((first, text));
        }
    }
    found
}

fn problems(texts: &[(String, Vec<(usize, String)>)]) -> Vec<String> {
    let (mut problems, _) = judged_all(texts, &[&RIDDLES[..], &NOUNLESS[..]].concat());
    for (file, (line, text)) in texts
        .iter()
        .flat_map(|(file, all)| all.iter().map(move |l| (file, l)))
    {
        let hidden = HIDDEN.iter().filter(|word| text.starts_with(**word));
        problems.extend(hidden.map(|word| format!("{file}:{line}: begins with `{word}`: {text}")));
    }
    problems
}

#[test]
fn literals_of_faults_and_judgements_are_plain() {
    let spoken = |file: &String| SPOKEN.iter().any(|folder| file.starts_with(folder));
    let files = sources().into_iter().filter(spoken);
    let read = |file: String| (literals(&fs::read_to_string(root().join(&file)).unwrap()), file);
    let texts: Vec<_> = files.map(read).map(|(all, file)| (file, all)).collect();
    assert!(texts.iter().map(|(_, all)| all.len()).sum::<usize>() > 1000);
    let problems = problems(&texts);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn planted_literals_are_found() {
    for (source, found) in [
        (
            "// \"of what\"\nlet a = '\"'; let b = \"It is \\\n   of what is\";\n",
            2,
        ),
        ("let a = \"Whoever stands here.\";", 2),
        ("let a = \"What is held goes on.\";", 1),
        ("let a = \"A player \\\"here\\\" stands.\"; // whoever", 0),
    ] {
        let texts = [("p.rs".to_owned(), literals(source))];
        assert_eq!(problems(&texts).len(), found, "{source}: {:?}", problems(&texts));
    }
}
