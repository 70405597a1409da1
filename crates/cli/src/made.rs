//! Where results come from, for every page and file: date, commit, command line.

use crate::cli;
use clipmark_measure::elsewhere;
use clipmark_record::{Made, RULES};
use humantime::format_rfc3339_seconds;
use std::time::SystemTime;

/// Characters of a word that no shell takes for anything else.
const PLAIN: &str = "-_./:,=+@%";

/// This call of this program.
pub(crate) fn made() -> Made {
    let now = format_rfc3339_seconds(SystemTime::now()).to_string();
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
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || PLAIN.contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_each_word_back() {
        assert_eq!(quoted("scenes/stairs.ron"), "scenes/stairs.ron");
        assert_eq!(quoted("my maps/a.bsp"), "'my maps/a.bsp'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("$HOME"), "'$HOME'");
    }
}
