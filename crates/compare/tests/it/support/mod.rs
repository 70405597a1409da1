//! Runs the program.
use assert_cmd::Command;
use clipmark_rows::{RULES, Results};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// A scene that is played in a moment. The player stands on a floor whose top is z = 0.
pub(crate) const FLAT: &str = r#"(
    version: 1,
    title: "Flat",
    world: Shapes([Box(min: (-512, -512, -64), max: (512, 512, 0))]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    contestants: ["bsp", "bvh"],
    sweeps: 50,
)"#;
/// Its world, and one that has a step and a block too.
pub(crate) const FLOOR: &str = "Box(min: (-512, -512, -64), max: (512, 512, 0))";
pub(crate) const BLOCKS: &str = "Box(min: (-512, -512, -64), max: (512, 512, 0)), \
    Box(min: (64, 64, 0), max: (128, 128, 96)), Box(min: (128, 64, 0), max: (192, 128, 12))";

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}

/// Writes `known.toml`, a list of known failures: an entry of each of these fields, with a reason.
pub(crate) fn write_known(dir: &Path, entries: &[String]) {
    let entry = |fields: &String| format!("[[known]]\n{fields}\nreason = \"planted\"\n");
    let entries: String = entries.iter().map(entry).collect();
    fs::write(dir.join("known.toml"), format!("rules = {RULES}\n{entries}")).unwrap();
}

/// The results in a folder of a run.
pub(crate) fn read_results(dir: &Path, folder: &str) -> Results {
    Results::read(&dir.join(folder).join("results.jsonl")).unwrap()
}

/// Exit code, standard output, standard error.
pub(crate) type Ended = (Option<i32>, String, String);

/// The words of a command line; what stands between `'` is one.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words
}

/// Runs `compare` in a folder with a line of arguments.
pub(crate) fn compare(dir: &Path, line: &str) -> Ended {
    run("compare", dir, line)
}

/// Runs `compare`, which must end with this code.
#[track_caller]
pub(crate) fn ends(dir: &Path, line: &str, code: i32) -> Ended {
    let ended = compare(dir, line);
    assert_eq!(ended.0, Some(code), "{line}: {}{}", ended.1, ended.2);
    ended
}

/// Runs `compare` and expects exit code 2, nothing on standard output, and this name in the message.
#[track_caller]
pub(crate) fn refused(dir: &Path, line: &str, named: &str) {
    let (code, out, message) = compare(dir, line);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{line}: {message}");
    assert!(
        message.contains(named) && !message.contains("panicked at"),
        "{line}: {message}"
    );
}

/// Runs a program of the package.
pub(crate) fn run(program: &str, dir: &Path, line: &str) -> Ended {
    let out = Command::cargo_bin(program)
        .expect("the program is built")
        .current_dir(dir)
        .args(words(line))
        .env_remove("COLUMNS")
        // Long enough for every command on a loaded machine; one that waits for its input would never end.
        .timeout(Duration::from_secs(300))
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    (out.status.code(), text(out.stdout), text(out.stderr))
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The path of a scene or a folder of the repository's scenes.
pub(crate) fn scenes(name: &str) -> String {
    root().join("scenes").join(name).display().to_string()
}

/// All files below a folder, sorted.
pub(crate) fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
