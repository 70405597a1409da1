//! Bytes are counted, and a contestant that reports half of its memory is named. A program of its own, since it is started again
//! for each count, with the liar in its roster.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_cli::Cli;
use clipmark_collision::{
    Alter, Altered, BuildError, Capabilities, CollisionBackend, HullKinds, Registration, Role, TraceRules,
};
use clipmark_geometry::World;
use clipmark_measure::BackendKind;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, ExitCode};

static LIAR: Registration = Registration {
    name: "liar",
    about: "bvh that says half of what it holds",
    role: Role::Main,
    capabilities: Capabilities {
        hulls: HullKinds::ALL,
        patches: true,
        triangles: true,
    },
    mover: None,
    build,
    standalone: None,
};

/// It changes no answer.
struct Nothing;

impl Alter for Nothing {}

fn build(world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
    let sound = BackendKind::BVH.build(world, rules)?;
    Ok(Box::new(Altered::new(sound, Nothing).with_facts(|facts| {
        facts.name = "liar".into();
        facts.bytes /= 2;
    })))
}

/// Verbs that this program is started again with; else it is the test.
const VERBS: [&str; 4] = ["time", "grow", "load", "weigh"];

fn main() -> ExitCode {
    let verb = std::env::args().nth(1).unwrap_or_default();
    if VERBS.contains(&verb.as_str()) || verb.ends_with(".ron") {
        return Cli::new().backend(&LIAR).run();
    }
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        a_liar_is_told_of_by_time();
        a_liar_is_told_of_by_grow();
        a_budget_goes_by_the_count();
        scenes_and_loads_count_too();
    }
    ExitCode::SUCCESS
}

/// This program's standard output, in a folder.
fn said(dir: &Path, args: &[&str]) -> String {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program)
        .current_dir(dir)
        .args(args)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    // A contestant's result on a course does not matter here.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {errors}");
    assert!(!errors.contains("not counted"), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// For sound `bvh` report and count agree. The liar's count is the same, and its report half.
fn assert_caught(sound: &Value, liar: &Value) {
    let of = |held: &Value| ["counted", "said"].map(|key| held[key].as_f64().unwrap());
    let ([counted, said], [of_liar, half]) = (of(sound), of(liar));
    assert!((counted - said).abs() < 0.1 * counted + 4096.0, "{sound}");
    // The liar's further size is its facts.
    assert!(
        (of_liar - counted).abs() < 0.01 * counted + 2048.0,
        "{sound} {liar}"
    );
    assert!((half - said / 2.0).abs() <= 1.0, "{sound} {liar}");
}

fn a_liar_is_told_of_by_time() {
    let dir = tempfile::tempdir().unwrap();
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/stairs.ron");
    let line = "time --hull player --backends bvh,liar --count 20 --reps 3 --export-json - --world";
    let mut args: Vec<&str> = line.split(' ').collect();
    args.push(scene.to_str().unwrap());
    let found: Value = serde_json::from_str(&said(dir.path(), &args)).unwrap();
    for class in found["by_length"].as_object().unwrap().values() {
        let held = |name: &str| &class["backends"][name]["bytes"];
        assert_caught(held("bvh"), held("liar"));
    }
}

fn a_liar_is_told_of_by_grow() {
    let dir = tempfile::tempdir().unwrap();
    let line = "grow --contestants bvh,liar --sizes 48,480 --sweeps 20 --out g";
    let args: Vec<&str> = line.split(' ').collect();
    let table = said(dir.path(), &args);
    let words: Vec<&str> = table.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        !words.contains("bvh holds") && !words.contains("not asked"),
        "{table}"
    );
    let read = |file: &str| std::fs::read_to_string(dir.path().join("g").join(file)).unwrap();
    let book: Value = serde_json::from_str(&read("grow.json")).unwrap();
    let rows = book["rows"].as_array().unwrap();
    for pair in rows.chunks(2) {
        assert_caught(&pair[0]["bytes"], &pair[1]["bytes"]);
    }
    assert!(
        read("grow.csv")
            .lines()
            .next()
            .unwrap()
            .contains(",bytes,said_bytes,")
    );
}

/// A budget that the liar's half would keep, and its real memory does not.
fn a_budget_goes_by_the_count() {
    let sizes = [480.0_f64, 4800.0];
    let grow = |last: &str, budget: &str| -> Value {
        let dir = tempfile::tempdir().unwrap();
        let line = format!(
            "grow --contestants liar --sizes {last} --sweeps 20 --most-megabytes {budget} --export-json - --out g"
        );
        let args: Vec<&str> = line.split(' ').collect();
        serde_json::from_str(&said(dir.path(), &args)).unwrap()
    };
    let book = grow("480", "4000");
    let of = |key: &str| book["rows"][0]["bytes"][key].as_f64().unwrap();
    // Expected memory of the next build, in megabytes: in proportion.
    let expected = |bytes: f64| bytes * (sizes[1] / sizes[0]) / 1e6;
    let (counted, word) = (expected(of("counted")), expected(of("said")));
    let budget = 0.75 * counted;
    assert!(word < budget, "{word} of {counted}");
    let book = grow("480,4800", &budget.to_string());
    assert_eq!(book["rows"].as_array().unwrap().len(), 1, "{book}");
    let left_out = &book["left_out"][0];
    assert_eq!(left_out["brushes"].as_f64(), Some(sizes[1]), "{book}");
    assert!(
        left_out["why"].as_str().unwrap().contains("it would hold about"),
        "{left_out}"
    );
}

fn scenes_and_loads_count_too() {
    let dir = tempfile::tempdir().unwrap();
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/stairs.ron");
    let scene = scene.to_str().unwrap();
    let who = ["--contestants", "bvh,liar", "--export-json", "-"];
    let load = "--players 2 --rates 60 --threads 1 --seconds 0.2 --out l";
    let load: Vec<&str> = load.split(' ').collect();
    let all = [
        (
            [&[scene, "--quick", "--out", "s"], &who[..]].concat(),
            "/contestants",
            "/build/bytes",
        ),
        (
            [&["load", scene], &load[..], &who].concat(),
            "/rows",
            "/world_bytes",
        ),
    ];
    for (args, rows, bytes) in all {
        let book: Value = serde_json::from_str(&said(dir.path(), &args)).unwrap();
        let rows = book.pointer(rows).unwrap().as_array().unwrap();
        for pair in rows.chunks(2) {
            assert_caught(pair[0].pointer(bytes).unwrap(), pair[1].pointer(bytes).unwrap());
        }
    }
}
