//! The answer to a sweep: where the hull stops, the surface that it met, and how the answer was reached.

use crate::Sweep;
use clipmark_geometry::{Contents, PlacementId, Plane, Point, SurfaceFlags};
use nalgebra::{Point3, RealField, Scalar};

/// The answer to a [`Sweep`]; in f64 only where the exact reference answers in a backend's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace<R: Scalar = f32> {
    /// Share of the path that is free, 0 to 1; 1 when nothing was met.
    pub fraction: R,
    /// Where the hull comes to rest, in units. It is the sweep's end to the bit when `fraction` is 1.
    pub end: Point3<R>,
    /// The surface met: unit normal against the motion and its own distance (not moved out by the hull).
    /// `None` when nothing was met or the whole sweep is inside a solid.
    pub plane: Option<Plane<R>>,
    /// Contents of the solid that was met.
    pub contents: Contents,
    /// Flags of the surface met.
    pub surface: SurfaceFlags,
    /// The sweep starts inside a solid.
    pub start_solid: bool,
    /// The sweep starts and ends inside one solid.
    pub all_solid: bool,
    /// How the answer was reached.
    pub status: Status,
    /// Which placed model was met: the number of its placement. None: the rigid world, or nothing.
    pub model: Option<PlacementId>,
}

/// How an answer was reached. "Nothing met" is a [`Trace::fraction`] of 1 with `Exact` or `Converged`. It is never used for a
/// shape the backend lacks, nor for a solver that gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// By closed formulas.
    #[default]
    Exact,
    /// By an iteration that met its tolerance.
    Converged,
    /// By an iteration that was cut off; the answer is the safe one, short of any surface not excluded.
    OutOfIterations,
    /// The solver failed; the answer is "do not move".
    Failed,
    /// The backend has no such shape; the answer is "do not move".
    Unsupported,
    /// The question has NaN, infinite or out-of-range coordinates; the answer is "do not move".
    Invalid,
}

impl Status {
    /// Whether the answer is reliable.
    pub fn is_reliable(self) -> bool {
        matches!(self, Self::Exact | Self::Converged)
    }
}

impl<R: RealField> Trace<R> {
    /// Whether something stopped the hull.
    pub fn hit(&self) -> bool {
        self.fraction < R::one()
    }
}

impl Trace {
    /// Nothing met: the whole path is free.
    pub fn free(sweep: &Sweep) -> Self {
        Self {
            fraction: 1.0,
            end: sweep.end,
            plane: None,
            contents: Contents::empty(),
            surface: SurfaceFlags::empty(),
            start_solid: false,
            all_solid: false,
            status: Status::Exact,
            model: None,
        }
    }

    /// "Do not move", with the reason. A start that is not finite is answered with the origin.
    pub fn refused(sweep: &Sweep, status: Status) -> Self {
        let end = if sweep.start.iter().all(|x| x.is_finite()) {
            sweep.start
        } else {
            Point::origin()
        };
        Self {
            fraction: 0.0,
            end,
            status,
            ..Self::free(sweep)
        }
    }

    /// The answer to a question with NaN, infinite or out-of-range coordinates.
    pub fn invalid(sweep: &Sweep) -> Self {
        Self::refused(sweep, Status::Invalid)
    }

    /// Bits of the whole answer, for hashes that must be equal across runs and threads.
    pub fn bits(&self) -> [u32; 11] {
        let (normal, dist) = self.plane.map_or(([0; 3], 0), |p| {
            (
                [p.normal.x.to_bits(), p.normal.y.to_bits(), p.normal.z.to_bits()],
                p.dist.to_bits(),
            )
        });
        // The status has three bits; the higher bits are 0 where no placed model was met.
        let model = self.model.map_or(0, PlacementId::bits);
        let flags = u32::from(self.start_solid)
            | u32::from(self.all_solid) << 1
            | (self.status as u32) << 2
            | model << 5;
        [
            self.fraction.to_bits(),
            self.end.x.to_bits(),
            self.end.y.to_bits(),
            self.end.z.to_bits(),
            normal[0],
            normal[1],
            normal[2],
            dist,
            self.contents.bits(),
            self.surface.bits(),
            flags,
        ]
    }
}
