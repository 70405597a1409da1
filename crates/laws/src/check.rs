//! Checks of predictions: how far a measurement may lie from one, and why so far.

use crate::LawError;
use crate::bench::{Bench, refused};
use crate::moves::Moves;
use crate::player::LawPlayer;
use clipmark_scene::Shape;

/// One prediction and its measurement.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Profile, tick, angle, speed.
    pub case: String,
    pub quantity: String,
    /// Its unit; empty for counts.
    pub unit: &'static str,
    pub predicted: f64,
    pub measured: f64,
    /// Largest deviation that is accepted, in the quantity's unit.
    pub tolerance: f64,
    pub why: String,
    pub held: bool,
}

pub(crate) struct Run {
    pub(crate) player: LawPlayer,
    pub(crate) grain: Grain,
    /// The case that is played now, as findings name it.
    pub(crate) case: String,
    pub(crate) findings: Vec<Finding>,
}

impl Run {
    pub(crate) fn new(player: LawPlayer) -> Self {
        Self {
            player,
            grain: Grain::of_player(player),
            case: String::new(),
            findings: Vec::new(),
        }
    }

    /// The player's mover in a world of shapes. The case is named after movement and tick; a law adds to the name.
    pub(crate) fn bench(&mut self, moves: &Moves, msec: f64, world: Vec<Shape>) -> Result<Bench, LawError> {
        self.case = moves.at(msec);
        let bench = Bench::new(self.player, moves.profile, msec, world)?;
        match self.player {
            LawPlayer::Contestant(contestant) if !contestant.mover.slides() => {
                Err(refused(self.player, "does not slide"))
            }
            _ => Ok(bench),
        }
    }

    /// For counts and flags, which are predicted exactly.
    pub(crate) fn count(&mut self, quantity: impl Into<String>, predicted: f64, measured: f64) {
        self.check(quantity, "", predicted, measured, Within::exactly());
    }

    /// For a speed or an angle that a run's rounding alone may change.
    pub(crate) fn near(
        &mut self,
        quantity: impl Into<String>,
        unit: &'static str,
        predicted: f64,
        measured: f64,
    ) {
        self.check(quantity, unit, predicted, measured, self.grain.run(predicted));
    }

    /// Notes whether the measurement of a quantity is within a tolerance of its prediction.
    pub(crate) fn check(
        &mut self,
        quantity: impl Into<String>,
        unit: &'static str,
        predicted: f64,
        measured: f64,
        within: Within,
    ) {
        self.findings.push(Finding {
            case: self.case.clone(),
            quantity: quantity.into(),
            unit,
            predicted,
            measured,
            tolerance: within.value,
            held: within.holds(measured - predicted),
            why: within.why,
        });
    }
}

/// A tolerance with its reason.
#[derive(Clone, Debug)]
pub(crate) struct Within {
    /// In the unit of the quantity.
    pub(crate) value: f64,
    why: String,
    side: Side,
}

#[derive(Clone, Copy, Debug)]
enum Side {
    /// On either, by at most the tolerance.
    Both,
    /// Below by any amount, above by at most the tolerance: the law is a bound.
    AtMost,
    /// Above by any amount, below by at most the tolerance.
    AtLeast,
}

impl Within {
    pub(crate) fn new(value: f64, why: impl Into<String>) -> Self {
        Self {
            value,
            why: why.into(),
            side: Side::Both,
        }
    }

    /// Of a bound from above.
    pub(crate) fn at_most(self) -> Self {
        let side = Side::AtMost;
        Self { side, ..self }
    }

    /// Of a bound from below.
    pub(crate) fn at_least(self) -> Self {
        let side = Side::AtLeast;
        Self { side, ..self }
    }

    fn holds(&self, deviation: f64) -> bool {
        match self.side {
            Side::Both => deviation.abs() <= self.value,
            Side::AtMost => deviation <= self.value,
            Side::AtLeast => deviation >= -self.value,
        }
    }

    /// For counts and flags.
    pub(crate) fn exactly() -> Self {
        Self::new(0.0, "counted")
    }

    /// For a limit in a world of f32 that is found by bisection.
    pub(crate) fn four_f32_steps(size: f64, which: &str) -> Self {
        Self::new(4.0 * Grain::F32.step(size), format!("four f32 steps: {which}"))
    }

    pub(crate) fn and(self, more: f64, why: &str) -> Self {
        let (value, why) = (self.value + more, format!("{}; {why}", self.why));
        Self { value, why, ..self }
    }
}

/// The numbers of a law's run, and their rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    F32,
    F64,
}

/// One step of Quake III's view angles, in radians.
pub(crate) const ANGLE_STEP: f64 = std::f64::consts::TAU / 65536.0;

impl Grain {
    /// The numbers that a player reckons in.
    fn of_player(player: LawPlayer) -> Self {
        match player {
            LawPlayer::Contestant(_) => Self::F32,
            LawPlayer::Reference => Self::F64,
        }
    }

    /// Rounding's effect on an exact law over a run, relative (`docs/laws.md`, first lines). Too small: the last bits of
    /// some hundred sums fail a law. Too large: an error of one part in ten thousand, such as a wrong rounding rule, passes
    /// in f32. In f64 a single f32 rounding passes.
    fn relative(self) -> f64 {
        match self {
            Self::F32 => 1e-5,
            Self::F64 => 1e-9,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Spacing of the numbers at a size.
    pub(crate) fn step(self, size: f64) -> f64 {
        let size = size.abs().max(f64::from(f32::MIN_POSITIVE));
        let places = match self {
            Self::F32 => f32::MANTISSA_DIGITS,
            Self::F64 => f64::MANTISSA_DIGITS,
        };
        2f64.powi(size.log2().floor() as i32 - (places as i32 - 1))
    }

    /// For a speed or an angle of a run.
    pub(crate) fn run(self, predicted: f64) -> Within {
        Within::new(
            self.relative() * predicted.abs(),
            format!("{} run: {:e} of the value", self.name(), self.relative()),
        )
    }

    /// For a way in a run: each tick loses a step of the position.
    pub(crate) fn over_ticks(self, predicted: f64, ticks: usize, farthest: f64) -> Within {
        let steps = ticks as f64 * self.step(farthest);
        let why = format!("a step of the position in {} a tick", self.name());
        self.run(predicted).and(steps, &why)
    }

    pub(crate) fn tick(self, size: f64) -> Within {
        const ROUNDINGS: f64 = 8.0;
        match self {
            Self::F32 => Within::new(
                ROUNDINGS * self.step(size),
                "one f32 tick: 8 roundings (wish, speed along it, gain, sums)",
            ),
            Self::F64 => self.run(size),
        }
    }
}

/// Where a condition that holds at `low` and fails at `high` ends, to f64's limit of use.
pub(crate) fn bisect(
    mut low: f64,
    mut high: f64,
    mut holds: impl FnMut(f64) -> Result<bool, LawError>,
) -> Result<f64, LawError> {
    const HALVINGS: u32 = 40;
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if holds(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok((low + high) / 2.0)
}
