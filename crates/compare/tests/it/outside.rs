//! `compare judge-answers` and `judge-states`: bsp's own answers pass, spoilt ones do not, bad files have one message.

use crate::support::{compare_line, scenes};
use std::fs;
use std::path::Path;

const SWEEPS: &str = "0 0 100 0 0 0\n-128 0 60 200 0 60\n-300 10 300 500 -20 280\n-128 0 40 -128 0 60\n";

fn compare(line: &str, dir: &Path) -> (Option<i32>, String) {
    let (code, out, errors) = compare_line(
        dir,
        &format!("{line} --world {} --hull player", scenes("stairs.ron")),
    );
    (code, out + &errors)
}

fn answered(dir: &Path) -> String {
    fs::write(dir.join("sweeps"), SWEEPS).unwrap();
    let (code, text) = compare("trace --backend bsp sweeps --out answers", dir);
    assert_eq!(code, Some(0), "{text}");
    fs::read_to_string(dir.join("answers")).unwrap()
}

#[test]
fn a_backends_own_answers_pass_and_spoilt_ones_do_not() {
    let dir = tempfile::tempdir().unwrap();
    let answers = answered(dir.path());
    // The stop before the step is given as free way.
    let lines: Vec<&str> = answers.lines().collect();
    let free = [lines[0], "1 200 0 60 0 0 0 0 0 0 0", lines[2], lines[3], ""].join("\n");
    let (few, words) = (lines[..3].join("\n"), answers.replace("60", "sixty"));
    for (given, ends, says) in [
        (&answers, 0, "passed"),
        (&free, 1, "in line 2"),
        (&few, 2, "given"),
        (&words, 2, "given"),
    ] {
        fs::write(dir.path().join("given"), given).unwrap();
        let (code, text) = compare("judge-answers sweeps given", dir.path());
        assert_eq!(code, Some(ends), "{text}");
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn states_in_a_solid_do_not_pass() {
    let dir = tempfile::tempdir().unwrap();
    // A player who never moves shows nothing.
    let still = "-128 0 24.125 0 0 0\n".repeat(100);
    for (states, ends, says) in [
        (
            "-128 0 24.125 0 0 0\n-120 0 24.125 320 0 0\n-90 0 24.125 320 0 0\n",
            0,
            "",
        ),
        (&still, 1, "0.0 u"),
        ("-128 0 24.125\n-128 0 20\n", 1, "4.000 u after tick 2"),
        ("-128 0\n", 2, ""),
        ("", 2, ""),
    ] {
        fs::write(dir.path().join("states"), states).unwrap();
        let (code, text) = compare("judge-states states", dir.path());
        assert_eq!(code, Some(ends), "{text}");
        assert!(text.contains(says), "{text}");
    }
}
