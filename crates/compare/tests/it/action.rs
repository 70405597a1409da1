//! `action.yml`: its step, run as GitHub runs it. What it adds to a user's arguments reaches Clipmark, not the judged program, and the
//! exit code becomes the badge.

use saphyr::{LoadableYamlNode, Yaml};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// What a run of the action left behind.
struct Ran {
    code: Option<i32>,
    /// The arguments that `cargo` got.
    asked: Vec<String>,
    badge: serde_json::Value,
    summary: String,
}

/// Runs the action's step with these inputs; those that are not given have their defaults. A `cargo` that notes its arguments and
/// ends with `code` stands for the user's program.
fn run_action(inputs: &[(&str, &str)], code: i32) -> Ran {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("action.yml")).unwrap();
    let action = Yaml::load_from_str(&text).unwrap().remove(0);
    let steps = action["runs"]["steps"].as_vec().unwrap();
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    let [step] = &steps[..] else {
        panic!("one step: {steps:?}")
    };
    let given = |name: &str| inputs.iter().find(|(input, _)| *input == name);
    let value = |expression: &str| match expression.strip_prefix("${{ inputs.") {
        Some(rest) => {
            let name = rest.strip_suffix(" }}").unwrap();
            let default = action["inputs"][name]["default"].as_str().unwrap();
            given(name).map_or(default, |(_, value)| value).to_owned()
        }
        // Of the workflow: a token, the number of a pull request.
        None => String::new(),
    };
    let dir = tempfile::tempdir().unwrap();
    let cargo = dir.path().join("cargo");
    let program = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > asked\necho the table\nexit {code}\n");
    fs::write(&cargo, program).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new(step["shell"].as_str().unwrap());
    for (name, expression) in step["env"].as_mapping().unwrap() {
        command.env(name.as_str().unwrap(), value(expression.as_str().unwrap()));
    }
    let done = command
        .args(["-e", "-o", "pipefail", "-c", step["run"].as_str().unwrap()])
        .current_dir(
            dir.path()
                .join(value(step["working-directory"].as_str().unwrap())),
        )
        .env("PATH", format!("{}:{path}", dir.path().display()))
        .env("GITHUB_ACTION_PATH", &root)
        .env("GITHUB_STEP_SUMMARY", "summary.md")
        .output()
        .unwrap();
    let read = |file: &str| {
        fs::read_to_string(dir.path().join(file)).unwrap_or_else(|why| panic!("{file}: {why}: {done:?}"))
    };
    let badge = given("badge").map_or("target/clipmark-badge.json", |(_, file)| file);
    Ran {
        code: done.status.code(),
        asked: read("asked").lines().map(str::to_owned).collect(),
        badge: serde_json::from_str(&read(badge)).unwrap(),
        summary: read("summary.md"),
    }
}

#[test]
fn arguments_of_the_judged_program_stay_its_own() {
    let asked =
        |arguments: &str, known: &str| run_action(&[("arguments", arguments), ("known", known)], 0).asked;
    let whole = [
        "run",
        "--release",
        "--",
        "judge",
        "--known",
        "known.toml",
        "--program",
        "python3",
        "--",
        "mine.py",
    ];
    assert_eq!(asked("judge --program python3 -- mine.py", "known.toml"), whole);
    assert_eq!(asked("bar", ""), ["run", "--release", "--", "bar"]);
    assert_eq!(
        asked("bar\n--quick\n", ""),
        ["run", "--release", "--", "bar", "--quick"]
    );
    let named = run_action(&[("arguments", "bar"), ("bin", "mine")], 0).asked;
    assert_eq!(named, ["run", "--release", "--bin", "mine", "--", "bar"]);
}

#[test]
fn the_exit_code_becomes_the_badge() {
    for (known, code, message, color) in [
        ("", 0, "passed", "brightgreen"),
        ("known.toml", 0, "as declared", "brightgreen"),
        ("", 1, "failed", "red"),
        ("known.toml", 1, "not as declared", "red"),
        ("", 2, "did not finish", "red"),
        ("", 101, "did not finish", "red"),
    ] {
        let ran = run_action(&[("known", known)], code);
        assert_eq!(ran.code, Some(code));
        let badge = serde_json::json!({
            "schemaVersion": 1, "label": "clipmark suite controllers", "message": message, "color": color,
        });
        assert_eq!(ran.badge, badge);
        assert!(ran.summary.contains("the table"), "{}", ran.summary);
    }
    assert_eq!(
        run_action(&[("badge", "a folder/a badge.json")], 0).badge["message"],
        "passed"
    );
}
