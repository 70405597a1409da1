//! The pages that are not of one scene: the walker's and the load's. The bar's are in `bar_page.rs`.

use crate::common::{assert_framed, made};
use clipmark_record::held::Held;
use clipmark_record::load::{LOAD_FORMAT, LoadResults, LoadRow, Tail};
use clipmark_record::walker::{CourseWalk, Outcome, Replayed, ShakeTick, Shaking, TriedPlace, WalkerResults};
use clipmark_record::{Comparison, Entry, Keys, Machine, Mark, MovementScore, SceneFacts, TickRecord};
use clipmark_report::write_study;
use std::fs;

fn walk(course: &str, contestant: &str, hz: f32, stuck: f64, shake: f64) -> CourseWalk {
    CourseWalk {
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
        wish: Some(0.0),
        keys: Keys(Keys::FORWARD),
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

/// A body that is raised in one tick and stays in the next.
fn shaking() -> Shaking {
    let place = |step, asked: [f64; 3], at, taken| TriedPlace {
        step,
        asked,
        at,
        mode: "walking".into(),
        taken,
    };
    let (start, raised) = ([0.0, 0.0, 24.0], [2.0, 0.0, 26.0]);
    let tick = |tick, from, tried| ShakeTick {
        tick,
        from,
        mode: "walking".into(),
        tried,
    };
    Shaking {
        course: "crater".into(),
        contestant: "cylinder:literal".into(),
        hz: 125.0,
        path: vec![start, raised],
        ticks: [
            tick(7, start, vec![place(Some(7), [2.0, 0.0, 24.0], raised, true)]),
            tick(
                8,
                raised,
                vec![
                    place(Some(7), [4.0, 0.0, 26.0], [4.0, 0.0, 28.0], false),
                    place(Some(13), [3.0, 0.0, 26.0], [3.0, 0.0, 26.0], false),
                    place(Some(16), raised, raised, true),
                ],
            ),
        ],
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
        shaking: Some(shaking()),
        replays: vec![replayed()],
    };
    let index = write_study(&book, Vec::new(), &out).unwrap().page;
    let page = fs::read_to_string(&index).unwrap();
    assert_framed(&page);
    assert!(page.contains("No promise broken by cylinder:improved (5 walks)."));
    for part in [
        "> p1, step 7, taken </text>",
        "> p0, step 16, taken </text>",
        "p1, step 7 is raised by 2.000 u and fits, and the body is walking there.",
        "Tick 8 begins walking (velocity by step 4): p1, step 7 is raised by 2.000 u and does not fit; p2, step 13 does not fit; p0, step 16: it stays.",
    ] {
        let page: Vec<&str> = page.split_whitespace().collect();
        assert!(page.join(" ").contains(part), "no {part}");
    }
    let (_, matrix) = page.split_once("id=\"courses\"").unwrap();
    let worst = matrix.find(">slope 60, up<").unwrap();
    assert!(worst < matrix.find(">flat<").unwrap(), "the worst course first");
    let link = "replays/slope-60--up-33.html#tick=41&#38;contestant=1";
    assert!(matrix.contains(link), "no {link}");
    assert!(matrix.contains("shakes 0.500 u, stuck 3.25 s") && matrix.contains("33 Hz"));
    let replay = fs::read_to_string(out.join("replays/slope-60--up-33.html")).unwrap();
    assert!(replay.contains("id=\"replay-data\"") && replay.contains("../index.html"));
    // It is written again over its own.
    write_study(&book, Vec::new(), &out).unwrap();
}

#[test]
fn the_loads_page_marks_whose_states_differ_and_frames_that_are_too_long() {
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
        world_bytes: Held::said(1),
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
        wrong: Vec::new(),
        movers: 0,
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
    write_study(&book, Vec::new(), &out).unwrap();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert_framed(&page);
    assert!(
        page.contains("<p class=\"bad\">✗ odd"),
        "whose states differ comes first"
    );
    assert!(page.contains("24.0 ✗</td>"), "the frame that is too long");
    for head in ["max", "p99.9", "world kB", "player B"] {
        assert!(page.contains(&format!("<th scope=\"col\">{head}</th>")), "{head}");
    }
}
