//! A contestant's answers to random sweeps, judged one by one by the exact reference, and counted.

use crate::clock::fingerprint;
use crate::judge::again;
use crate::judge::judged::JudgedAnswer;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_record::counts::Counts;
use clipmark_record::{HullSide, SkinScore, SweepCounts, WorkPerTrace};
use clipmark_referee::{Direction, Fault, HullReference, SkinCheck, SkinVerdict};
use clipmark_rows::quantiles;

/// A backend's answers, each judged.
pub struct Refereed {
    /// One by one.
    pub answers: Vec<JudgedAnswer>,
    /// How many got other bits when asked again; 0 where they were not.
    pub changed: usize,
    /// Their work.
    pub work: WorkPerTrace,
}

/// Judges a backend's answers to sweeps of the reference's hull; also counts the work they took. `step` is called
/// after each.
pub fn referee(
    backend: &dyn CollisionBackend,
    truth: &HullReference,
    sweeps: &[Sweep],
    mut step: impl FnMut(),
) -> Refereed {
    let declared = backend.facts().declaration;
    let mut work = Work::counting();
    let answers = sweeps.iter().map(|sweep| {
        let judged = JudgedAnswer::ask(backend, truth, &declared, sweep, &mut work);
        step();
        judged
    });
    Refereed {
        answers: answers.collect(),
        changed: 0,
        work: per_trace(&mut work),
    }
}

/// The result on the gaps at faces, as it is kept.
pub(crate) fn skin_score(found: &SkinVerdict) -> SkinScore {
    let side = |(direction, short): (Direction, f64)| HullSide {
        direction: direction.name(),
        short,
    };
    SkinScore {
        gaps: found.all.count,
        median: found.all.median,
        first_percentile: found.all.first_percentile,
        wrong: found.wrong_skin(),
        hull: found.wrong_hull().into_iter().map(side).collect(),
    }
}

impl Refereed {
    /// Asks all sweeps again, without counting, until `least` were asked, and once at least.
    pub(crate) fn ask_again(&mut self, backend: &dyn CollisionBackend, least: usize) {
        let first: Vec<_> = self
            .answers
            .iter()
            .map(|a| again::first(&a.sweep, &a.trace))
            .collect();
        let changed = again::changed(backend, &first, least, &mut Work::silent());
        self.changed = changed.into_iter().filter(|changed| *changed).count();
    }

    /// Their counts and sizes.
    pub fn score(&self) -> SweepCounts {
        let mut score = SweepCounts {
            queries: self.answers.len(),
            faults: Counts::collect(&[(Fault::Changed, self.changed)]),
            ..SweepCounts::default()
        };
        self.answers.iter().for_each(|answer| tally(&mut score, answer));
        let largest = |of: &dyn Fn(&JudgedAnswer) -> Option<f64>| {
            let [largest] = quantiles(&self.answers.iter().filter_map(of).collect::<Vec<_>>(), [1.0]);
            largest
        };
        score.penetration = largest(&|a| Some(a.verdict.measures.penetration));
        score.normal = largest(&|a| a.verdict.measures.normal_error);
        let mut skin = SkinCheck::default();
        let gaps = self.answers.iter().filter_map(|a| a.verdict.measures.gap_sample);
        gaps.for_each(|gap| skin.add(gap));
        score.skin = skin_score(&skin.verdict());
        score
    }

    /// A number for all bits of each answer, which a timed pass must repeat.
    pub(crate) fn fingerprints(&self) -> Vec<u64> {
        self.answers
            .iter()
            .map(|a| fingerprint::of_trace(&a.trace))
            .collect()
    }
}

/// Adds one answer to the counts.
pub(crate) fn tally(score: &mut SweepCounts, answer: &JudgedAnswer) {
    let v = &answer.verdict;
    score.true_hits += usize::from(v.asked.exact.entry.is_some());
    score.faults += v.faults;
    score.rules += v.rules();
    score.causes += v.causes();
}

fn per_trace(work: &mut Work) -> WorkPerTrace {
    let c = work.take_counts();
    let each = |n: u64| n as f64 / c.queries.max(1) as f64;
    WorkPerTrace {
        nodes: each(c.nodes),
        leaves: each(c.leaves),
        primitives: each(c.primitives),
        planes: each(c.planes),
        gjk_iterations: each(c.gjk_iterations),
        epa_iterations: each(c.epa_iterations),
    }
}
