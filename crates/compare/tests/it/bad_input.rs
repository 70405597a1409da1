//! Bad input of every kind gets one message with its place, and exit code 2. Nothing is half written. What scenes and maps are
//! refused for is tested in clipmark-scene.
use crate::support::{compare_line, refused};
use std::fs;
use tempfile::TempDir;

const FLAT: &str = r#"(
    version: 1,
    title: "Flat",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#;

fn with_scene(text: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("s.ron"), text).unwrap();
    dir
}

#[test]
fn scenes_that_cannot_be_played() {
    for (from, to, says) in [
        ("title:", "titel:", "s.ron:3"),
        ("\"quake3\"", "\"quake9\"", "s.ron:6:14: profile"),
        (
            "\"quake3\"",
            "Custom(base: \"quake3\", changes: {\n\"step_height\": -2})",
            "s.ron:7:16",
        ),
        ("At(0, 0, 25)", "At(0, 0, -30)", "player.start"),
        (
            "Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))])",
            "QuakeBsp(\"maps/none.bsp\")",
            "maps/none.bsp",
        ),
    ] {
        let dir = with_scene(&FLAT.replace(from, to));
        refused(dir.path(), "s.ron", says);
        let begun = fs::read_dir(dir.path().join("reports/latest"));
        assert!(
            begun.map_or(true, |mut folder| folder.next().is_none()),
            "a report was begun for {to}"
        );
    }
}

/// A map is played without a scene's text, so that no line of a text may be named.
#[test]
fn maps_whose_player_starts_in_a_solid_are_named() {
    const BURIED: &str = r#"{
"classname" "worldspawn"
{
( -64 -64 -16 ) ( -64 -63 -16 ) ( -64 -64 -15 ) wall 0 0 0 1 1
( -64 -64 -16 ) ( -64 -64 -15 ) ( -63 -64 -16 ) wall 0 0 0 1 1
( -64 -64 -16 ) ( -63 -64 -16 ) ( -64 -63 -16 ) wall 0 0 0 1 1
( 64 64 16 ) ( 64 65 16 ) ( 65 64 16 ) wall 0 0 0 1 1
( 64 64 16 ) ( 65 64 16 ) ( 64 64 17 ) wall 0 0 0 1 1
( 64 64 16 ) ( 64 64 17 ) ( 64 65 16 ) wall 0 0 0 1 1
}
}
{ "classname" "info_player_start" "origin" "0 0 0" }"#;
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("buried.map"), BURIED).unwrap();
    for verb in ["bench buried.map --contestants bsp", "buried.map"] {
        refused(dir.path(), verb, "buried.map: player.start");
    }
}

/// Everybody would fall for ever, and every check would hold.
#[test]
fn a_world_that_no_contestant_meets_is_refused() {
    let corners = "((-256, -256, 0), (256, -256, 0), (0, 256, 0))";
    let triangles = format!("Shapes([Triangles(corners: [{corners}])])");
    let text = FLAT.replace(
        "Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))])",
        &triangles,
    );
    let dir = with_scene(&text);
    for options in ["--dry-run", "--contestants bsp,bvh"] {
        refused(dir.path(), &format!("s.ron {options}"), "s.ron: there is nothing");
    }
}

#[test]
fn usage() {
    let dir = with_scene(FLAT);
    fs::write(dir.path().join("file"), "").unwrap();
    for (line, says) in [
        ("none.ron", "none.ron"),
        ("s.ron --contestants bsp,havok", "havok"),
        ("s.ron --contestants bsp,bsp", "twice"),
        ("s.ron --seed x", "--seed"),
        ("s.ron --profile doom", "--profile"),
        (
            "s.ron --export-json no/such/folder/x.json",
            "no/such/folder/x.json",
        ),
        ("s.ron --out file/inside", "file/inside"),
        ("s.ron --out /proc/nowhere", "/proc/nowhere"),
        ("list profiles quakeworl", "quakeworl"),
    ] {
        refused(dir.path(), line, says);
    }
}

#[test]
fn tools() {
    let dir = with_scene(FLAT);
    let at = |name: &str, text: &[u8]| fs::write(dir.path().join(name), text).unwrap();
    at("t.txt", b"0 0 50 0 0 0\n");
    at("bad.txt", b"0 0 50 0 0 0\n0 0 nan 0 0 0\n");
    at("bad.gz", &[0x1f, 0x8b, 8, 0, 1, 2, 3]);
    at("cmds.txt", b"0 0 25 0\n8 127 0 0 0 0\n");
    at("badcmds.txt", b"0 0 25 0\n-8 127 0 0 0 0\n");
    at("empty.txt", b"");
    at("m0.bsp", b"");
    at("m1.bsp", b"IBSP");
    at("m2.bsp", b"IBSP\x2f\0\0\0");
    at("m3.bsp", b"IBSP\x2e\0\0\0");
    at("m4.bsp", &[b"IBSP\x2e\0\0\0", &[0xff; 17 * 8][..]].concat());
    let trace = "trace --world s.ron --backend";
    let replay = "replay --world s.ron --contestant bsp --profile";
    for (verb, rest, says) in [
        (trace, "bsp --hull player bad.txt", "bad.txt: line 2"),
        (trace, "bsp --hull player bad.gz", "bad.gz"),
        (trace, "bsp --hull player none.txt", "none.txt"),
        (trace, "havok --hull player t.txt", "havok"),
        (trace, "bsp --hull round t.txt", "round"),
        (trace, "bsp --hull cylinder t.txt", "cylinder"),
        (trace, "bsp --hull player --skin -1 t.txt", "--skin"),
        (trace, "bsp --hull player --rules doom t.txt", "doom"),
        (replay, "quake3 badcmds.txt", "badcmds.txt: line 2"),
        (replay, "quake3 --snap --no-snap cmds.txt", "--no-snap"),
        (replay, "quake3 empty.txt", "empty.txt"),
        (replay, "doom cmds.txt", "doom"),
        ("bench s.ron", "--contestants bsp --sweeps empty.txt", "empty.txt"),
    ] {
        refused(dir.path(), &format!("{verb} {rest}"), says);
    }
    for map in ["m0.bsp", "m1.bsp", "m2.bsp", "m3.bsp", "m4.bsp"] {
        let of_map = format!("trace --world {map} --backend bsp --hull point t.txt");
        refused(dir.path(), &of_map, map);
    }
    let inside_out = [
        "trace",
        "--world",
        "s.ron",
        "--backend",
        "bsp",
        "--hull",
        "9 9 9 0 0 0",
        "t.txt",
    ];
    assert_eq!(crate::support::compare(dir.path(), &inside_out).0, Some(2));
}

#[test]
fn an_answer_a_line_and_a_state_a_tick() {
    let dir = with_scene(FLAT);
    fs::write(dir.path().join("t.txt"), "0 0 50 0 0 0\n0 0 50 0 0 50\n").unwrap();
    let (_, out, _) = compare_line(
        dir.path(),
        "trace --world s.ron --backend bsp --hull player t.txt",
    );
    // Feet 26 above the floor; stopped one skin, 1/8, above it: (26 - 1/8) / 50.
    assert_eq!(
        out,
        "0.517499983 0 0 24.125 0 0 1 0 0 0 1\n1 0 0 50 0 0 0 0 0 0 0\n"
    );
    fs::write(dir.path().join("c.txt"), "0 0 25 0\n8 0 0 0 0 0\n").unwrap();
    let replay = "replay --world s.ron --profile quake3 --contestant bsp --no-snap c.txt";
    // One tick of free fall: v = g T, z by the mean speed.
    let state = "0 0 24.9743996 0 0 -6.4000001 1023 0 0 0\n";
    assert_eq!(compare_line(dir.path(), replay).1, state);
}

#[test]
fn a_failed_expectation_is_exit_code_1_with_a_whole_report() {
    let dir = with_scene(&FLAT.replace("sweeps: 50,", "sweeps: 50, expect: [NeverBelow(z: 24.5)],"));
    let (code, _, errors) = compare_line(dir.path(), "s.ron --quick --contestants bsp");
    assert_eq!(code, Some(1), "{errors}");
    for file in ["index.html", "results.jsonl", "ticks.csv", "queries.csv"] {
        assert!(dir.path().join("reports/latest/s").join(file).exists(), "{file}");
    }
}
