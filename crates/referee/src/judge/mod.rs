//! Is a backend's answer to a sweep right?
//!
//! Geometry first, the same for everyone: [`facts`] are the exact hull's contacts. `stop` and `rest` are pure functions of
//! them and of the answer. No rule of any engine enters. Only four parts of a backend's declaration count: its shape, its
//! skin, its surfaces and its rule for solids around a start.
//!
//! Then one question about an answer that geometry calls wrong, where the backend follows an engine. Could the engine have
//! given it? So it is that engine's rule, and no fault of the backend. Of the rest, each fault counts once (`verdict`).
//!
//! `docs/truth.md` section 1 has the rules.

mod facts;
mod gaps;
mod normal;
mod rest;
mod stop;
mod verdict;

use crate::reference::HullReference;
use crate::solid::V;
use clipmark_collision::{Declaration, Follows, Status, Sweep, Trace};
use clipmark_rows::faults::{Fault, Rule, Set};
use facts::{Facts, Merged};
pub use gaps::{Direction, GapSample, Gaps, SkinCheck, SkinVerdict};
pub use verdict::{Measures, SweepFacts, Verdict};

/// Judges an answer. The reference must be for the sweep's hull and mask, and for the declared round hulls
/// ([`Reference::for_declared`](crate::Reference::for_declared)).
pub fn judge(reference: &HullReference, sweep: &Sweep, trace: &Trace, declaration: &Declaration) -> Verdict {
    if sweep.check().is_err() {
        // The only right answer is the refusal.
        let refused = trace.status == Status::Invalid && trace.end.iter().all(|x| x.is_finite());
        return unjudged((!refused).then_some(Fault::Malformed));
    }
    if matches!(trace.status, Status::Unsupported | Status::Invalid) {
        return unjudged(Some(Fault::Unreliable));
    }
    let facts = Facts::new(reference, sweep, declaration);
    let found = of_geometry(&facts, trace);
    let rule = engines_rule(&facts, trace, &found);
    found.counted(rule, sweep, trace)
}

/// The verdict on an answer that geometry is not asked about.
fn unjudged(fault: Option<Fault>) -> Verdict {
    let faults = Set::select(|class| Some(class) == fault);
    Verdict {
        found: faults,
        faults,
        measures: Measures {
            opposed: true,
            ..Measures::default()
        },
        ..Verdict::default()
    }
}

/// Geometry's verdict alone on an answer.
pub(crate) fn of_geometry(facts: &Facts, trace: &Trace) -> Verdict {
    let fraction = f64::from(trace.fraction);
    let end: V = trace.end.coords.cast();
    let sound = (0.0..=1.0).contains(&fraction) && end.iter().all(|x| x.is_finite());
    let contradicts_itself = trace.all_solid && !trace.start_solid || trace.plane.is_some() && !trace.hit();
    let is_apart = || (end - facts.path.at(fraction)).norm() > facts.rounding;
    let malformed = !sound || contradicts_itself || is_apart();
    let verdict = Verdict {
        judged: true,
        found: Set::select(|fault| match fault {
            Fault::Malformed => malformed,
            Fault::Unreliable => !trace.status.is_reliable(),
            _ => false,
        }),
        asked: SweepFacts {
            tolerance: facts.tolerance,
            skin: facts.skin,
            length: facts.length,
            ..SweepFacts::default()
        },
        measures: Measures {
            opposed: true,
            ..Measures::default()
        },
        ..Verdict::default()
    };
    if !sound {
        return verdict;
    }
    let verdict = stop::find_passed(facts, fraction, verdict);
    let verdict = stop::find_phantom(facts, trace, verdict);
    let verdict = stop::find_wrong_start(facts, trace, verdict);
    rest::judge_rest(facts, trace, verdict)
}

/// The rule by which the engine gives an answer that geometry calls wrong. Then it is no fault of the backend. Which rule it is
/// says ablation: the model is asked again with one of its rules made geometric. A malformed answer, or one that the backend
/// itself calls unreliable, has no excuse: no engine gives it.
///
/// `None` where geometry finds no fault, the backend follows no engine, or the engine could not have given it.
fn engines_rule(facts: &Facts, trace: &Trace, found: &Verdict) -> Option<Rule> {
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
