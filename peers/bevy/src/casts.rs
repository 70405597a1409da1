//! Sweeps answered by `SpatialQuery::cast_shape`.
//!
//! The gap is kept as in avian's own `MoveAndSlide::cast_move`: the hit is pulled back so that the skin is left along the normal.
//! It is pulled back by no more than 200 skins.

use crate::frame::Frame;
use crate::solids::{Filled, Solids};
use anyhow::Result;
use avian3d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use clipmark_collision::{Status, Sweep, Trace, stop_fraction};
use clipmark_geometry::{Hull, Plane, Vec3 as Units};

/// Least part of a cast's direction that counts as going into the surface: `DOT_EPSILON` of avian, in its module `move_and_slide`.
const LEAST_INTO: f32 = 0.005;

/// What casts are asked through.
pub struct Casts {
    solids: Solids,
    state: SystemState<(
        SpatialQuery<'static, 'static>,
        Query<'static, 'static, &'static Filled>,
    )>,
    /// Distance kept from surfaces, in units.
    skin: f32,
    /// Whether `ignore_origin_penetration` is set, as avian's own move-and-slide sets it.
    leaves_surfaces: bool,
}

impl Casts {
    /// Over these solids.
    pub fn new(mut solids: Solids, skin: f32, leaves_surfaces: bool) -> Self {
        let state = SystemState::new(solids.app.world_mut());
        Self {
            solids,
            state,
            skin,
            leaves_surfaces,
        }
    }

    /// Answers one sweep.
    ///
    /// # Errors
    /// Bevy's, if the world lacks a part of avian's.
    pub fn answer(&mut self, sweep: &Sweep) -> Result<Trace> {
        let frame = self.solids.frame;
        let (queries, filled) = self.state.get(self.solids.app.world())?;
        let way = sweep.displacement();
        let Ok((toward, distance)) = Dir3::new_and_length(frame.to(&way)) else {
            return Ok(Trace::free(sweep));
        };
        let middle = sweep.start.coords + sweep.hull.bounds().center().coords;
        let config = ShapeCastConfig {
            ignore_origin_penetration: self.leaves_surfaces,
            ..ShapeCastConfig::from_max_distance(distance)
        };
        let (shape, rotation) = shape(&sweep.hull, frame);
        let filter = SpatialQueryFilter::from_mask(sweep.mask.bits());
        let from = frame.to(&middle);
        let Some(hit) = queries.cast_shape(&shape, from, rotation, toward, &config, &filter) else {
            return Ok(Trace {
                status: Status::Converged,
                ..Trace::free(sweep)
            });
        };
        let into = toward.dot(-hit.normal1).max(LEAST_INTO);
        let free = (hit.distance - self.skin * frame.of_unit() / into).max(0.0) / distance;
        let fraction = stop_fraction(free);
        let normal = frame.direction(hit.normal1);
        let plane = Plane::new(normal, normal.dot(&frame.from(hit.point1)));
        Ok(Trace {
            fraction,
            end: sweep.at(fraction),
            // Who starts in a solid met no surface.
            plane: (hit.distance > 0.0 && plane.is_valid()).then_some(plane),
            contents: filled.get(hit.entity)?.0,
            start_solid: hit.distance == 0.0,
            status: Status::Converged,
            ..Trace::free(sweep)
        })
    }
}

/// A hull as a collider around the middle of its bounds, and what stands it upright.
pub fn shape(hull: &Hull, frame: Frame) -> (Collider, Quat) {
    let half: Units = hull.bounds().half_extents() * frame.of_unit();
    let radius = hull.radius() * frame.of_unit();
    let collider = match hull {
        Hull::Point => Collider::sphere(0.0),
        Hull::Sphere { .. } => Collider::sphere(radius),
        Hull::Box { .. } => {
            let lengths = 2.0 * frame.to(&hull.bounds().half_extents()).abs();
            Collider::cuboid(lengths.x, lengths.y, lengths.z)
        }
        Hull::Capsule { .. } => Collider::capsule(radius, 2.0 * (half.z - radius)),
        Hull::Cylinder { .. } => Collider::cylinder(radius, 2.0 * half.z),
    };
    (collider, frame.upright(hull))
}
