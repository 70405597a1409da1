//! Chains: each sweep starts where the last answer ended.
//!
//! One short sweep may end a little deep by rounding, or pass within the skin, without a fault. A player makes such sweeps one
//! after another: a body that sinks a hair a tick falls through the floor. So a chain that began free must be free after each
//! step.

use super::answers::{AnswerResults, Panel, Swept};
use crate::judge::judged::JudgedAnswer;
use crate::run::lengths::Chain;
use clipmark_collision::Work;
use clipmark_rows::faults::Fault;

/// Steps of a chain: with a hundredth of a unit each, more than any skin.
const STEPS: usize = 24;
/// Chains that are drawn and asked at a time.
const PIECE: usize = 128;
/// Shorter than this a step leads nowhere, in units.
const LEAST: f32 = 1e-4;

/// Asks chains of that many steps in all, with the same beginnings for every contestant.
pub(super) fn chains(panel: &Panel, steps: usize, from: u64) -> Vec<AnswerResults> {
    panel.ask(
        (steps / STEPS, PIECE),
        from,
        |draw, count| (0..count).filter_map(|_| draw.chain()).collect(),
        ask,
    )
}

fn ask(swept: &Swept, begun: &[Chain]) -> AnswerResults {
    let mut found = AnswerResults::new(1);
    for chain in begun {
        follow(swept, chain, |answer, depth, work| {
            found.add(0, swept, answer, work);
            // A step that is too deep by itself is counted already.
            let sunk =
                depth > answer.verdict.asked.tolerance && !answer.verdict.is_of_geometry(Fault::TooDeep);
            let counts = &mut found.answers[0];
            counts.faults[Fault::TooDeep] += usize::from(sunk);
            counts.penetration = counts.penetration.max(depth);
            !sunk
        });
    }
    found
}

/// Asks a chain's sweeps until one is wrong, or is explained by an engine's rule. `seen` gets each answer and its end's depth
/// in solids (if the chain began in none), and says whether to go on.
fn follow(swept: &Swept, chain: &Chain, mut seen: impl FnMut(&JudgedAnswer, f64, &mut Work) -> bool) {
    let mut work = Work::silent();
    let (mut at, mut step) = (chain.start, chain.step);
    let mut began_free = None;
    for _ in 0..STEPS {
        let answer = swept.judged([at, at + step], &mut work);
        let (trace, v) = (&answer.trace, &answer.verdict);
        let free = *began_free.get_or_insert(v.asked.start_distance.is_none_or(|d| d >= 0.0));
        let is_number = trace.end.iter().all(|x| x.is_finite());
        let depth = match free && is_number {
            true => swept.depth([at, trace.end]),
            false => 0.0,
        };
        let wrong = !v.is_clean() || !v.rules().is_empty() || !is_number;
        // A start that is held once is held again.
        let held = v.is(Fault::StoppedAlong);
        if !seen(&answer, depth, &mut work) || wrong || held || !trace.status.is_reliable() {
            return;
        }
        at = trace.end;
        if let Some(plane) = trace.plane.filter(|_| chain.slides) {
            step -= plane.normal * plane.normal.dot(&step);
        }
        if step.norm() < LEAST {
            return;
        }
    }
}
