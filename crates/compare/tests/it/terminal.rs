//! A terminal of 80 columns: the answer first, no row that wraps, and ten lines for a clean result.

use crate::support::at_columns;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const BLOCKS: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, 96)),
    ]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.5)],
    contestants: ["bsp", "bvh"],
    sweeps: 200,
)"#;

fn folder() -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("blocks.ron"), BLOCKS).unwrap();
    dir
}

/// Standard output at a width. No line is wider.
fn narrow(dir: &Path, columns: usize, args: &[&str]) -> String {
    let (code, out, errors) = at_columns(dir, columns, args);
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {errors}");
    for line in out.lines() {
        assert!(line.chars().count() <= columns, "{args:?}: {line}\n{out}");
    }
    out
}

#[test]
fn a_clean_scene_is_ten_lines_and_begins_with_the_answer() {
    let dir = folder();
    let text = narrow(dir.path(), 80, &["blocks.ron"]);
    // One of the few sweeps may pass by Quake III's rule, which the answer then explains in two more lines.
    let answers = [
        "bsp and bvh: no failure found. bsp ",
        "bvh: no failure found. bsp passes by an engine's rules: it ",
    ];
    let ruled = usize::from(text.contains("by an engine's rules"));
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.starts_with(answers[ruled]), "{text}");
    // On a busy machine the clock has up to three lines more to say.
    assert!(text.lines().count() <= 13 + 2 * ruled, "{text}");
    let head = text.lines().find(|l| l.starts_with("contestant")).unwrap();
    for column in ["missed", "phantom", "stuck", "ns/trace", "rel", "ns/tick"] {
        assert!(head.contains(column), "{head}");
    }
    assert_eq!(text.lines().last(), Some("reports/latest/blocks/index.html"));
    // A wide terminal has room for every column, a narrow one for fewer.
    let wide = narrow(dir.path(), 140, &["blocks.ron", "--quick", "--out", "q"]);
    assert!(wide.contains("memory") && wide.contains("state"), "{wide}");
    narrow(dir.path(), 60, &["blocks.ron", "--quick", "--out", "q"]);
}

#[test]
fn tables_of_other_verbs_never_wrap_a_row() {
    let dir = folder();
    let path = dir.path();
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite");
    let suites = suites.display().to_string();
    let time = [
        "time",
        "--world",
        "blocks.ron",
        "--hull",
        "player",
        "--backends",
        "bsp,bvh",
    ];
    let time = narrow(
        path,
        80,
        &[&time[..], &["--count", "100", "--reps", "3", "--explain"]].concat(),
    );
    assert!(time.contains("1-16 u: ") && time.contains("median ns"), "{time}");
    let suite = ["suite", "5", "--quick", "--suites", &suites, "--out", "s"];
    narrow(path, 80, &suite);
    // Marks that do not fit beside each other go below.
    let many = "bsp,bvh,cylinder,bvh:stock,hull,bsp:tutorial,hull:ideal,bvh:mesh";
    let many = narrow(
        path,
        80,
        &[&suite[..5], &["--out", "t", "--contestants", many]].concat(),
    );
    assert_eq!(many.matches(" 5 Step limit").count(), 2, "{many}");
    let profiles = narrow(path, 80, &["profiles"]);
    assert!(
        profiles.matches("gravity").count() >= 1 && profiles.contains("source"),
        "{profiles}"
    );
    narrow(path, 80, &["profiles", "quake3"]);
    let list = narrow(path, 80, &["list"]);
    assert!(list.contains("bvh") && list.contains("goldsrc"), "{list}");
    for out in ["a", "b"] {
        narrow(path, 80, &["blocks.ron", "--quick", "--out", out]);
    }
    let diff = narrow(path, 80, &["diff", "a", "b"]);
    assert!(diff.starts_with("no answer differs; of 4 times "), "{diff}");
    let bar = [
        "bar",
        "--worlds",
        "blocks.ron",
        "--sweeps",
        "500",
        "--rest",
        "160",
        "--walkers",
        "2",
        "--ticks",
        "50",
    ];
    let bar = narrow(path, 80, &bar);
    assert!(
        bar.lines().next().unwrap().starts_with("✗ bvh"),
        "the verdict comes first: {bar}"
    );
}

#[test]
fn the_walker_is_summed_up_and_the_papers_variants_fail_nobody() {
    let dir = folder();
    let args = ["walker", "groove", "--rates", "125"];
    let paper = ["--contestants", "cylinder:literal,cylinder:intended"];
    let (code, text, errors) = at_columns(dir.path(), 80, &[&args[..], &paper].concat());
    assert_eq!(code, Some(0), "{text}{errors}");
    assert!(text.lines().count() <= 10, "{text}");
    let text = narrow(dir.path(), 80, &args);
    assert!(text.lines().count() <= 10, "{text}");
    let details = narrow(dir.path(), 80, &[&args[..], &["--details"]].concat());
    assert!(
        details.contains("broken") && details.contains("course"),
        "{details}"
    );
}
