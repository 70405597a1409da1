//! A body's support: a floor, a slope too steep to stand on, or several such slopes that hold it together.
//!
//! *Support.* Let n be the normals below the body. Gravity pulls a resting body along its projection on the directions
//! {d: n.d >= 0}. The length of that projection is the sine of the remaining slope. Length 0 means that straight up
//! lies in the cone of the normals. No steeper than a walkable floor, the body is wedged; else it slides.

use super::bounds::Bounds;
use super::{Probe, Terms};
use crate::space::Space;
use clipmark_geometry::{Point, Vec3};

/// Surfaces whose normal has a smaller z carry no player: walls, to a degree. Smaller lets the rounding of a wall's
/// normal count as a slope; larger lets bodies sink along real ones.
pub(super) const WALL: f32 = 0.02;
/// A body that does not stand lands on a floor within this below its feet, in units: the resting gap.
const LANDS: f32 = 1.0 / 32.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Nothing,
    Floor,
    Wedge,
    Slope,
}

/// The surfaces that the lower hull touches at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing {
    pub(super) kind: Kind,
    /// Height of the highest walkable part within the lower hull.
    pub(super) top: f32,
    /// Normal of that part.
    pub(super) floor: Vec3,
    /// Normals of the slopes, level parts made unit vectors: where not to walk.
    pub(super) uphill: [Vec3; UPHILL],
    pub(super) slopes: usize,
}

/// Slopes remembered as walls, at most: a body between more than these has others near them too.
const UPHILL: usize = 8;

/// A slope's normal as a wall's: level and of unit length; nothing where it is upright.
pub(super) fn level(n: &Vec3) -> Option<Vec3> {
    const UPRIGHT: f32 = 1e-3; // rounding of f32 normals, times ten thousand
    let flat = n.xy();
    let length = flat.norm();
    (length > UPRIGHT).then(|| Vec3::new(flat.x / length, flat.y / length, 0.0))
}

/// The footing of a body at a place. A body that does not stand yet only lands; it is not pulled down.
pub(super) fn find<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    at: &Point,
    stands: bool,
) -> Footing {
    let feet = at.z + terms.foot;
    let mut found = Footing {
        kind: Kind::Nothing,
        top: f32::NEG_INFINITY,
        floor: Vec3::z(),
        uphill: [Vec3::zeros(); UPHILL],
        slopes: 0,
    };
    let mut cone = Bounds::none();
    probe.reached(&terms.lower, at, |c| {
        let n = c.normal;
        if n.z >= terms.walkable {
            if c.top > found.top && (stands || c.top >= feet - LANDS) {
                (found.top, found.floor) = (c.top, n);
            }
        } else if n.z > WALL {
            // A peak or ridge under the feet holds them by its sides' normals together.
            cone.add(n, 0.0);
            if let Some(flat) = level(&n).filter(|_| found.slopes < UPHILL) {
                found.uphill[found.slopes] = flat;
                found.slopes += 1;
            }
        }
    });
    let steepest = (1.0 - terms.walkable * terms.walkable).max(0.0).sqrt();
    found.kind = if found.top.is_finite() {
        Kind::Floor
    } else if cone.is_empty() {
        Kind::Nothing
    } else if cone.nearest(-Vec3::z()).norm() <= steepest {
        Kind::Wedge
    } else {
        Kind::Slope
    };
    found
}
