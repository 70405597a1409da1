//! A table on a terminal: every column as wide as its widest cell, every row on one line.
//!
//! Where the terminal is narrower than the table, columns are left out, the least important first. Then the longest words are
//! shortened; a row that is still too long is cut. A row is never wrapped, since a wrapped row cannot be read.

use crate::format::shortened;
use crate::style::{Paint, Style};
use anstyle::Style as Ansi;
use unicode_width::UnicodeWidthStr;

/// How to show something on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Whether to colour it.
    pub style: Style,
    /// Columns of the terminal.
    pub columns: usize,
}

/// Columns where the terminal's width is not known: room for the common columns of every table.
const COLUMNS: usize = 100;
/// Words are not shortened below this, in columns.
const SHORTEST_NAME: usize = 8;

impl From<Style> for View {
    fn from(style: Style) -> Self {
        let columns = COLUMNS;
        Self { style, columns }
    }
}

impl View {
    /// The text in a style, where styles are asked for.
    pub fn paint(self, style: Ansi, text: &str) -> String {
        Paint(self.style).with(style, text)
    }

    /// The words of a text in lines that fit; all lines but the first are indented.
    pub fn wrapped(self, text: &str, indent: &str) -> Vec<String> {
        wrapped(text, indent, self.columns)
    }
}

/// Columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Filled with blanks to a width, on the left or on the right.
pub fn padded(text: &str, to: usize, right: bool) -> String {
    let fill = " ".repeat(to.saturating_sub(width(text)));
    if right {
        fill + text
    } else {
        text.to_owned() + &fill
    }
}

pub(crate) fn wrapped(text: &str, indent: &str, columns: usize) -> Vec<String> {
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

/// A column of a [`Grid`].
#[derive(Clone, Debug)]
pub struct Column {
    /// Its heading.
    pub head: String,
    /// Whether its cells stand on the right, as numbers do.
    pub right: bool,
    /// Blanks before it.
    pub gap: usize,
    /// When it is left out: never at 0, and the highest first.
    pub rank: u8,
}

impl Column {
    /// Words: on the left, never left out.
    pub fn text(head: &str) -> Self {
        Self {
            head: head.to_owned(),
            right: false,
            gap: 2,
            rank: 0,
        }
    }

    /// Numbers: on the right, left out by rank.
    pub fn numbers(head: &str, rank: u8) -> Self {
        Self {
            right: true,
            rank,
            ..Self::text(head)
        }
    }
}

/// A cell of a [`Grid`].
#[derive(Clone, Debug, Default)]
pub struct GridCell {
    /// Its text.
    pub text: String,
    /// How, if not plainly.
    pub style: Option<Ansi>,
}

impl From<String> for GridCell {
    fn from(text: String) -> Self {
        let style = None;
        Self { text, style }
    }
}

/// Columns and rows of cells; the first column holds names.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Columns.
    pub columns: Vec<Column>,
    /// Rows, each of as many cells.
    pub rows: Vec<Vec<GridCell>>,
}

impl Grid {
    /// Columns that every column needs for its widest cell.
    fn needed(&self) -> Vec<usize> {
        let widest = |c: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(c));
            let cells = cells.map(|cell| width(&cell.text));
            cells.chain([width(&self.columns[c].head)]).max().unwrap_or(0)
        };
        (0..self.columns.len()).map(widest).collect()
    }

    /// Which columns are shown, and how wide each is.
    fn fit(&self, columns: usize) -> (Vec<usize>, Vec<usize>) {
        let widths = self.needed();
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        let total = |shown: &[usize]| -> usize {
            let gaps = shown.iter().skip(1).map(|&c| self.columns[c].gap);
            gaps.chain(shown.iter().map(|&c| widths[c])).sum()
        };
        while total(&shown) > columns {
            let last = shown
                .iter()
                .copied()
                .filter(|&c| self.columns[c].rank > 0)
                .max_by_key(|&c| (self.columns[c].rank, c));
            let Some(last) = last else { break };
            shown.retain(|&c| c != last);
        }
        let over = total(&shown).saturating_sub(columns);
        let mut widths = widths;
        // Words are shortened where they are longest, numbers never.
        let words = shown.iter().copied().filter(|&c| !self.columns[c].right);
        if let Some(longest) = words.max_by_key(|&c| widths[c]) {
            let to = &mut widths[longest];
            *to = to.saturating_sub(over).max(SHORTEST_NAME.min(*to));
        }
        (shown, widths)
    }

    /// Whether the widest row fits without leaving out a column.
    pub fn is_whole(&self, columns: usize) -> bool {
        let gaps = self.columns.iter().skip(1).map(|column| column.gap);
        gaps.chain(self.needed()).sum::<usize>() <= columns
    }

    /// The heading and a line for each row.
    pub fn lines(&self, view: View) -> Vec<String> {
        let (shown, widths) = self.fit(view.columns);
        let heads: Vec<GridCell> = self.columns.iter().map(|c| c.head.clone().into()).collect();
        let head = self.line(&heads, &shown, &widths, view.columns, Paint(Style::Plain));
        let head = view.paint(Ansi::new().dimmed(), &head);
        let paint = Paint(view.style);
        let rows = self.rows.iter();
        let rows = rows.map(|row| self.line(row, &shown, &widths, view.columns, paint));
        [head].into_iter().chain(rows).collect()
    }

    fn line(&self, row: &[GridCell], shown: &[usize], widths: &[usize], most: usize, paint: Paint) -> String {
        let mut out = String::new();
        let mut left = most;
        for (n, &c) in shown.iter().enumerate() {
            let Some(cell) = row.get(c) else { continue };
            let gap = if n == 0 { 0 } else { self.columns[c].gap };
            if gap >= left {
                break;
            }
            let to = widths[c].min(left.saturating_sub(gap));
            left = left.saturating_sub(gap + to);
            let text = match width(&cell.text) {
                wide if wide <= to => cell.text.clone(),
                // Some digits of a number would be another number.
                _ if self.columns[c].right || to < 3 => "…".to_owned(),
                _ => shortened(&cell.text, to),
            };
            let is_last = n + 1 == shown.len() && !self.columns[c].right;
            let text = if is_last {
                text
            } else {
                padded(&text, to, self.columns[c].right)
            };
            out += &" ".repeat(gap);
            out += &match cell.style {
                Some(style) => paint.with(style, &text),
                None => text,
            };
        }
        out
    }
}
