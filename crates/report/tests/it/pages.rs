//! The pages that are not of one scene: the load's, and the overview. The bar's are in `bar_page.rs`.

use crate::common::{assert_framed, made};
use clipmark_record::Machine;
use clipmark_record::held::Held;
use clipmark_record::load::{LOAD_FORMAT, LoadResults, LoadRow, Tail};
use clipmark_report::overview::{collect, write_overview};
use clipmark_report::write_study;
use std::fs;

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
        speeds: Vec::new(),
        misses: None,
        solid: false,
        movers: 0,
        judged: Vec::new(),
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
    assert!(page.contains("bsp, bsp2: in time for all 64 players asked for, at 125 Hz."));
    assert!(page.contains("bvh: in time for 16 players at 125 Hz, not for more."));
    assert!(page.contains(
        "<p class=\"bad\">✗ odd: at 125 Hz players end in other states in company than alone.</p>"
    ));
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
        "Character controllers",
        "A server full of players",
        "Scenes to walk",
        "my stairs",
        "noisy: bvh-gap",
        ">explain<",
    ] {
        assert!(page.contains(name), "{name}");
    }
    // Pages made to be copied show their way back to a reader who comes from here.
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
