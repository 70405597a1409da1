//! A contestant's answers to random sweeps, judged one by one by the exact reference, and counted.

use crate::clock::fingerprint;
use crate::judge::again;
use crate::judge::judged::JudgedAnswer;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_referee::{Direction, Fault, HullReference, SkinCheck, SkinVerdict};
use clipmark_rows::faults::{Cause, Counts, Rule, Set};
use clipmark_rows::{Check, Row};

/// A backend's answers, each judged.
pub struct Refereed {
    /// One by one.
    pub answers: Vec<JudgedAnswer>,
    /// How many got other bits when asked again; 0 where they were not.
    pub changed: usize,
    /// Their work.
    pub work: Work,
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
        work,
    }
}

/// Answers against the truth: to sweeps, and in the bar of places, ticks and gaps too. Counts never average a failure away;
/// lengths are in units.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepCounts {
    /// How much was judged.
    pub queries: usize,
    /// Sweeps on which the truth meets something.
    pub true_hits: usize,
    /// Answers of each class of fault.
    pub faults: Counts<Fault>,
    /// Answers that an engine's rule explains. No fault.
    pub rules: Counts<Rule>,
    /// Answers whose cause is known.
    pub causes: Counts<Cause>,
    /// Deepest end in a solid, in units.
    pub penetration: f64,
    /// Deepest in a solid that was passed, in units.
    pub passed: f64,
    /// Largest angle to the contact cone, in degrees.
    pub normal: f64,
}

/// The gaps at faces in words that follow a name, where they keep another skin or are of another hull than is declared.
pub(crate) fn notes_on_gaps(gaps: &SkinVerdict) -> Vec<(Fault, String)> {
    let skin = gaps.wrong_skin().then(|| {
        let all = &gaps.all;
        let note = format!(
            "kept a gap off the declared skin by {:.4} u in the median and {:.4} u in the 1st percentile of {} stops",
            all.median, all.first_percentile, all.count
        );
        (Fault::WrongSkin, note)
    });
    let side = |(direction, short): (Direction, f64)| {
        let how = if short > 0.0 { "too narrow" } else { "too wide" };
        let note = format!(
            "swept a hull {:.4} u {how} towards {}",
            short.abs(),
            direction.name()
        );
        (Fault::WrongHull, note)
    };
    skin.into_iter()
        .chain(gaps.wrong_hull().into_iter().map(side))
        .collect()
}

/// How often all gaps together show a fault: once a note.
pub(crate) fn faults_of_gaps(notes: &[(Fault, String)]) -> Counts<Fault> {
    let count = |fault| notes.iter().filter(|(noted, _)| *noted == fault).count();
    Counts::collect(&[Fault::WrongSkin, Fault::WrongHull].map(|fault| (fault, count(fault))))
}

impl SweepCounts {
    /// Counts one more answer to a sweep.
    pub(crate) fn add(&mut self, answer: &JudgedAnswer) {
        let v = &answer.verdict;
        self.queries += 1;
        self.true_hits += usize::from(v.asked.exact.entry.is_some());
        self.faults += v.faults;
        self.rules += v.rules();
        self.causes += v.causes();
        self.penetration = self.penetration.max(v.measures.penetration);
        if v.is_missed() {
            self.passed = self.passed.max(v.measures.missed_depth);
        }
        self.normal = self.normal.max(v.measures.normal_error.unwrap_or_default());
    }

    /// These and others.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            queries: self.queries + other.queries,
            true_hits: self.true_hits + other.true_hits,
            faults: self.faults + other.faults,
            rules: self.rules + other.rules,
            causes: self.causes + other.causes,
            penetration: self.penetration.max(other.penetration),
            passed: self.passed.max(other.passed),
            normal: self.normal.max(other.normal),
        }
    }

    /// All of some.
    pub fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        all.into_iter().fold(Self::default(), |sum, part| sum.and(part))
    }

    /// The classes of fault that are in them more often than the bar allows.
    pub fn beyond_limits(&self) -> Set<Fault> {
        Set::select(|fault: Fault| fault.limit().is_exceeded(self.faults[fault], self.queries))
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
            faults: Counts::collect(&[(Fault::Changed, self.changed)]),
            ..SweepCounts::default()
        };
        self.answers.iter().for_each(|answer| score.add(answer));
        score
    }

    /// Whether their stops keep the skin, and the hull its size.
    pub fn skin(&self) -> SkinVerdict {
        let mut skin = SkinCheck::default();
        let gaps = self.answers.iter().filter_map(|a| a.verdict.measures.gap_sample);
        gaps.for_each(|gap| skin.add(gap));
        skin.verdict()
    }

    /// A number for all bits of each answer, which a timed pass must repeat.
    pub(crate) fn fingerprints(&self) -> Vec<u64> {
        self.answers
            .iter()
            .map(|a| fingerprint::of_trace(&a.trace))
            .collect()
    }
}

/// A row for each kind of work that was done, of a sweep on average.
pub(crate) fn work_rows(work: &Work) -> impl Iterator<Item = Row> {
    let counts = work.counts;
    let kinds = [
        (Check::Nodes, counts.nodes),
        (Check::Leaves, counts.leaves),
        (Check::Solids, counts.primitives),
        (Check::Planes, counts.planes),
        (Check::GjkSteps, counts.gjk_iterations),
        (Check::EpaSteps, counts.epa_iterations),
    ];
    let done = kinds.into_iter().filter(|(_, n)| *n > 0);
    done.map(move |(check, n)| Row::counted(check, n as f64 / counts.queries.max(1) as f64))
}
