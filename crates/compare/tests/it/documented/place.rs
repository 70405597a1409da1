//! Files that commands name: in the repository, made by a command before, or brought by the reader.

use super::pages::root;
use super::shell::Command;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Made by programs, fetched, or installed: need not be there.
const MADE: [&str; 7] = [
    "reports/latest",
    "reports/play",
    "scenes/maps",
    "target/",
    "my-tracer",
    // Files of the reader: a program, and a list of its failures.
    "./",
    "known.toml",
];
/// A word with one of these endings is a file.
pub(super) const ENDINGS: [&str; 12] = [
    ".ron", ".bsp", ".map", ".txt", ".gz", ".json", ".md", ".py", ".sh", ".pk3", ".csv", ".toml",
];
/// Options whose value the command writes.
pub(super) const WRITES: [&str; 8] = [
    "-o",
    "--out",
    "--out-movers",
    "--export-json",
    "--export-csv",
    "--export-markdown",
    "--export-questions",
    "--gallery",
];
/// The sweeps of `--export-questions`.
const SWEEPS: [&str; 3] = ["1-16.txt", "16-256.txt", "256-4096.txt"];

/// Stands for something that the reader has: `MINE.ron`, `RUN-states.txt`, `NAME`, `…`.
pub(super) fn placeholder(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let stem = name.split(['.', '-']).next().unwrap_or(name);
    let capitals = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    word.contains(['…', '$', '*', '{', '~'])
        || word.contains("...")
        || stem.starts_with(|c: char| c.is_ascii_uppercase()) && stem.chars().all(capitals)
}

/// The files that a page's commands have made so far, and the shell's folder.
pub(super) struct Place {
    pub(super) at: PathBuf,
    made: BTreeSet<PathBuf>,
}

impl Place {
    pub(super) fn new() -> Self {
        Self {
            at: root(),
            made: BTreeSet::new(),
        }
    }

    fn makes(&mut self, file: &str) {
        let path = self.at.join(file);
        self.made.insert(path.components().collect());
    }

    fn there(&self, file: &str) -> bool {
        let path: PathBuf = self.at.join(file).components().collect();
        let made = MADE.iter().any(|made| file.starts_with(made));
        made || placeholder(file) || path.exists() || self.made.contains(&path)
    }

    /// Files that a command names and that are not there. `scenes` are files whatever their name.
    pub(super) fn missing(&mut self, command: &Command, scenes: &[String]) -> Vec<String> {
        let words = &command.words;
        let before = |i: usize| i.checked_sub(1).map_or("", |i| words[i].as_str());
        let written = |i: usize| {
            WRITES.contains(&before(i)) || ["mkdir", "tee"].contains(&words[0].as_str()) || before(i) == "new"
        };
        // Files after cargo's own options are not tested.
        let own = |i: usize| ["--features", "--config"].contains(&before(i));
        let read = (0..words.len()).filter(|&i| !written(i) && !own(i));
        let whole = |i: &usize| !placeholder(&words[*i]);
        let parts = read
            .filter(whole)
            .flat_map(|i| words[i].split(','))
            .filter(|word| {
                let file = word.contains('/') || ENDINGS.iter().any(|ending| word.ends_with(ending));
                let share = word.chars().all(|c| c.is_ascii_digit() || c == '/');
                file && !share && !word.starts_with(['-', '/']) && !word.contains(':')
            });
        let asked: BTreeSet<&str> = parts.chain(scenes.iter().map(String::as_str)).collect();
        let missing: Vec<String> = asked
            .into_iter()
            .filter(|file| !self.there(file))
            .map(|file| format!("there is no file {file}"))
            .collect();
        for i in (1..words.len()).filter(|&i| written(i)) {
            self.makes(&words[i]);
            if before(i) == "--export-questions" {
                SWEEPS
                    .iter()
                    .for_each(|file| self.makes(&format!("{}/{file}", words[i])));
            }
        }
        command.writes.iter().for_each(|file| self.makes(file));
        missing
    }
}
