//! Attacks by files that somebody else made: each of these once got through.
#![cfg(unix)]

use crate::support::{compare, compare_line, refused, root, scenes};
use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A recording of a moving world is of a game. 65,536 players at one place once took minutes.
#[test]
fn recordings_of_more_than_a_game_has_are_refused_with_file_and_line() {
    let folder = root().join("tests/recordings/moving");
    let dir = TempDir::new().unwrap();
    for (game, backend, map, most) in [
        ("quake3", "bsp", "mv_mix_1.bsp", 64),
        ("quakeworld", "hull", "q1_mix_1.bsp", 32),
        ("netquake", "hull", "q1_mix_1.bsp", 16),
    ] {
        let world = folder.join(map).display().to_string();
        let played = |file: &str, text: &str| {
            for name in ["cmds", "movers", "states"] {
                fs::write(dir.path().join(name), "").unwrap();
            }
            fs::write(dir.path().join(file), text).unwrap();
            let how = if file == "states" {
                "--restart-from states"
            } else {
                "--simulate"
            };
            let line = format!(
                "replay --world {world} --profile {game} --contestant {backend} --movers movers cmds --out out {how}"
            );
            let (code, _, errors) = compare_line(dir.path(), &line);
            (code, errors)
        };
        let players = |n: usize| format!("H map m\nH players {n}\n");
        assert_eq!(played("cmds", &players(most)).0, Some(0), "{game}");
        let zeros = match game {
            "quake3" => 21,
            "netquake" => 20,
            _ => 15,
        };
        let mut bad = vec![
            ("cmds", players(most + 1), 2),
            ("cmds", "R 65535 0 0 0 0\n".into(), 1),
            ("states", format!("p 0 65535{}", " 0".repeat(zeros)), 1),
            (
                "movers",
                format!("M 65536 1 func_door 0 -1{}", " 0".repeat(15)),
                1,
            ),
        ];
        // All games read these alike.
        if game == "quake3" {
            bad.extend(["H players x\n", "R -1 0 0 0 0\n", "U 65536\n"].map(|line| ("cmds", line.into(), 1)));
        }
        for (file, text, line) in bad {
            let (code, errors) = played(file, &text);
            assert_eq!(code, Some(2), "{game}: {errors}");
            assert_eq!(errors.matches(": line ").count(), 1, "{game}: {errors}");
            assert!(
                errors.contains(&format!("{file}: line {line}: ")),
                "{game}: {errors}"
            );
        }
    }
}

#[test]
fn outputs_keep_what_they_are_given() {
    let dir = TempDir::new().unwrap();
    let export = |to: &str| {
        let (code, _, errors) = compare_line(dir.path(), &format!("export {} -o {to}", scenes("flat.ron")));
        assert_eq!(code, Some(0), "{errors}");
    };
    // A link is followed, also to a file that is not there yet.
    symlink("real.bsp", dir.path().join("link.bsp")).unwrap();
    export("link.bsp");
    assert!(dir.path().join("link.bsp").is_symlink());
    let real = dir.path().join("real.bsp");
    assert!(real.is_file() && !real.is_symlink());
    // An existing file keeps its mode, a new one gets a shell's usual mode.
    let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode() & 0o777;
    fs::write(dir.path().join("plain"), "").unwrap();
    assert_eq!(mode(&real), mode(&dir.path().join("plain")));
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    export("real.bsp");
    assert_eq!(mode(&real), 0o640);
    // A device stays one.
    symlink("/dev/null", dir.path().join("null.bsp")).unwrap();
    export("null.bsp");
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn standard_output_that_cannot_be_written_is_an_error() {
    for args in [
        "list profiles",
        "--help",
        "completions bash",
        "suite families --list 5",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let out = Command::new(env!("CARGO_BIN_EXE_compare"))
            .current_dir(root())
            .args(args.split(' '))
            .stdout(Stdio::from(full))
            .output()
            .unwrap();
        assert_eq!(out.status.code(), Some(2), "{args}");
    }
}

#[test]
fn commands_to_the_terminal_are_not_passed_on() {
    let dir = TempDir::new().unwrap();
    let name = "\u{1b}]0;owned\u{7}\u{202e}.ron";
    fs::write(dir.path().join(name), "(version: 1)").unwrap();
    let trace = [
        "trace",
        "--world",
        name,
        "--backend",
        "bsp",
        "--hull",
        "player",
        "x",
    ];
    for args in [&[name][..], &trace] {
        let (code, out, errors) = compare(dir.path(), args);
        assert_eq!(code, Some(2));
        let both = out + &errors;
        assert!(
            !both.contains('\u{1b}') && !both.contains('\u{7}') && !both.contains('\u{202e}'),
            "{both:?}"
        );
        assert!(both.contains("\\u{1b}"), "{both}");
    }
}

#[test]
fn worlds_that_are_pipes_or_devices_are_refused() {
    let dir = TempDir::new().unwrap();
    let made = Command::new("mkfifo")
        .arg(dir.path().join("pipe.bsp"))
        .status()
        .unwrap();
    assert!(made.success());
    refused(
        dir.path(),
        "trace --world pipe.bsp --backend bsp --hull player x",
        "pipe.bsp",
    );
    let endless = format!(
        "trace --world {} --backend bsp --hull player /dev/zero",
        scenes("flat.ron")
    );
    refused(dir.path(), &endless, "/dev/zero");
}
