//! The words below a plot of errors for a contestant whose largest errors are an engine's rule: they are no fault.

use crate::format;
use clipmark_record::faults::Source;
use clipmark_record::{Comparison, Entry};

/// A sentence a contestant with answers by an engine's rule, whose largest error in the plot is above `limit`. Below the limit the
/// referee allows an error without a rule.
pub(super) fn by_rules(comparison: &Comparison, largest: &[f64], limit: f64) -> String {
    let entries = comparison.contestants.iter().zip(largest);
    let explained = entries.filter(|(entry, largest)| entry.by_rules() > 0 && **largest > limit);
    explained.map(|(entry, _)| sentence(entry)).collect()
}

fn sentence(entry: &Entry) -> String {
    let name = &entry.name;
    let sweeps = format::plural(entry.by_rules(), "sweep", "sweeps");
    let is_faulty = entry.faults().any(|(class, _)| class.source == Source::Answers);
    match is_faulty {
        true => format!(" {name}: some of the largest are its engine's rule ({sweeps}), no fault."),
        false => format!(" {name}: the largest are its engine's rule ({sweeps}), no fault."),
    }
}
