//! A program that answers: the adapter in Python, right and spoilt.

use clipmark_rows::Results;

use super::{Command, Path, PathBuf, executable, fs, judge};

const ADAPTER: &str = "../../contrib/outside/judge.py";

/// A text of the adapter and what stands for it: its sweeps end too late.
const LATE: [&str; 2] = ["\"fraction\": fraction", "\"fraction\": min(1, 1.2 * fraction)"];
/// Its body never moves.
const STILL: [&str; 2] = [
    "at = slide(start, way, walks)",
    "return {\"origin\": start, \"ground\": UP}",
];

/// The adapter of contrib, with some of its text replaced.
fn adapter(dir: &Path, [from, to]: [&str; 2]) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(ADAPTER);
    let text = fs::read_to_string(&here).unwrap();
    assert!(text.contains(from), "{from}");
    executable(dir, "judge.py", &text.replace(from, to))
}

#[test]
fn the_adapter_in_python_passes() {
    let dir = tempfile::tempdir().unwrap();
    let program = adapter(dir.path(), ["", ""]);
    let (code, text) = judge(&program, &["--export-json", "judged.jsonl"], dir.path());
    assert_eq!(code, 0, "{text}");
    let judged = Results::read(&dir.path().join("judged.jsonl")).unwrap();
    assert_eq!(judged.run.made.rules, clipmark_record::RULES);
    assert_eq!(judged.run.contestants[0].name, "python-box");
    // A world for its sweeps, and a course at one rate.
    assert_eq!(judged.cases.len(), 4, "{text}");
}

#[test]
fn wrong_answers_do_not_pass() {
    let dir = tempfile::tempdir().unwrap();
    let (code, text) = judge(&adapter(dir.path(), LATE), &[], dir.path());
    assert_eq!(code, 1, "{text}");
}

/// The adapter whose body goes far out of every world after some steps.
fn teleporter(dir: &Path) -> PathBuf {
    let away = "bodies[0] = {\"n\": bodies.get(0, {\"n\": 0})[\"n\"] + 1}\n    if bodies[0][\"n\"] > 20:\n        \
                return {\"origin\": [1e30, 0, 0], \"ground\": UP}\n    at = slide(start, way, walks)";
    adapter(dir, [STILL[0], away])
}

#[test]
fn a_body_that_leaves_every_world_is_lost_and_not_left_unasked() {
    let dir = tempfile::tempdir().unwrap();
    let (code, text) = judge(&teleporter(dir.path()), &["--out", "page"], dir.path());
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("lost"), "{text}");
    // Its questions are kept, up to the last that it was asked.
    let asked = dir.path().join("page/cases/alone/stairs-16/asked.jsonl");
    let last = fs::read_to_string(asked).unwrap();
    assert!(
        last.lines().last().unwrap().contains("\"ask\":\"step\""),
        "{last}"
    );
}

#[test]
fn who_refuses_what_it_fails_does_not_pass_unless_its_list_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let refuses = "answer[\"refused\"] = \"too steep\"\n        still";
    let program = adapter(
        dir.path(),
        [
            "still, *parts = [brushes",
            &format!("{refuses}, *parts = [brushes"),
        ],
    );
    let (code, text) = judge(&program, &[], dir.path());
    assert_eq!(code, 1, "{text}");
    let all = [&RUNS[..], &["sweeps in stairs-16", "sweeps in stairs-16-deep"]].concat();
    write_known(dir.path(), &all, "");
    let (code, text) = judge(&program, &["--known", "known.toml"], dir.path());
    assert_eq!(code, 0, "{text}");
    // An entry about a harm covers no refusal.
    write_known(dir.path(), &all, "severity = \"lost\"\n");
    assert_eq!(judge(&program, &["--known", "known.toml"], dir.path()).0, 1);
}

/// The courses that are asked.
const RUNS: [&str; 2] = ["stairs-16", "stairs-16-deep"];

/// A list of known failures. What lists say is tested in clipmark-rows.
fn write_known(dir: &Path, names: &[&str], graded: &str) {
    let entry = |name: &&str| format!("[[known]]\nsubject = \"{name}\"\n{graded}reason = \"known\"\n");
    let entries: String = names.iter().map(entry).collect();
    fs::write(
        dir.join("known.toml"),
        format!("rules = {}\n{entries}", clipmark_record::RULES),
    )
    .unwrap();
}

#[test]
fn what_fails_can_be_asked_again_without_this_program() {
    let dir = tempfile::tempdir().unwrap();
    let still = adapter(dir.path(), STILL);
    let text = fs::read_to_string(&still).unwrap();
    let late = text.replace(LATE[0], LATE[1]);
    fs::write(&still, late).unwrap();
    let (code, text) = judge(&still, &["--out", "page"], dir.path());
    assert_eq!(code, 1, "{text}");
    assert!(dir.path().join("page/index.html").is_file(), "{text}");
    for folder in ["stairs-16", "sweeps-in-stairs-16"] {
        let alone = fs::read_dir(dir.path().join("page/cases/alone")).expect(&text);
        let folders = alone.map(|entry| entry.unwrap().path());
        let is_wanted = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            name == folder || name == format!("{folder}-passes-through")
        };
        let folder = folders.filter(|path| path.is_dir()).find(is_wanted).expect(&text);
        let asked = fs::read_to_string(folder.join("asked.jsonl")).expect(&text);
        let mut again = Command::new(&still);
        let answered = again
            .current_dir(&folder)
            .write_stdin(asked.clone())
            .output()
            .unwrap();
        let answered = String::from_utf8(answered.stdout).unwrap();
        assert_eq!(answered.lines().count(), asked.lines().count(), "{answered}");
        let last: serde_json::Value = serde_json::from_str(answered.lines().last().unwrap()).unwrap();
        assert!(last["origin"].is_array() || last["answers"].is_array(), "{last}");
    }
}

#[test]
fn a_program_rides_and_is_pushed_if_it_is_told_of_parts() {
    let dir = tempfile::tempdir().unwrap();
    let courses = ["--courses", "lift,push,head-on", "--sweeps", "0"];
    let asked = |program: &Path| {
        let mut command = Command::cargo_bin("compare").unwrap();
        let command = command.current_dir(dir.path()).args(["judge", "--rates", "60"]);
        let done = command
            .args(courses)
            .arg("--program")
            .arg(program)
            .output()
            .unwrap();
        let text = [done.stdout, done.stderr].concat();
        (done.status.code().unwrap(), String::from_utf8(text).unwrap())
    };
    let (code, text) = asked(&adapter(dir.path(), ["", ""]));
    assert_eq!(code, 0, "{text}");
    let mut lines = text.lines().map(str::trim);
    let row = lines.find(|line| line.starts_with("python-box ") && !line.contains('·'));
    let counts: Vec<&str> = row.expect(&text).split_whitespace().skip(1).collect();
    assert_eq!(counts, ["0", "0", "0", "0", "3"], "{text}");
    // It stands still while the world moves.
    let (code, text) = asked(&adapter(dir.path(), ["body[\"at\"] = ride(", "ride("]));
    assert!(code == 1 && text.contains("lift"), "{text}");
    // It is not told, so not asked: nothing is left.
    let (code, text) = asked(&adapter(dir.path(), [", \"parts\"]", "]"]));
    assert!(code == 2, "{text}");
}

#[test]
fn known_failures_are_enforced_both_ways() {
    let dir = tempfile::tempdir().unwrap();
    let still = adapter(dir.path(), STILL);
    for (names, ends) in [
        (&["stairs-16", "stairs-16-deep"][..], 0),
        (&["stairs-16"], 1),
        (&["stairs-16", "stairs-16-deep", "sweeps in stairs-16"], 1),
        (&["stairs-61"], 2),
    ] {
        write_known(dir.path(), names, "");
        let (code, text) = judge(&still, &["--known", "known.toml"], dir.path());
        assert_eq!(code, ends, "{names:?}: {text}");
    }
}

/// What is written into a folder makes it one that may be written into again; and the sheet is printed once.
#[test]
fn a_folder_of_a_judged_program_is_replaced_and_standard_output_has_one_result() {
    let dir = tempfile::tempdir().unwrap();
    let walks = adapter(dir.path(), ["", ""]);
    for _ in 0..2 {
        let (code, text) = judge(&walks, &["--out", "page"], dir.path());
        assert_eq!((code, text.matches("passed · exit 0").count()), (0, 1), "{text}");
    }
    // JSON takes the place of the table.
    let mut command = Command::cargo_bin("compare").unwrap();
    let line = "judge --courses stairs-16 --rates 60 --sweeps 200 --out page --export-json - --program";
    let done = command
        .current_dir(dir.path())
        .args(line.split(' '))
        .arg(&walks)
        .output()
        .unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let shown = Results::parse(&text, Path::new("-")).unwrap();
    assert_eq!(shown.run.contestants[0].name, "python-box");
    // One that answers sweeps alone has no courses, and its wrong answers are kept.
    let late = fs::read_to_string(&walks).unwrap().replace(LATE[0], LATE[1]);
    let sweeps = late.replace("\"sweep\", \"step\", \"parts\"", "\"sweep\"");
    fs::write(&walks, sweeps).unwrap();
    for _ in 0..2 {
        let (code, text) = judge(&walks, &["--out", "sweeps"], dir.path());
        assert_eq!(code, 1, "{text}");
        assert!(dir.path().join("sweeps/cases/alone").is_dir(), "{text}");
        assert!(dir.path().join("sweeps/index.html").is_file(), "{text}");
    }
}
