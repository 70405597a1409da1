//! How far a measurement may lie from a prediction, and why so far.

/// A tolerance with its reason.
#[derive(Clone, Debug)]
pub(crate) struct Within {
    /// In the unit of the quantity.
    pub(crate) value: f64,
    /// Where it comes from.
    pub(crate) why: String,
}

/// The numbers of a law's run, and their rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// A contestant's.
    F32,
    /// The reference mover's.
    F64,
}

/// One step of Quake III's view angles, in radians.
pub(crate) const ANGLE_STEP: f64 = std::f64::consts::TAU / 65536.0;

impl Grain {
    /// Rounding's effect on an exact law over a run, relative (`docs/laws.md`, first lines). Too small: the last bits of
    /// some hundred sums fail a law. Too large: an error of one part in ten thousand, such as a wrong rounding rule, passes
    /// in f32. In f64 a single f32 rounding passes.
    fn relative(self) -> f64 {
        match self {
            Self::F32 => 1e-5,
            Self::F64 => 1e-9,
        }
    }

    pub(crate) fn name(self) -> &'static str {
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
        Within::of(
            self.relative() * predicted.abs(),
            format!("{} run: {:e} of the value", self.name(), self.relative()),
        )
    }

    /// For a way in a run: each tick loses a step of the position.
    pub(crate) fn way(self, predicted: f64, ticks: usize, farthest: f64) -> Within {
        let steps = ticks as f64 * self.step(farthest);
        self.run(predicted).and(
            steps,
            &format!("a step of the position in {} a tick", self.name()),
        )
    }

    /// For a speed after one tick.
    pub(crate) fn tick(self, size: f64) -> Within {
        const ROUNDINGS: f64 = 8.0;
        match self {
            Self::F32 => Within::of(
                ROUNDINGS * self.step(size),
                "one f32 tick: 8 roundings (wish, speed along it, gain, sums)",
            ),
            Self::F64 => self.run(size),
        }
    }
}

impl Within {
    pub(crate) fn of(value: f64, why: impl Into<String>) -> Self {
        Self {
            value,
            why: why.into(),
        }
    }

    /// For counts and flags.
    pub(crate) fn exactly() -> Self {
        Self::of(0.0, "counted")
    }

    /// More room, for another reason.
    pub(crate) fn and(self, more: f64, why: &str) -> Self {
        Self::of(self.value + more, format!("{}; {why}", self.why))
    }
}
