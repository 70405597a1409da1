//! The cost of many players: every row, the plots, CSV.

mod data;

use crate::error::ReportError;
use crate::format::{self, NONE};
use crate::plot::load::{frames, growth};
use crate::study::{Cell, Column, On, Report, Sentence, Study, Table};
use crate::style::clean;
use clipmark_record::Ratio;
use clipmark_record::load::{LoadResults, LoadRow};
use clipmark_record::verdicts::Verdict;

const ABOUT: &str = "Every player moves by its own commands through one world. A frame is one tick of every \
                     player; ✗ marks one whose 99th percentile takes longer than its share of a second. Players \
                     in company end, to the bit, as each alone does. Else there is no time.";
/// Rows of a terminal of the usual height.
const SCREEN: usize = 24;
/// Bytes of a kilobyte.
const KB: f64 = 1e3;
/// Columns after the contestant's, each with its rank on a terminal.
const COLUMNS: [(&str, u8); 16] = [
    ("players", 0),
    ("Hz", 0),
    ("cores", 0),
    ("ticks/s", 0),
    ("rel", 5),
    ("× cores", 6),
    ("frame ms", 0),
    ("p99", 0),
    ("p99.9", 8),
    ("max", 10),
    ("tick µs", 0),
    ("p99", 7),
    ("p99.9", 3),
    ("max", 9),
    ("world kB", 4),
    ("player B", 11),
];

impl Study for LoadResults {
    const NAME: &'static str = "load";
    const PARTS: &'static [&'static str] = &["load-frames.svg", "load-threads.svg"];
    const ASKED: &'static [&'static str] = &["world", "profile", "input", "seconds", "seed"];

    fn report(&self) -> Result<Report, ReportError> {
        let mut tables = Vec::new();
        let mut all = rows(self, |_| true);
        if all.rows.len() > SCREEN {
            all.on = On::DETAILS;
            tables.push(fullest(self));
        }
        tables.push(all);
        Ok(Report {
            title: "A server full of players",
            about: ABOUT,
            made: self.made.clone(),
            heading: heading(self),
            machine: self.machine.cpu.clone(),
            verdict: headline(self).into_iter().collect(),
            tables,
            notes: notes(self),
            plots: [frames(self)?, growth(self)?].into_iter().flatten().collect(),
            ..Report::default()
        })
    }

    /// What is wrong, not what is slow.
    fn verdicts(&self) -> Vec<Verdict> {
        let failed = |is: bool, what: &str| if is { what.to_owned() } else { String::new() };
        let sweeps = self.contestants().into_iter().map(|name| {
            let wrong = self.wrong.iter().find(|wrong| wrong.contestant == name);
            let wrong = wrong.map_or(String::new(), |w| format!("{} of {} wrong", w.wrong, w.judged));
            Verdict::new(name, "refereed sweeps", wrong)
        });
        let rows = self.rows.iter().map(|row| {
            let asked = format!(
                "{} players at {} Hz on {} threads",
                row.players, row.hertz, row.threads
            );
            Verdict::new(
                &row.contestant,
                asked,
                failed(row.unlike_alone, "other states than alone"),
            )
        });
        sweeps.chain(rows).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        data::load_csv(self).map(Some)
    }
}

/// Whose figures are worth nothing; where there is nobody, how many players each contestant has in time at the lowest rate.
fn headline(book: &LoadResults) -> Option<Sentence> {
    let wrong = book.wrong.iter().map(|of| {
        let [wrong, judged] = [of.wrong, of.judged].map(format::count);
        format!(
            "{} answers {wrong} of {judged} refereed sweeps wrong",
            of.contestant
        )
    });
    let unlike = book.contestants().into_iter().filter(|name| {
        let mut own = book.rows.iter().filter(|row| row.contestant == *name);
        own.any(|row| row.unlike_alone)
    });
    let unlike = unlike.map(|name| format!("{name}'s players end in other states in company than alone"));
    let bad: Vec<String> = wrong.chain(unlike).collect();
    if !bad.is_empty() {
        return Some(Sentence::bad(bad.join("; ") + "."));
    }
    let hertz = book.rows.iter().map(|row| row.hertz).reduce(f64::min)?;
    let in_time = book.contestants().into_iter().map(|name| {
        let own = book
            .rows
            .iter()
            .filter(|row| row.contestant == name && row.hertz == hertz);
        let most = own.filter(|row| row.keeps_up()).map(|row| row.players).max();
        format!("{name} {}", format::count(most.unwrap_or(0)))
    });
    let in_time: Vec<String> = in_time.collect();
    Some(Sentence::good(format!(
        "Players in time at {} Hz: {}.",
        format::plain(hertz, 1),
        in_time.join(", ")
    )))
}

/// On the terminal, where all rows would not be read: of each contestant and rate those with the most players on the most threads.
fn fullest(book: &LoadResults) -> Table {
    let size = |row: &LoadRow| (row.players, row.threads);
    let is_fullest = |row: &LoadRow| {
        let mut own = book.rows.iter();
        !own.any(|other| {
            other.contestant == row.contestant && other.hertz == row.hertz && size(other) > size(row)
        })
    };
    Table {
        caption: "the most players on the most threads".into(),
        on: On::BRIEF,
        ..rows(book, is_fullest)
    }
}

fn rows(book: &LoadResults, is_shown: impl Fn(&LoadRow) -> bool) -> Table {
    let figures = COLUMNS.iter().map(|(head, rank)| Column::numbers(*head, *rank));
    let shown = book.rows.iter().filter(|row| is_shown(row));
    Table {
        rows: shown.map(row).collect(),
        ..Table::new(
            "rows",
            "All rows",
            "times of frames in milliseconds and of one player's tick in microseconds: median, slowest of 100 \
             and of 1,000, slowest; bytes of the built world and of a player's state",
            [Column::text("contestant")].into_iter().chain(figures).collect(),
        )
    }
}

fn row(row: &LoadRow) -> Vec<Cell> {
    let who = [
        Cell::from(&*row.contestant),
        format::count(row.players).into(),
        format::plain(row.hertz, 1).into(),
        format::count(row.threads).into(),
    ];
    if row.unlike_alone {
        let mut cells = who.to_vec();
        cells.push("not timed".into());
        cells.resize(1 + COLUMNS.len(), Cell::judged("", true));
        return cells;
    }
    let (frame, tick) = (row.frame_msec, row.tick_usec);
    let figure = |value: f64| Cell::from(format::three_digits(value));
    let figures = [
        format::count(row.ticks_per_second.round() as u64).into(),
        ratio(row.relative),
        ratio(row.scaling),
        figure(frame.p50),
        Cell::judged(format::three_digits(frame.p99), !row.keeps_up()),
        figure(frame.p999),
        figure(frame.max),
        figure(tick.p50),
        figure(tick.p99),
        figure(tick.p999),
        figure(tick.max),
        match row.world_bytes.counted {
            Some(bytes) => figure(bytes as f64 / KB),
            None => format::NOT_ASKED.into(),
        },
        format::count(row.player_bytes).into(),
    ];
    who.into_iter().chain(figures).collect()
}

/// A ratio; in files with its interval, but for the quickest itself, whose ratio is exactly 1.
fn ratio(ratio: Option<Ratio>) -> Cell {
    let Some(ratio) = ratio else { return NONE.into() };
    Cell {
        full: (ratio.interval != [1.0; 2]).then(|| {
            let [low, high] = ratio.interval.map(format::ratio);
            format!("{} ({low}–{high})", format::ratio(ratio.value))
        }),
        ..format::ratio(ratio.value).into()
    }
}

fn heading(book: &LoadResults) -> String {
    let input = match clean(&book.input).as_str() {
        "random" => "random commands".into(),
        "scene" => "the scene's input".into(),
        file => format!("commands of {}", file.rsplit(['/', '\\']).next().unwrap_or(file)),
    };
    format!(
        "{} · {} · {input} · {} s of play · seed {} · {}",
        clean(&book.world),
        clean(&book.profile),
        format::plain(book.seconds, 1),
        book.seed,
        format::plural(book.machine.cores, "core", "cores"),
    )
}

/// Notes on the figures for a reader.
fn notes(book: &LoadResults) -> Vec<String> {
    let mut all = vec![
        "A frame is one tick of every player; ✗: its 99th percentile takes longer than its share of a second. \
         tick: of one player, on one core. Both are medians, p99 and so on percentiles. rel: times as long as \
         the quickest contestant's frames, which were timed in turns; × cores: times the ticks/s of the fewest."
            .to_owned(),
        "Last states are, to the bit, those of each player alone.".to_owned(),
    ];
    if book.movers > 0 {
        let left = format::plural(book.movers, "mover", "movers");
        all.push(format!(
            "Left out: the world's {left}. Players pass through each other."
        ));
    }
    if book.rows.iter().any(|r| r.unlike_alone) {
        all[1] = "✗ not timed: the players end in other states in company than alone.".into();
    }
    if book.patches_left_out > 0 {
        all.push(format!(
            "{} curved patches are left out for all.",
            format::count(book.patches_left_out)
        ));
    }
    all.extend(left_out(book));
    all
}

/// Contestants that were not measured: a line for each of them and reason, with the cases.
fn left_out(book: &LoadResults) -> Vec<String> {
    let mut said: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for left in &book.left_out {
        let of = format!(
            "{} at {} Hz",
            format::plural(left.players, "player", "players"),
            format::plain(left.hertz, 1)
        );
        let (name, why) = (left.contestant.as_str(), left.why.as_str());
        match said.iter_mut().find(|known| (known.0, known.1) == (name, why)) {
            Some((.., cases)) => cases.push(of),
            None => said.push((name, why, vec![of])),
        }
    }
    let line = |(name, why, cases): &(&str, &str, Vec<String>)| {
        format!("{name} is left out of {}: {why}.", cases.join(", "))
    };
    said.iter().map(line).collect()
}
