//! A contestant's answers to random sweeps, judged one by one by the exact reference.

use crate::clock::fingerprint;
use crate::clock::stats::quantiles;
use crate::judge::classes::{Measured, classes};
use crate::judge::detect::Judged;
use crate::judge::worst::Worst;
use clipmark_collision::{CollisionBackend, Sweep, Trace, Work};
use clipmark_record::classes::QueryClass;
use clipmark_record::{HullSide, QueryRecord, QueryScore, SkinScore, WorkPerTrace};
use clipmark_truth::{
    Direction, FaultClass, GivenPlanes, HullReference, SkinCheck, SkinVerdict, Verdict, judge,
};

/// What the referee says of a backend's answers.
pub struct Refereed {
    /// All of them.
    pub score: QueryScore,
    /// By class.
    pub classes: Vec<QueryClass>,
    /// One by one.
    pub records: Vec<QueryRecord>,
    /// What they took.
    pub work: WorkPerTrace,
    /// A number for all bits of each answer: what a timed pass must give again.
    pub(crate) fingerprints: Vec<u64>,
    /// The worst of each kind.
    pub(crate) worst: Worst,
}

/// Judges a backend's answers to sweeps of the reference's hull; also counts the work they took. `step` is called
/// after each.
pub fn referee(
    backend: &dyn CollisionBackend,
    truth: &HullReference,
    sweeps: &[Sweep],
    mut step: impl FnMut(),
) -> Refereed {
    referee_each(backend, truth, sweeps, |_| step())
}

/// The same, and calls `each` with every answer and its verdict.
pub(crate) fn referee_each(
    backend: &dyn CollisionBackend,
    truth: &HullReference,
    sweeps: &[Sweep],
    mut each: impl FnMut(Judged),
) -> Refereed {
    let declared = backend.declares();
    let mut work = Work::counting();
    let mut score = QueryScore {
        queries: sweeps.len(),
        ..QueryScore::default()
    };
    let (mut depths, mut gaps, mut impacts, mut normals) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut records = Vec::with_capacity(sweeps.len());
    let mut measured = Vec::with_capacity(sweeps.len());
    let mut fingerprints = Vec::with_capacity(sweeps.len());
    let mut worst = Worst::default();
    let mut gaps_at_faces = SkinCheck::default();
    for sweep in sweeps {
        let trace = backend.trace(sweep, &mut work);
        fingerprints.push(fingerprint::of_trace(&trace));
        let verdict = judge(truth, sweep, &trace, &declared);
        tally(&mut score, &verdict);
        depths.push(verdict.penetration);
        if trace.hit() {
            gaps.push(verdict.gap);
        }
        verdict
            .gap_sample
            .into_iter()
            .for_each(|gap| gaps_at_faces.add(gap));
        impacts.extend(verdict.toi_normal.map(f64::abs));
        normals.extend(verdict.normal_error);
        measured.push(Measured::new(sweep, &trace, &verdict));
        worst.see(sweep, &trace, &verdict);
        records.push(record(sweep, &trace, &verdict));
        each(Judged {
            sweep: *sweep,
            trace,
            verdict,
        });
    }
    score.skin = skin_score(&gaps_at_faces.verdict());
    score.penetration = quantiles(&depths);
    score.gap = quantiles(&gaps);
    score.time_of_impact = quantiles(&impacts);
    score.normal = quantiles(&normals);
    Refereed {
        score,
        classes: classes(&measured),
        records,
        work: per_trace(&mut work),
        fingerprints,
        worst,
    }
}

/// What the gaps at faces come to, as it is kept.
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

/// Adds one verdict to the counts.
pub(crate) fn tally(score: &mut QueryScore, v: &Verdict) {
    score.true_hits += usize::from(v.exact.entry.is_some());
    score.missed += usize::from(v.is(FaultClass::Malformed) || v.is(FaultClass::Missed));
    score.missed_from_touch += usize::from(v.is(FaultClass::MissedFromTouch));
    score.touch_rule += usize::from(v.is(FaultClass::TouchRule));
    score.clipped_corners += usize::from(v.is(FaultClass::ClippedCorner));
    score.phantom += usize::from(v.phantom);
    score.penetrating += usize::from(v.penetrating);
    score.start_solid += usize::from(v.start_solid_wrong);
    score.phantom_off_bevel += usize::from(v.by_given == Some(GivenPlanes::StandOff));
    score.phantom_no_bevel += usize::from(v.by_given == Some(GivenPlanes::LackBevel));
    score.wrong_normal += usize::from(v.is(FaultClass::WrongNormal));
    score.stopped_along += usize::from(v.along && !v.is(FaultClass::WrongNormal));
    score.unreliable += usize::from(v.unreliable || !v.judged);
}

/// Missed in any way that is a fault. What an engine does by a rule of its own is counted by itself.
pub(crate) fn is_missed(v: &Verdict) -> bool {
    [
        FaultClass::Malformed,
        FaultClass::Missed,
        FaultClass::MissedFromTouch,
    ]
    .into_iter()
    .any(|class| v.is(class))
}

fn record(sweep: &Sweep, trace: &Trace, v: &Verdict) -> QueryRecord {
    QueryRecord {
        start: sweep.start.into(),
        end: sweep.end.into(),
        fraction: trace.fraction,
        truth: v.exact.entry.unwrap_or(1.0),
        normal: trace.plane.map_or([0.0; 3], |p| p.normal.into()),
        missed: is_missed(v),
        phantom: v.phantom,
        penetration: v.penetration,
        gap: v.gap,
        time_of_impact: v.toi_normal.unwrap_or(0.0),
        normal_error: v.normal_error,
    }
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
