//! The verdict of a solid's planes on a sweep before GJK, for sweeps whose result GJK could not change.

use crate::V;
use crate::cast::Cast;
use crate::passage::{Path, Swept, larger, smaller};
use crate::penetration::is_deep;
use crate::solid::Solid;
use crate::tally::Tally;

/// A start deeper than touching by this much behind all planes, in units, is in the solid without GJK. Larger: GJK is asked in
/// vain. Smaller: a corner that is off by the shortest edge kept ([`crate::solid`]) may say otherwise.
const SURE: f64 = 1.0 / 64.0;

/// The verdict of the known planes without GJK.
pub(crate) enum PlaneEarlyOut {
    /// They keep hull and solid apart, or let the solid stop the hull only later than something else.
    Passed,
    /// All of them hold the start.
    Inside(Cast),
    /// GJK must decide.
    Open,
}

impl<T: Tally> Swept<'_, T> {
    /// Early out: skips GJK for solids that cannot change the result of [`Self::cast`]: those that the known planes keep off
    /// the path, and those that stop it no earlier than `limit`. A start behind all planes needs no GJK where there are only
    /// planes or an overlap is proven. The sums are those of [`PlaneInterval::clip`](crate::passage::PlaneInterval::clip).
    pub(crate) fn clip_by_planes(&self, solid: Solid, limit: f64, settled: bool) -> PlaneEarlyOut {
        let Self { shape, path, tally } = *self;
        let mut clipped = ClippedPath::new();
        let mut count = 0;
        let passed = if let Some(planes) = solid.planes_of_cuboid(shape, path) {
            planes.into_iter().any(|(before, fall)| {
                count += 1;
                clipped.clip_plane(path, before, fall)
            })
        } else {
            solid.faces().iter().any(|face| {
                count += 1;
                let normal = face.plane.normal.cast::<f64>();
                let before = normal.dot(&path.start) - face.reach - shape.reach(&normal);
                clipped.clip_plane(path, before, -normal.dot(&path.delta))
            })
        };
        tally.planes(count);
        if passed || clipped.is_passed(limit) {
            return PlaneEarlyOut::Passed;
        }
        if clipped.start_held {
            let is_inside = |at: &V| settled || is_deep(solid, shape, at, path.touch, tally);
            // The bounding box is left: its sides push out by half the hull.
            let sure = sure(path);
            for i in 0..3 {
                let (low, high) = (
                    f64::from(solid.mins[i]) - shape.half[i],
                    f64::from(solid.maxs[i]) + shape.half[i],
                );
                let depth = |at: &V| smaller(at[i] - low, high - at[i]);
                clipped.start_held &= depth(&path.start) > -sure;
                clipped.end_held &= depth(&path.end) > -sure;
            }
            let is_certain = clipped.start_held && (clipped.end_free || clipped.end_held);
            if is_certain && is_inside(&path.start) {
                if clipped.end_free {
                    return PlaneEarlyOut::Inside(Cast::StartsInside);
                } else if is_inside(&path.end) {
                    return PlaneEarlyOut::Inside(Cast::AllInside);
                }
            }
        }
        PlaneEarlyOut::Open
    }
}

/// A plane that holds a place deeper than this holds it for certain.
fn sure(path: &Path) -> f64 {
    -path.touch - SURE
}

/// The joint verdict of the planes so far.
struct ClippedPath {
    /// All hold the start for certain.
    start_held: bool,
    /// All hold the end for certain.
    end_held: bool,
    /// One has the end in front of it, or touching.
    end_free: bool,
    /// One has the start in front of it, or touching.
    starts_outside: bool,
    /// The last plane is entered here.
    enter: f64,
    /// The first plane is left here.
    leave: f64,
    /// The last plane comes within the skin here.
    stop: f64,
}

impl ClippedPath {
    fn new() -> Self {
        Self {
            start_held: true,
            end_held: true,
            end_free: false,
            starts_outside: false,
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            stop: f64::NEG_INFINITY,
        }
    }

    /// Adds one more plane: how far in front of it the hull starts, and how far it falls towards it. True when the plane alone
    /// keeps hull and solid apart.
    #[inline(always)]
    fn clip_plane(&mut self, path: &Path, before: f64, fall: f64) -> bool {
        let after = before - fall;
        if before >= 0.0 && (after >= path.reach() || fall <= 0.0) {
            return true;
        }
        let sure = sure(path);
        self.start_held &= before < sure;
        self.end_held &= after < sure;
        self.end_free |= after >= -path.touch;
        self.starts_outside |= before >= -path.touch;
        if fall > 0.0 {
            let time = 1.0 / fall;
            self.stop = larger((before - path.skin) * time, self.stop);
            self.enter = larger(before * time, self.enter);
        } else if fall < 0.0 {
            self.leave = smaller(before / fall, self.leave);
        }
        false
    }

    /// Whether the planes end the cast without a hit. Either a plane is left before the last one is entered or before the path
    /// begins. Or the hull comes to rest later than `limit`. More planes could only bring the same end. Where all planes hold
    /// the start, the cast ends otherwise.
    fn is_passed(&self, limit: f64) -> bool {
        let is_left = self.leave < 1.0 && (self.enter >= self.leave || self.leave <= 0.0);
        self.starts_outside && (is_left || self.stop > limit)
    }
}
