//! What the command line has inside: texts for a terminal and a shell, the choice of contestants, and processes of its own.

use anyhow::Context;
use clipmark_cli::inner::{
    ALL, Bar, GAMES, Group, LONGEST, Scale, TUNED, USUAL, Where, choose_contestants, clean, describe, every,
    holds_others, marked, quoted, relative_path, unsigned, written,
};
use clipmark_movement::PROFILES;
use clipmark_rows::results::FILE;
use clipmark_rows::{Results, Run, Subject};
use clipmark_suite::runner::PART;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, thread};

fn message(source: io::Error) -> String {
    describe(&Err::<(), _>(source).context("cannot write x").unwrap_err())
}

#[test]
fn a_message_has_no_number_of_the_system_and_one_that_repeats_a_file_is_cut_in_its_middle() {
    let missing = message(io::Error::from_raw_os_error(2));
    assert_eq!(missing, "cannot write x: No such file or directory");
    // A full disk has a remedy.
    assert!(message(io::Error::from_raw_os_error(28)).contains("; make room"));
    let long = message(io::Error::other(format!("{} is no word", "é".repeat(200_000))));
    assert_eq!(long.chars().count(), LONGEST + 3);
    assert!(
        long.starts_with("cannot write x: éé") && long.ends_with("é is no word"),
        "{long}"
    );
}

#[test]
fn a_stage_never_shows_more_than_all_and_goes_on_when_its_name_changes() {
    let bar = Bar::new();
    for (stage, done, all, shown) in [
        ("one", 3, 14, (14, 3)),
        ("two", 7, 14, (14, 7)),
        ("two", 15, 14, (14, 14)),
        ("three", 0, 0, (1, 0)),
        ("three", 2, 1, (1, 1)),
    ] {
        bar.at(stage, done, all);
        assert_eq!((bar.stage.get(), bar.bar.position()), (shown, shown.1), "{stage}");
    }
}

#[test]
fn zeros_have_no_sign() {
    let line = "normals (0.000000 -1.000000 -0.000000), normal (0 -1 -0) -1e-9";
    let plain = "normals (0.000000 -1.000000 0.000000), normal (0 -1 0) -1e-9";
    assert_eq!(unsigned(line), plain);
}

/// A run of two maps that was stopped on the first is not replaced by a run of one.
#[test]
fn a_folder_holds_other_maps_whole_or_stopped() {
    let subject = |name: &str| Subject {
        name: name.into(),
        ..Subject::default()
    };
    let results = Results {
        run: Run {
            subjects: ["a", "b"].map(subject).to_vec(),
            shard: [1, 1],
            ..Run::new("bar")
        },
        ..Results::default()
    };
    for file in [FILE, PART] {
        let dir = tempfile::tempdir().unwrap();
        assert!(!holds_others(dir.path(), &["a"]), "nothing stands there");
        let text = results.text().unwrap();
        let begun = text.lines().next().unwrap();
        fs::write(dir.path().join(file), format!("{begun}\n{{\"case\":{{")).unwrap();
        assert!(holds_others(dir.path(), &["a"]), "{file}");
        assert!(!holds_others(dir.path(), &["b", "a"]), "{file}");
    }
}

#[test]
fn every_profile_says_whose_it_is() {
    let mut listed = GAMES.map(|(name, _)| name);
    let mut known = PROFILES.map(|profile| profile.name);
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}

#[test]
fn a_file_is_found_from_a_folder_that_will_be() {
    let dir = tempfile::tempdir().unwrap();
    let maps = dir.path().join("scenes/maps");
    let out = dir.path().join("reports/latest");
    fs::create_dir_all(&maps).unwrap();
    fs::create_dir_all(&out).unwrap();
    fs::write(maps.join("a.bsp"), "").unwrap();
    let found = relative_path(&out.join("courses/scenes"), &maps.join("../maps/a.bsp")).unwrap();
    assert_eq!(found, Path::new("../../../../scenes/maps/a.bsp"));
    assert!(relative_path(&out.join("scenes"), &maps.join("b.bsp")).is_err());
}

/// A counter of bytes with a shell in the place of this program.
fn scale(script: &str) -> Scale {
    let first = ["-c", script].map(String::from).to_vec();
    Scale::new(Some(("/bin/sh".into(), first)), Duration::from_millis(300))
}

fn town(brushes: usize) -> Where {
    Where::Town {
        brushes,
        seed: 1,
        profile: "quake3".into(),
    }
}

#[test]
fn what_a_process_says_is_the_count_and_is_asked_once() {
    let scale = scale("read question; echo '{\"counted\":4711}'");
    for _ in 0..2 {
        let held = scale.held("bsp", town(24), 12);
        assert_eq!((held.counted, held.said), (Some(4711), 12));
    }
    assert_eq!(scale.known.borrow().len(), 1);
    assert!(scale.told.borrow().is_empty());
}

#[test]
fn one_that_dies_hangs_or_talks_nonsense_counts_nothing_and_is_told_once() {
    let scripts = [
        "echo 'no memory' >&2; exit 3",
        "exec sleep 60",
        "read question; echo 4711 bytes",
    ];
    let missing = ("/no/such/program".into(), Vec::new());
    let missing = Scale::new(Some(missing), Duration::from_secs(1));
    for scale in scripts.map(scale).into_iter().chain([missing]) {
        for brushes in [24, 48] {
            let held = scale.held("bsp", town(brushes), 12);
            assert_eq!((held.counted, held.said), (None, 12));
        }
        assert_eq!(*scale.told.borrow(), ["bsp"]);
    }
}

#[test]
fn what_a_program_started_ends_with_it() {
    let mut command = Command::new("sh");
    command
        .args(["-c", "sleep 300 & echo $!; wait"])
        .stdout(Stdio::piped());
    let (mut child, group) = Group::spawn(&mut command).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let worker = Pid::from_raw(line.trim().parse().unwrap());
    assert_eq!(kill(worker, None), Ok(()));
    group.kill();
    child.wait().unwrap();
    // It is an orphan until the system takes it up.
    let begun = Instant::now();
    while kill(worker, None).is_ok() && begun.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(kill(worker, None).is_err(), "the worker is still there");
}

/// The names of the contestants chosen, and whether one that cannot take part is left out.
fn chosen(named: Option<&[&str]>) -> Option<(Vec<String>, bool)> {
    let named: Option<Vec<String>> = named.map(|names| names.iter().map(ToString::to_string).collect());
    let chosen = choose_contestants(named.as_deref()).ok()?;
    let names = chosen.contestants.iter().map(ToString::to_string).collect();
    Some((names, chosen.leaves_out))
}

#[test]
fn who_is_asked_is_named_or_all_or_ours_and_the_best_of_every_library() {
    let all: Vec<String> = every().map(String::from).collect();
    assert_eq!(chosen(Some(&[ALL])), Some((all, true)));
    let two = ["bvh", "bsp"].map(String::from).to_vec();
    assert_eq!(chosen(Some(&["bvh", "bsp"])), Some((two, false)));
    assert_eq!(chosen(Some(&["bsp", ALL])), None);
    let (usual, leaves_out) = chosen(None).unwrap();
    let (ours, libraries) = usual.split_at(USUAL.len());
    assert!(leaves_out && ours == USUAL, "{ours:?}");
    assert!(
        libraries.iter().all(|name| name.ends_with(TUNED)),
        "{libraries:?}"
    );
    assert_eq!(
        libraries.iter().any(|name| name == "rapier:tuned"),
        cfg!(feature = "rapier")
    );
}

#[test]
fn the_mark_stands_below_the_place_also_in_long_lines() {
    assert_eq!(marked("ab\tcd", 7, 4), "  7 | ab cd\n    |    ^");
    assert_eq!(marked("漢字x", 12, 3), "  12 | 漢字x\n     |     ^");
    let long = marked(&"x".repeat(500).replacen('x', "y", 1), 1, 400);
    assert!(
        long.lines().all(|l| l.chars().count() < 80) && long.ends_with('^'),
        "{long}"
    );
    assert_eq!(marked("", 1, 1), "  1 | \n    | ^");
}

#[test]
fn commands_to_the_terminal_are_shown_and_not_obeyed_but_for_own_styles() {
    let styled = format!(
        "{}bold{} {}red{0:#}",
        anstyle::Style::new().bold(),
        anstyle::Reset,
        anstyle::AnsiColor::Red.on_default().bold(),
    );
    for (from, shown) in [
        (&*styled, &*styled),
        ("plain\ttext\n", "plain\ttext\n"),
        ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
        ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
        ("\u{1b}[8mhidden", "\\u{1b}[8mhidden"),
        ("over\rwritten", "over\\u{d}written"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("\u{9b}31m", "\\u{9b}31m"),
        ("\u{1b}", "\\u{1b}"),
        (
            "\u{1b}[999999999999999999999999999m",
            "\\u{1b}[999999999999999999999999999m",
        ),
        ("\u{1b}[+31m", "\\u{1b}[+31m"),
    ] {
        assert_eq!(clean(from), shown);
    }
}

/// The formatter panics outside the years 1970 to 9999.
#[test]
fn a_wrong_clock_has_a_date_too() {
    let (epoch, day) = (SystemTime::UNIX_EPOCH, Duration::from_secs(86_400));
    assert_eq!(written(epoch + day), "1970-01-02T00:00:00Z");
    assert_eq!(written(epoch - day), "1970-01-01T00:00:00Z");
    assert_eq!(written(epoch + day * 4_000_000), "9999-12-31T23:59:59Z");
}

#[test]
fn a_shell_reads_each_word_back() {
    assert_eq!(quoted("scenes/stairs.ron"), "scenes/stairs.ron");
    assert_eq!(quoted("my maps/a.bsp"), "'my maps/a.bsp'");
    assert_eq!(quoted("it's"), "'it'\\''s'");
    assert_eq!(quoted(""), "''");
    assert_eq!(quoted("$HOME"), "'$HOME'");
}
