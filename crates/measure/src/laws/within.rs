//! How far a measurement may lie from a prediction, and why so far.

/// A tolerance with its reason.
#[derive(Clone, Debug)]
pub(super) struct Within {
    /// In the unit of the quantity.
    pub(super) value: f64,
    /// Where it comes from.
    pub(super) why: String,
}

/// What f32 may do to an exact law over a run, relative (`laws.md`, first lines). Too small: the last bits of some
/// hundred sums fail a law. Too large: an error of one part in ten thousand, such as a wrong rounding rule, passes.
const RELATIVE: f64 = 1e-5;
/// One step of Quake III's view angles, in radians.
pub(super) const ANGLE_STEP: f64 = std::f64::consts::TAU / 65536.0;

/// Spacing of f32 numbers at a size.
pub(super) fn f32_step(size: f64) -> f64 {
    let size = size.abs().max(f64::from(f32::MIN_POSITIVE));
    2f64.powi(size.log2().floor() as i32 - 23)
}

impl Within {
    pub(super) fn of(value: f64, why: impl Into<String>) -> Self {
        Self {
            value,
            why: why.into(),
        }
    }

    /// For counts and flags.
    pub(super) fn exactly() -> Self {
        Self::of(0.0, "counted")
    }

    /// Of a speed or an angle of an f32 run.
    pub(super) fn f32_run(predicted: f64) -> Self {
        Self::of(RELATIVE * predicted.abs(), "f32 run: 1e-5 of the value")
    }

    /// Of a way in an f32 run: a step of the position is lost each tick.
    pub(super) fn f32_way(predicted: f64, ticks: usize, farthest: f64) -> Self {
        Self::of(
            RELATIVE * predicted.abs() + ticks as f64 * f32_step(farthest),
            "f32 run: 1e-5 of the value and an f32 step of the position a tick",
        )
    }

    /// Of a speed after one tick.
    pub(super) fn f32_tick(size: f64) -> Self {
        const ROUNDINGS: f64 = 8.0;
        Self::of(
            ROUNDINGS * f32_step(size),
            "one f32 tick: 8 roundings (wish, speed along it, gain, sums)",
        )
    }

    /// More room, for another reason.
    pub(super) fn and(self, more: f64, why: &str) -> Self {
        Self::of(self.value + more, format!("{}; {why}", self.why))
    }
}
