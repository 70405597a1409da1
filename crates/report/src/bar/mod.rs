//! The correctness bar: two tables for each map, answers and walks, on the terminal, as Markdown and as CSV.

mod columns;
mod data;
mod declarations;
mod notes;
mod page;
mod summary;
mod verdict;

pub use data::bar_csv;
pub(crate) use page::page;
pub use summary::bar_summary;

use crate::format::{self, plural, shortened};
use crate::grid::{Cell as GridCell, Column, Grid, View};
use crate::style::{clean, red};
use crate::table::escaped;
use crate::tables::Cell;
use anstyle::Style as Ansi;
use clipmark_record::bar::{Answers, BarResults, BarRow, HullAnswers, Walks};
use clipmark_record::faults::{FAULTS, FaultRow, OTHER, Source};
use clipmark_record::rules::{RULE, all_rules};
use clipmark_record::verdict::Part;
use columns::{columns, counted};
use verdict::verdict;

/// Longer names are shortened in the middle, in characters. A row of common figures then fits 100 columns.
const MAX_NAME: usize = 16;
/// Follows a figure that does not meet the bar, so that it shows without colour.
const FAILED: &str = "✗";

/// The name of a map's file, for others.
pub(crate) fn short(map: &str) -> String {
    let name = map.rsplit(['/', '\\', ':']).next().unwrap_or(map);
    clean(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// The rows of each map.
fn maps(book: &BarResults) -> impl Iterator<Item = &[BarRow]> {
    book.rows.chunk_by(|a, b| a.map == b.map)
}

fn heading(book: &BarResults, rows: &[BarRow]) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(rows.first().map(|r| short(&r.map)));
    parts.push(book.profile.clone());
    let mut hulls: Vec<&str> = Vec::new();
    for hull in rows.iter().flat_map(|row| &row.hulls) {
        if !hulls.contains(&hull.hull.as_str()) {
            hulls.push(&hull.hull);
        }
    }
    match hulls.is_empty() {
        false => parts.push(format!("hulls: {}", hulls.join(", "))),
        true => {
            for row in rows {
                if row.refused.is_none() && !parts.contains(&row.hull) {
                    parts.push(row.hull.clone());
                }
            }
        }
    }
    parts.push(format!("seed {}", book.seed));
    parts.extend(
        rows.first()
            .into_iter()
            .flat_map(|r| r.left_out.iter().map(|what| format!("without {what}"))),
    );
    parts.join(" · ")
}

/// Heads of the table of answers.
fn answer_heads() -> Vec<&'static str> {
    let classes = columns(Part::Random(Answers::default()));
    let before = ["contestant", "hull", "sweeps", "asked"].into_iter();
    before
        .chain(classes.map(|(head, _)| head))
        .chain([RULE])
        .collect()
}

/// Heads of the table of walks, and of the gaps of all sweeps together.
fn walk_heads() -> Vec<&'static str> {
    let classes = columns(Part::Walks(Walks::default())).map(|(head, _)| head);
    let own = classes.filter(|head| *head != OTHER);
    let before = ["contestant", "players", "ticks", "deepest, u"].into_iter();
    before.chain(own).chain(["as the law has it", OTHER]).collect()
}

/// Answers in the table of a map: random sweeps, those from rest, and the questions with each hull. Hulls with which nothing
/// was found share a line.
fn answers(row: &BarRow) -> Vec<Vec<Cell>> {
    let own = format!("player's {}", row.hull);
    let [random, rest, ..] = row.parts();
    let mut lines = vec![
        line(row, [&own, "random"], &[random], &row.random),
        line(row, [&own, "from rest"], &[rest], &row.resting()),
    ];
    let (shown, clean): (Vec<&HullAnswers>, Vec<&HullAnswers>) =
        row.hulls.iter().partition(|hull| is_worth_a_line(hull));
    for hull in shown {
        let parts: Vec<Part> = hull.parts().collect();
        lines.push(line(row, [&hull.hull, OF_HULL], &parts, &hull.all()));
    }
    if !clean.is_empty() {
        let all = clean.iter().map(|hull| hull.all());
        let all = all.fold(Answers::default(), |sum, part| sum.and(&part));
        let names = plural(clean.len(), "hull", "hulls");
        lines.push(line(row, [&names, OF_HULL], &[Part::Random(all)], &all));
    }
    lines
}

/// The questions with every hull.
const OF_HULL: &str = "all kinds";

/// Whether something was found with a hull.
fn is_worth_a_line(hull: &HullAnswers) -> bool {
    let counted = |part: Part| {
        FAULTS
            .iter()
            .any(|class| class.count_in(part).is_some_and(|n| n > 0))
    };
    hull.parts().any(counted) || all_rules(hull.all().rules.by_rules()) > 0
}

fn line(row: &BarRow, [hull, what]: [&str; 2], parts: &[Part], a: &Answers) -> Vec<Cell> {
    let plain = [
        name(row),
        hull.to_owned(),
        what.to_owned(),
        format::count(a.asked),
    ];
    let plain = plain.map(|text| (text, false));
    let classes = columns(Part::Random(*a)).map(|(head, classes)| {
        let gaps = FAULTS
            .iter()
            .filter(|class| class.source == Source::Gaps && head == OTHER);
        let classes: Vec<&FaultRow> = classes.into_iter().chain(gaps).collect();
        counted(parts, &classes)
    });
    let rule = (format::count(all_rules(a.rules.by_rules())), false);
    plain.into_iter().chain(classes).chain([rule]).collect()
}

fn walks(row: &BarRow) -> Vec<Cell> {
    let w = &row.walks;
    let [.., walks, gaps] = row.parts();
    let plain = [
        name(row),
        format::count(w.walkers),
        format::count(w.ticks),
        format::small(w.deepest),
    ];
    let own = columns(walks).filter(|(head, _)| *head != OTHER);
    let own = own.map(|(_, classes)| counted(&[walks], &classes));
    let held = (format::count(w.held_by_law), false);
    let other: Vec<&FaultRow> = FAULTS.iter().filter(|class| class.in_bar.is_none()).collect();
    let last = [held, counted(&[walks, gaps], &other)];
    let plain = plain.map(|text| (text, false)).into_iter();
    plain.chain(own).chain(last).collect()
}

fn name(row: &BarRow) -> String {
    shortened(&clean(&row.contestant), MAX_NAME)
}

/// Both tables of a map, with the contestants that were asked there. No table where all refuse the map.
fn tables(rows: &[BarRow]) -> Vec<(Vec<&'static str>, Vec<Vec<Cell>>)> {
    let asked = || rows.iter().filter(|row| row.refused.is_none());
    if asked().next().is_none() {
        return Vec::new();
    }
    vec![
        (answer_heads(), asked().flat_map(answers).collect()),
        (walk_heads(), asked().map(walks).collect()),
    ]
}

/// Verdict, tables and notes.
pub fn bar_table(book: &BarResults, view: impl Into<View>) -> String {
    let view = view.into();
    let mut lines: Vec<String> = Vec::new();
    for sentence in verdict(book) {
        let style = if sentence.starts_with(FAILED) {
            red()
        } else {
            Ansi::new().bold()
        };
        let text = view.wrapped(&clean(&sentence), "  ").into_iter();
        lines.extend(text.map(|text| view.paint(style, &text)));
    }
    for rows in maps(book) {
        let text = view.wrapped(&heading(book, rows), "  ").into_iter();
        lines.extend(text.map(|text| view.paint(Ansi::new().dimmed(), &text)));
        for (heads, figures) in tables(rows) {
            lines.extend(grid(&heads, &figures).lines(view));
        }
    }
    for note in notes::notes(book) {
        lines.extend(view.wrapped(&clean(&note), "  "));
    }
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Columns that go first where a terminal is too narrow, in this order: counts that are not judged.
const UNJUDGED: [&str; 4] = ["asked", "as the law has it", "deepest, u", "ticks"];

fn grid(heads: &[&str], lines: &[Vec<Cell>]) -> Grid {
    let failed = |c: usize| lines.iter().any(|line| line[c].1);
    let column = |(c, head): (usize, &&str)| {
        let rank = UNJUDGED.iter().rev().position(|least| least == head);
        let words = c == 0 || ["hull", "sweeps"].contains(head);
        Column {
            // Every column counts.
            head: head.trim_start_matches("too ").to_owned() + if failed(c) { " " } else { "" },
            right: !words,
            gap: 2,
            // A column with a failure is never left out.
            rank: rank.filter(|_| !failed(c)).map_or(0, |rank| rank as u8 + 1),
        }
    };
    let row = |line: &Vec<Cell>| {
        let marked = line.iter().any(|(_, failed)| *failed);
        let cells = line.iter().enumerate();
        let cells = cells.map(|(c, (text, bad))| GridCell {
            text: match (failed(c), bad) {
                (true, true) => format!("{text}{FAILED}"),
                (true, false) => format!("{text} "),
                (false, _) => text.clone(),
            },
            style: marked.then(red),
        });
        cells.collect()
    };
    Grid {
        columns: heads.iter().enumerate().map(column).collect(),
        rows: lines.iter().map(row).collect(),
    }
}

/// The same as Markdown.
pub fn bar_markdown(book: &BarResults) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = String::new();
    for rows in maps(book) {
        out += &format!("**{}**\n\n", escaped(&heading(book, rows)));
        for (heads, lines) in tables(rows) {
            out += &row(heads.iter().map(|h| (*h).to_owned()).collect());
            out += &row(heads
                .iter()
                .map(|h| {
                    if ["contestant", "hull", "sweeps"].contains(h) {
                        "---"
                    } else {
                        "---:"
                    }
                    .to_owned()
                })
                .collect());
            for line in lines {
                let text = |(text, failed): Cell| {
                    let text = escaped(&text);
                    if failed {
                        format!("**{text} {FAILED}**")
                    } else {
                        text
                    }
                };
                out += &row(line.into_iter().map(text).collect());
            }
            out.push('\n');
        }
    }
    let declared = declarations::rows(book);
    if !declared.is_empty() {
        out += &row(declarations::HEADS.map(String::from).to_vec());
        out += &row(["---", "---", "---", "---:"].map(String::from).to_vec());
        for line in declared {
            out += &row(line.into_iter().map(|(text, _)| escaped(&text)).collect());
        }
        out.push('\n');
    }
    for sentence in verdict(book).into_iter().chain(notes::notes(book)) {
        out += &format!("- {}\n", escaped(&sentence));
    }
    out
}
