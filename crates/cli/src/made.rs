//! Where results come from, for every page and file: date, commit, command line.

use crate::cli;
use clipmark_measure::elsewhere;
use clipmark_rows::{Made, RULES};
use humantime::format_rfc3339_seconds;
use std::time::{Duration, SystemTime};

/// Characters of a word that no shell takes for anything else.
const PLAIN: &str = "-_./:,=+@%";

/// This call of this program.
pub(crate) fn provenance() -> Made {
    let now = written(SystemTime::now());
    let words = std::env::args_os().skip(1);
    let words = words.map(|word| quoted(&word.to_string_lossy()));
    Made {
        // To the minute: runs take longer than that.
        date: now.get(..16).unwrap_or(&now).replace('T', " "),
        commit: sources(),
        command: [cli::called().to_owned()]
            .into_iter()
            .chain(words)
            .collect::<Vec<_>>()
            .join(" "),
        rules: RULES,
    }
}

/// A time as text. Clocks may be wrong: what lies outside the years 1970 to 9999 is written as the nearest time inside.
pub fn written(time: SystemTime) -> String {
    const LAST: Duration = Duration::from_secs(253_402_300_799);
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since.min(LAST)).to_string()
}

/// The commit, and which libraries of others are an author's own. Empty outside a repository.
fn sources() -> String {
    let commit = env!("CLIPMARK_COMMIT");
    let own = if commit.is_empty() {
        Vec::new()
    } else {
        elsewhere()
    };
    [commit].into_iter().chain(own).collect::<Vec<_>>().join(", ")
}

/// A word as a POSIX shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || PLAIN.contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
