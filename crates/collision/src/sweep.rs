//! A question to a backend: a hull, a straight path, and the contents to collide with.

use clipmark_geometry::{Contents, Hull, Point, Vec3};
use thiserror::Error;

/// A question: move this hull in a straight line from start to end (a sweep, also called a shape cast).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// The shape that moves.
    pub hull: Hull,
    /// Position at the start, in units.
    pub start: Point,
    /// Wished position at the end, in units.
    pub end: Point,
    /// Contents to collide with.
    pub mask: Contents,
}

/// Why a sweep is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SweepError {
    /// A coordinate is NaN or infinite.
    #[error("a coordinate of the sweep is not a finite number")]
    NotFinite,
    /// A coordinate beyond [`Sweep::LIMIT`].
    #[error("a coordinate of the sweep lies beyond +-4,194,304 u, where f32 steps are half a unit")]
    TooFar,
}

impl Sweep {
    /// Largest coordinate that a sweep may have, in units (2^22). f32 steps are half a unit there, more than any skin;
    /// beyond it the squares of solvers start to overflow.
    pub const LIMIT: f32 = 4_194_304.0;

    /// A sweep of a hull from start to end against everything that stops a Quake III player.
    pub fn new(hull: Hull, start: Point, end: Point) -> Self {
        Self {
            hull,
            start,
            end,
            mask: Contents::PLAYER_MASK,
        }
    }

    /// The same sweep against other contents.
    #[must_use]
    pub fn against(mut self, mask: Contents) -> Self {
        self.mask = mask;
        self
    }

    /// From start to end.
    pub fn displacement(&self) -> Vec3 {
        self.end - self.start
    }

    /// The position a fraction of the way along; the end itself, to the bit, at 1 (as Quake III).
    pub fn at(&self, fraction: f32) -> Point {
        if fraction == 1.0 {
            self.end
        } else {
            self.start + self.displacement() * fraction
        }
    }

    /// Rejects sweeps that no backend can answer. Backends call it first and answer [`Trace::invalid`](crate::Trace::invalid).
    ///
    /// It looks at the coordinates alone, since it runs before every trace. A hull that no constructor made (say with a NaN) may
    /// get any answer, without a panic and with finite numbers only. [`Hull::check`](clipmark_geometry::Hull::check) finds such
    /// hulls.
    ///
    /// # Errors
    /// A coordinate that is not finite or is out of range.
    #[inline(always)]
    pub fn check(&self) -> Result<(), SweepError> {
        // One comparison before every trace: a sum is a number only if all its terms are.
        let reach = self.start.coords.abs() + self.end.coords.abs();
        if reach.x + reach.y + reach.z <= Self::LIMIT {
            Ok(())
        } else {
            self.look_closely()
        }
    }

    /// [`Sweep::check`], and the hull's bounds too are within [`Sweep::LIMIT`]. Some libraries panic, or do worse, beyond it.
    pub fn is_bounded(&self) -> bool {
        let bounds = self.hull.bounds();
        let mut sizes = bounds.mins.iter().chain(bounds.maxs.iter());
        self.check().is_ok() && sizes.all(|x| x.abs() <= Self::LIMIT) && !bounds.is_empty()
    }

    // A function of its own. Inlined, the compiler reads the points in wider pieces than they were written in, which causes a
    // store-forwarding stall.
    #[cold]
    #[inline(never)]
    fn look_closely(&self) -> Result<(), SweepError> {
        let (a, b) = (&self.start, &self.end);
        let coordinates = [a.x, a.y, a.z, b.x, b.y, b.z];
        if coordinates.iter().any(|x| !x.is_finite()) {
            Err(SweepError::NotFinite)
        } else if coordinates.iter().any(|x| x.abs() > Self::LIMIT) {
            Err(SweepError::TooFar)
        } else {
            Ok(())
        }
    }
}
