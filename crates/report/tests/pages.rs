//! The pages that are not of one scene: the walker's, the bar's, the load's.

use clipmark_record::bar::{Answers, BarResults, BarRow, Resting, Sizes, Walks, Way};
use clipmark_record::load::{LOAD_FORMAT, LoadResults, LoadRow, Tail};
use clipmark_record::walker::{Outcome, Replayed, Row, WalkerResults};
use clipmark_record::{
    Comparison, Entry, HullSide, Machine, Made, Mark, MovementScore, SceneFacts, SkinScore, TickRecord,
};
use clipmark_report::grid::View;
use clipmark_report::overview::{collect, write_overview};
use clipmark_report::{
    Style, bar_markdown, bar_summary, bar_table, write_bar_report, write_load_report, write_walker_report,
};
use std::fs;

fn made() -> Made {
    Made {
        date: "2026-11-23 08:14".into(),
        commit: "0123abcd".into(),
        command: "compare it".into(),
    }
}

fn assert_framed(page: &str) {
    for part in [
        "Content-Security-Policy",
        "2026-11-23 08:14 UTC",
        "commit 0123abcd",
        "<code>compare it</code>",
        "../index.html",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

fn walk(course: &str, contestant: &str, hz: f32, stuck: f64, shake: f64) -> Row {
    Row {
        course: course.into(),
        contestant: contestant.into(),
        hz,
        outcome: Outcome {
            shake,
            alternation: 0.0,
            stuck_seconds: stuck,
            climbs: 0,
            climbed: 0.0,
            deepest: 0.0,
            goal: String::new(),
            reached: None,
        },
    }
}

fn replayed() -> Replayed {
    let tick = |k: u32| TickRecord {
        seconds: f64::from(k) * 0.03,
        origin: [k as f32, 0.0, 24.0],
        velocity: [33.0, 0.0, 0.0],
        grounded: true,
        yaw: 0.0,
        intent: true,
        queries: 1,
        hits: 0,
        contacts: 0,
        depth: 0.0,
        turned_back: 0.0,
        deviation: 0.0,
    };
    let entry = |name: &str, marks| Entry {
        name: name.into(),
        hull: "cylinder".into(),
        ticks: (0..90).map(tick).collect(),
        movement: MovementScore {
            marks,
            ..MovementScore::default()
        },
        ..Entry::default()
    };
    let mark = Mark {
        tick: 41,
        what: "stuck".into(),
    };
    Replayed {
        course: "slope 60, up".into(),
        hz: 33.0,
        shown: Comparison {
            scene: SceneFacts {
                title: "slope 60, up at 33 Hz".into(),
                tick_msec: 30.0,
                ..SceneFacts::default()
            },
            contestants: vec![
                entry("cylinder:improved", Vec::new()),
                entry("cylinder:literal", vec![mark]),
            ],
            ..Comparison::default()
        },
    }
}

#[test]
fn the_walkers_page_leads_with_who_breaks_what_and_to_the_moment() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("reports/latest/walker");
    let book = WalkerResults {
        version: "0.2.0".into(),
        made: made(),
        profile: "paper2006".into(),
        rows: vec![
            walk("flat", "cylinder:improved", 33.0, 0.0, 0.0),
            walk("flat", "cylinder:literal", 33.0, 0.0, 0.0),
            walk("slope 60, up", "cylinder:improved", 33.0, 0.0, 0.0),
            walk("slope 60, up", "cylinder:literal", 33.0, 3.25, 0.5),
            walk("slope 60, up", "cylinder:literal", 125.0, 1.0, 0.0),
        ],
        problems: Vec::new(),
        replays: vec![replayed()],
    };
    let index = write_walker_report(&book, &out).unwrap();
    let page = fs::read_to_string(&index).unwrap();
    assert_framed(&page);
    assert!(page.contains("No promise broken by cylinder:improved (5 walks)."));
    let (_, matrix) = page.split_once("class=\"courses\"").unwrap();
    let worst = matrix.find(">slope 60, up<").unwrap();
    assert!(worst < matrix.find(">flat<").unwrap(), "the worst course first");
    let link = "replays/slope-60--up-33.html#tick=41&#38;contestant=1";
    assert!(matrix.contains(link), "no {link}");
    assert!(matrix.contains("shakes 0.500 u, stuck 3.25 s") && matrix.contains("33 Hz"));
    let replay = fs::read_to_string(out.join("replays/slope-60--up-33.html")).unwrap();
    assert!(replay.contains("id=\"replay-data\"") && replay.contains("../index.html"));
    // It is written again over its own.
    write_walker_report(&book, &out).unwrap();
}

/// A map on which enough was asked, and nothing found.
fn bar_row(contestant: &str) -> BarRow {
    BarRow {
        map: "maps/m.bsp".into(),
        contestant: contestant.into(),
        hull: "box".into(),
        left_out: Vec::new(),
        refused: None,
        random: Answers {
            asked: 20_000,
            ..Answers::default()
        },
        rest: vec![Resting {
            gap: 0.0,
            way: Way::In,
            answers: Answers {
                asked: 2000,
                ..Answers::default()
            },
        }],
        skin: SkinScore::default(),
        walks: Walks {
            walkers: 4,
            ticks: 4000,
            ..Walks::default()
        },
        cases: [Vec::new(), Vec::new()],
        worst_walk: None,
    }
}

fn bar_of(rows: Vec<BarRow>) -> BarResults {
    BarResults {
        machine: Machine::default(),
        made: made(),
        profile: "quake3".into(),
        sizes: Sizes {
            sweeps: 20_000,
            rest: 2000,
            walkers: 4,
            ticks: 1000,
        },
        seed: 1,
        rows,
    }
}

#[test]
fn the_bars_page_says_who_meets_it_and_marks_what_does_not() {
    let mut bad = bar_row("bad");
    bad.random.missed = 17;
    let book = bar_of(vec![bar_row("good"), bad]);
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("reports/latest/bar");
    write_bar_report(&book, &out).unwrap();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert_framed(&page);
    assert!(page.contains("good meets the bar."));
    assert!(page.contains("<p class=\"bad\">✗ bad does not meet the bar on m.</p>"));
    assert_eq!(page.matches("<td class=\"failed\">17 ✗</td>").count(), 1);
}

/// A map that a contestant cannot be built from is no map on which it does well: the verdict, the summary and the CSV name it, and no
/// table has zeros for it.
#[test]
fn a_refused_map_is_named_everywhere_and_counted_as_nothing() {
    let refusing = BarRow::refusing("maps/wide.bsp", "picky", &[], "brush 3 is too wide".into());
    let wide = BarRow {
        map: "maps/wide.bsp".into(),
        ..bar_row("good")
    };
    let book = bar_of(vec![bar_row("picky"), bar_row("good"), refusing, wide]);
    let dir = tempfile::tempdir().unwrap();
    write_bar_report(&book, dir.path().join("bar").as_path()).unwrap();
    let read = |file: &str| fs::read_to_string(dir.path().join("bar").join(file)).unwrap();
    let said = "picky refuses wide. The first: brush 3 is too wide.";
    for file in ["index.html", "table.md"] {
        let text = read(file);
        assert!(text.contains(said), "{file}: {text}");
        assert!(
            text.contains("picky meets the bar on the other maps."),
            "{file}: {text}"
        );
    }
    let terminal = bar_table(&book, Style::Plain);
    assert!(terminal.contains(&format!("✗ {said}")), "{terminal}");
    // Once on the other map, of each table.
    assert_eq!(
        terminal.lines().filter(|l| l.starts_with("picky  ")).count(),
        3,
        "{terminal}"
    );
    let summary = read("summary.md");
    assert_eq!(cell(&by_head(&summary, "picky"), "meets the bar on"), "1 of 2");
    assert!(
        summary.contains("picky: cannot be built from 1 of 2 maps"),
        "{summary}"
    );
    let csv = read("bar.csv");
    let lines: Vec<&str> = csv
        .lines()
        .filter(|l| l.starts_with("maps/wide.bsp,picky"))
        .collect();
    assert_eq!(lines.len(), 1, "{csv}");
    assert!(
        lines[0].contains(",refused,") && lines[0].ends_with(",brush 3 is too wide"),
        "{}",
        lines[0]
    );
    // Alone, it has a row of nothing.
    let alone = bar_of(vec![BarRow::refusing("m", "picky", &[], "no".into())]);
    let row = bar_summary(&alone);
    assert_eq!(cell(&by_head(&row, "picky"), "missed"), "–");
    assert!(
        !bar_table(&alone, Style::Plain).contains("contestant"),
        "no table"
    );
}

/// The row of a contestant in a Markdown table, by head.
fn by_head(markdown: &str, contestant: &str) -> Vec<(String, String)> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    let starts = |name: &str| format!("| {name} |");
    let find = |name: &str| markdown.lines().find(|line| line.starts_with(&starts(name)));
    let head = cells(find("contestant").expect("a head"));
    let row = cells(find(contestant).expect("a row"));
    assert_eq!(head.len(), row.len());
    head.into_iter().zip(row).collect()
}

fn cell<'a>(row: &'a [(String, String)], head: &str) -> &'a str {
    &row.iter().find(|(h, _)| h == head).expect(head).1
}

/// What fails the bar shows in every table of it, though it has no column of its own.
#[test]
fn a_lost_skin_a_narrow_hull_and_a_fall_are_marked_in_every_table_of_the_bar() {
    let mut skin = bar_row("bad");
    skin.skin.wrong = true;
    let mut hull = bar_row("bad");
    hull.skin.hull = vec![HullSide {
        direction: "+x".into(),
        short: 0.1,
    }];
    let mut fall = bar_row("bad");
    fall.walks.fell_out = 1;
    let mut flags = bar_row("bad");
    flags.random.start_solid = 3;
    for (bad, says) in [
        (skin, "1 skin that is not the declared one (✗)"),
        (
            hull,
            "1 direction in which the hull is of another size than declared (✗)",
        ),
        (fall, "1 fall out of the world (✗)"),
        (flags, "3 wrong start-solid flags (✗)"),
    ] {
        let book = bar_of(vec![bar_row("good"), bad]);
        let summary = bar_summary(&book);
        let (good, bad) = (by_head(&summary, "good"), by_head(&summary, "bad"));
        assert_eq!(
            (cell(&good, "other"), cell(&good, "meets the bar on")),
            ("0", "1 of 1")
        );
        assert!(cell(&bad, "other").ends_with(" ✗**"), "{summary}");
        assert_eq!(cell(&bad, "meets the bar on"), "0 of 1");
        assert!(summary.contains(&format!("- bad: other: {says}.")), "{summary}");
        let markdown = bar_markdown(&book);
        assert_eq!(markdown.matches(" ✗** |").count(), 1, "{markdown}");
        let table = bar_table(&book, Style::Plain);
        let marked: Vec<&str> = table
            .lines()
            .filter(|l| l.contains('✗') && !l.starts_with('✗'))
            .collect();
        assert_eq!(marked.len(), 2, "a row and a note: {table}");
        assert!(marked[0].starts_with("bad "), "{table}");
    }
}

/// Below its limit a class is counted and not marked: who meets the bar has no ✗ beside it.
#[test]
fn marks_follow_the_limits_of_the_bar() {
    let mut row = bar_row("fine");
    row.random.asked = 100_000;
    row.random.wrong_contents = 9;
    row.random.wrong_place = 2;
    row.random.wrong_normal = 9;
    let book = bar_of(vec![row.clone()]);
    let (summary, table) = (bar_summary(&book), bar_table(&book, Style::Plain));
    assert!(table.starts_with("fine meets the bar."), "{table}");
    assert!(
        !table.contains('✗') && !bar_markdown(&book).contains('✗'),
        "{table}"
    );
    assert!(!summary.contains('✗'), "{summary}");
    assert_eq!(cell(&by_head(&summary, "fine"), "other"), "11");
    let note = "fine: other: 9 stops by other contents than are there (fewer than 1 in 10,000); 2 places in solids with a wrong \
                depth or contacts (fewer than 1 in 10,000).";
    assert!(summary.contains(note), "{summary}");
    // One more is one too many.
    row.random.wrong_contents = 10;
    let book = bar_of(vec![row]);
    assert!(bar_table(&book, Style::Plain).starts_with("✗ fine does not meet the bar"));
    assert_eq!(cell(&by_head(&bar_summary(&book), "fine"), "other"), "**12 ✗**");
}

/// What engines do by their rules is shown at any width, all rules together and each by its name.
#[test]
fn every_rule_of_an_engine_is_counted_in_the_bars_tables() {
    let mut row = bar_row("ruled");
    row.random.merged_rule = 40;
    row.rest[0].answers.touch_rule = 2;
    row.random.clipped_corners = 1;
    let book = bar_of(vec![row]);
    let narrow = View {
        style: Style::Plain,
        columns: 72,
    };
    let table = bar_table(&book, narrow);
    let head = table.lines().find(|l| l.starts_with("contestant")).unwrap();
    assert!(head.ends_with("rule"), "{table}");
    let row = |sweeps: &str| table.lines().find(|l| l.contains(sweeps)).unwrap();
    assert!(
        row(" random ").ends_with(" 41") && row(" from rest ").ends_with(" 2"),
        "{table}"
    );
    let summary = bar_summary(&book);
    assert_eq!(cell(&by_head(&summary, "ruled"), "rule"), "43");
    for note in [
        "- ruled: engine's rule (touch): 2 sweeps start in touch",
        "- ruled: engine's rule (merged solids): 40 sweeps start in a solid",
        "- ruled: engine's rule (corner): 1 sweeps cut a corner",
    ] {
        assert!(summary.contains(note), "{summary}");
    }
}

#[test]
fn the_loads_page_says_how_many_players_are_kept_up_with() {
    let row = |contestant: &str, players, p99, unlike_alone| LoadRow {
        contestant: contestant.into(),
        players,
        hertz: 125.0,
        threads: 1,
        unlike_alone,
        frames: 100,
        ticks_per_second: 1e5,
        frame_msec: Tail {
            p50: 1.0,
            p99,
            p999: p99,
            max: p99,
        },
        relative: None,
        standing: None,
        scaling: None,
        tick_usec: Tail::default(),
        world_bytes: 1,
        player_bytes: 1,
        state_hash: "0".into(),
    };
    let book = LoadResults {
        format: LOAD_FORMAT,
        world: "stairs".into(),
        profile: "quake3".into(),
        input: "random".into(),
        patches_left_out: 0,
        seconds: 1.0,
        seed: 1,
        most_seconds: 120.0,
        machine: Machine::default(),
        made: made(),
        left_out: Vec::new(),
        speeds: Vec::new(),
        misses: None,
        rows: vec![
            row("bsp", 16, 2.0, false),
            row("bsp", 64, 7.0, false),
            row("bsp2", 64, 7.0, false),
            row("bvh", 16, 6.0, false),
            row("bvh", 64, 24.0, false),
            row("odd", 16, 1.0, true),
        ],
    };
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("reports/latest/load");
    write_load_report(&book, &out).unwrap();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert_framed(&page);
    assert!(page.contains("bsp, bsp2: in time for all 64 players asked for, at 125 Hz."));
    assert!(page.contains("bvh: in time for 16 players at 125 Hz, not for more."));
    assert!(
        page.contains(
            "<p class=\"bad\">odd: at 125 Hz players end in other states in company than alone.</p>"
        )
    );
    assert!(page.contains("24.0 ✗</td>"), "the frame that is too long");
    for head in ["max", "p99.9", "world kB", "player B"] {
        assert!(page.contains(&format!("<th scope=\"col\">{head}</th>")), "{head}");
    }
}

#[test]
fn the_overview_names_every_page_beside_it_and_its_links_lead_somewhere() {
    let dir = tempfile::tempdir().unwrap();
    let latest = dir.path().join("reports/latest");
    let files = [
        "suite.json",
        "bar.json",
        "laws.json",
        "walker.json",
        "controllers.json",
        "load.json",
        "gallery.json",
    ];
    for file in files {
        let folder = latest.join(file.trim_end_matches(".json"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), "{}").unwrap();
        fs::write(folder.join("index.html"), "").unwrap();
    }
    // Without its page a folder is not named.
    fs::create_dir_all(latest.join("half")).unwrap();
    fs::write(latest.join("half/bar.json"), "{}").unwrap();
    fs::create_dir_all(dir.path().join("reports/play")).unwrap();
    fs::write(dir.path().join("reports/play/my stairs.html"), "").unwrap();
    let scene = latest.join("noisy");
    fs::create_dir_all(scene.join("cases")).unwrap();
    fs::write(scene.join("cases/bvh-gap-solver.html"), "").unwrap();
    fs::write(latest.join("explain-solver.html"), "").unwrap();
    let facts = r#"{"scene": {"name": "noisy", "title": "Noisy", "profile": "quake3", "brushes": 8}, "machine": {"cpu": "c", "cores": 2, "build": "release"}}"#;
    fs::write(scene.join("machine.json"), facts).unwrap();
    fs::write(scene.join("index.html"), "").unwrap();
    let table = "contestant,trace_median_ns,trace_spread_ns,trace_relative,tick_median_ns,tick_spread_ns,tick_relative,build_ms,memory_bytes\n\
                 bsp,100,30,1,1000,10,1,1,1000\n";
    fs::write(scene.join("table.csv"), table).unwrap();
    let found = collect(&latest, &dir.path().join("none")).unwrap();
    let page = fs::read_to_string(write_overview(&found, &made(), &latest).unwrap()).unwrap();
    for name in [
        "Scene suite",
        "The correctness bar",
        "Laws of movement",
        "The two-cylinder walker",
        "Character controllers",
        "A server full of players",
        "Scenes to walk",
        "my stairs",
        "noisy: bvh-gap",
        ">explain<",
    ] {
        assert!(page.contains(name), "{name}");
    }
    // Pages made to be copied show their way back to who comes from here.
    assert_eq!(page.matches(".html#from-above\"").count(), 2, "{page}");
    assert!(!page.contains("(half)"));
    assert!(
        page.contains(">~ 100 <small>1.00</small>") && page.contains(">1,000 <small>1.00</small>"),
        "the noisy time alone is marked"
    );
    let links = page
        .split("<a href=\"")
        .skip(1)
        .filter_map(|t| t.split('"').next());
    for link in links.filter(|link| !link.starts_with('#')) {
        let file = link.split('#').next().unwrap_or_default();
        let path = latest.join(file.replace("%20", " ").replace("%2D", "-"));
        assert!(path.is_file(), "{link} leads nowhere");
    }
}
