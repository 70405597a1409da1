//! Do stops keep the declared skin, and does the hull reach as far as it should in every direction?
//!
//! The sandwich rule lets a single stop be off by a quarter of the skin. So no permitted way of keeping a skin at an edge is
//! called a fault. At a face all lawful tracers agree: the gap along the normal is the skin, to f32 rounding. So gaps at faces
//! are compared as a distribution. An error in every direction is a wrong *skin*. An error in one direction is a wrong *hull*,
//! which reaches too far or not far enough there.
//!
//! Departure from the sandwich: there is no share of the skin in the tolerance, only rounding.

use crate::solid::V;

/// Fewer gaps than these say nothing about their median.
const LEAST: usize = 10;
/// Fewer gaps than these have no 1st percentile that is more than their worst.
const LEAST_FOR_TAIL: usize = 200;
/// Share of the gaps that may be too small.
const TAIL: f64 = 0.01;
/// A normal is along an axis if its component is at least this. Larger than f32's rounding of an axial normal asks for. Smaller
/// would mix in slopes, whose gap depends on two extents of the hull.
const AXIAL: f64 = 0.999_999;

/// The gap at a stop that a face decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapSample {
    /// Gap less skin, along the normal (along the path for a skin kept along it), in units. Negative is too near.
    pub off: f64,
    /// By how much rounding may have it off, in units: 8 f32 steps of the largest coordinate.
    pub rounding: f64,
    /// Unit normal of the face.
    pub normal: V,
}

/// The result on the gaps of one direction, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gaps {
    /// How many there are.
    pub count: usize,
    /// Half are below: gap less skin, in units.
    pub median: f64,
    /// One in a hundred is below, in units.
    pub first_percentile: f64,
    /// The median is off by more than rounding.
    pub median_off: bool,
    /// The 1st percentile is too near by more than rounding.
    pub tail_off: bool,
}

/// A direction in which a hull reaches: an axis and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction {
    /// 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// Towards the positive end.
    pub positive: bool,
}

/// The result on all gaps of a contestant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinVerdict {
    /// The gaps of all faces.
    pub all: Gaps,
    /// Gaps of walls, floors and ceilings along the axes, by the direction in which the hull reaches towards them.
    pub directions: Vec<(Direction, Gaps)>,
}

/// Collects the gaps of a contestant's stops.
#[derive(Clone, Debug, Default)]
pub struct SkinCheck(Vec<GapSample>);

impl Direction {
    /// As `+x` or `-z`.
    pub fn name(self) -> String {
        let sign = if self.positive { '+' } else { '-' };
        format!("{sign}{}", ['x', 'y', 'z'][self.axis])
    }

    /// The direction in which a hull meets a face of this normal.
    fn towards(normal: &V) -> Option<Self> {
        let axis = normal.iamax();
        (normal[axis].abs() >= AXIAL).then_some(Self {
            axis,
            positive: normal[axis] < 0.0,
        })
    }
}

impl Gaps {
    fn from_samples(mut samples: Vec<GapSample>) -> Self {
        if samples.is_empty() {
            return Self::default();
        }
        let count = samples.len();
        samples.sort_by(|a, b| a.off.total_cmp(&b.off));
        let (middle, low) = (count / 2, (count as f64 * TAIL) as usize);
        let (median, first_percentile) = (samples[middle].off, samples[low].off);
        // Coordinates differ from stop to stop, and so does their rounding.
        samples.sort_by(|a, b| (a.off / a.rounding).total_cmp(&(b.off / b.rounding)));
        let steps = |i: usize| samples[i].off / samples[i].rounding;
        Self {
            count,
            median,
            first_percentile,
            median_off: count >= LEAST && steps(middle).abs() > 1.0,
            tail_off: count >= LEAST_FOR_TAIL && steps(low) < -1.0,
        }
    }
}

impl SkinCheck {
    /// Takes in one stop.
    pub fn add(&mut self, sample: GapSample) {
        self.0.push(sample);
    }

    /// Takes in another collection.
    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The result on the gaps.
    pub fn verdict(&self) -> SkinVerdict {
        let mut directions = Vec::new();
        for axis in 0..3 {
            for positive in [false, true] {
                let here = Direction { axis, positive };
                let of = |s: &&GapSample| Direction::towards(&s.normal) == Some(here);
                let gaps = Gaps::from_samples(self.0.iter().filter(of).copied().collect());
                if gaps.count > 0 {
                    directions.push((here, gaps));
                }
            }
        }
        SkinVerdict {
            all: Gaps::from_samples(self.0.clone()),
            directions,
        }
    }
}

impl SkinVerdict {
    /// The skin is not the declared one. The gap is off by more than rounding in the median of all stops, or too small in over 1
    /// %.
    pub fn wrong_skin(&self) -> bool {
        self.all.median_off || self.all.tail_off
    }

    /// The directions in which the hull does not reach far enough, and by how many units it falls short. Negative where it
    /// reaches too far. Empty where the skin is off by the same in all of them.
    pub fn wrong_hull(&self) -> Vec<(Direction, f64)> {
        let judged: Vec<_> = self.directions.iter().filter(|(_, g)| g.count >= LEAST).collect();
        let off = judged.iter().filter(|(_, g)| g.median_off);
        let found: Vec<(Direction, f64)> = off.map(|(d, g)| (*d, -g.median)).collect();
        // The same everywhere is the skin.
        let same = |a: f64| found.iter().all(|f| (f.1 - a).abs() < SAME_EVERYWHERE * a.abs());
        let everywhere = found.len() == judged.len() && found.len() > 1;
        match found.first() {
            Some(first) if everywhere && same(first.1) => Vec::new(),
            _ => found,
        }
    }
}

/// Directions whose gaps are off by the same, within this share, are off because of the skin.
const SAME_EVERYWHERE: f64 = 0.25;
