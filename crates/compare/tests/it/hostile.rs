//! Attacks by files that somebody else made: each of these once got through.
#![cfg(unix)]

use crate::support::compare;
use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn refused(dir: &Path, args: &[&str], why: &str) {
    let (code, _, errors) = compare(dir, args);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains(why), "{errors}");
    assert!(!errors.contains("panicked at"), "{errors}");
}

/// A recording of a moving world is of a game. 65,536 players at one place once took minutes.
#[test]
fn recordings_of_more_than_a_game_has_are_refused_with_file_and_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recordings/moving");
    let dir = TempDir::new().unwrap();
    let empty = || ("movers", "");
    for (game, backend, map, most) in [
        ("quake3", "bsp", "mv_mix_1.bsp", 64),
        ("quakeworld", "hull", "q1_mix_1.bsp", 32),
        ("netquake", "hull", "q1_mix_1.bsp", 16),
    ] {
        let world = folder.join(map).display().to_string();
        let played = |commands: &str, (kind, other): (&str, &str)| {
            for name in ["cmds", "movers", "states"] {
                fs::write(dir.path().join(name), "").unwrap();
            }
            fs::write(dir.path().join("cmds"), commands).unwrap();
            fs::write(dir.path().join(kind), other).unwrap();
            let how: &[&str] = match kind {
                "states" => &["--restart-from", "states"],
                _ => &["--simulate"],
            };
            let args = [
                &[
                    "replay",
                    "--world",
                    &world,
                    "--profile",
                    game,
                    "--contestant",
                    backend,
                ][..],
                &["--movers", "movers", "cmds", "--out", "out"],
                how,
            ];
            let (code, _, errors) = compare(dir.path(), &args.concat());
            (code, errors)
        };
        let players = |n: usize| format!("H map m\nH players {n}\n");
        assert_eq!(played(&players(most), empty()).0, Some(0), "{game}");
        let at_most = "cmds: line 2: ";
        let heads = [
            (players(65_536), empty(), at_most),
            (players(most + 1), empty(), "cmds: line 2: "),
            ("H players x\n".into(), empty(), "cmds: line 1: "),
            ("R 65535 0 0 0 0\n".into(), empty(), "cmds: line 1: "),
            ("R -1 0 0 0 0\n".into(), empty(), "cmds: line 1: "),
            ("U 65536\n".into(), empty(), "cmds: line 1: "),
        ];
        for (commands, other, why) in heads {
            let (code, errors) = played(&commands, other);
            assert_eq!(code, Some(2), "{game}: {errors}");
            assert_eq!(errors.matches(": line ").count(), 1, "{game}: {errors}");
            assert!(errors.contains(why), "{game}: {errors}");
        }
        let state = format!("p 0 65535{}", " 0".repeat(if game == "quake3" { 21 } else { 20 }));
        let state = if game == "quakeworld" {
            &state[..state.len() - 10]
        } else {
            &state
        };
        for (kind, line, why) in [
            ("states", state, "states: line 1: "),
            (
                "movers",
                "M 65536 1 func_door 0 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
                "movers: line 1: ",
            ),
        ] {
            let (code, errors) = played("", (kind, line));
            assert_eq!(code, Some(2), "{game}: {errors}");
            assert!(errors.contains(why), "{game}: {errors}");
        }
    }
}

#[test]
fn outputs_keep_what_they_are_given() {
    let dir = TempDir::new().unwrap();
    let export = |to: &str| {
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/flat.ron");
        let scene = scene.display().to_string();
        let (code, _, errors) = compare(dir.path(), &["export", &scene, "-o", to]);
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
    let dir = TempDir::new().unwrap();
    let verbs: [&[&str]; 4] = [
        &["list", "profiles"],
        &["--help"],
        &["completions", "bash"],
        &["suite", "--list", "5"],
    ];
    for args in verbs {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let out = Command::new(env!("CARGO_BIN_EXE_compare"))
            .current_dir(root)
            .args(args)
            .stdout(Stdio::from(full))
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {errors}");
    }
    drop(dir);
}

#[test]
fn commands_to_the_terminal_are_not_passed_on() {
    let dir = TempDir::new().unwrap();
    let name = "\u{1b}]0;owned\u{7}\u{202e}.ron";
    fs::write(dir.path().join(name), "(version: 1)").unwrap();
    for args in [
        &[name][..],
        &[
            "trace",
            "--world",
            name,
            "--backend",
            "bsp",
            "--hull",
            "player",
            "x",
        ],
    ] {
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
    let pipe = dir.path().join("pipe.bsp");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let trace = [
        "trace",
        "--world",
        "pipe.bsp",
        "--backend",
        "bsp",
        "--hull",
        "player",
        "x",
    ];
    refused(dir.path(), &trace, "pipe.bsp");
    fs::write(
        dir.path().join("floor.ron"),
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/flat.ron")).unwrap(),
    )
    .unwrap();
    let endless = [
        "trace",
        "--world",
        "floor.ron",
        "--backend",
        "bsp",
        "--hull",
        "player",
        "/dev/zero",
    ];
    refused(dir.path(), &endless, "/dev/zero");
}
