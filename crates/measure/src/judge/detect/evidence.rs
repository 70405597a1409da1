//! The input of detectors: the run, its rules, and, where given, other runs and judged answers.

use super::SolidTruth;
use crate::judge::counterparts::Counterparts;
use crate::judge::judged::JudgedAnswer;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_collision::TraceRules;
use clipmark_geometry::Point;
use clipmark_movement::{MoverKind, Profile};
use clipmark_referee::conformance::Report;
use clipmark_referee::{HullReference, tolerance};
use nalgebra::Point3;

/// All that there is to read. Detectors report their missing inputs.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    /// The run.
    pub walk: Walk<'a>,
    /// Answers to sweeps of its body, judged.
    pub answers: Option<&'a [JudgedAnswer]>,
    /// The report of `conformance` on the backend in this world, on such sweeps.
    pub properties: Option<&'a Report>,
    /// The exact reference mover's run of the same script, by the same profile.
    pub reference: Option<&'a Played>,
    /// The backend's own run elsewhere and again.
    pub own: Option<&'a Counterparts>,
}

impl<'a> Evidence<'a> {
    /// The exact reference mover's run, where it moves as this player does: the two-cylinder walker has none.
    pub(super) fn lawful(&self) -> Option<&'a Played> {
        self.reference.filter(|_| self.walk.mover.slides())
    }

    /// A run by itself.
    pub fn new(walk: Walk<'a>) -> Self {
        Self {
            walk,
            answers: None,
            properties: None,
            reference: None,
            own: None,
        }
    }
}

/// A run and its rules.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// The run.
    pub run: &'a Played,
    /// The movement.
    pub profile: &'a Profile,
    /// How the body is carried.
    pub mover: &'static MoverKind,
    /// Skin and touch rule that the backend declares.
    pub rules: TraceRules,
    /// The exact references of that part of the body that is never to be in a solid ([`solid_truth`]).
    pub truth: &'a SolidTruth<'a>,
}

/// The exact references that a [`Walk`] wants: of the whole body, or of the walker's upper half.
pub fn solid_truth<'a>(setting: &'a Setting, entrant: &BuiltContestant) -> SolidTruth<'a> {
    let truth = SolidTruth::of_setup(&setting.truth, &entrant.setup);
    match setting.in_motion() {
        None => truth,
        Some(moving) => truth.with_models(moving.references(&setting.world)),
    }
}

impl<'a> Walk<'a> {
    /// The run of an entrant, with [`solid_truth`].
    pub fn new(
        setting: &'a Setting,
        entrant: &BuiltContestant,
        run: &'a Played,
        truth: &'a SolidTruth<'a>,
    ) -> Self {
        Self {
            run,
            profile: &setting.profile,
            mover: entrant.setup.mover(),
            rules: entrant.backend.facts().declaration.rules,
            truth,
        }
    }

    /// Possible error of a position, in units: tol of `docs/failures.md`.
    pub fn tolerance(&self, at: &Point) -> f64 {
        tolerance(self.rules.skin.into(), at.coords.amax())
    }

    /// Ticks played.
    pub fn ticks(&self) -> usize {
        self.run.commands.len()
    }

    /// Length of a tick in seconds.
    pub fn seconds(&self, tick: usize) -> f64 {
        f64::from(self.run.commands[tick].msec) / 1000.0
    }

    /// Position before a tick, for the exact reference.
    pub fn at(&self, tick: usize) -> Point3<f64> {
        self.run.states[tick].origin.cast()
    }

    /// The exact reference of the body in a state, standing or crouched.
    pub fn solid(&self, state: usize) -> &'a HullReference {
        self.truth.reference(&self.run.states[state])
    }

    /// Minutes played; never 0.
    pub fn minutes(&self) -> f64 {
        let all: f64 = (0..self.ticks()).map(|k| self.seconds(k)).sum();
        all.max(f64::MIN_POSITIVE) / 60.0
    }
}
