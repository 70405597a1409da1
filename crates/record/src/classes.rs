//! Answers by class: where on a scale of angle, length, size or place they go wrong.

/// The quantities that classes divide answers by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The part of the world that is met first: face, edge, corner, nothing.
    Contact,
    /// Between the path and the surface met, in degrees: 90 is head-on.
    Angle,
    /// Length of the sweep in units.
    Length,
    /// Longest side of the solid met, in units.
    Extent,
    /// Largest coordinate of the sweep, hull included, in units.
    Coordinate,
    /// Distance of the start from the nearest surface, in units.
    StartGap,
}

/// The answers of one class.
#[derive(Clone, Debug)]
pub struct SweepClass {
    /// The quantity that divides them.
    pub scale: Scale,
    /// The class, in words.
    pub class: String,
    /// Where it begins on the scale; 0 if it has no number.
    pub from: f64,
    /// Answers in it; all that follow are of these.
    pub queries: usize,
    /// Answers that meet something, by the truth.
    pub true_hits: usize,
    /// Passed through something (F1).
    pub missed: usize,
    /// Stopped where nothing is (F2).
    pub phantom: usize,
    /// Ended in a solid beyond tolerance (F3).
    pub penetrating: usize,
    /// Normals that are wrong (F5).
    pub wrong_normal: usize,
    /// Deepest end in a solid, in units.
    pub penetration: f64,
    /// How much farther than the skin an end stays off at most, in units.
    pub gap: f64,
    /// How early or late a stop is at most, along the normal, in units.
    pub time_of_impact: f64,
}
