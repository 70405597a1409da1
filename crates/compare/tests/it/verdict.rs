//! One verdict in three places: the table's mark, the rows and the exit code.

use crate::support::{FLAT, FLOOR, compare, ends, folder, root, write_known};
use clipmark_rows::{Axis, Check, Results, Row};
use std::fs;
use std::path::Path;

/// The check by which a planted fault shows; none where no class counts it, and detectors alone find it.
const PLANTED: [(&str, Option<Check>); 4] = [
    ("bvh~start-solid-dropped", Some(Check::StartUnsaid)),
    ("bvh~touching-forgotten", Some(Check::PassesTouched)),
    ("bvh~skin-lost", Some(Check::WrongSkin)),
    ("bvh~skipped-brush", None),
];

/// A quick run of the judges' scene: its exit code.
fn scene(out: &Path, contestants: &str, more: &str) -> Option<i32> {
    let out = out.display();
    let line = format!("scenes/judges.ron --quick --contestants {contestants} --out {out} {more}");
    compare(&root(), &line).0
}

#[test]
fn planted_faults_fail_their_contestant_in_every_place_and_no_other() {
    let dir = folder(&[]);
    let out = dir.path().join("out");
    let planted: Vec<&str> = PLANTED.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        scene(&out, &format!("bsp,bvh,{}", planted.join(",")), ""),
        Some(1)
    );
    let markdown = fs::read_to_string(out.join("table.md")).unwrap();
    let results = Results::read(&out.join("results.jsonl")).unwrap();
    let case = |name: &str| {
        let found = results.cases.iter().find(|case| case.contestant == name);
        found.unwrap_or_else(|| panic!("no case of {name}"))
    };
    let row = |name: &str| {
        markdown
            .lines()
            .find(|l| {
                l.trim_start_matches(['|', ' ', '✗'])
                    .starts_with(&format!("{name} |"))
            })
            .unwrap()
    };
    for (name, check) in PLANTED {
        let failed = |row: &Row| check.is_none_or(|check| row.check == check) && row.severity().is_some();
        assert!(
            case(name).rows.iter().any(failed),
            "{name}: {}",
            case(name).describe()
        );
        assert!(row(name).contains('✗'), "{}", row(name));
    }
    for name in ["bsp", "bvh"] {
        assert!(case(name).is_passed(), "{name}: {}", case(name).describe());
        assert!(!row(name).contains('✗'), "{}", row(name));
    }
}

/// As in a study: the severity from which a failure counts, and a list of what is known.
#[test]
fn a_scene_fails_from_a_severity_on_and_is_held_to_what_is_known() {
    let dir = folder(&[]);
    let code = |contestants: &str, more: &str| scene(&dir.path().join("out"), contestants, more);
    let spoilt = "bsp,bvh~skin-lost";
    assert_eq!(code(spoilt, "--fail-on lost"), Some(0));
    for (contestants, entry, wanted) in [
        (spoilt, "", 0),
        (spoilt, "profile = \"quake3\"", 0),
        (spoilt, "check = \"deep\"", 1),
        // The entry is about somebody who was not asked.
        ("bsp", "", 0),
        (spoilt, "subject = \"stairs\"", 2),
    ] {
        write_known(dir.path(), &[format!("contestant = \"bvh~skin-lost\"\n{entry}")]);
        let list = format!("--known {}", dir.path().join("known.toml").display());
        assert_eq!(code(contestants, &list), Some(wanted), "{contestants}: {entry}");
    }
}

/// Who is known to fail and passes is a difference. An entry without a place may be about another scene of several.
#[test]
fn a_list_of_scenes_is_held_both_ways() {
    let shut = shut();
    let dir = folder(&[("flat.ron", FLAT), ("shut.ron", &shut)]);
    for (scenes, entry, code) in [
        ("flat.ron", "contestant = \"bsp\"", 1),
        ("shut.ron", "", 0),
        ("shut.ron", "contestant = \"bsp\"", 1),
        ("flat.ron shut.ron", "", 0),
        ("flat.ron shut.ron", "subject = \"shut\"", 0),
    ] {
        write_known(dir.path(), &[entry.into()]);
        ends(dir.path(), &format!("{scenes} --quick --known known.toml"), code);
    }
}

/// A scene whose goal is behind a wall: everybody is stuck.
fn shut() -> String {
    let wall = format!("{FLOOR}, Box(min: (128, -512, 0), max: (160, 512, 256))");
    let goal = "sweeps: 200, expect: [Reaches(min: (400, -512, 0), max: (512, 512, 512))],";
    FLAT.replace(FLOOR, &wall)
        .replace("0.2", "1")
        .replace("sweeps: 50,", goal)
}

#[test]
fn a_contestant_that_misses_its_goal_fails_in_every_file() {
    let dir = folder(&[("shut.ron", &shut())]);
    ends(dir.path(), "shut.ron --quick", 1);
    let latest = dir.path().join("reports/latest");
    let short = "short of the goal";
    let headline = "0 of 2 pass; stuck: bsp, bvh";
    for (file, wanted) in [
        ("shut/index.html", short),
        ("shut/index.html", headline),
        ("shut/table.md", short),
        ("shut/table.csv", short),
        ("index.html", headline),
    ] {
        let all = fs::read_to_string(latest.join(file)).unwrap();
        assert!(all.contains(wanted), "{file}: {all}");
    }
    for file in ["results.jsonl", "ticks.csv", "queries.csv"] {
        assert!(latest.join("shut").join(file).is_file(), "{file}");
    }
}

#[test]
fn a_lost_skin_is_counted_by_the_bar_for_each_hull_and_for_nobody_else() {
    let dir = folder(&[]);
    let out = dir.path().join("out");
    let line = format!(
        "bar --worlds scenes/judges.ron --contestants bvh,bvh~skin-lost --sweeps 10000 --rest 1600 --walkers 2 \
         --ticks 250 --out {}",
        out.display()
    );
    ends(&root(), &line, 1);
    let results = Results::read(&out.join("results.jsonl")).unwrap();
    let lost: Vec<(&str, &Row)> = results
        .cases
        .iter()
        .flat_map(|case| case.rows.iter().map(|row| (case.contestant.as_str(), row)))
        .filter(|(_, row)| row.check == Check::WrongSkin && row.severity().is_some())
        .collect();
    // The box of the main part, and each of the eleven hulls whose gaps are measured.
    assert_eq!(lost.len(), 1 + 11, "{lost:?}");
    assert!(lost.iter().all(|(who, _)| *who == "bvh~skin-lost"), "{lost:?}");
    let is_own = |row: &Row| row.axes.get(Axis::Hull) == "box" && row.axes.get(Axis::Questions) == "gaps";
    assert_eq!(lost.iter().filter(|(_, row)| is_own(row)).count(), 1);
}
