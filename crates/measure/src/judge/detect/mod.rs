//! Detectors: one for each failure of `docs/failures.md`, in files by subject. They read only the run, its rules, and the exact
//! reference.
//!
//! [`DETECTORS`] is the table of all of them; it drives reports and suites. A detector knows nothing of backends.
//! A profile's own rules (its lawful quirks) are no fault; each detector says how they are recognised.

mod answers;
mod bounds;
pub(crate) mod cone;
mod contacts;
pub(crate) mod divergence;
mod elsewhere;
pub(crate) mod embedded;
mod evidence;
mod ground;
mod mover_truth;
pub(crate) mod movers;
mod seen;
pub(crate) mod shake;
mod solid_truth;
mod speed;
pub(crate) mod stuck;
mod trapped;
mod turned_step;

pub use crate::judge::judged::JudgedAnswer;
pub use evidence::{Evidence, Walk, solid_truth};
pub use mover_truth::MoverTruth;
pub use seen::Seen;
pub use shake::turns;
pub use solid_truth::SolidTruth;

use Concerns::{AnyMover, SlideMoves};
use Needs::{Answers, Far, Merged, Movers, Properties, Rates, Replays, Run, Turned};
use answers::broken;
use clipmark_movement::MoverLaws;
use clipmark_rows::Check;

/// A row of the table of detectors.
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    /// Code in `docs/failures.md`: `F14`.
    pub id: &'static str,
    /// Its necessary inputs.
    pub needs: Needs,
    /// The movers whose runs it can judge.
    pub concerns: Concerns,
    look: fn(&Evidence) -> Seen,
}

/// The inputs that a detector needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The run alone.
    Run,
    /// Judged answers to sweeps.
    Answers,
    /// The report of `conformance` on such sweeps.
    Properties,
    /// The backend's run in the world without seams.
    Merged,
    /// Its runs in the world turned and mirrored.
    Turned,
    /// Its runs in the world far from the origin.
    Far,
    /// Its runs again, from elsewhere.
    Replays,
    /// Its runs at other tick rates, and the reference mover's.
    Rates,
    /// Where the world moves: where movers were in each tick.
    Movers,
}

/// The movers whose runs a detector can judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concerns {
    /// Any mover's.
    AnyMover,
    /// Slide moves, which a profile's laws describe; the two-cylinder walker has its own laws.
    SlideMoves,
}

/// All detectors, in the order of their ids.
pub const DETECTORS: &[Detector] = &[
    Detector::new("F1", Answers, AnyMover, answers::tunnelling),
    Detector::new("F2", Answers, AnyMover, answers::phantom),
    Detector::new("F3", Answers, AnyMover, answers::penetrating_end),
    Detector::new("F4", Answers, AnyMover, answers::excess_gap),
    Detector::new("F5", Answers, AnyMover, answers::wrong_normal),
    Detector::new("F6", Answers, AnyMover, answers::solid_start),
    Detector::new("F7", Properties, AnyMover, |e| broken(e, "idempotence")),
    Detector::new("F8", Properties, AnyMover, |e| broken(e, "monotonicity")),
    Detector::new("F9", Properties, AnyMover, |e| broken(e, "splitting")),
    Detector::new("F10", Properties, AnyMover, |e| broken(e, "symmetry")),
    Detector::new("F11", Properties, AnyMover, |e| broken(e, "order")),
    Detector::new("F12", Properties, AnyMover, |e| broken(e, "determinism")),
    Detector::new("F13", Properties, AnyMover, |e| broken(e, "bad-input")),
    Detector::new("F13b", Answers, AnyMover, answers::unreliable),
    Detector::new("F14", Run, SlideMoves, speed::speed_gain),
    Detector::new("F15", Run, SlideMoves, speed::speed_leak),
    Detector::new("F16", Run, SlideMoves, speed::dead_stop),
    Detector::new("F17", Run, AnyMover, stuck::stuck),
    Detector::new("F17b", Run, AnyMover, trapped::start_solid),
    Detector::new("F18", Merged, AnyMover, speed::snags),
    Detector::new("F19", Run, AnyMover, shake::jitter),
    Detector::new("F20", Run, AnyMover, embedded::in_solids),
    Detector::new("F21", Run, SlideMoves, ground::missed_step),
    Detector::new("F22", Run, AnyMover, ground::wall_climb),
    Detector::new("F23", Run, SlideMoves, ground::step_down_bounce),
    Detector::new("F24", Run, SlideMoves, ground::ground_flicker),
    Detector::new("F25", Run, SlideMoves, speed::ramp_bug),
    Detector::new("F26", Run, AnyMover, trapped::crease),
    Detector::new("F27", Run, AnyMover, trapped::wedge_creep),
    Detector::new("F28", Rates, SlideMoves, elsewhere::time_step),
    Detector::new("F29", Far, AnyMover, elsewhere::far_origin),
    Detector::new("F30", Turned, AnyMover, elsewhere::asymmetry),
    Detector::new("F31", Replays, AnyMover, elsewhere::replay),
    Detector::new("F32", Movers, AnyMover, movers::in_mover),
    Detector::new("F33", Movers, AnyMover, movers::passed_by),
    Detector::new("F34", Movers, AnyMover, movers::pushed_by_nothing),
    Detector::new("F35", Movers, AnyMover, movers::left_behind),
];

/// The findings of all detectors, in the order of their table.
#[derive(Clone, Debug, Default)]
pub struct Detected {
    /// Every detector that found a failure, with the ticks concerned.
    pub seen: Vec<(&'static Detector, Seen)>,
    /// Every detector that left ticks unjudged.
    pub unjudged: Vec<(&'static Detector, Seen)>,
    /// The detectors that ran.
    pub ran: Vec<&'static Detector>,
    /// The others, and their missing input.
    pub not_run: Vec<(&'static Detector, &'static str)>,
}

/// Runs every detector whose inputs are there.
pub fn detect(evidence: &Evidence) -> Detected {
    detect_by(evidence, &|detector| detector.look(evidence))
}

/// The same where something else looks in a detector's place.
pub(crate) fn detect_by(evidence: &Evidence, look: &dyn Fn(&Detector) -> Seen) -> Detected {
    let mut out = Detected::default();
    for detector in DETECTORS {
        if let Some(why) = detector.lacks(evidence) {
            out.not_run.push((detector, why));
            continue;
        }
        out.ran.push(detector);
        let seen = look(detector);
        if seen.undecided + seen.by_rule > 0 {
            out.unjudged.push((detector, seen.clone()));
        }
        if seen.count > 0 {
            out.seen.push((detector, seen));
        }
    }
    out
}

impl Detector {
    const fn new(id: &'static str, needs: Needs, concerns: Concerns, look: fn(&Evidence) -> Seen) -> Self {
        Self {
            id,
            needs,
            concerns,
            look,
        }
    }

    /// Whether it knows where movers are; other detectors judge only stretches without a mover nearby.
    pub(crate) fn knows_movers(&self) -> bool {
        self.needs != Run || self.id == "F20"
    }

    /// The detector of an id.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        DETECTORS.iter().find(|d| d.id == id)
    }

    /// Its check in rows of results.
    pub fn check(&self) -> Option<Check> {
        Check::from_code(self.id)
    }

    /// What a contestant does that it finds.
    pub fn fails(&self) -> &'static str {
        self.check().map_or("", Check::fails)
    }

    /// Whether it judges ticks; others judge answers to sweeps.
    pub fn judges_ticks(&self) -> bool {
        !matches!(self.needs, Needs::Answers | Needs::Properties)
    }

    /// Looks; nothing is seen where it lacks something.
    pub fn look(&self, evidence: &Evidence) -> Seen {
        match self.lacks(evidence) {
            None => (self.look)(evidence),
            Some(_) => Seen::default(),
        }
    }

    /// Its missing input, in words.
    pub fn lacks(&self, evidence: &Evidence) -> Option<&'static str> {
        if self.concerns == Concerns::SlideMoves {
            match evidence.walk.mover.laws {
                MoverLaws::Slide => {}
                MoverLaws::Walker => return Some("the two-cylinder walker moves by other laws"),
                MoverLaws::Foreign => return Some("a controller of another library moves by other laws"),
            }
        }
        let own = evidence.own;
        let (is_given, lack) = match self.needs {
            Run => (true, "no run was given"),
            Answers => (evidence.answers.is_some(), "no judged sweeps were given"),
            Properties => (
                evidence.properties.is_some(),
                "the properties of answers were not checked",
            ),
            Merged => (
                own.is_some_and(|o| o.merged.is_some()),
                "there are no seams, or the world without them was not tried",
            ),
            Turned => (
                own.is_some_and(|o| !o.turned.is_empty()),
                "the world was not turned",
            ),
            Far => (
                own.is_some_and(|o| !o.far.is_empty()),
                "the world was not moved far away",
            ),
            Replays => (
                own.is_some_and(|o| !o.replays.is_empty()),
                "the run was not played again",
            ),
            Rates => (
                own.is_some_and(|o| !o.rates.is_empty()),
                "no runs of the exact reference mover at other tick rates were given",
            ),
            Movers => (evidence.walk.run.course.is_some(), "nothing moves in this world"),
        };
        (!is_given).then_some(lack)
    }
}
