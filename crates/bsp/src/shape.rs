//! The moving hull as planes see it: how far outwards it pushes each plane.
//!
//! Source: `docs/engines.md` section 1 (recentred boxes, capsules as two spheres), the published Quake III BSP tutorial for
//! spheres. The order of the sums is the engine's. A hull at rest is one skin from the floor to within an f32 step. Another
//! order flips that comparison.

use crate::lanes::{SideLanes, dot_lanes, push_lanes};
use crate::side_plane::{SidePlane, dot};
use clipmark_geometry::{Hull, Rotation, Vec3};
use clipmark_hierarchy::lanes::{Lanes3, per_axis, splat};
use wide::f32x4;

/// Planes moved out by the hull, a plane in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Pushed {
    pub(crate) dist: f32x4,
    /// How far above the hull's centre is the place whose distance counts, in units; 0 but for capsules.
    pub(crate) up: f32x4,
}

/// A hull moved to where its bounds are centred on the position.
pub(crate) trait MovingShape: Copy {
    /// Whether it has no size: a sweep of it then asks patches another question.
    const IS_POINT: bool = false;
    /// The plane's distance, moved out by the hull.
    fn pushed(&self, plane: &SidePlane) -> f32;
    /// The place in a hull centred at `p` whose distance from the plane counts.
    #[inline(always)]
    fn nearer(&self, _plane: &SidePlane, p: [f32; 3]) -> [f32; 3] {
        p
    }
    /// Signed distance between a plane and the hull centred at `p`.
    #[inline(always)]
    fn distance(&self, plane: &SidePlane, p: [f32; 3]) -> f32 {
        dot(self.nearer(plane, p), plane.normal) - self.pushed(plane)
    }
    /// The same for two positions; the push is computed once.
    #[inline(always)]
    fn distances(&self, plane: &SidePlane, start: [f32; 3], end: [f32; 3]) -> (f32, f32) {
        let dist = self.pushed(plane);
        let distance = |p| dot(self.nearer(plane, p), plane.normal) - dist;
        (distance(start), distance(end))
    }
    /// Four planes moved out by the hull.
    fn pushed_in_lanes(&self, sides: &SideLanes) -> Pushed;
    /// Distances of the hull to planes that were moved out: each lane to the last bit as [`MovingShape::distance`].
    #[inline(always)]
    fn distances_to(normal: &Lanes3, pushed: &Pushed, at: &Lanes3) -> f32x4 {
        dot_lanes(at, normal) - pushed.dist
    }
    /// The same for four sides and two positions; the push is computed once.
    #[inline(always)]
    fn distances_in_lanes(&self, sides: &SideLanes, start: &Lanes3, end: &Lanes3) -> (f32x4, f32x4) {
        let (n, pushed) = (&sides.normal, &self.pushed_in_lanes(sides));
        (
            Self::distances_to(n, pushed, start),
            Self::distances_to(n, pushed, end),
        )
    }
    /// The plane moved out by the hull.
    fn moved_out(&self, plane: &SidePlane) -> SidePlane {
        SidePlane {
            dist: self.pushed(plane),
            ..*plane
        }
    }
    /// Half the size of the bounds.
    fn half(&self) -> [f32; 3];
    /// The bounds when centred at `p`.
    #[inline(always)]
    fn bounds_at(&self, p: [f32; 3]) -> ([f32; 3], [f32; 3]) {
        let half = self.half();
        (per_axis(|i| p[i] - half[i]), per_axis(|i| p[i] + half[i]))
    }
    /// How far the hull may reach from a slanted node plane, in units.
    fn slanted_reach(&self) -> f32 {
        SLANTED_REACH
    }
    /// How far it reaches from a node plane, by the node's axis ([`crate::tree::Node`]), in units.
    #[inline(always)]
    fn reach(&self) -> [f32; 4] {
        let [x, y, z] = self.half();
        [x, y, z, self.slanted_reach()]
    }
}

/// The reach of any box from a slanted node plane, in units. Quake III uses this instead of the support, so both sides of a
/// slanted node are nearly always visited. Smaller would be faster but visits leaves in another order, and then ties end
/// differently.
const SLANTED_REACH: f32 = 2048.0;

/// Half sizes below this, in units, count as none. Their products with a normal could vanish, and the sign of a zero differ.
const THIN: f32 = 1e-6;

/// No size.
#[derive(Clone, Copy)]
pub(crate) struct PointShape;

impl MovingShape for PointShape {
    const IS_POINT: bool = true;
    #[inline(always)]
    fn pushed(&self, plane: &SidePlane) -> f32 {
        plane.dist
    }
    #[inline(always)]
    fn pushed_in_lanes(&self, sides: &SideLanes) -> Pushed {
        Pushed {
            dist: sides.dist,
            up: f32x4::ZERO,
        }
    }
    fn half(&self) -> [f32; 3] {
        [0.0; 3]
    }
    #[inline(always)]
    fn slanted_reach(&self) -> f32 {
        0.0
    }
}

/// A box whose low corner is its high one negated, and that is flat along no axis. So no corner must be chosen for a plane: f32
/// rounds a sum of negated numbers to the negated sum.
#[derive(Clone, Copy)]
pub(crate) struct BoxShape {
    half: [f32; 3],
}

impl MovingShape for BoxShape {
    #[inline(always)]
    fn pushed(&self, plane: &SidePlane) -> f32 {
        let n = plane.normal;
        plane.dist + dot(self.half, per_axis(|i| n[i].abs()))
    }
    #[inline(always)]
    fn pushed_in_lanes(&self, sides: &SideLanes) -> Pushed {
        let size = per_axis(|i| sides.normal[i].abs());
        Pushed {
            dist: sides.dist + dot_lanes(&splat(self.half), &size),
            up: f32x4::ZERO,
        }
    }
    fn half(&self) -> [f32; 3] {
        self.half
    }
}

/// Any other box: planes move out by the corner that the normal's signs pick.
#[derive(Clone, Copy)]
pub(crate) struct OddBox {
    mins: [f32; 3],
    maxs: [f32; 3],
}

impl MovingShape for OddBox {
    #[inline(always)]
    fn pushed(&self, plane: &SidePlane) -> f32 {
        let n = plane.normal;
        let corner = per_axis(|i| if n[i] < 0.0 { self.maxs[i] } else { self.mins[i] });
        plane.dist - dot(corner, n)
    }
    #[inline(always)]
    fn pushed_in_lanes(&self, sides: &SideLanes) -> Pushed {
        let n = &sides.normal;
        let corner = per_axis(|i| {
            let (mins, maxs) = (f32x4::splat(self.mins[i]), f32x4::splat(self.maxs[i]));
            n[i].simd_lt(f32x4::ZERO).bitselect(maxs, mins)
        });
        Pushed {
            dist: sides.dist - dot_lanes(&corner, n),
            up: f32x4::ZERO,
        }
    }
    fn half(&self) -> [f32; 3] {
        self.maxs
    }
}

/// A vertical capsule (or a sphere, with no offset): planes move out by the radius, at the nearer centre.
#[derive(Clone, Copy)]
pub(crate) struct CapsuleShape {
    half: [f32; 3],
    radius: f32,
    offset: f32,
}

impl MovingShape for CapsuleShape {
    #[inline(always)]
    fn pushed(&self, plane: &SidePlane) -> f32 {
        plane.dist + self.radius
    }
    #[inline(always)]
    fn nearer(&self, plane: &SidePlane, p: [f32; 3]) -> [f32; 3] {
        let offset = if plane.normal[2] * self.offset > 0.0 {
            -self.offset
        } else {
            self.offset
        };
        [p[0], p[1], p[2] + offset]
    }
    #[inline(always)]
    fn pushed_in_lanes(&self, sides: &SideLanes) -> Pushed {
        let offset = f32x4::splat(self.offset);
        let below = (sides.normal[2] * offset).simd_gt(f32x4::ZERO);
        Pushed {
            dist: sides.dist + f32x4::splat(self.radius),
            up: below.bitselect(-offset, offset),
        }
    }
    #[inline(always)]
    fn distances_to(normal: &Lanes3, pushed: &Pushed, at: &Lanes3) -> f32x4 {
        dot_lanes(&[at[0], at[1], at[2] + pushed.up], normal) - pushed.dist
    }
    fn half(&self) -> [f32; 3] {
        self.half
    }
}

/// A capsule whose axis is not upright, in the frame of a turned model: planes move out by the radius, at the nearer of its
/// two centres.
#[derive(Clone, Copy)]
pub(crate) struct TurnedCapsule {
    half: [f32; 3],
    radius: f32,
    /// From the middle to one of the centres.
    offset: [f32; 3],
}

impl TurnedCapsule {
    pub(crate) fn new(radius: f32, offset: [f32; 3]) -> Self {
        Self {
            half: per_axis(|i| offset[i].abs() + radius),
            radius,
            offset,
        }
    }
}

impl MovingShape for TurnedCapsule {
    #[inline(always)]
    fn pushed(&self, plane: &SidePlane) -> f32 {
        plane.dist + self.radius
    }
    #[inline(always)]
    fn nearer(&self, plane: &SidePlane, p: [f32; 3]) -> [f32; 3] {
        if dot(plane.normal, self.offset) > 0.0 {
            per_axis(|i| p[i] - self.offset[i])
        } else {
            per_axis(|i| p[i] + self.offset[i])
        }
    }
    /// Not where along the axis: [`Self::distances_in_lanes`] sees to that.
    fn pushed_in_lanes(&self, sides: &SideLanes) -> Pushed {
        Pushed {
            dist: sides.dist + f32x4::splat(self.radius),
            up: f32x4::ZERO,
        }
    }
    #[inline(always)]
    fn distances_in_lanes(&self, sides: &SideLanes, start: &Lanes3, end: &Lanes3) -> (f32x4, f32x4) {
        let (n, offset) = (&sides.normal, splat(self.offset));
        let ahead = dot_lanes(n, &offset).simd_gt(f32x4::ZERO);
        let pushed = sides.dist + f32x4::splat(self.radius);
        let shift = per_axis(|i| ahead.bitselect(-offset[i], offset[i]));
        let distance = |at: &Lanes3| dot_lanes(&per_axis(|i| at[i] + shift[i]), n) - pushed;
        (distance(start), distance(end))
    }
    fn half(&self) -> [f32; 3] {
        self.half
    }
}

/// A hull that this backend can sweep, recentred.
#[derive(Clone, Copy)]
pub(crate) enum AnyShape {
    Point(PointShape),
    Box(BoxShape),
    OddBox(OddBox),
    Capsule(CapsuleShape),
}

/// The hull as a shape and the offset of its centre from the position; `None` for shapes not supported.
#[inline(always)]
pub(crate) fn recentred(hull: &Hull) -> Option<(AnyShape, [f32; 3])> {
    let bounds = hull.bounds();
    let offset = per_axis(|i| (bounds.mins[i] + bounds.maxs[i]) * 0.5);
    let mins = per_axis(|i| bounds.mins[i] - offset[i]);
    let maxs = per_axis(|i| bounds.maxs[i] - offset[i]);
    let shape = match hull {
        Hull::Cylinder { .. } => return None,
        _ if mins == [0.0; 3] && maxs == [0.0; 3] => AnyShape::Point(PointShape),
        Hull::Point | Hull::Box { .. } => {
            if (0..3).all(|k| mins[k] == -maxs[k] && maxs[k] >= THIN) {
                AnyShape::Box(BoxShape { half: maxs })
            } else {
                AnyShape::OddBox(OddBox { mins, maxs })
            }
        }
        Hull::Sphere { .. } | Hull::Capsule { .. } => {
            let radius = hull.radius();
            AnyShape::Capsule(CapsuleShape {
                half: maxs,
                radius,
                offset: maxs[2] - radius,
            })
        }
    };
    Some((shape, offset))
}

/// A capsule of the world in the frame of a turned model, and the offset of its middle from the position; `None` for other
/// hulls. Its axis is turned with Quake III's error: the sign of y is lost. A box lies along the model's axes, however the
/// model is turned (`docs/moving.md`, "Traces through entities").
pub(crate) fn turned_capsule(hull: &Hull, rotation: &Rotation) -> Option<(TurnedCapsule, [f32; 3])> {
    let Hull::Capsule { bounds } = hull else {
        return None;
    };
    let offset = per_axis(|i| (bounds.mins[i] + bounds.maxs[i]) * 0.5);
    let (radius, half) = (hull.radius(), bounds.maxs.z - offset[2]);
    let axis = rotation.into_model(&Vec3::new(0.0, 0.0, half - radius));
    Some((TurnedCapsule::new(radius, [axis.x, -axis.y, axis.z]), offset))
}

/// Runs one piece of code for whichever shape it is.
macro_rules! for_shape {
    ($any:expr, $shape:ident => $body:expr) => {
        match $any {
            crate::shape::AnyShape::Point($shape) => $body,
            crate::shape::AnyShape::Box($shape) => $body,
            crate::shape::AnyShape::OddBox($shape) => $body,
            crate::shape::AnyShape::Capsule($shape) => $body,
        }
    };
}
pub(crate) use for_shape;

/// How far a box of this half size, centred at `at`, is from a plane: by the corner that the normal's signs pick, without that
/// choice, and in lanes.
pub fn box_distances(half: [f32; 3], normal: [f32; 3], dist: f32, at: [f32; 3]) -> [f32; 3] {
    let plane = SidePlane { normal, dist };
    let chosen = OddBox {
        mins: half.map(|h| -h),
        maxs: half,
    };
    let own = BoxShape { half };
    let mut lanes = Vec::new();
    push_lanes(&mut lanes, &[plane]);
    let in_lanes = own.distances_in_lanes(&lanes[0], &splat(at), &splat(at)).0;
    [
        chosen.distance(&plane, at),
        own.distance(&plane, at),
        in_lanes.to_array()[0],
    ]
}
