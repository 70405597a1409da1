//! Text on a terminal: its width, and lines that fit.

use unicode_width::UnicodeWidthStr;

/// Columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The words of a text in lines that fit; all lines but the first are indented.
pub fn wrapped(text: &str, indent: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(last) if width(last) + 1 + width(word) <= columns => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}
