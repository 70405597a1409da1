//! Round hulls in the frame of a turned model.
//!
//! Source: `docs/moving.md`, "Traces through entities". A box lies along the model's axes, however the model is turned. A
//! capsule's axis is turned into its frame, with Quake III's error: the sign of y is lost.

use crate::lanes::per_axis;
use crate::shape::TurnedCapsule;
use clipmark_geometry::{Hull, Rotation, Vec3};

/// A capsule of the world in the frame of a turned model, and the offset of its middle from the position. `None` for other hulls.
pub(crate) fn turned_capsule(hull: &Hull, rotation: &Rotation) -> Option<(TurnedCapsule, [f32; 3])> {
    let Hull::Capsule { bounds } = hull else {
        return None;
    };
    let offset = per_axis(|i| (bounds.mins[i] + bounds.maxs[i]) * 0.5);
    let (radius, half) = (hull.radius(), bounds.maxs.z - offset[2]);
    let axis = rotation.into_model(&Vec3::new(0.0, 0.0, half - radius));
    Some((TurnedCapsule::new(radius, [axis.x, -axis.y, axis.z]), offset))
}
