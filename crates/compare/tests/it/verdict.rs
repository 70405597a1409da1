//! One verdict in four places: the table's mark, the sentence, the CSV and the exit code.

use crate::support::at_columns;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use tempfile::TempDir;

/// In the repository's root, for its scenes, on a terminal of 80 columns.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    at_columns(&root, 80, args)
}

/// A run's exit code, its text, and the tables that it leaves.
struct Ran {
    code: Option<i32>,
    text: String,
    csv: String,
    markdown: String,
}

/// A quick run of the scene of the judges. Each is made once a process.
fn scene(contestants: &str, more: &[&str]) -> &'static Ran {
    static RUNS: Mutex<BTreeMap<String, &'static OnceLock<Ran>>> = Mutex::new(BTreeMap::new());
    let key = format!("{contestants} {more:?}");
    let run = *RUNS
        .lock()
        .unwrap()
        .entry(key)
        .or_insert_with(|| Box::leak(Box::default()));
    run.get_or_init(|| scene_played(contestants, more))
}

fn scene_played(contestants: &str, more: &[&str]) -> Ran {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out").display().to_string();
    let args = [
        "scenes/judges.ron",
        "--quick",
        "--contestants",
        contestants,
        "--out",
        &out,
    ];
    let (code, text, errors) = run(&[&args, more].concat());
    assert!(code != Some(2), "{errors}");
    assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let table = |name: &str| fs::read_to_string(dir.path().join("out").join(name)).unwrap();
    Ran {
        code,
        text,
        csv: table("table.csv"),
        markdown: table("table.md"),
    }
}

/// Signs of a planted fault: in the sentence of the verdict, and in the columns of `table.csv`.
const PLANTED: [(&str, &str, &str); 4] = [
    (
        "bvh~start-solid-dropped",
        "did not say that it started in a solid on",
        "start_unsaid",
    ),
    (
        "bvh~touching-forgotten",
        "passed through what it touched on",
        "missed_from_touch",
    ),
    (
        "bvh~skin-lost",
        "kept a gap off the declared skin by",
        "wrong_skin",
    ),
    // No class counts it: detectors alone do.
    (
        "bvh~skipped-brush",
        "bvh~skipped-brush: flickers between standing and flying, ",
        "found_besides",
    ),
];

#[test]
fn the_exit_code_of_a_scene_follows_the_verdict() {
    for (contestant, says, column) in PLANTED {
        let Ran {
            code,
            text,
            csv,
            markdown,
        } = scene(contestant, &[]);
        assert_eq!(*code, Some(1), "{text}");
        assert!(text.contains(says) && text.contains('✗'), "{contestant}: {text}");
        assert!(
            !text.contains("no failure") && !text.contains("passed all"),
            "{text}"
        );
        let (head, row) = csv.trim_end().split_once('\n').unwrap();
        let cell = |name: &str| {
            let at = head.split(',').position(|h| h == name).unwrap();
            row.split(',').nth(at).unwrap().to_owned()
        };
        assert!(cell(column) != "0" && cell(column) != "false", "{column}: {csv}");
        assert_eq!(cell("passes"), "false");
        let row = markdown.lines().find(|l| l.starts_with("| bvh")).unwrap();
        assert!(row.contains('✗'), "{row}");
    }
}

/// A wall before the goal.
const SHUT: &str = r#"(
    version: 1,
    title: "Shut",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (1024, 512, 0)),
        Box(min: (128, -512, 0), max: (160, 512, 256)),
    ]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 1)],
    contestants: ["bsp", "bvh"],
    sweeps: 200,
    expect: [Reaches(min: (512, -512, 0), max: (1024, 512, 512))],
)"#;

#[test]
fn a_contestant_that_misses_its_goal_is_never_said_to_have_no_failure() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("shut.ron"), SHUT).unwrap();
    let (code, text, errors) = at_columns(dir.path(), 80, &["shut.ron", "--quick"]);
    assert_eq!(code, Some(1), "{text}{errors}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = "ended 399 u short of the goal";
    assert!(text.starts_with(&format!("bsp and bvh: {short}. ")), "{text}");
    assert!(text.contains("✗ expected: bvh reaches the box (512.0 "), "{text}");
    let read = |name: &str| fs::read_to_string(dir.path().join("reports/latest").join(name)).unwrap();
    for file in ["shut/index.html", "shut/table.md", "shut/table.csv", "index.html"] {
        let all = read(file);
        assert!(all.contains(short), "{file}: {all}");
        for praise in [
            "no failure found",
            "none found",
            "passes,true",
            r#"class="ok">✓</span>"#,
        ] {
            assert!(!all.contains(praise), "{file}: {praise}");
        }
    }
}

#[test]
fn who_is_sound_passes_and_fail_on_says_who_decides() {
    let Ran { code, text, csv, .. } = scene("bsp", &[]);
    assert_eq!(*code, Some(0), "{text}");
    assert!(
        !text.contains("no failure found"),
        "a rule let something through: {text}"
    );
    assert!(
        csv.trim_end().ends_with(",passes by an engine's rules,true"),
        "{csv}"
    );
    // Strictly it does not pass, and who needs no rule does.
    assert_eq!(scene("bsp", &["--strict"]).code, Some(1));
    assert_eq!(scene("bvh", &["--strict"]).code, Some(0));
    assert_eq!(scene("bsp,bvh", &["--strict", "--fail-on", "bvh"]).code, Some(0));
    // Quake III passes a solid that it touches at the start: no fault, and not nothing.
    let both = "bsp,bvh~skin-lost";
    assert_eq!(scene(both, &[]).code, Some(1));
    assert_eq!(scene(both, &["--fail-on", "bsp"]).code, Some(0));
    assert_eq!(scene(both, &["--fail-on", "bsp,bvh~skin-lost"]).code, Some(1));
    let args = ["scenes/judges.ron", "--contestants", both, "--fail-on", "bvh"];
    let (code, _, errors) = run(&args);
    assert_eq!(code, Some(2));
    let wanted = "--fail-on bvh: it does not take part; give some of bsp, bvh~skin-lost";
    assert!(errors.contains(wanted), "{errors}");
}

#[test]
fn a_lost_skin_is_marked_in_every_file_of_the_bar() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    let args = [
        "bar",
        "--worlds",
        "scenes/judges.ron",
        "--contestants",
        "bvh,bvh~skin-lost",
    ];
    let sizes = [
        "--sweeps",
        "10000",
        "--rest",
        "1600",
        "--walkers",
        "2",
        "--ticks",
        "250",
    ];
    let at = out.display().to_string();
    let (code, text, errors) = run(&[&args[..], &sizes, &["--out", &at]].concat());
    assert_eq!(code, Some(1), "{errors}");
    let rows = || text.lines().filter(|l| l.starts_with("bvh~skin-lost "));
    assert!(rows().any(|l| l.contains('✗')), "{text}");
    // The player's in the main part, and each of nine hulls.
    assert!(
        text.contains("10 skins that are not the declared ones (✗)"),
        "{text}"
    );
    let file = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let marked = |text: &str, start: &str| {
        let rows = text.lines().filter(|l| l.starts_with(start));
        rows.filter(|l| l.contains('✗')).count()
    };
    for name in ["table.md", "summary.md"] {
        assert!(
            marked(&file(name), "| bvh~skin-lost |") > 0,
            "{name}: {}",
            file(name)
        );
        assert_eq!(marked(&file(name), "| bvh |"), 0, "{name}: {}", file(name));
    }
    let csv = file("bar.csv");
    let mut columns = csv.lines().next().unwrap().split(',');
    let column = columns.position(|name| name == "beyond_limit").unwrap();
    let is_beyond = |l: &&str| l.split(',').nth(column) == Some("wrong_skin");
    let beyond: Vec<&str> = csv.lines().filter(is_beyond).collect();
    let main = |row: &&&str| row.starts_with("scenes/judges.ron,bvh~skin-lost,box,gaps,");
    assert_eq!(beyond.iter().filter(main).count(), 1, "{csv}");
    assert!(
        beyond
            .iter()
            .all(|row| row.starts_with("scenes/judges.ron,bvh~skin-lost,")),
        "{csv}"
    );
}
