//! A law's notes while it plays.

use crate::LawError;
use crate::bench::Bench;
use crate::player::LawPlayer;
use crate::within::{Grain, Within};
use clipmark_measure::Contestant;
use clipmark_movement::Profile;
use clipmark_scene::Scene;

/// One prediction and its measurement.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Profile, tick, angle, speed.
    pub case: String,
    /// The predicted quantity.
    pub quantity: String,
    /// Its unit; empty for counts.
    pub unit: &'static str,
    /// By the law.
    pub predicted: f64,
    /// By playing.
    pub measured: f64,
    /// Largest deviation that is accepted, in the quantity's unit.
    pub tolerance: f64,
    /// Where that limit comes from.
    pub why: String,
    /// Whether the measurement holds.
    pub held: bool,
}

/// Which side of the prediction the measurement may lie on.
#[derive(Clone, Copy)]
enum Side {
    /// On either, by at most the tolerance.
    Both,
    /// Below by any amount, above by at most the tolerance: the law is a bound.
    AtMost,
    /// Above by any amount, below by at most the tolerance.
    AtLeast,
}

/// A law while its cases are played.
pub(crate) struct LawRun {
    findings: Vec<Finding>,
    scene: Scene,
    player: LawPlayer,
}

/// A prediction that waits for its measurement.
pub(crate) struct Prediction {
    case: String,
    quantity: String,
    unit: &'static str,
    predicted: f64,
    side: Side,
}

/// Predicts a quantity by the law's formula.
pub(crate) fn predict(
    case: impl Into<String>,
    quantity: impl Into<String>,
    unit: &'static str,
    predicted: f64,
) -> Prediction {
    Prediction {
        case: case.into(),
        quantity: quantity.into(),
        unit,
        predicted,
        side: Side::Both,
    }
}

impl Prediction {
    /// It is a bound from below.
    pub(crate) fn at_least(mut self) -> Self {
        self.side = Side::AtLeast;
        self
    }

    /// It is a bound from above.
    pub(crate) fn at_most(mut self) -> Self {
        self.side = Side::AtMost;
        self
    }
}

impl LawRun {
    pub(crate) fn new(scene: Scene, player: LawPlayer) -> Self {
        Self {
            findings: Vec::new(),
            scene,
            player,
        }
    }

    /// The numbers that it is played in.
    pub(crate) fn grain(&self) -> Grain {
        self.player.grain()
    }

    /// The player, if it is a contestant.
    pub(crate) fn contestant(&self) -> Option<Contestant> {
        match self.player {
            LawPlayer::Contestant(contestant) => Some(contestant),
            LawPlayer::Reference => None,
        }
    }

    /// The law's scene, to be changed for a case.
    pub(crate) fn scene(&self) -> Scene {
        self.scene.clone()
    }

    /// Makes a scene ready for a movement.
    pub(crate) fn bench(&self, scene: &Scene, profile: Profile) -> Result<Bench, LawError> {
        Bench::new(scene, profile, self.player)
    }

    /// The same, carried by a two-cylinder walker. It has no reference: there `bsp` is asked.
    pub(crate) fn bench_of(&self, scene: &Scene, profile: Profile, mover: &str) -> Result<Bench, LawError> {
        Bench::carried_by(scene, profile, self.player, mover)
    }

    /// Notes the measurement for a prediction.
    pub(crate) fn measured(&mut self, prediction: Prediction, measured: f64, within: Within) {
        let p = prediction;
        let deviation = measured - p.predicted;
        let held = match p.side {
            Side::Both => deviation.abs() <= within.value,
            Side::AtMost => deviation <= within.value,
            Side::AtLeast => deviation >= -within.value,
        };
        self.findings.push(Finding {
            case: p.case,
            quantity: p.quantity,
            unit: p.unit,
            predicted: p.predicted,
            measured,
            tolerance: within.value,
            why: within.why,
            held,
        });
    }

    pub(crate) fn done(self) -> Vec<Finding> {
        self.findings
    }
}
