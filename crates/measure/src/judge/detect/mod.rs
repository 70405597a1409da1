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
mod properties;
mod seen;
pub(crate) mod shake;
mod solid_truth;
mod speed;
pub(crate) mod stuck;
mod trapped;
mod turned_step;

pub use crate::judge::judged::{JudgedAnswer, judged};
pub use evidence::{Evidence, Others, Walk, solid_truth};
pub use mover_truth::MoverTruth;
pub use seen::Seen;
pub use shake::turns;
pub use solid_truth::SolidTruth;
pub use stuck::stuck_where;

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
    answers::TUNNELLING,
    answers::PHANTOM,
    answers::PENETRATING_END,
    answers::EXCESS_GAP,
    answers::WRONG_NORMAL,
    answers::SOLID_START,
    properties::DETECTORS[0],
    properties::DETECTORS[1],
    properties::DETECTORS[2],
    properties::DETECTORS[3],
    properties::DETECTORS[4],
    properties::DETECTORS[5],
    properties::DETECTORS[6],
    answers::UNRELIABLE,
    speed::SPEED_GAIN,
    speed::SPEED_LEAK,
    speed::DEAD_STOP,
    stuck::DETECTOR,
    trapped::START_SOLID,
    speed::SNAG,
    shake::DETECTOR,
    embedded::DETECTOR,
    ground::MISSED_STEP,
    ground::WALL_CLIMB,
    ground::STEP_DOWN_BOUNCE,
    ground::GROUND_FLICKER,
    speed::RAMP_BUG,
    trapped::CREASE,
    trapped::WEDGE_CREEP,
    elsewhere::TIME_STEP,
    elsewhere::FAR_ORIGIN,
    elsewhere::ASYMMETRY,
    elsewhere::REPLAY,
    movers::IN_MOVER,
    movers::PASSED_BY,
    movers::PUSHED_BY_NOTHING,
    movers::LEFT_BEHIND,
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
    /// Whether it knows where movers are; other detectors judge only stretches without a mover nearby.
    pub(crate) fn knows_movers(&self) -> bool {
        match self.needs {
            Needs::Run => matches!(self.id, "F13b" | "F20"),
            _ => true,
        }
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
        let own = evidence.others.own;
        let given = match self.needs {
            Needs::Run => true,
            Needs::Answers => evidence.answers.is_some(),
            Needs::Properties => evidence.properties.is_some(),
            Needs::Merged => own.is_some_and(|o| o.merged.is_some()),
            Needs::Turned => own.is_some_and(|o| !o.turned.is_empty()),
            Needs::Far => own.is_some_and(|o| !o.far.is_empty()),
            Needs::Replays => own.is_some_and(|o| !o.replays.is_empty()),
            Needs::Rates => own.is_some_and(|o| !o.rates.is_empty()),
            Needs::Movers => evidence.walk.run.course.is_some(),
        };
        (!given).then_some(match self.needs {
            Needs::Run => "no run was given",
            Needs::Answers => "no judged sweeps were given",
            Needs::Properties => "the properties of answers were not checked",
            Needs::Merged => "there are no seams, or the world without them was not tried",
            Needs::Turned => "the world was not turned",
            Needs::Far => "the world was not moved far away",
            Needs::Replays => "the run was not played again",
            Needs::Rates => "no runs of the exact reference mover at other tick rates were given",
            Needs::Movers => "nothing moves in this world",
        })
    }
}
