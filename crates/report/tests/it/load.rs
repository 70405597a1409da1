//! The table of many players: every figure in Markdown and on a wide terminal, the first ones on 80 columns.

use clipmark_record::Ratio;
use clipmark_record::held::Held;
use clipmark_record::load::{LOAD_FORMAT, LoadLeftOut, LoadResults, LoadRow, LoadWrong, Tail};
use clipmark_record::{Machine, Made, Standing};
use clipmark_report::grid::{View, width};
use clipmark_report::{Study, Style, study_markdown, study_text};

#[test]
fn a_table_of_load_fits_80_columns_and_markdown_has_all_of_it() {
    let tail = |p50: f64| Tail {
        p50,
        p99: p50 * 2.0,
        p999: p50 * 3.0,
        max: p50 * 4.0,
    };
    let ratio = |value: f64| {
        Some(Ratio {
            value,
            interval: [value - 0.1, value + 0.1],
        })
    };
    let row = |contestant: &str, frame: f64| LoadRow {
        contestant: contestant.into(),
        players: 4096,
        hertz: 125.0,
        threads: 16,
        unlike_alone: false,
        frames: 249,
        ticks_per_second: 1_234_567.0,
        frame_msec: tail(frame),
        relative: ratio(2.5),
        standing: Some(Standing::Slower),
        scaling: ratio(1.9),
        tick_usec: tail(1.25),
        world_bytes: Held {
            counted: Some(1_234_000),
            said: 1_234_000,
        },
        player_bytes: 216,
        state_hash: "0".into(),
    };
    let left = |contestant: &str, players| LoadLeftOut {
        contestant: contestant.into(),
        players,
        hertz: 125.0,
        why: "it would take about 200 s, the budget is 120 s".into(),
    };
    let book = LoadResults {
        format: LOAD_FORMAT,
        world: "stairs".into(),
        profile: "quake3".into(),
        input: "runs/one.txt".into(),
        patches_left_out: 12,
        seconds: 2.0,
        seed: 1,
        most_seconds: 120.0,
        machine: Machine::default(),
        made: Made::default(),
        rows: vec![row("bsp", 1.11), row("rapier:tuned", 1.5)],
        left_out: vec![left("rapier:tuned", 65_536), left("slow", 4096)],
        wrong: vec![LoadWrong {
            contestant: "rapier:tuned".into(),
            judged: 2000,
            wrong: 3,
        }],
        movers: 6,
    };
    let at = |columns| {
        let view = View {
            style: Style::Plain,
            columns,
        };
        study_text(&book.report().unwrap(), view, false, None)
    };
    let narrow = at(80);
    assert!(narrow.lines().all(|line| width(line) <= 80), "{narrow}");
    // The frame's maximum goes before its median, and a wide terminal has all.
    assert!(!narrow.contains("4.44") && narrow.contains("1.11"), "{narrow}");
    let wide = at(200);
    for figure in ["4.44", "3.33", "5.00", "3.75", "1,234", "216"] {
        assert!(wide.contains(figure), "{figure}: {wide}");
    }
    let markdown = study_markdown(&book.report().unwrap());
    for figure in [
        "| 4.44 |",
        "| 3.33 |",
        "| 5.00 |",
        "| 2.50 (2.40–2.60) |",
        "| 1,234 |",
        "| 216 |",
    ] {
        assert!(markdown.contains(figure), "{figure}: {markdown}");
    }
}
