//! A result against its author's declarations (`known.toml`), and its badge.

use crate::cli::KnownArgs;
use crate::output::{Output, input};
use crate::terminal::tell;
use anyhow::{Context, Result};
use clipmark_record::RULES;
use clipmark_suite::known::{Judged, Known, LARGEST};
use serde::Serialize;
use std::io::Read;
use std::path::PathBuf;

/// Differences told one by one; the rest is counted.
const MOST_TOLD: usize = 20;

/// The declarations, read before anything is run.
pub(crate) struct Declared {
    known: Option<Known>,
    draft: Option<Output>,
    badge: Option<Output>,
}

/// The input of shields.io's endpoint: <https://shields.io/badges/endpoint-badge>.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u32,
    label: String,
    message: String,
    color: &'static str,
}

impl Declared {
    /// Reads the list and opens the badge. `names` are the courses and checks that an entry may name, `maps` the maps.
    pub(crate) fn open(args: &KnownArgs, names: &[String], maps: &[String]) -> Result<Self> {
        let known = args.known.as_deref().map(|file| -> Result<Known> {
            let named = file.display().to_string();
            let mut text = String::new();
            let read = input(file)?.take(LARGEST + 1).read_to_string(&mut text);
            read.with_context(|| format!("{named}: it is no text"))?;
            Ok(Known::read(&text, &named, names, maps)?)
        });
        let opened = |file: &Option<PathBuf>| file.as_deref().map(|file| Output::open(Some(file)));
        let (draft, badge) = (opened(&args.write_known), opened(&args.badge));
        Ok(Self {
            known: known.transpose()?,
            draft: draft.transpose()?,
            badge: badge.transpose()?,
        })
    }

    /// The same where every contestant is one of this program.
    ///
    /// # Errors
    /// An entry of a contestant that there is not.
    pub(crate) fn of_contestants(self) -> Result<Self> {
        let known = self.known.map(Known::of_contestants).transpose()?;
        Ok(Self { known, ..self })
    }

    /// Whether there is a list.
    pub(crate) fn is_given(&self) -> bool {
        self.known.is_some()
    }

    /// Tells the differences, and writes a list of the failures and the badge. Says whether all is as declared; without a list
    /// whether nothing failed.
    pub(crate) fn ends(self, label: &str, judged: &[Judged]) -> Result<bool> {
        // A check that is judged map by map too is one.
        let counted = judged.iter().filter(|j| j.map.is_none());
        let (all, passed) = (
            counted.clone().count(),
            counted.filter(|j| j.failed.is_none()).count(),
        );
        let differences = self.known.as_ref().map(|known| {
            let found = known.differences(judged);
            for difference in found.iter().take(MOST_TOLD) {
                tell!("{}", known.says(difference));
            }
            if found.len() > MOST_TOLD {
                tell!("and {} more that are not as declared", found.len() - MOST_TOLD);
            }
            found.len()
        });
        if let Some(draft) = self.draft {
            let nothing = Known::nothing();
            let text = self.known.as_ref().unwrap_or(&nothing).renewed(judged)?;
            draft.export(text.as_bytes())?;
        }
        if all == 0 && (self.known.is_some() || self.badge.is_some()) {
            tell!("no run was asked of those that are judged, so nothing is as declared");
        }
        if let Some(badge) = self.badge {
            badge.export(&serde_json::to_vec_pretty(&shown(
                label,
                passed,
                all,
                differences,
            ))?)?;
        }
        Ok(all > 0 && differences.map_or(passed == all, |n| n == 0))
    }
}

fn shown(label: &str, passed: usize, all: usize, differences: Option<usize>) -> Badge {
    let (message, color) = match differences {
        _ if all == 0 => ("nothing asked".into(), "lightgrey"),
        _ if passed == all && differences.is_none_or(|n| n == 0) => {
            (format!("{passed} of {all}"), "brightgreen")
        }
        Some(0) => (format!("{passed} of {all}, as declared"), "green"),
        Some(n) => (format!("{passed} of {all}, {n} not as declared"), "red"),
        None => (format!("{passed} of {all}"), "red"),
    };
    Badge {
        schema_version: 1,
        label: format!("clipmark {label}, rules {RULES}"),
        message,
        color,
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_badge_says_whether_the_result_is_as_declared() {
        let colour = |passed, differences| shown("courses", passed, 4, differences).color;
        let colours = [
            colour(4, None),
            colour(4, Some(0)),
            colour(3, Some(0)),
            colour(3, Some(1)),
            colour(4, Some(1)),
            colour(3, None),
        ];
        assert_eq!(
            colours,
            ["brightgreen", "brightgreen", "green", "red", "red", "red"]
        );
        assert_eq!(shown("courses", 3, 4, Some(0)).message, "3 of 4, as declared");
        assert_eq!(shown("courses", 0, 0, Some(0)).message, "nothing asked");
    }
}
