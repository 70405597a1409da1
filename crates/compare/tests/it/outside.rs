//! `compare judge-answers` and `judge-states`: bsp's own answers pass, spoilt ones do not, bad files have one message.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

const STAIRS: &str = "../../scenes/stairs.ron";
const SWEEPS: &str = "0 0 100 0 0 0\n-128 0 60 200 0 60\n-300 10 300 500 -20 280\n-128 0 40 -128 0 60\n";

fn compare(args: &[&str], dir: &Path) -> (i32, String) {
    let stairs = Path::new(env!("CARGO_MANIFEST_DIR")).join(STAIRS);
    let mut command = Command::cargo_bin("compare").unwrap();
    let done = command
        .current_dir(dir)
        .args(args)
        .args(["--world", &stairs.display().to_string(), "--hull", "player"])
        .output()
        .unwrap();
    let text = [done.stdout, done.stderr].concat();
    (done.status.code().unwrap(), String::from_utf8(text).unwrap())
}

fn answered(dir: &Path) -> String {
    fs::write(dir.join("sweeps"), SWEEPS).unwrap();
    let (code, text) = compare(&["trace", "--backend", "bsp", "sweeps", "--out", "answers"], dir);
    assert_eq!(code, 0, "{text}");
    fs::read_to_string(dir.join("answers")).unwrap()
}

#[test]
fn a_backends_own_answers_pass_and_spoilt_ones_do_not() {
    let dir = tempfile::tempdir().unwrap();
    let answers = answered(dir.path());
    let judged = |text: &str| {
        fs::write(dir.path().join("given"), text).unwrap();
        compare(&["judge-answers", "sweeps", "given"], dir.path())
    };
    let (code, text) = judged(&answers);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("4 sweeps refereed exactly") && text.contains("No answer is wrong"),
        "{text}"
    );

    // The stop before the step is given as free way.
    let lines: Vec<&str> = answers.lines().collect();
    let free = "1 200 0 60 0 0 0 0 0 0 0";
    let (code, text) = judged(&[lines[0], free, lines[2], lines[3], ""].join("\n"));
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("✗ missed") && text.contains("in line 2"), "{text}");

    let (code, text) = judged(&lines[..3].join("\n"));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("3 answers for the 4 sweeps"), "{text}");

    let (code, text) = judged(&answers.replace("60", "sixty"));
    assert_eq!(code, 2, "{text}");
}

#[test]
fn states_in_a_solid_do_not_pass() {
    let dir = tempfile::tempdir().unwrap();
    let judged = |text: &str| {
        fs::write(dir.path().join("states"), text).unwrap();
        compare(&["judge-states", "states"], dir.path())
    };
    let (code, text) = judged("-128 0 24.125 0 0 0\n-120 0 24.125 320 0 0\n-90 0 24.125 320 0 0\n");
    assert_eq!(code, 0, "{text}");
    // A player who never moves shows nothing.
    let (code, text) = judged(&"-128 0 24.125 0 0 0\n".repeat(100));
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("✗ never farther than 0.0 u"), "{text}");
    let (code, text) = judged("-128 0 24.125\n-128 0 20\n");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("deepest 4.000 u after tick 2"), "{text}");
    let (code, text) = judged("-128 0\n");
    assert_eq!(code, 2, "{text}");
    let (code, text) = judged("");
    assert_eq!(code, 2, "{text}");
}
