//! Could the engine that a backend follows have given an answer that geometry calls wrong?
//!
//! Then it is that engine's rule, and no fault of the backend. Which rule it is says ablation: the model is asked again with one
//! of its rules made geometric. A malformed answer, or one that the backend itself calls unreliable, has no excuse: no engine
//! gives it.

use super::{Facts, Verdict, of_geometry};
use crate::engines::Merged;
use clipmark_collision::{Follows, Trace};
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;

/// The rule by which the engine gives the answer. `None` where geometry finds no fault, the backend follows no engine, or the
/// engine could not have given it.
pub(super) fn rule(facts: &Facts, trace: &Trace, found: &Verdict) -> Option<Rule> {
    let no_answer = [Fault::Malformed, Fault::Unreliable]
        .into_iter()
        .any(|fault| found.is_of_geometry(fault));
    if no_answer || !found.is_wrong_by_geometry() {
        return None;
    }
    match facts.declaration.follows? {
        Follows::Quake3 => {
            let (exact, rules) = (facts.reference, &facts.declaration.rules);
            exact.engines.quake3().rule_of(facts.sweep, trace, rules, exact)
        }
        Follows::QuakeClipHulls => {
            // No tree is asked but the solids: those that overlap are one.
            let merged = facts.with_merged(Merged::from_facts(facts)?);
            let is_right = !of_geometry(&merged, trace).is_wrong_by_geometry();
            is_right.then_some(Rule::MergedSolids)
        }
    }
}
