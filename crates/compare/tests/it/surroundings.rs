//! What surrounds a process: readers that go away, disks that are full, links and devices, limits of the machine, terminals.

use crate::support::{FLAT, compare, ends, folder, scenes};
use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

fn program() -> std::path::PathBuf {
    assert_cmd::cargo::cargo_bin("compare")
}

/// A command in a folder, with its standard output somewhere: exit code and errors.
fn writing_to(dir: &Path, line: &str, out: impl Into<Stdio>) -> (Option<i32>, String) {
    let done = Command::new(program())
        .current_dir(dir)
        .args(line.split(' '))
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

/// `compare … | true` under `pipefail`: a failed verdict that nobody reads ended with 0. Half a file in a pipe is a fault, half
/// a list is none.
#[test]
fn a_verdict_outlives_its_reader_and_half_a_file_is_a_fault() {
    let dir = folder(&[("s.ron", FLAT)]);
    let flat = format!("{} --quick --contestants hull --out o", scenes("flat.ron"));
    for (line, code) in [(flat.as_str(), 1), ("export s.ron -o -", 2), ("list profiles", 0)] {
        // Its reader is gone before the first byte.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = writing_to(dir.path(), line, writer);
        assert_eq!(ended.0, Some(code), "{line}: {}", ended.1);
    }
}

#[test]
fn standard_output_that_cannot_be_written_is_an_error() {
    for line in [
        "list profiles",
        "--help",
        "completions bash",
        "suite families --list 5",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(writing_to(Path::new("."), line, full).0, Some(2), "{line}");
    }
}

#[test]
fn outputs_keep_what_they_are_given() {
    let dir = folder(&[("s.ron", FLAT), ("plain", "")]);
    let at = |name: &str| dir.path().join(name);
    let export = |to: &str| ends(dir.path(), &format!("export s.ron -o {to}"), 0);
    // A link is followed, also to a file that is not there yet.
    symlink("real.bsp", at("link.bsp")).unwrap();
    export("link.bsp");
    assert!(at("link.bsp").is_symlink() && at("real.bsp").is_file() && !at("real.bsp").is_symlink());
    // An existing file keeps its mode, a new one gets a shell's usual mode.
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("real.bsp"), mode("plain"));
    fs::set_permissions(at("real.bsp"), fs::Permissions::from_mode(0o640)).unwrap();
    export("real.bsp");
    assert_eq!(mode("real.bsp"), 0o640);
    // A device stays one.
    symlink("/dev/null", at("null.bsp")).unwrap();
    export("null.bsp");
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn commands_to_the_terminal_are_not_passed_on() {
    let name = "\u{1b}]0;owned\u{7}\u{202e}.ron";
    let dir = folder(&[(name, "(version: 1)")]);
    for line in [
        format!("'{name}'"),
        format!("trace --world '{name}' --backend bsp --hull player x"),
    ] {
        let (code, out, errors) = compare(dir.path(), &line);
        let both = out + &errors;
        assert_eq!(code, Some(2), "{both:?}");
        assert!(!both.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{both:?}");
        assert!(both.contains("\\u{1b}"), "{both}");
    }
}

/// They panicked. Limits of processes do not hold root, who runs it as nobody.
#[test]
#[cfg(target_os = "linux")]
fn limits_of_threads_are_one_message() {
    let dir = folder(&[("s.ron", FLAT)]);
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    fs::copy(program(), dir.path().join("compare")).unwrap();
    let is_root = std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self").unwrap()) == 0;
    for (threads, limited) in [
        // Memory for some hundreds of threads' stacks of 2 MB, in kB.
        (
            "1",
            "-v 2000000 && ./compare bench s.ron --players 1024 --threads 1024",
        ),
        ("5000", "-v 2000000 && ./compare list"),
        ("2", "-u 1 && exec ./compare s.ron --quick --contestants bsp"),
    ] {
        let mut command = Command::new("bash");
        command
            .current_dir(dir.path())
            .args(["-c", &format!("ulimit {limited}")]);
        if is_root && limited.starts_with("-u") {
            command.uid(65_534);
        }
        let done = command.env("RAYON_NUM_THREADS", threads).output().unwrap();
        let errors = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{limited}: {errors}");
        assert!(!errors.contains("panicked"), "{limited}: {errors}");
    }
}
