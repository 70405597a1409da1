//! README's answer, and the table of every contestant that it links to, are made of figures of the record.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The study's tables, each with its sweeps and its players' ticks a contestant: 63 maps, random sweeps and a tenth as many
/// from rest.
const STUDY: [(&str, f64, f64); 3] = [
    (
        "reports/record/2026-11-27-bar/bar-own.md",
        63.0 * 1.1e6,
        63.0 * 9e4,
    ),
    ("reports/record/2026-11-27-bar/bar.md", 63.0 * 1.1e5, 63.0 * 1e4),
    ("reports/record/2026-11-28-physx/bar.md", 63.0 * 1.1e5, 63.0 * 1e4),
];
const TOWN: &str = "reports/record/2026-11-29-towns/grow.md";
/// All contestants in one table.
const EVERY: &str = "docs/results.md";
/// Runs on courses that stand and that move; who is in several has the same grades in each.
const RUNS: [&str; 4] = [
    "reports/record/2026-11-28-controllers/controllers.csv",
    "reports/record/2026-11-28-controllers/avian/controllers.csv",
    "reports/record/2026-11-28-controllers/backends/controllers.csv",
    "reports/record/2026-11-28-physx/controllers.csv",
];
const NOT: [&str; 2] = ["*not asked*", "*not measured*"];

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The first cell of a row, and its other cells.
fn row(line: &str) -> (String, Vec<String>) {
    let mut cells = line
        .trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().to_owned());
    (cells.next().unwrap(), cells.collect())
}

/// The names in a cell: `bvh:stock` (parry3d), `box3d+steps` (casts: `box3d:tuned`); a cell without quotes is one.
fn names(cell: &str) -> Vec<&str> {
    let quoted: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
    if quoted.is_empty() { vec![cell] } else { quoted }
}

/// The row of a table that has one of a cell's names.
fn of<'a, T>(table: &'a BTreeMap<String, T>, cell: &str) -> Option<&'a T> {
    let named = |name: &str| table.iter().find(|(key, _)| names(key)[0] == name);
    names(cell).into_iter().find_map(named).map(|(_, row)| row)
}

/// Rows of the tables whose head begins so, by their names.
fn rows(page: &str, head: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    let mut within = false;
    for line in page.lines() {
        let begins = line.starts_with(head);
        within = begins || within && line.starts_with('|');
        if within && !begins && !line.starts_with("|--") {
            let (name, cells) = row(line);
            found.insert(name, cells);
        }
    }
    found
}

/// The first number of a cell such as `**1,234 ✗**`.
fn number(cell: &str) -> f64 {
    let digits: String = cell.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    digits.parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}

/// Whether a cell is a value, rounded to the digits that it shows.
fn shows(cell: &str, value: f64) -> bool {
    let digits = cell.split_once('.').map_or(0, |(_, after)| after.len());
    let half = 0.5 * 0.1_f64.powi(i32::try_from(digits).unwrap());
    !NOT.contains(&cell) && (number(cell) - value).abs() <= half * (1.0 + 1e-9)
}

/// The town's rows of 100,000 brushes.
fn town() -> BTreeMap<String, Vec<String>> {
    page(TOWN)
        .lines()
        .filter(|line| line.contains("| 100,000 |"))
        .map(row)
        // What was called `bsp` then took the shortcut that is called so now.
        .map(|(name, cells)| match name.as_str() {
            "bsp" => ("bsp:via-bvh".to_owned(), cells),
            _ => (name, cells),
        })
        .collect()
}

/// Rows of the study's tables, each with its sweeps and ticks.
fn study() -> BTreeMap<String, (Vec<String>, f64, f64)> {
    let tables = STUDY.iter().flat_map(|(name, sweeps, ticks)| {
        let table = rows(&page(name), "| contestant | missed");
        table
            .into_iter()
            .map(|(name, row)| (name, (row, *sweeps, *ticks)))
    });
    tables.collect()
}

/// Course runs without a failure, by contestant.
fn passed_runs() -> BTreeMap<String, usize> {
    let mut passed = BTreeMap::new();
    for name in RUNS {
        let mut of_file = BTreeMap::new();
        for line in page(name).lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            *of_file.entry(cells[1].to_owned()).or_default() += usize::from(cells[3].is_empty());
        }
        passed.extend(of_file);
    }
    passed
}

/// Failed runs on courses that stand, by contestant: lost, stuck, noticeable and measurable, which the record calls otherwise.
fn failed_runs() -> BTreeMap<String, [usize; 4]> {
    let mut failed = BTreeMap::new();
    for name in RUNS {
        let mut of_file: BTreeMap<String, [usize; 4]> = BTreeMap::new();
        for line in page(name).lines().filter(|line| line.ends_with(",still")) {
            let cells: Vec<&str> = line.split(',').collect();
            let counts = of_file.entry(cells[1].to_owned()).or_default();
            for (count, grade) in counts.iter_mut().zip(["lost", "held", "felt", "seen"]) {
                *count += usize::from(cells[3] == grade);
            }
        }
        failed.extend(of_file);
    }
    failed
}

/// The part of README's table that differs from the record.
fn wrong_in_answer(readme: &str) -> Vec<String> {
    let (study, town, passed) = (study(), town(), passed_runs());
    let mut found = Vec::new();
    for (name, cells) in rows(readme, "| contestant | course runs passed") {
        // `bsp:via-bvh` has the answers of `bsp`, and the casts of Box3D with stairs are those without.
        let answers = match names(&name)[0] {
            "bsp:via-bvh" => "bsp",
            name => name,
        };
        let casts = match answers {
            "box3d+steps" => "box3d:tuned",
            name => name,
        };
        let (row, _, ticks) = &study[casts];
        let timed = match casts {
            "bsp" => "bsp:via-bvh",
            name => name,
        };
        let figures = [
            (0, passed[answers] as f64),
            (2, number(&row[10]) / ticks * 1e6),
            (3, number(&town[timed][4])),
        ];
        for (column, value) in figures {
            if !shows(&cells[column], value) {
                found.push(format!("{name}: {} is {value}", cells[column]));
            }
        }
    }
    found
}

/// The part of the table of every contestant that differs from the record.
fn wrong(every: &str) -> Vec<String> {
    let answer = rows(every, "| contestant | sweeps that pass");
    let (study, town) = (study(), town());
    let failed = failed_runs();
    let mut found = Vec::new();
    for (name, cells) in &answer {
        let name = name.as_str();
        let mut hold = |cell: &str, fits: Option<bool>| {
            if fits != Some(true) && !(fits.is_none() && NOT.contains(&cell)) {
                found.push(format!("{name}: {cell}"));
            }
        };
        let in_a_million = |columns: &[usize]| {
            let (row, sweeps, _) = of(&study, name)?;
            Some(columns.iter().map(|i| number(&row[*i])).sum::<f64>() / sweeps * 1e6)
        };
        // Missed and touch, then too deep, of random sweeps and of those from rest.
        let columns: [&[usize]; 2] = [&[0, 1, 5, 6], &[2, 7]];
        let halves = cells[0].split_once(" / ").unwrap_or((&cells[0], &cells[0]));
        for (half, columns) in [halves.0, halves.1].into_iter().zip(columns) {
            hold(half, in_a_million(columns).map(|value| shows(half, value)));
        }
        let grades = of(&failed, name).map(|counts| counts.map(|count| count.to_string()).join(" / "));
        hold(&cells[1], grades.map(|grades| grades == cells[1]));
        // Cells of the town: brushes, three classes of sweeps, tick, build, memory.
        let times = |i: usize| Some(number(&of(&town, name)?[i]) / number(&of(&town, "bsp:via-bvh")?[i]));
        hold(&cells[2], times(2).map(|times| shows(&cells[2], times)));
        hold(&cells[3], times(4).map(|times| shows(&cells[3], times)));
        let bytes = of(&town, name).map(|row| number(&row[6]));
        hold(&cells[4], bytes.map(|bytes| shows(&cells[4], bytes)));
    }
    found
}

#[test]
fn the_answer_has_the_figures_of_the_record() {
    let readme = page("README.md");
    assert_eq!(rows(&readme, "| contestant | course runs passed").len(), 9);
    assert_eq!(wrong_in_answer(&readme), [""; 0]);
    let every = page(EVERY);
    assert_eq!(rows(&every, "| contestant | sweeps that pass").len(), 16);
    assert_eq!(wrong(&every), [""; 0]);
}

#[test]
fn a_figure_that_is_not_of_the_record_is_found() {
    let readme = page("README.md");
    for (from, to) in [
        ("| 216 | stuck", "| 217 | stuck"),
        ("| 8,295 |", "| 8,296 |"),
        ("| 13.3 |", "| 13.2 |"),
    ] {
        assert!(readme.contains(from), "{from}");
        assert_eq!(wrong_in_answer(&readme.replacen(from, to, 1)).len(), 1, "{to}");
    }
    let every = page(EVERY);
    for (from, to) in [
        ("| 1,160 / 111 |", "| 1,160 / 112 |"),
        ("| 782 / 261,738 |", "| 783 / 261,738 |"),
        ("| 0 / 4 / 16 / 4 |", "| 0 / 4 / 16 / 5 |"),
        ("| 4.4 | 11.1 |", "| 4.5 | 11.1 |"),
        ("| 4.4 | 11.1 |", "| 4.4 | *not measured* |"),
        ("| 1,466 |\n| `jolt:tuned`", "| 1,400 |\n| `jolt:tuned`"),
        (
            "| *not asked* | 0 / 31 / 10 / 1 |",
            "| 0 / *not asked* | 0 / 31 / 10 / 1 |",
        ),
    ] {
        assert!(every.contains(from), "{from}");
        assert_eq!(wrong(&every.replacen(from, to, 1)).len(), 1, "{to}");
    }
}
