//! `bar` goes on after a kill, and its shards make the whole.

use crate::support::{Ended, compare_line, refused};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn scene(height: u32) -> String {
    format!(
        r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, {height})),
    ]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#
    )
}

fn maps(dir: &TempDir) {
    fs::write(dir.path().join("a.ron"), scene(96)).unwrap();
    fs::write(dir.path().join("b.ron"), scene(24)).unwrap();
}

/// A small run of the bar on both maps. `bvh:stock` fails, so that there are cases and walks to keep.
fn bar(dir: &TempDir, more: &str) -> Ended {
    let args = "bar --worlds a.ron,b.ron --contestants bvh,bvh:stock --fail-on bvh --sweeps 1500 --rest 320 \
                --walkers 2 --ticks 50";
    compare_line(dir.path(), &format!("{args} {more}"))
}

/// All files of a folder except the plan (which names the shard) and the page. Results come without their origin, and the table
/// without its comparison with the run before.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else if name == "bar.json" || name == "verdicts.json" {
            found.insert(name, unmade(&path).into_bytes());
        } else if name == "table.md" {
            let mut table = lines(&path);
            table.retain(|line| !line.starts_with("- Nothing changed since"));
            found.insert(name, table.join("\n").into_bytes());
        } else if name != "run.json" && name != "index.html" {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

/// Results as text, without date, commit and command.
fn unmade(file: &Path) -> String {
    let mut book: serde_json::Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert!(book.as_object_mut().unwrap().remove("made").is_some());
    book.to_string()
}

fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file)
        .unwrap()
        .lines()
        .map(String::from)
        .collect()
}

#[test]
fn a_bar_that_was_killed_goes_on_to_the_same_bytes() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    assert_eq!(
        bar(&dir, "--out whole").0,
        Some(1),
        "2 players of 50 ticks are too little"
    );
    let whole = files(&dir.path().join("whole"));
    assert!(
        whole
            .keys()
            .any(|name| name.starts_with("cases/a-random-bvh-stock")),
        "{:?}",
        whole.keys()
    );
    let rows = lines(&dir.path().join("whole/rows.jsonl"));
    assert_eq!(rows.len(), 4);
    // As a kill leaves it: the first map, half a line of the second, and no results yet.
    let killed = dir.path().join("killed");
    fs::create_dir(&killed).unwrap();
    fs::copy(dir.path().join("whole/run.json"), killed.join("run.json")).unwrap();
    let marked = rows[1].replacen("\"asked\":1500", "\"asked\":1501", 1);
    assert_ne!(marked, rows[1]);
    let kept = format!("{}\n{marked}\n{}", rows[0], &rows[2][..rows[2].len() / 2]);
    fs::write(killed.join("rows.jsonl"), kept).unwrap();
    let (code, _, errors) = bar(&dir, "--out killed");
    assert_eq!(code, Some(1), "{errors}");
    let now = lines(&killed.join("rows.jsonl"));
    assert_eq!(now[1], marked, "a result that was there was measured again");
    assert_eq!([&now[0], &now[2], &now[3]], [&rows[0], &rows[2], &rows[3]]);
    fs::write(
        killed.join("rows.jsonl"),
        now.join("\n").replace(&marked, &rows[1]) + "\n",
    )
    .unwrap();
    bar(&dir, "--out killed");
    assert!(files(&killed) == whole, "a run in two pieces gave other bytes");
    // A map that has changed since is measured again.
    fs::write(dir.path().join("b.ron"), scene(25)).unwrap();
    bar(&dir, "--out killed");
    let changed = lines(&killed.join("rows.jsonl"));
    assert!(
        changed[..2] == rows[..2] && changed[2] != rows[2],
        "results of an older map were kept"
    );
}

#[test]
fn a_bar_that_is_killed_by_force_goes_on() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    let args =
        "bar --worlds a.ron,b.ron --contestants bvh --sweeps 8000 --rest 320 --walkers 2 --ticks 50 --out k";
    let program = assert_cmd::cargo::cargo_bin("compare");
    let mut child = std::process::Command::new(program)
        .current_dir(dir.path())
        .args(args.split(' '))
        .spawn()
        .unwrap();
    let journal = dir.path().join("k/rows.jsonl");
    // Killed as soon as the first line is whole: one that is being written may be seen by half. Or it ends by itself, and there is
    // nothing to go on with.
    while child.try_wait().unwrap().is_none()
        && !fs::read_to_string(&journal).is_ok_and(|text| text.contains('\n'))
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let _ = child.kill();
    child.wait().unwrap();
    let first = lines(&journal)[0].clone();
    compare_line(dir.path(), args);
    let resumed = files(&dir.path().join("k"));
    assert_eq!(lines(&journal)[0], first);
    fs::remove_dir_all(dir.path().join("k")).unwrap();
    compare_line(dir.path(), args);
    assert!(
        files(&dir.path().join("k")) == resumed,
        "a killed run gave other bytes"
    );
}

#[test]
fn shards_of_the_bar_make_the_whole() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    bar(&dir, "--out whole");
    for (shard, out) in [("1/3", "t1"), ("2/3", "t2"), ("3/3", "t3")] {
        // 0 where `bvh` is another shard's.
        let (code, _, errors) = bar(&dir, &format!("--shard {shard} --out {out}"));
        assert!(matches!(code, Some(0 | 1)), "{errors}");
    }
    let (code, _, errors) = compare_line(dir.path(), "merge t2 t1 t3 --out three --fail-on bvh");
    assert_eq!(code, Some(1), "{errors}");
    let [whole, merged] = ["whole", "three"].map(|out| files(&dir.path().join(out)));
    assert!(merged == whole, "other bytes than in one piece");
    let refuses = |shards: &str| {
        refused(dir.path(), &format!("merge {shards} --out no"), "");
        assert!(!dir.path().join("no").exists(), "half written");
    };
    for shards in [
        "t1 t3",
        "t1 t1 t3",
        "t1 whole",
        "t1 nowhere",
        "t1 t2 t3 --fail-on bsp",
    ] {
        refuses(shards);
    }
    // A shard that has not come to its end.
    let rows = lines(&dir.path().join("t3/rows.jsonl"));
    fs::write(dir.path().join("t3/rows.jsonl"), rows[1..].join("\n")).unwrap();
    refuses("t1 t2 t3");
}
