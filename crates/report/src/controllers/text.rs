//! Controllers on courses on the terminal, within 80 columns, as Markdown and as CSV.

use crate::cells::{Figure, Text, csv_file, row};
use crate::error::ReportError;
use crate::format::{NONE, NOT_ASKED, bytes, count, plural, shortened, three_digits};
use crate::grid::{padded, width};
use crate::style::{Paint, Style, clean, red};
use crate::table::escaped;
use anstyle::Style as Ansi;
use clipmark_record::Ratio;
use clipmark_record::controllers::{Cell, ControllersResults, Grade, Ground, LIMITS, Outcome, Promise};

/// Columns of a course's name, and of an entrant at least: five of them fit 80.
const NAME: usize = 15;
const ENTRANT: usize = 13;
/// Columns of all.
const WIDE: usize = 80;

/// How to read the matrix, and the grades.
const LEGEND: &str = "\
ok: every promise kept at every rate; 2 held stuck: broken at 2 rates, at worst
the player was held, since stuck. lost: through a wall, out of the world, or the
program stopped; held: cannot go on; felt: a person notices; seen: a measurement
notices. The page has the limits.
";

/// Each entrant's worst harm. Then a row for each course, a column for each entrant: `ok`, or at how many rates it failed, how
/// badly and how.
pub fn controllers_table(book: &ControllersResults, style: Style) -> String {
    let paint = Paint(style);
    let mut out = String::new();
    for (heading, part) in parts(book) {
        if let Some(heading) = heading {
            out += &(paint.with(Ansi::new().bold(), &format!("{heading}:")) + "\n");
        }
        out += &part_table(&part, paint);
    }
    out += LEGEND;
    out
}

/// The results on each ground, with a heading where there are several.
pub(crate) fn parts(book: &ControllersResults) -> Vec<(Option<String>, ControllersResults)> {
    let parts = book.by_ground();
    let is_one = matches!(parts[..], [] | [(Ground::Still, _)]);
    let headed = |(ground, part): (Ground, ControllersResults)| {
        let heading = format!(
            "{}, {}",
            ground.heading(),
            plural(part.courses.len(), "course", "courses")
        );
        (Some(heading), part)
    };
    match is_one {
        true => vec![(None, book.clone())],
        false => parts.into_iter().map(headed).collect(),
    }
}

fn part_table(book: &ControllersResults, paint: Paint) -> String {
    let mut out = String::new();
    for entrant in &book.entrants {
        for said in [sum(book, &entrant.name), book.sentence(&entrant.name)] {
            for text in wrapped(&clean(&said)) {
                out += &(text + "\n");
            }
        }
    }
    for text in book.causes_said().iter().flat_map(|said| wrapped(said)) {
        out += &(text + "\n");
    }
    let cells = book.courses.iter().flat_map(|course| {
        book.entrants
            .iter()
            .map(move |e| mark(book, &course.name, &e.name))
    });
    // A blank stands between two cells.
    let columns = cells.map(|text| width(&text) + 1).fold(ENTRANT, usize::max);
    for entrants in book.entrants.chunks(((WIDE - NAME) / columns).max(1)) {
        let mut head = " ".repeat(NAME);
        for entrant in entrants {
            head += &padded(&shortened(&entrant.name, columns - 1), columns, false);
        }
        out += &(paint.with(Ansi::new().dimmed(), head.trim_end()) + "\n");
        for course in &book.courses {
            let mut line = padded(&shortened(&course.name, NAME - 1), NAME, false);
            let mut gap = String::new();
            for entrant in entrants {
                let text = mark(book, &course.name, &entrant.name);
                let shown = match text == OK {
                    true => text.clone(),
                    false => paint.with(red(), &text),
                };
                line += &(gap + &shown);
                gap = " ".repeat(columns.saturating_sub(width(&text)));
            }
            out += &(line.trim_end().to_owned() + "\n");
        }
    }
    out
}

/// A cell without a fault.
const OK: &str = "ok";

/// All rates of one entrant on one course.
pub(super) fn mark(book: &ControllersResults, course: &str, entrant: &str) -> String {
    let runs = book.of(course, entrant);
    let failed: Vec<_> = runs.filter_map(|c| c.broken().into_iter().next()).collect();
    let refused = book.of(course, entrant).filter(|c| c.refusal().is_some()).count();
    match failed.iter().map(|b| (b.grade, b.promise)).min() {
        None if refused > 0 => format!("{refused} not asked"),
        None => OK.into(),
        Some((grade, promise)) => format!("{} {} {}", failed.len(), grade.word(), promise.word()),
    }
}

/// How an entrant did in all.
fn sum(book: &ControllersResults, entrant: &str) -> String {
    let [passed, time, _, world] = sums(book, entrant);
    if is_not_asked(book, entrant) {
        return format!("{entrant}: {NOT_ASKED}");
    }
    let time = match time == NONE {
        true => String::new(),
        false => format!("; {time} ns a tick"),
    };
    let harm = book.harm(entrant);
    let of = Grade::ALL.iter().filter(|g| harm.of(**g) > 0);
    let mut graded: Vec<String> = of.map(|g| format!("{} {}", harm.of(*g), g.word())).collect();
    if harm.refused > 0 {
        graded.push(format!("{} refused", harm.refused));
    }
    let graded = match graded.is_empty() {
        true => String::new(),
        false => format!("; {}", graded.join(", ")),
    };
    format!("{entrant}: {passed} runs pass{graded}{time}; largest world {world}")
}

/// Whether none of an entrant's runs was asked.
fn is_not_asked(book: &ControllersResults, entrant: &str) -> bool {
    let [_, all] = book.passed(entrant);
    all > 0 && book.harm(entrant).refused == all
}

/// Runs of an entrant by harm, as cells: those of each grade, refused, and passed of how many.
pub(crate) fn harms(book: &ControllersResults, entrant: &str) -> [String; 6] {
    let harm = book.harm(entrant);
    if is_not_asked(book, entrant) {
        let [lost, held, felt, seen] = Grade::ALL.map(|_| NONE.to_owned());
        return [lost, held, felt, seen, harm.refused.to_string(), NOT_ASKED.into()];
    }
    let [lost, held, felt, seen] = Grade::ALL.map(|g| harm.of(g).to_string());
    let [passed, all] = book.passed(entrant);
    [
        lost,
        held,
        felt,
        seen,
        harm.refused.to_string(),
        format!("{passed} of {all}"),
    ]
}

/// `14.3 (13.1–15.9)`; the quickest is `1.0`.
fn times(ratio: Ratio) -> String {
    let [value, low, high] = [ratio.value, ratio.interval[0], ratio.interval[1]].map(|x| format!("{x:.1}"));
    match ratio.interval == [1.0; 2] {
        true => value,
        false => format!("{value} ({low}–{high})"),
    }
}

/// Runs that passed, of how many; time of a tick in nanoseconds; its ratio to the quickest contestant's, run by run, with a 95 %
/// interval; largest world.
pub(super) fn sums(book: &ControllersResults, entrant: &str) -> [String; 4] {
    let [passed, all] = book.passed(entrant);
    let time = book.ns_per_tick(entrant);
    let relative = book.quickest().and_then(|quickest| book.ratio(entrant, quickest));
    let shown = |x: f64, text: String| if x.is_finite() { text } else { NONE.into() };
    let largest = book.cells.iter().filter(|c| c.entrant == entrant);
    let largest = largest.filter_map(|c| match &c.outcome {
        Outcome::Run(run) => run.bytes.counted,
        Outcome::Refused(_) | Outcome::NotTold | Outcome::Stopped(_) => None,
    });
    let largest = largest.max();
    [
        format!("{passed} of {all}"),
        shown(time, three_digits(time)),
        relative.map_or(NONE.into(), times),
        largest.map_or_else(|| NOT_ASKED.into(), bytes),
    ]
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > WIDE {
            lines.push(format!("  {word}"));
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{gap}{word}");
        }
    }
    lines
}

/// The same as a Markdown table for each ground, with a line for each entrant below it.
pub fn controllers_markdown(book: &ControllersResults) -> String {
    let mut out = String::new();
    for (heading, part) in parts(book) {
        if let Some(heading) = heading {
            out += &format!("{}## {heading}\n\n", if out.is_empty() { "" } else { "\n" });
        }
        out += &part_markdown(&part);
    }
    out += "\n| grade | from | of | why there |\n|---|---:|---|---|\n";
    for limit in &LIMITS {
        out += &format!(
            "| {} | {} | {} | {} |\n",
            limit.grade.word(),
            limit.shown(),
            limit.of,
            limit.why
        );
    }
    out += "\n| broken when the player | limit | why there |\n|---|---|---|\n";
    for promise in Promise::ALL {
        out += &format!(
            "| {} | {} | {} |\n",
            promise.phrase(),
            promise.asked(),
            promise.why()
        );
    }
    out += "\n";
    let rates: Vec<String> = book.rates.iter().map(f64::to_string).collect();
    out += &format!(
        "- {} runs: {} courses at {} Hz; ok: passed at every rate\n",
        count(book.cells.len()),
        book.courses.len(),
        rates.join(", "),
    );
    out
}

fn part_markdown(book: &ControllersResults) -> String {
    let mut out = String::from("| course |");
    for entrant in &book.entrants {
        out += &format!(" {} |", escaped(&entrant.name));
    }
    out += &format!("\n|---|{}\n", "---|".repeat(book.entrants.len()));
    for course in &book.courses {
        out += &format!("| {} |", escaped(&course.name));
        for entrant in &book.entrants {
            let text = mark(book, &course.name, &entrant.name);
            out += &match &*text {
                OK => " ok |".to_owned(),
                failed => format!(" **{failed}** |"),
            };
        }
        out.push('\n');
    }
    out += "\n| contestant | lost | held | felt | seen | refused | runs passed | ns/tick | rel | largest world |\n";
    out += "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for entrant in &book.entrants {
        let [_, time, rel, world] = sums(book, &entrant.name);
        let name = escaped(&entrant.name);
        let harms = harms(book, &entrant.name).join(" | ");
        out += &format!("| {name} | {harms} | {time} | {rel} | {world} |\n");
    }
    out += "\n";
    for entrant in &book.entrants {
        out += &format!("- {}\n", escaped(&book.sentence(&entrant.name)));
    }
    if let Some(said) = book.causes_said() {
        out += &format!("- {said}\n");
    }
    out
}

row! {
    /// A row of the CSV: a run, with empty cells where the entrant was refused.
    struct Row<'a> {
        course: Text<'a>,
        contestant: Text<'a>,
        hz: Figure,
        grade: Text<'a>,
        broken: Text<'a>,
        amounts: Text<'a>,
        alone: Text<'a>,
        deepest_u: Option<Figure>,
        stuck_s: Option<Figure>,
        shake_u: Option<Figure>,
        way: Option<Figure>,
        climbed_u: Option<Figure>,
        risen_u: Option<Figure>,
        fastest_ups: Option<Figure>,
        asked_ups: Option<Figure>,
        unexplained_u: Option<Figure>,
        crept_u: Option<Figure>,
        slid_u: Option<Figure>,
        dropped_s: Option<Figure>,
        ns_per_tick: Option<Figure>,
        bytes: Option<usize>,
        said_bytes: Option<usize>,
        repeats: Option<bool>,
        ground: Text<'a>,
    }
}

/// A line for each run.
///
/// # Errors
/// [`ReportError`] if the CSV cannot be made.
pub fn controllers_csv(book: &ControllersResults) -> Result<String, ReportError> {
    csv_file("controllers", rows(book))
}

fn rows(book: &ControllersResults) -> impl Iterator<Item = Row<'_>> {
    book.cells.iter().map(|cell| row(cell, book.ground(&cell.course)))
}

fn row(cell: &Cell, ground: Ground) -> Row<'_> {
    let broken = cell.broken();
    let words: Vec<&str> = broken.iter().map(|b| b.promise.word()).collect();
    let amounts: Vec<&str> = broken.iter().map(|b| b.says.as_str()).collect();
    let row = Row {
        course: cell.course.as_str().into(),
        ground: ground.word().into(),
        contestant: cell.entrant.as_str().into(),
        hz: Figure(cell.hz),
        grade: match cell.refusal() {
            Some(_) => "not asked".into(),
            None => broken.first().map_or("", |b| b.grade.word()).into(),
        },
        broken: words.join("; ").into(),
        amounts: match cell.refusal() {
            Some(why) => why.to_owned().into(),
            None => amounts.join("; ").into(),
        },
        alone: cell.alone.as_ref().map_or("", |a| a.label.word()).into(),
        ..Row::default()
    };
    match &cell.outcome {
        Outcome::Refused(_) | Outcome::NotTold | Outcome::Stopped(_) => row,
        Outcome::Run(run) => Row {
            deepest_u: Some(Figure(run.deepest)),
            stuck_s: Some(Figure(run.stuck)),
            shake_u: Some(Figure(run.shake)),
            way: Some(Figure(run.way)),
            climbed_u: Some(Figure(run.climbed)),
            risen_u: Some(Figure(run.risen)),
            fastest_ups: Some(Figure(run.fastest)),
            asked_ups: Some(Figure(run.asked_speed)),
            unexplained_u: Some(Figure(run.unexplained)),
            crept_u: Some(Figure(run.crept)),
            slid_u: Some(Figure(run.slid)),
            dropped_s: Some(Figure(run.dropped)),
            ns_per_tick: Some(Figure(run.ns_per_tick)),
            bytes: run.bytes.counted,
            said_bytes: Some(run.bytes.said),
            repeats: Some(run.repeats),
            ..row
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_record::controllers::{Course, Entrant, Run};

    fn book(entrants: usize) -> ControllersResults {
        let names: Vec<String> = (0..entrants).map(|i| format!("library{i}:tuned")).collect();
        let run = |way: f64| Run {
            way,
            repeats: true,
            ns_per_tick: f64::NAN,
            ..Run::default()
        };
        let cell = |entrant: &String, hz: f64, way| Cell {
            course: "stairs-of-an-unusual-length".into(),
            entrant: entrant.clone(),
            hz,
            outcome: Outcome::Run(run(way)),
            scene: None,
            report: None,
            alone: None,
        };
        ControllersResults {
            made: clipmark_record::Made::default(),
            version: "1".into(),
            machine: "m".into(),
            courses: vec![Course {
                name: "stairs-of-an-unusual-length".into(),
                title: String::new(),
                description: String::new(),
                moves: false,
            }],
            rates: vec![33.0, 60.0],
            cells: names
                .iter()
                .flat_map(|n| [cell(n, 33.0, 0.1), cell(n, 60.0, 1.0)])
                .collect(),
            entrants: names
                .into_iter()
                .map(|name| Entrant {
                    name,
                    backend: String::new(),
                    mover: String::new(),
                    settings: Vec::new(),
                    library: true,
                })
                .collect(),
        }
    }

    #[test]
    fn any_number_of_entrants_fits_80_columns_and_failures_are_told() {
        for entrants in [1, 5, 8] {
            let text = controllers_table(&book(entrants), Style::Plain);
            assert!(text.lines().all(|l| l.chars().count() <= WIDE), "{text}");
            assert_eq!(text.matches("1 held slow").count(), entrants, "{text}");
            assert!(
                text.starts_with("library0:tuned: 1 of 2 runs pass; 1 held; largest world"),
                "{text}"
            );
        }
    }

    #[test]
    fn long_cells_stay_apart() {
        let mut lost = book(5);
        for cell in &mut lost.cells {
            if let Outcome::Run(run) = &mut cell.outcome {
                run.through = 1;
            }
        }
        let text = controllers_table(&lost, Style::Plain);
        assert!(text.lines().all(|l| l.chars().count() <= WIDE), "{text}");
        assert_eq!(text.matches("2 lost through").count(), 5, "{text}");
        assert!(!text.contains("through2") && !text.contains("tunedl"), "{text}");
    }

    /// Each ground has its own sums. A contestant not asked on a ground has no row of zeros there.
    #[test]
    fn ground_that_moves_is_told_apart() {
        let mut both = book(2);
        let mut moving = both.courses[0].clone();
        moving.name = "ride".into();
        moving.moves = true;
        let on_it = both.cells.iter().map(|cell| Cell {
            course: "ride".into(),
            outcome: match cell.entrant.as_str() {
                "library0:tuned" => Outcome::Refused("not told".into()),
                _ => cell.outcome.clone(),
            },
            ..cell.clone()
        });
        let on_it: Vec<Cell> = on_it.collect();
        both.courses.push(moving);
        both.cells.extend(on_it);
        let text = controllers_table(&both, Style::Plain);
        let (still, moving) = text
            .split_once("Ground that moves, 1 course:")
            .unwrap_or_default();
        assert!(still.starts_with("Ground that stands, 1 course:"), "{text}");
        assert!(
            still.contains("library0:tuned: 1 of 2 runs pass; 1 held"),
            "{text}"
        );
        assert!(moving.contains("library0:tuned: not asked\n"), "{text}");
        assert!(
            moving.contains("library1:tuned: 1 of 2 runs pass; 1 held"),
            "{text}"
        );
        let markdown = controllers_markdown(&both);
        assert!(
            markdown.contains("| library0:tuned | – | – | – | – | 2 | not asked |"),
            "{markdown}"
        );
        let csv = controllers_csv(&both).unwrap_or_default();
        assert_eq!(csv.lines().filter(|l| l.ends_with(",moving")).count(), 4, "{csv}");
    }

    #[test]
    fn csv_has_a_line_a_run() {
        let text = controllers_csv(&book(3)).unwrap_or_default();
        assert_eq!(text.lines().count(), 1 + 6, "{text}");
        assert!(text.contains(",held,slow,10 % of a slide's way,"), "{text}");
    }
}
