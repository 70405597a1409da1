//! The walker's numbers for one tick: the profile's, and the hulls made from them (W19, W20).

use super::Variant;
use crate::profile::Profile;
use crate::shape::ShapeKind;
use clipmark_geometry::{Aabb, Hull, Point, Vec3};

/// How much thinner the lower hull is than the upper, in units (W20). Thinner misses ledges; as thick, a wall that is
/// just touched counts as something below.
const THINNER: f32 = 1.0 / 32.0;
/// How far the lower hull reaches into the upper, in units. With 0, a step as high as the knees touches both and overlaps
/// neither, and the body walks on inside of it. The upper hull stops at anything the lower one finds above the knees, so more
/// only costs.
const OVER_KNEES: f32 = 1.0 / 32.0;
/// The lower hull reaches this many times the drop of the steepest walkable slope in the tick (W19).
const REACH_MARGIN: f32 = 1.1;

/// A walker's terms in one tick: the profile's numbers and the body's hulls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) variant: Variant,
    /// Knees to top: never to overlap anything.
    pub(crate) upper: Hull,
    /// Just above the knees to just below the feet.
    pub(crate) lower: Hull,
    /// Knees to feet: the part that does not sink into slopes (improved).
    pub(crate) legs: Hull,
    /// Height of the feet over the origin.
    pub(crate) foot: f32,
    /// How far the lower hull reaches below the feet.
    pub(crate) reach: f32,
    /// Half the width of the body.
    pub(crate) radius: f32,
    /// The improved walker moves at most this far between two tests, in units (W17).
    pub(crate) longest_step: f32,
    /// Feet rise no faster than this.
    pub(crate) rise_speed: f32,
    pub(crate) slide_speed: f32,
    pub(crate) terminal_speed: f32,
    pub(crate) slide_friction: f32,
    /// Normals with at least this z are stood on.
    pub(crate) walkable: f32,
}

impl Terms {
    /// For a body in these bounds that moves at `speed` for `dt` seconds.
    pub(crate) fn new(
        profile: &Profile,
        variant: Variant,
        shape: ShapeKind,
        body: Aabb,
        speed: f32,
        dt: f32,
    ) -> Self {
        let walker = profile.walker;
        let walkable = profile.walkable_normal;
        let steepest = (1.0 - walkable * walkable).max(0.0).sqrt() / walkable.max(f32::EPSILON);
        let (thinner, reach) = match variant {
            Variant::Literal => (0.0, walker.reach),
            _ => (THINNER, walker.reach.max(speed * dt * steepest * REACH_MARGIN)),
        };
        let knee = (body.mins.z + walker.knee_height).min(body.maxs.z);
        let thin = Vec3::new(thinner, thinner, 0.0);
        let mut legs = Aabb::new(body.mins + thin, body.maxs - thin);
        legs.maxs.z = knee;
        let mut lower = legs;
        lower.mins.z -= reach;
        if variant != Variant::Literal {
            lower.maxs.z += OVER_KNEES;
        }
        // On the steepest floor a body has to be able to keep up with its own speed.
        let rise_speed = match variant {
            Variant::Improved => profile.jump_speed.max(speed * steepest * REACH_MARGIN),
            _ => profile.jump_speed,
        };
        let radius = body.half_extents().xy().min();
        Self {
            variant,
            upper: shape.hull(upper_bounds(body, walker.knee_height)),
            lower: shape.hull(lower),
            legs: shape.hull(legs),
            foot: body.mins.z,
            reach,
            radius,
            longest_step: (radius.min(knee - body.mins.z) * 0.5).max(LEAST_STEP),
            rise_speed,
            slide_speed: walker.slide_speed,
            terminal_speed: walker.terminal_speed,
            slide_friction: walker.slide_friction,
            walkable,
        }
    }
}

/// Bodies without legs or width are still carried in steps of this many units.
const LEAST_STEP: f32 = 1.0;

/// Bounds of the upper hull relative to the origin: the part of the body that must stay free.
pub(crate) fn upper_bounds(body: Aabb, knee_height: f32) -> Aabb {
    let knee = (body.mins.z + knee_height).min(body.maxs.z);
    Aabb::new(Point::new(body.mins.x, body.mins.y, knee), body.maxs)
}
