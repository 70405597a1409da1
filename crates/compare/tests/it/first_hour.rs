//! The first steps of a new user: lists, a scene that is written, checked and played, several at once, a map, the index of
//! reports, a page to walk in.

use crate::support::{FLAT, compare, ends, folder, refused, root, run, scenes};
use clipmark_movement::{CONSTANTS, PROFILES};
use std::fs;
use std::path::Path;

#[test]
fn manual_and_completions_go_by_the_name_that_was_called() {
    let dir = folder(&[]);
    assert_eq!(run("clipmark", dir.path(), "man --out m").0, Some(0));
    assert!(dir.path().join("m/clipmark.1").is_file() && dir.path().join("m/clipmark-suite.1").is_file());
    for program in ["clipmark", "compare"] {
        let (_, script, _) = run(program, dir.path(), "completions bash");
        assert!(script.contains(&format!("_{program}()")), "{script}");
    }
}

#[test]
fn lists_leave_nothing_out() {
    let list = |line: &str| ends(Path::new("."), line, 0).1;
    let profiles = list("list profiles");
    let named = |name: &str| profiles.split_whitespace().any(|word| word == name);
    let mains = PROFILES.iter().filter(|profile| !profile.name.contains(':'));
    assert!(
        mains
            .map(|profile| profile.name)
            .chain(CONSTANTS.iter().map(|c| c.name))
            .all(named)
    );
    let ideal = list("list profiles quakeworld:ideal");
    let value = |name: &str| ideal.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(value("gravity").contains(" 800 ") && value("normalised_crease").contains(" true "));
    // The suite counts its scenes.
    let families = format!("suite families --list --suites {}", scenes("suite"));
    let all = list(&families);
    let number = |line: &str| -> usize {
        let count = line.split_whitespace().next().unwrap();
        count.replace(',', "").parse().unwrap()
    };
    let counts: Vec<usize> = all.lines().map(number).collect();
    let (total, each) = counts.split_last().unwrap();
    assert!(each.len() > 9 && each.iter().sum::<usize>() == *total, "{all}");
    let name = all.lines().next().unwrap().split_whitespace().last().unwrap();
    assert_eq!(
        list(&format!("{families} {name}")).lines().count(),
        counts[0],
        "{name}"
    );
}

#[test]
fn a_new_scene_checks_and_plays_and_is_never_overwritten() {
    let dir = folder(&[]);
    let path = dir.path();
    ends(path, "new mine.ron", 0);
    let text = fs::read_to_string(path.join("mine.ron")).unwrap();
    ends(path, "mine.ron --dry-run", 0);
    assert!(!path.join("reports").exists(), "nothing is run");
    // A quick run keeps the report of a full one.
    ends(path, "mine.ron", 0);
    let full = || fs::read_to_string(path.join("reports/latest/mine/results.jsonl")).unwrap();
    let before = full();
    ends(path, "mine.ron --quick --export-csv x.csv", 0);
    assert!(path.join("reports/latest/mine-quick/index.html").is_file());
    assert_eq!(full(), before);
    // A table names the rules.
    let csv = fs::read_to_string(path.join("x.csv")).unwrap();
    let rules = format!(",{}", clipmark_rows::RULES);
    assert!(csv.lines().next().unwrap().ends_with(",rules"), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.ends_with(&rules)), "{csv}");
    refused(path, "new mine.ron", "mine.ron");
    assert_eq!(fs::read_to_string(path.join("mine.ron")).unwrap(), text);
}

/// Several scenes in one call; each run renews the index of reports, and its page leads there.
#[test]
fn several_scenes_run_in_one_call_and_are_in_the_index() {
    let scene = FLAT.replace("Flat", "<b>Flat");
    let dir = folder(&[("one.ron", &scene), ("two.ron", &scene)]);
    ends(dir.path(), "one.ron two.ron --quick --out both", 0);
    for file in ["both/one/index.html", "both/two/index.html"] {
        assert!(dir.path().join(file).is_file(), "{file}");
    }
    ends(dir.path(), "one.ron --quick", 0);
    ends(dir.path(), "two.ron --quick", 0);
    let index = fs::read_to_string(dir.path().join("reports/latest/index.html")).unwrap();
    for part in ["one/index.html", "two/index.html", "&#60;b&#62;Flat"] {
        assert!(index.contains(part), "{part} is not in the index");
    }
    // The same by hand, of a report in another folder too.
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::rename(dir.path().join("both/one"), dir.path().join("mine/a?b #1")).unwrap();
    assert_eq!(ends(dir.path(), "report mine", 0).1, "mine/index.html\n");
    let index = fs::read_to_string(dir.path().join("mine/index.html")).unwrap();
    assert!(index.contains("\"./a%3Fb%20%231/index.html\""), "{index}");
}

#[test]
fn a_map_runs_without_a_scene_and_a_scene_becomes_a_map() {
    let dir = folder(&[]);
    ends(
        dir.path(),
        &format!("export {} -o stairs.map", scenes("stairs.ron")),
        0,
    );
    ends(dir.path(), "stairs.map --contestants bsp,bvh --quick", 0);
}

/// A page that runs its own scripts and WebAssembly, and asks for nothing.
#[test]
fn a_scene_becomes_one_closed_page_to_walk_in() {
    let dir = folder(&[]);
    let stairs = scenes("stairs.ron");
    let (_, told, errors) = ends(dir.path(), &format!("play {stairs}"), 0);
    assert!(
        told.starts_with("reports/play/stairs.html\n") && errors.is_empty(),
        "{told}{errors}"
    );
    let page = fs::read_to_string(dir.path().join("reports/play/stairs.html")).unwrap();
    let (_, printed, _) = compare(dir.path(), &format!("play {stairs} --out -"));
    for page in [&page, &printed] {
        assert!(
            page.contains("default-src 'none'; script-src 'sha256-") && page.contains("'wasm-unsafe-eval'")
        );
        for outside in [
            "src=\"http",
            "src='http",
            "url(http",
            "<link",
            "<iframe",
            "@import",
        ] {
            assert!(!page.contains(outside), "the page holds {outside}");
        }
    }
    assert!(!printed.contains("../latest/"), "elsewhere nothing is above");
}

/// `--open` runs the system's opener on the written page. Here the opener notes its arguments.
#[test]
#[cfg(target_os = "linux")]
fn open_hands_the_page_to_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};
    let dir = folder(&[(
        "xdg-open",
        "#!/bin/sh\nprintf '%s' \"$1\" >opening && mv opening opened\n",
    )]);
    fs::set_permissions(dir.path().join("xdg-open"), fs::Permissions::from_mode(0o755)).unwrap();
    let here = format!("{}:/usr/bin:/bin", dir.path().display());
    let play = |path: &str| {
        let mut command = assert_cmd::Command::cargo_bin("compare").unwrap();
        command.current_dir(dir.path()).env("PATH", path);
        let scene = root().canonicalize().unwrap().join("scenes/stairs.ron");
        command.arg("play").arg(scene).arg("--open").assert().success();
    };
    play(&here);
    // The browser is not waited for.
    let (opened, began) = (dir.path().join("opened"), Instant::now());
    while !opened.exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let page = fs::read_to_string(&opened).unwrap();
    assert!(dir.path().join(&page).is_file(), "{page}");
    // Without an opener the page is there all the same.
    fs::remove_file(dir.path().join(&page)).unwrap();
    play("/nowhere");
    assert!(dir.path().join(&page).is_file(), "{page}");
}
