//! A program that answers: the adapter in Python, right and spoilt.

use super::{Command, Path, PathBuf, executable, fs, judge};
use crate::support::{folder, write_known};
use clipmark_rows::{Case, Check, Results};

const ADAPTER: &str = "../../contrib/outside/judge.py";

/// A text of the adapter and what stands for it: it is as it is.
const SOUND: [&str; 2] = ["", ""];
/// Its sweeps end too late.
const LATE: [&str; 2] = ["\"fraction\": fraction", "\"fraction\": min(1, 1.2 * fraction)"];
/// It keeps a thinner skin once in 33 sweeps: no world has gaps enough to tell.
const THIN: [&str; 2] = [
    "fraction, normal, inside = 1.0, None, False",
    "global SKIN\n    answer_sweep.n = getattr(answer_sweep, \"n\", 0) + 1\n    \
     SKIN = 0.1 if answer_sweep.n % 33 == 0 else 0.125\n    fraction, normal, inside = 1.0, None, False",
];
/// Its body never moves.
const STILL: [&str; 2] = [
    "at = slide(start, way, walks)",
    "return {\"origin\": start, \"ground\": UP}",
];
/// Its body goes far out of every world after some steps.
const AWAY: [&str; 2] = [
    STILL[0],
    "bodies[0] = {\"n\": bodies.get(0, {\"n\": 0})[\"n\"] + 1}\n    if bodies[0][\"n\"] > 20:\n        \
     return {\"origin\": [1e30, 0, 0], \"ground\": UP}\n    at = slide(start, way, walks)",
];
/// It takes no world.
const REFUSES: [&str; 2] = [
    "still, *parts = [brushes",
    "answer[\"refused\"] = \"too steep\"\n        still, *parts = [brushes",
];
/// It stands still while the world moves.
const UNRIDDEN: [&str; 2] = ["body[\"at\"] = ride(", "ride("];
/// It is not told of parts, or asked steps or sweeps alone.
const PARTLESS: [&str; 2] = [", \"parts\"]", "]"];
const STEPS_ALONE: [&str; 2] = ["\"sweep\", \"step\", \"parts\"", "\"step\""];
const SWEEPS_ALONE: [&str; 2] = ["\"sweep\", \"step\", \"parts\"", "\"sweep\""];

/// The adapter of contrib, with some of its text replaced.
fn adapter(dir: &Path, spoilt: &[[&str; 2]]) -> PathBuf {
    let mut text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(ADAPTER)).unwrap();
    for [from, to] in spoilt {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    executable(dir, "judge.py", &text)
}

#[test]
fn a_right_program_passes_and_spoilt_ones_do_not() {
    let parts = "--rates 60 --sweeps 0 --courses lift,push,head-on";
    for (spoilt, more, code) in [
        (SOUND, "", 0),
        (LATE, "", 1),
        (REFUSES, "", 1),
        (STEPS_ALONE, "", 0),
        (SOUND, parts, 0),
        (UNRIDDEN, parts, 1),
        // Nothing is left to ask.
        (PARTLESS, parts, 2),
    ] {
        let dir = folder(&[]);
        let (ended, text) = judge(&adapter(dir.path(), &[spoilt]), more, dir.path());
        assert_eq!(ended, code, "{spoilt:?}: {text}");
    }
}

#[test]
fn a_skin_that_no_world_shows_alone_is_told_by_all() {
    for (spoilt, code) in [(SOUND, 0), (THIN, 1)] {
        let dir = folder(&[]);
        let line = "--rates 60 --sweeps 500 --courses stairs,wall,thin --out page";
        let program = adapter(dir.path(), &[spoilt, SWEEPS_ALONE]);
        let (ended, text) = judge(&program, line, dir.path());
        assert_eq!(ended, code, "{text}");
        let results = Results::read(&dir.path().join("page/results.jsonl")).unwrap();
        let failed = results.cases.iter().flat_map(Case::failures);
        let failed: Vec<Check> = failed.map(|row| row.check).collect();
        assert_eq!(failed, [Check::WrongSkin][..code as usize]);
    }
}

#[test]
fn a_body_that_leaves_every_world_is_lost_and_not_left_unasked() {
    let dir = folder(&[]);
    let (code, text) = judge(&adapter(dir.path(), &[AWAY]), "--out page", dir.path());
    assert!(code == 1 && text.contains("lost"), "{text}");
    // Its questions are kept, up to the last that it was asked.
    let asked = dir.path().join("page/cases/alone/stairs-16/asked.jsonl");
    let asked = fs::read_to_string(asked).unwrap();
    assert!(
        asked.lines().last().unwrap().contains("\"ask\":\"step\""),
        "{asked}"
    );
}

/// What lists say is tested in clipmark-rows.
#[test]
fn known_failures_are_enforced_both_ways() {
    let both = ["stairs-16", "stairs-16-deep"];
    let sweeps = ["sweeps in stairs-16", "sweeps in stairs-16-deep"];
    let all = [both, sweeps].concat();
    for (spoilt, names, check, code) in [
        (STILL, &both[..], "", 0),
        (STILL, &both[..1], "", 1),
        (STILL, &[both[0], both[1], sweeps[0]], "", 1),
        (STILL, &["stairs-61"], "", 2),
        (REFUSES, &all, "check = \"refused\"", 0),
        // An entry about a player covers no refusal.
        (REFUSES, &all, "", 1),
    ] {
        let dir = folder(&[]);
        let entry = |name: &&str| format!("subject = \"{name}\"\n{check}");
        write_known(dir.path(), &names.iter().map(entry).collect::<Vec<_>>());
        let program = adapter(dir.path(), &[spoilt]);
        let (ended, text) = judge(&program, "--known known.toml", dir.path());
        assert_eq!(ended, code, "{names:?}: {text}");
    }
}

#[test]
fn what_fails_can_be_asked_again_without_this_program() {
    let dir = folder(&[]);
    let spoilt = adapter(dir.path(), &[STILL, LATE]);
    let (code, text) = judge(&spoilt, "--out page", dir.path());
    assert_eq!(code, 1, "{text}");
    assert!(dir.path().join("page/index.html").is_file(), "{text}");
    for folder in ["stairs-16", "sweeps-in-stairs-16-passes-through"] {
        let folder = dir.path().join("page/cases/alone").join(folder);
        let asked = fs::read_to_string(folder.join("asked.jsonl")).expect(&text);
        let mut again = Command::new(&spoilt);
        let again = again.current_dir(&folder).write_stdin(asked.clone());
        let answered = String::from_utf8(again.output().unwrap().stdout).unwrap();
        assert_eq!(answered.lines().count(), asked.lines().count(), "{answered}");
        let last: serde_json::Value = serde_json::from_str(answered.lines().last().unwrap()).unwrap();
        assert!(last["origin"].is_array() || last["answers"].is_array(), "{last}");
    }
}

/// What is written into a folder makes it one that may be written into again.
#[test]
fn a_folder_of_a_judged_program_is_replaced_and_json_names_the_program() {
    let dir = folder(&[]);
    let walks = adapter(dir.path(), &[]);
    for more in ["", "--export-json judged.jsonl"] {
        let (code, text) = judge(&walks, &format!("--out page {more}"), dir.path());
        assert_eq!(code, 0, "{text}");
    }
    let judged = Results::read(&dir.path().join("judged.jsonl")).unwrap();
    assert_eq!(judged.run.made.rules, clipmark_rows::RULES);
    assert_eq!(judged.run.contestants[0].name, "python-box");
    // A world for its sweeps, and a course at one rate.
    assert_eq!(judged.cases.len(), 4);
    // One that answers sweeps alone has no courses, and its wrong answers are kept.
    let sweeps = adapter(dir.path(), &[LATE, SWEEPS_ALONE]);
    let (code, text) = judge(&sweeps, "--out sweeps", dir.path());
    assert_eq!(code, 1, "{text}");
    for kept in ["cases/alone", "index.html"] {
        assert!(dir.path().join("sweeps").join(kept).exists(), "{kept}: {text}");
    }
}
