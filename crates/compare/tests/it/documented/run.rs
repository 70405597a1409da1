//! Commands of pages, run as a reader would: in a copy of the repository, each page's in their order.

use super::pages::{pages, root, shown};
use super::place::{ENDINGS, WRITES, placeholder};
use super::shell::{self, Command as Line};
use super::usage::ours;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Seconds for a command. What still runs then has taken its arguments and files.
const SECONDS: &str = "5";
/// The exit code of `timeout` for a command that still ran.
const STILL_RAN: i32 = 124;
/// Commands that run at least. Those that read what an earlier one writes run only where that took less than its seconds.
const FEWEST: usize = 40;

/// Whether this program alone is asked, for something that is there, and not to open a window. That files are there is another
/// test's.
fn runs(line: &Line, at: &Path) -> bool {
    let words = &line.words;
    let is_ours = ["compare", "cargo"].contains(&words[0].as_str()) && ours(words).is_some();
    let is_there = |i: usize| {
        let is_file = words[i].starts_with("./") || ENDINGS.iter().any(|end| words[i].ends_with(end));
        !is_file
            || WRITES.contains(&words[i - 1].as_str())
            || words[i].split(',').all(|part| at.join(part).exists())
    };
    let plain = |i: usize| !placeholder(&words[i]) && words[i] != "--open" && is_there(i);
    words[0] == "cd" || is_ours && (1..words.len()).all(plain)
}

/// Whether a refusal says that the build lacks a library or its speed, or the machine its maps.
fn lacks(message: &str) -> bool {
    [
        "is not in this build",
        "scenes/fetch-maps.sh",
        "those of a debug build",
    ]
    .iter()
    .any(|remedy| message.contains(remedy))
}

/// A copy of the repository's files, with `compare` and `cargo run … --` as commands of this program.
fn clone_into(dir: &Path) {
    let copy = "git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --no-dereference -t \"$1\"";
    let copied = Command::new("bash")
        .args(["-c", copy, "copy"])
        .arg(dir)
        .current_dir(root())
        .status();
    assert!(copied.unwrap().success());
    let _ = std::os::unix::fs::symlink(root().join("scenes/maps"), dir.join("scenes/maps"));
    let program = std::env::var("COMPARE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_compare").into());
    let programs = dir.join("programs");
    fs::create_dir(&programs).unwrap();
    let run = format!("exec '{}' \"$@\"\n", root().join(program).display());
    let skip = "while [ $# -gt 0 ] && [ \"$1\" != -- ]; do shift; done; shift\n";
    for (name, script) in [("compare", run.clone()), ("cargo", format!("{skip}{run}"))] {
        use std::os::unix::fs::PermissionsExt;
        let file = programs.join(name);
        fs::write(&file, format!("#!/bin/sh\n{script}")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// The faults of a page's commands, and how many commands ran.
fn faults(page: &str, text: &str, dir: &Path) -> (Vec<String>, usize) {
    let path = format!(
        "{}:{}",
        dir.join("programs").display(),
        std::env::var("PATH").unwrap()
    );
    let (mut found, mut ran, mut at) = (Vec::new(), 0, dir.to_owned());
    for line in shown(text).iter().filter(|line| !line.inline) {
        if line.first {
            dir.clone_into(&mut at);
        }
        let commands = shell::commands(&line.text);
        if commands.is_empty() || !commands.iter().all(|line| runs(line, &at)) {
            continue;
        }
        if commands.len() == 1 && commands[0].words[0] == "cd" {
            at.push(&commands[0].words[1]);
            continue;
        }
        let command = format!("set -o pipefail; {}", line.text);
        let done = Command::new("timeout")
            .args(["-k", "2", SECONDS, "bash", "-c", &command])
            .current_dir(&at)
            .env("PATH", &path)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        ran += 1;
        let is_excused = done.status.code() == Some(2) && lacks(&said);
        if !matches!(done.status.code(), Some(0 | 1 | STILL_RAN)) && !is_excused {
            found.push(format!(
                "{page}:{}: {}: {:?}: {said}",
                line.line, line.text, done.status
            ));
        }
    }
    (found, ran)
}

#[test]
#[ignore = "takes some minutes; CI's long run includes it"]
fn lengthy_every_command_of_a_page_runs() {
    let dir = tempfile::tempdir().unwrap();
    clone_into(dir.path());
    let planted = "```sh\ncompare suite walker --contestants bps\ncompare list\n```\n";
    let (found, ran) = faults("planted.md", planted, dir.path());
    assert_eq!((found.len(), ran), (1, 2), "{found:?}");
    let (mut found, mut ran) = (Vec::new(), 0);
    for (page, text) in pages() {
        let of = faults(&page, &text, dir.path());
        found.extend(of.0);
        ran += of.1;
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(ran >= FEWEST, "only {ran} commands were run");
}
