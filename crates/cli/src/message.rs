//! Error messages: the fault and its causes. On a terminal place, fault and remedy have their own lines.

use crate::terminal::{error_columns, tell};
use anstyle::AnsiColor;
use clipmark_report::terminal::{width, wrapped};
use std::io;

/// Before each line of a message but the first.
const INDENT: &str = "  ";
/// Characters of a message at most: one that is longer repeats a file. Its head and its end are kept.
pub const LONGEST: usize = 1200;
const END: usize = 300;

/// Prints an error to standard error, after the program's name. A terminal gets wrapped lines; a file or a pipe gets one line,
/// which `grep` finds whole.
pub(crate) fn print(program: &str, error: &anyhow::Error) {
    let head = format!("{program}: ");
    let said = describe(error);
    let text = match error_columns() {
        Some(columns) => laid_out(&head, &said, columns).join("\n"),
        None => format!("{head}{said}"),
    };
    let red = AnsiColor::Red.on_default().bold();
    match text.strip_prefix(program) {
        Some(rest) => tell!("{red}{program}{red:#}{rest}"),
        None => tell!("{text}"),
    }
}

/// The error and its causes, each once: some repeat the text of their cause. A full disk has a remedy.
pub fn describe(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if said.is_empty() {
            said = cause;
        } else if !said.contains(&cause) {
            said += &format!(": {cause}");
        }
    }
    let mut systems = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    // Some errors bring a remedy of their own.
    if systems.any(|cause| cause.kind() == io::ErrorKind::StorageFull) && !said.contains("--out") {
        said += "; make room on that disk, or write to another one";
    }
    shortened(&without_numbers(&said))
}

/// Without the system's numbers of errors, whose words are there: ` (os error 2)`.
fn without_numbers(said: &str) -> String {
    let mut parts = said.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.split_once(')').map_or(part, |(_, rest)| rest)
    })
}

fn shortened(said: &str) -> String {
    let count = said.chars().count();
    if count <= LONGEST {
        return said.to_owned();
    }
    let head: String = said.chars().take(LONGEST - END).collect();
    let end: String = said.chars().skip(count - END).collect();
    format!("{head} … {end}")
}

/// The lines of a message. A part that fits into one line stays one.
fn laid_out(head: &str, message: &str, columns: usize) -> Vec<String> {
    let below = columns - INDENT.len();
    let mut lines: Vec<String> = Vec::new();
    for line in message.lines() {
        let first = lines.is_empty();
        let before = if first { head } else { INDENT };
        if width(before) + width(line) <= columns {
            lines.push(format!("{before}{line}"));
            continue;
        }
        let (place, rest) = placed(line);
        let place = Some(place).filter(|place| !place.is_empty());
        for (i, part) in place.into_iter().chain(rest.split("; ")).enumerate() {
            if first && i == 0 {
                lines.extend(wrapped(&format!("{head}{part}"), INDENT, columns));
            } else {
                let parts = wrapped(part, "", below);
                lines.extend(parts.into_iter().map(|line| format!("{INDENT}{line}")));
            }
        }
    }
    lines
}

/// The place that a message begins with, such as `s.ron:3:4: player.start:`, and the rest of it.
fn placed(line: &str) -> (&str, &str) {
    let words = line.split_inclusive(' ');
    let places = words.take_while(|word| word.trim_end().ends_with(':'));
    let (place, rest) = line.split_at(places.map(str::len).sum());
    (place.trim_end(), rest)
}
