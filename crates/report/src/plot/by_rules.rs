//! The words below a plot of errors of which some are by an engine's rule.

use crate::format;
use clipmark_record::Comparison;

/// A sentence: how many sweeps of which contestants are by a rule, where the plot has an error above `limit`. Below it the referee
/// allows an error without a rule. `these` names the plotted errors.
pub(super) fn by_rules(comparison: &Comparison, largest: &[f64], limit: f64, these: &str) -> String {
    let entries = comparison.contestants.iter().zip(largest);
    let explained = entries.filter(|(entry, largest)| entry.by_rules() > 0 && **largest > limit);
    let named: Vec<String> = explained
        .map(|(entry, _)| {
            let sweeps = format::plural(entry.by_rules(), "sweep", "sweeps");
            format!("{sweeps} of {}", entry.name)
        })
        .collect();
    match named.is_empty() {
        true => String::new(),
        false => format!(
            " Among {these} are some by an engine's rule, which are no fault: {}.",
            named.join(", ")
        ),
    }
}
