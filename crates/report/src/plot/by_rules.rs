//! The words below a plot of stops of which some are by an engine's rule.

use crate::format;
use clipmark_record::Comparison;

/// A skin moves no stop this far, in units: the widest one of a set-up is 0.64.
const BEYOND_SKINS: f64 = 1.0;

/// A sentence on a plot with stops that are farther off than skins explain: how many of whose sweeps are by a rule.
/// `largest` is each contestant's largest error in units, `these` names the plotted stops.
pub(super) fn by_rules(comparison: &Comparison, largest: &[f64], these: &str) -> String {
    let entries = comparison.contestants.iter().zip(largest);
    let explained = entries.filter(|(entry, largest)| entry.by_rules() > 0 && **largest > BEYOND_SKINS);
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
