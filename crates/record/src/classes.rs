//! Answers by class: where on a scale of angle, length, size or place they go wrong.

use crate::Quantiles;

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
    /// Per million: passed through something (F1).
    pub missed: f64,
    /// Per million: stopped where nothing is (F2).
    pub phantom: f64,
    /// Per million: ended in a solid beyond tolerance (F3).
    pub penetrating: f64,
    /// Per million: normals that are wrong (F5).
    pub wrong_normal: f64,
    /// How deep ends lie in solids, in units.
    pub penetration: Quantiles,
    /// How much farther than the skin ends stay off, in units.
    pub gap: Quantiles,
    /// How early or late stops are, along the normal, as sizes, in units.
    pub time_of_impact: Quantiles,
}
