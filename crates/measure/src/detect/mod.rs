//! What went wrong: one file a detector, each reading only the run, what it was to obey, and the exact reference.
//!
//! The ids are those of the taxonomy of failures, and [`DETECTORS`] is the table of all of them: it drives reports
//! and suites. A detector knows nothing of backends. What a profile's own rules do (its lawful quirks) is no fault;
//! each file's head says how that is told apart.

mod bounds;
mod cone;
mod contacts;
mod crease;
mod dead_stop;
pub(crate) mod divergence;
pub(crate) mod embedded;
mod evidence;
mod ground;
mod ground_flicker;
mod missed_step;
mod ramp_bug;
mod seen;
pub(crate) mod shake;
mod speed_gain;
mod speed_leak;
mod start_solid;
mod step_down_bounce;
pub(crate) mod stuck;
mod wall_climb;
mod wedge_creep;

pub use evidence::{Evidence, Others, Walk, solid_truth};
pub use seen::Seen;

use crate::record::findings::{Detection, Finding, NotRun};
use clipmark_movement::Mover;

/// A row of the table of detectors.
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    /// Id in the taxonomy: `F14`.
    pub id: &'static str,
    /// Name: `speed gain`.
    pub name: &'static str,
    /// Unit of the worst case.
    pub unit: &'static str,
    /// What it cannot do without.
    pub needs: Needs,
    /// Whose movement it can judge.
    pub concerns: Concerns,
    /// What it finds, in a sentence.
    pub says: &'static str,
    look: fn(&Evidence) -> Seen,
}

/// What a detector cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The run alone.
    Run,
    /// The exact reference mover's run as well.
    Reference,
}

/// Whose movement a detector can judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concerns {
    /// Any mover's.
    AnyMover,
    /// That of slide moves, which a profile's laws describe; the two-cylinder walker has its own.
    SlideMoves,
}

/// All detectors, in the order of their ids.
pub const DETECTORS: &[Detector] = &[
    speed_gain::DETECTOR,
    speed_leak::DETECTOR,
    dead_stop::DETECTOR,
    stuck::DETECTOR,
    start_solid::DETECTOR,
    shake::DETECTOR,
    embedded::DETECTOR,
    missed_step::DETECTOR,
    wall_climb::DETECTOR,
    step_down_bounce::DETECTOR,
    ground_flicker::DETECTOR,
    ramp_bug::DETECTOR,
    crease::DETECTOR,
    wedge_creep::DETECTOR,
];

/// What all detectors saw.
#[derive(Clone, Debug, Default)]
pub struct Detected {
    /// For the record.
    pub record: Detection,
    /// Every detector that saw something, with the ticks concerned.
    pub seen: Vec<(&'static Detector, Seen)>,
}

/// Lets every detector look that can.
pub fn detect(evidence: &Evidence) -> Detected {
    let mut out = Detected::default();
    for detector in DETECTORS {
        if let Some(why) = detector.lacks(evidence) {
            out.record.not_run.push(NotRun {
                id: detector.id.into(),
                why: why.into(),
            });
            continue;
        }
        out.record.ran.push(detector.id.into());
        let seen = (detector.look)(evidence);
        if seen.count > 0 {
            out.record.findings.push(detector.finding(evidence, &seen));
            out.seen.push((detector, seen));
        }
    }
    out
}

impl Detector {
    /// The detector of an id.
    pub fn of(id: &str) -> Option<&'static Self> {
        DETECTORS.iter().find(|d| d.id == id)
    }

    /// Looks; nothing is seen where it lacks something.
    pub fn look(&self, evidence: &Evidence) -> Seen {
        match self.lacks(evidence) {
            None => (self.look)(evidence),
            Some(_) => Seen::default(),
        }
    }

    /// What it lacks, in words.
    pub fn lacks(&self, evidence: &Evidence) -> Option<&'static str> {
        if self.concerns == Concerns::SlideMoves && evidence.walk.mover == Mover::CylinderPair {
            return Some("the two-cylinder walker moves by other laws");
        }
        match self.needs {
            Needs::Run => None,
            Needs::Reference => evidence
                .others
                .reference
                .is_none()
                .then_some("no run of the exact reference mover was given"),
        }
    }

    fn finding(&self, evidence: &Evidence, seen: &Seen) -> Finding {
        Finding {
            id: self.id.into(),
            name: self.name.into(),
            unit: self.unit.into(),
            count: seen.count,
            worst: seen.worst,
            at: seen.at,
            place: seen.place,
            rate: seen.count as f64 / evidence.walk.minutes(),
            per: "per minute".into(),
        }
    }
}
