//! The correctness bar: who meets it, and two tables for each map, answers and walks.

mod columns;
mod data;
mod declarations;
mod notes;
mod summary;
mod verdict;

pub use summary::bar_summary;

use crate::error::ReportError;
use crate::format::{self, plural};
use crate::study::{Cell, Column, File, Report, Study, Table};
use crate::style::clean;
use clipmark_record::bar::{Answers, BarResults, BarRow, HullAnswers, Walks};
use clipmark_record::faults::{FAULTS, FaultRow, OTHER, Source};
use clipmark_record::rules::{RULE, all_rules};
use clipmark_record::verdict::Part;
use clipmark_record::verdicts::Verdict;
use columns::{columns, counted};

const ABOUT: &str = "Each contestant gets the same sweeps in the same maps: random ones, ones from rest, and a \
                     share with every hull. Exact arithmetic judges every answer. Then players run about with it. \
                     ✗ marks a count above the bar.";

impl Study for BarResults {
    const NAME: &'static str = "bar";
    const PARTS: &'static [&'static str] = &["summary.md", "cases", "walks"];
    const IS_RESUMED: bool = true;
    const ASKED: &'static [&'static str] = &["profile", "seed", "sizes"];

    fn report(&self) -> Result<Report, ReportError> {
        let maps = maps(self).enumerate();
        let tables = maps.flat_map(|(n, rows)| tables(self, n, rows));
        Ok(Report {
            title: "The correctness bar",
            about: ABOUT,
            made: self.made.clone(),
            heading: sizes(self),
            machine: format!(
                "{}, {}",
                self.machine.cpu,
                plural(self.machine.cores, "logical core", "logical cores")
            ),
            verdict: verdict::verdict(self),
            tables: tables.chain([declarations::table(self)]).collect(),
            notes: notes::notes(self),
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        self.rows.iter().flat_map(verdict::verdicts).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        data::bar_csv(self).map(Some)
    }

    /// The summary; worst answers as cases, worst walks as commands.
    fn files(&self) -> Result<Vec<File>, ReportError> {
        let mut files = vec![File::new("summary.md", bar_summary(self))];
        for row in &self.rows {
            let map = short(&row.map);
            for (cases, part) in row.cases.iter().zip(["random", "rest"]) {
                for case in cases {
                    let text = serde_json::to_string_pretty(case)? + "\n";
                    let name = case.file_name(&format!("{map}-{part}-{}", row.contestant));
                    files.push(File::new(format!("cases/{name}"), text));
                }
            }
            if let Some(commands) = &row.worst_walk {
                let unsafe_in_names = |c: char| !c.is_ascii_alphanumeric() && c != '~';
                let who = row.contestant.replace(unsafe_in_names, "-");
                files.push(File::new(format!("walks/{map}-{who}.txt"), &**commands));
            }
        }
        Ok(files)
    }
}

/// What was asked on each map, in a line.
fn sizes(book: &BarResults) -> String {
    let sizes = &book.sizes;
    format!(
        "{} · on each {} random sweeps, {} from rest, {} with each hull, {} for {} ticks",
        plural(maps(book).count(), "map", "maps"),
        format::count(sizes.sweeps),
        format::count(sizes.rest),
        format::count(sizes.hulls),
        plural(sizes.walkers, "player", "players"),
        format::count(sizes.ticks),
    )
}

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

/// Columns of words in the table of answers; the other columns count.
const WORDS: [&str; 3] = ["contestant", "hull", "sweeps"];
/// Columns that go first where a terminal is too narrow, in this order: counts that are not judged.
const UNJUDGED: [&str; 4] = ["asked", "as the law has it", "deepest, u", "ticks"];

fn column(head: &str) -> Column {
    if WORDS.contains(&head) {
        return Column::text(head);
    }
    let rank = UNJUDGED.iter().rev().position(|least| *least == head);
    Column::numbers(head, rank.map_or(0, |rank| rank as u8 + 1))
}

/// Columns of the table of answers.
fn answer_columns() -> Vec<Column> {
    let classes = columns(Part::Random(Answers::default())).map(|(head, _)| head);
    let all = WORDS.into_iter().chain(["asked"]).chain(classes).chain([RULE]);
    all.map(column).collect()
}

/// Columns of the table of walks, and of the gaps of all sweeps together.
fn walk_columns() -> Vec<Column> {
    let classes = columns(Part::Walks(Walks::default())).map(|(head, _)| head);
    let own = classes.filter(|head| *head != OTHER);
    let before = ["contestant", "players", "ticks", "deepest, u"].into_iter();
    let all = before.chain(own).chain(["as the law has it", OTHER]);
    all.map(column).collect()
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
        row.contestant.clone(),
        hull.to_owned(),
        what.to_owned(),
        format::count(a.asked),
    ];
    let plain = plain.map(Cell::from);
    let classes = columns(Part::Random(*a)).map(|(head, classes)| {
        let gaps = FAULTS
            .iter()
            .filter(|class| class.source == Source::Gaps && head == OTHER);
        let classes: Vec<&FaultRow> = classes.into_iter().chain(gaps).collect();
        counted(parts, &classes)
    });
    let rule = Cell::from(format::count(all_rules(a.rules.by_rules())));
    plain.into_iter().chain(classes).chain([rule]).collect()
}

fn walks(row: &BarRow) -> Vec<Cell> {
    let w = &row.walks;
    let [.., walks, gaps] = row.parts();
    let plain = [
        row.contestant.clone(),
        format::count(w.walkers),
        format::count(w.ticks),
        format::small(w.deepest),
    ];
    let own = columns(walks).filter(|(head, _)| *head != OTHER);
    let own = own.map(|(_, classes)| counted(&[walks], &classes));
    let held = Cell::from(format::count(w.held_by_law));
    let other: Vec<&FaultRow> = FAULTS.iter().filter(|class| class.in_bar.is_none()).collect();
    let last = [held, counted(&[walks, gaps], &other)];
    let plain = plain.map(Cell::from).into_iter();
    plain.chain(own).chain(last).collect()
}

/// Both tables of a map, with the contestants that were asked there. No table where all refuse the map.
fn tables(book: &BarResults, n: usize, rows: &[BarRow]) -> Vec<Table> {
    let asked = || rows.iter().filter(|row| row.refused.is_none());
    let map = rows.first().map_or_else(String::new, |row| short(&row.map));
    let heading = heading(book, rows);
    let table = |id: String, what: &str, caption: &str, columns, rows| Table {
        caption: caption.to_owned(),
        rows,
        ..Table::new(id, map.clone(), format!("{heading}: {what}"), columns)
    };
    vec![
        table(
            format!("map-{n}"),
            "answers",
            &heading,
            answer_columns(),
            asked().flat_map(answers).collect(),
        ),
        table(
            String::new(),
            "players that run about",
            "",
            walk_columns(),
            asked().map(walks).collect(),
        ),
    ]
}
