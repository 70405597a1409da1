//! The table on the terminal and as Markdown.
use super::sample;
use clipmark_record::faults::Fault;
use clipmark_record::findings::Finding;
use clipmark_record::rules::Rule;
use clipmark_record::{Comparison, Expected, HullSide};
use clipmark_report::grid::View;
use clipmark_report::{Style, csv, markdown, table};

/// The lines of the table from its heading on; before it stand the answer and the scene.
pub(crate) fn lines(comparison: &Comparison) -> Vec<String> {
    let text = table(comparison, Style::Plain, None);
    let rows = text.lines().skip_while(|line| !line.starts_with("contestant"));
    rows.map(str::to_owned).collect()
}

/// Columns (in characters) at which a table line has a blank that all of its rows share.
fn shared_blanks(rows: &[String]) -> usize {
    let rows: Vec<Vec<char>> = rows.iter().map(|r| r.chars().collect()).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..widest)
        .filter(|&c| rows.iter().all(|r| r.get(c).is_none_or(|ch| *ch == ' ')))
        .count()
}

#[test]
fn the_table_is_aligned_whatever_the_widths() {
    let mut comparison = sample::comparison();
    for change in 0..3 {
        match change {
            0 => {}
            1 => comparison.contestants[1].name = "a-backend-with-a-very-long-name+slide-step".into(),
            _ => comparison.contestants[0].queries.faults[Fault::Missed] = 1_234_567,
        }
        let all = lines(&comparison);
        let rows = &all[..4];
        let widths: Vec<usize> = rows.iter().map(|r| r.chars().count()).collect();
        assert!(widths.iter().all(|w| *w == widths[0]), "{rows:#?}");
        // A terminal of 100 columns holds all but millions of failures.
        assert!(change == 2 || widths[0] <= 100, "{}", widths[0]);
        // Eleven columns have at least ten gaps of blanks between them.
        assert!(shared_blanks(rows) >= 10, "{rows:#?}");
    }
}

#[test]
fn wide_times_do_not_push_the_table_beyond_a_terminal() {
    let mut comparison = sample::comparison();
    comparison.contestants[1].tick_time.median_ns = 1_225_013.0;
    comparison.contestants[1].tick_time.spread_ns = 210_000.0;
    comparison.contestants[1].movement.stuck_ticks = 7161;
    comparison.contestants[1].name = "cylinder+pair:intended".into();
    let all = lines(&comparison);
    assert!(all.iter().all(|l| l.chars().count() <= 100), "{all:#?}");
    assert!(
        all[2].contains("1,225,013") && !all[2].contains('±'),
        "{}",
        all[2]
    );
}

#[test]
fn failures_are_flagged_and_coloured() {
    let comparison = sample::comparison();
    let plain = table(&comparison, Style::Plain, None);
    let rows = lines(&comparison);
    let row = rows.iter().find(|l| l.starts_with("cylinder ")).unwrap();
    assert!(row.contains("2✗"), "{row}");
    let clean = rows.iter().find(|l| l.starts_with("bvh ")).unwrap();
    assert!(!clean.contains('✗'), "{clean}");
    let coloured = table(&comparison, Style::Colour, None);
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(anstream_stripped(&coloured), plain);
    assert!(markdown(&comparison).contains("**2 ✗**"));
}

/// Without ANSI escapes of the form ESC [ ... m.
fn anstream_stripped(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| {
        out + part.split_once('m').map_or(part, |(_, rest)| rest)
    })
}

#[test]
fn the_best_is_one_wherever_it_stands() {
    let mut comparison = sample::comparison();
    comparison.contestants.reverse();
    let markdown = markdown(&comparison);
    let row = |name: &str| {
        markdown
            .lines()
            .find(|l| l.starts_with(&format!("| {name} |")))
            .unwrap()
            .to_owned()
    };
    assert_eq!(row("bsp").matches("**1.00**").count(), 2);
    assert_eq!(row("bvh").matches("1.00").count(), 0);
    assert!(row("bvh").contains("| 3.91 (3.83–3.98) |"), "{}", row("bvh"));
}

/// The cell of a contestant under a head, on the terminal and in Markdown; a mark is part of it.
fn cells(comparison: &Comparison, contestant: &str, head: &str) -> [String; 2] {
    let (style, columns) = (Style::Plain, 160);
    let text = table(comparison, View { style, columns }, None);
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|l| !l.starts_with("contestant"))
        .collect();
    // Names and numbers of the sample hold no blanks.
    let at = rows[0].split_whitespace().position(|h| h == head).unwrap();
    let row = rows.iter().find(|l| l.starts_with(contestant)).unwrap();
    let words = row.replace(" u", "u");
    let terminal = words.split_whitespace().nth(at).unwrap().to_owned();
    let text = markdown(comparison);
    let line = |start: &str| text.lines().find(|l| l.starts_with(start)).unwrap().to_owned();
    let at = line("| contestant |").split('|').position(|h| h.trim() == head);
    let row = line(&format!("| {contestant} |"));
    [
        terminal,
        row.split('|').nth(at.unwrap()).unwrap().trim().to_owned(),
    ]
}

/// No fault is told in a sentence alone: each marks a cell of its contestant's row, whatever its class.
#[test]
fn every_class_of_fault_marks_a_cell_and_fails_the_contestant() {
    type Plant = fn(&mut clipmark_record::Entry);
    let planted: [(&str, Plant); 12] = [
        ("missed", |e| e.queries.faults[Fault::Missed] = 3),
        ("touch", |e| e.queries.faults[Fault::MissedFromTouch] = 3),
        ("phantom", |e| e.queries.faults[Fault::Phantom] = 3),
        ("deepest", |e| e.queries.faults[Fault::TooDeep] = 3),
        ("stuck", |e| e.movement.stuck_ticks = 3),
        ("other", |e| e.queries.faults[Fault::WrongStart] = 3),
        ("other", |e| e.queries.faults[Fault::WrongNormal] = 3),
        ("other", |e| e.queries.faults[Fault::Changed] = 3),
        ("other", |e| e.queries.faults[Fault::Unreliable] = 3),
        ("other", |e| e.queries.skin.wrong = true),
        ("other", |e| {
            let direction = "+x".to_owned();
            e.queries.skin.hull = vec![HullSide {
                direction,
                short: 0.1,
            }];
        }),
        ("other", |e| {
            e.detection.findings.push(Finding {
                id: "F24".into(),
                count: 2,
                ..Finding::default()
            });
        }),
    ];
    for (head, plant) in planted {
        let mut comparison = sample::comparison();
        comparison.contestants.truncate(2);
        assert!(comparison.contestants[1].passes(&[]));
        assert!(!cells(&comparison, "bvh", head).concat().contains('✗'));
        plant(&mut comparison.contestants[1]);
        for cell in cells(&comparison, "bvh", head) {
            assert!(cell.contains('✗'), "{head}: {cell}");
        }
        assert!(!comparison.contestants[1].passes(&[]) && !comparison.passes(|name| name == "bvh"));
        assert!(csv(&comparison).unwrap().trim_end().ends_with(",false"), "{head}");
        let narrow = View {
            style: Style::Plain,
            columns: 70,
        };
        let row = table(&comparison, narrow, None);
        let row = row.lines().find(|l| l.starts_with("bvh ")).unwrap();
        assert!(row.contains('✗'), "at 70 columns too: {row}");
    }
}

/// An expectation that failed is a failure of its contestant in every place where others have theirs.
#[test]
fn a_failed_expectation_marks_a_cell_and_fails_the_contestant() {
    let mut comparison = sample::comparison();
    comparison.contestants.truncate(2);
    comparison.expectations = vec![Expected {
        contestant: "bvh".into(),
        what: "reaches the box (1.0 2.0 3.0) to (4.0 5.0 6.0)".into(),
        got: "gets as far as step 9 of 10, ends 644.449 u short of it, at (0.0 0.0 0.0)".into(),
        short: "got as far as step 9 of 10".into(),
        ..Expected::default()
    }];
    for cell in cells(&comparison, "bvh", "other") {
        assert!(cell.contains("1 ✗") || cell == "1✗", "{cell}");
    }
    let table = csv(&comparison).unwrap();
    let row = table.lines().find(|l| l.starts_with("bvh,")).unwrap();
    assert!(row.ends_with(",got as far as step 9 of 10,fails,false"), "{row}");
}

/// An answer that passes by an engine's rule is no fault. It is still counted.
#[test]
fn what_an_engines_rule_explains_is_counted_beside_the_faults() {
    let mut comparison = sample::comparison();
    comparison.contestants.truncate(1);
    let bsp = &mut comparison.contestants[0];
    bsp.queries.rules[Rule::Touch] = 20;
    bsp.queries.rules[Rule::Corner] = 6;
    assert!(bsp.passes(&[]));
    let text = markdown(&comparison);
    let row = text.lines().find(|l| l.starts_with("| bsp |")).unwrap();
    assert!(row.contains("| 26 |") && !row.contains('✗'), "{row}");
}
