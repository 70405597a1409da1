//! Chains: each sweep starts where the last answer ended.
//!
//! One short sweep may end a little deep by rounding, or pass within the skin, without a fault. A player makes such sweeps one
//! after another: a body that sinks a hair a tick falls through the floor. So a chain that began free must be free after each
//! step.

use super::answers::{AnswerResults, Swept, deepen};
use super::parallel;
use super::part::Answers;
use crate::judge::judged::JudgedAnswer;
use crate::judge::referee::SweepCounts;
use crate::judge::referee::tally;
use crate::judge::worst::Worst;
use crate::run::lengths::Chain;
use crate::run::sweeps::Draw;
use clipmark_collision::Work;
use clipmark_referee::SkinCheck;
use clipmark_rows::faults::{Cause, Fault};

/// Steps of a chain: with a hundredth of a unit each, more than any skin.
const STEPS: usize = 24;
/// Chains that are drawn and asked at a time.
const PIECE: usize = 128;
/// Shorter than this a step leads nowhere, in units.
const LEAST: f32 = 1e-4;

/// Asks chains of that many steps in all, with the same beginnings for every contestant.
pub(super) fn chains<'a>(
    steps: usize,
    swept: &[Swept],
    draw: impl Fn(usize) -> Draw<'a> + Sync,
) -> Vec<AnswerResults> {
    let count = steps / STEPS;
    let work = |piece: usize| -> Vec<AnswerResults> {
        let mut draw = draw(piece);
        let begun: Vec<Chain> = (0..PIECE.min(count - piece * PIECE))
            .filter_map(|_| draw.chain())
            .collect();
        let follow = |swept: &Swept| swept.contestant.ask_unless_stopped(|| ask(swept, &begun));
        swept.iter().map(follow).collect()
    };
    let found = parallel::pieces(count.div_ceil(PIECE), work);
    let none = swept.iter().map(|swept| ask(swept, &[])).collect();
    found.into_iter().fold(none, |sum: Vec<AnswerResults>, part| {
        sum.into_iter().zip(part).map(|(a, b)| a.and(b)).collect()
    })
}

fn ask(swept: &Swept, begun: &[Chain]) -> AnswerResults {
    let (mut score, mut depths) = (SweepCounts::default(), [0.0_f64; 2]);
    let (mut worst, mut skin) = (Worst::default(), SkinCheck::default());
    for chain in begun {
        follow(swept, chain, |answer, depth, work| {
            score.queries += 1;
            tally(&mut score, answer);
            // A step that is too deep by itself is counted already.
            let sunk =
                depth > answer.verdict.asked.tolerance && !answer.verdict.is_of_geometry(Fault::TooDeep);
            score.faults[Fault::TooDeep] += usize::from(sunk);
            score.causes[Cause::ByTree] += usize::from(swept.is_by_tree(answer, work));
            deepen(&mut depths, answer);
            depths[0] = depths[0].max(depth);
            swept.gap(answer).into_iter().for_each(|gap| skin.add(gap));
            worst.see(answer);
            !sunk
        });
    }
    AnswerResults {
        answers: vec![Answers::from_score(&score, depths)],
        worst,
        skin,
    }
}

/// Asks a chain's sweeps until one is wrong, or is explained by an engine's rule. `seen` gets each answer and its end's depth in
/// solids (if the chain began in none), and says whether to go on.
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
