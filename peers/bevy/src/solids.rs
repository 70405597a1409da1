//! A world of ours as avian has it: a static convex hull for each brush, in a headless Bevy app.
//!
//! Set up as avian's documentation teaches: `PhysicsPlugins`, told by `with_length_unit` how many units a metre has. Patches and
//! triangles are left out.

use anyhow::{Result, ensure};
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use clipmark_geometry::{Brush, Contents, Vec3 as Units, World as Map};
use std::time::Duration;

/// Units in a metre of the people that games show: a player of 56 units is 1.75 m high. A power of two rounds nothing.
pub const UNITS_PER_METRE: f32 = 32.0;

/// A solid has so many corners at least; parry is asked for no hull of fewer.
pub(crate) const LEAST_CORNERS: usize = 4;

/// How long a unit is in avian's world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 1 u = 1, and `PhysicsLengthUnit` is [`UNITS_PER_METRE`]: avian's way for worlds that are not in metres.
    Units,
    /// 1 u = 1/32, and `PhysicsLengthUnit` is 1.
    Metres,
}

impl Scale {
    /// Avian's length of one unit.
    pub fn of_unit(self) -> f32 {
        match self {
            Self::Units => 1.0,
            Self::Metres => 1.0 / UNITS_PER_METRE,
        }
    }

    /// Avian's length of one metre: its `PhysicsLengthUnit`.
    pub fn of_metre(self) -> f32 {
        match self {
            Self::Units => UNITS_PER_METRE,
            Self::Metres => 1.0,
        }
    }

    /// Ours to avian's.
    pub fn to(self, v: &Units) -> Vec3 {
        Vec3::new(v.x, v.y, v.z) * self.of_unit()
    }

    /// Avian's to ours.
    pub fn from(self, v: Vec3) -> Units {
        direction(v) / self.of_unit()
    }
}

/// A direction, which has no unit.
pub fn direction(v: Vec3) -> Units {
    Units::new(v.x, v.y, v.z)
}

/// The hull of a brush around the middle of its bounds; `None` if avian makes none of it.
///
/// # Errors
/// A brush that is open or whose coordinates are not finite.
pub(crate) fn hull(index: usize, brush: &Brush, scale: Scale) -> Result<Option<Collider>> {
    let sound = brush.sides.iter().all(|s| s.plane.is_valid());
    let corners = if sound { brush.vertices() } else { Vec::new() };
    let finite = corners.iter().all(|p| p.coords.iter().all(|x| x.is_finite()));
    ensure!(
        sound && finite,
        "brush {index} is open or has a coordinate that is not finite"
    );
    let own = brush.bounds.center().coords;
    let corners: Vec<Vec3> = corners.iter().map(|p| scale.to(&(p.coords - own))).collect();
    Ok((corners.len() >= LEAST_CORNERS)
        .then(|| Collider::convex_hull(corners))
        .flatten())
}

/// Avian's world.
pub struct Solids {
    /// The app, updated so that its queries find the solids.
    pub app: App,
    /// How long a unit is in it.
    pub scale: Scale,
    /// Brushes that avian makes no hull of.
    pub refused: usize,
}

/// What a collider is filled with.
#[derive(Component, Clone, Copy)]
pub struct Filled(pub Contents);

impl Solids {
    /// Builds it.
    ///
    /// # Errors
    /// A brush that is open or whose coordinates are not finite.
    pub fn build(map: &Map, scale: Scale) -> Result<Self> {
        let mut app = App::new();
        let physics = PhysicsPlugins::default().with_length_unit(scale.of_metre());
        app.add_plugins((MinimalPlugins, TransformPlugin, physics));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
        let mut refused = 0;
        for (i, brush) in map.brushes.iter().enumerate() {
            let Some(hull) = hull(i, brush, scale)? else {
                refused += 1;
                continue;
            };
            app.world_mut().spawn((
                RigidBody::Static,
                hull,
                // Both have 32 bits, so contents are layers and a mask is a filter.
                CollisionLayers::from_bits(brush.contents.bits(), u32::MAX),
                Transform::from_translation(scale.to(&brush.bounds.center().coords)),
                Filled(brush.contents),
            ));
        }
        app.finish();
        app.cleanup();
        // The first update has no time in it; the second runs a step, after which queries find what was spawned.
        for _ in 0..3 {
            app.update();
        }
        Ok(Self { app, scale, refused })
    }
}
