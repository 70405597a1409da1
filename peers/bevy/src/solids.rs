//! A world of ours as avian has it: a static convex hull for each brush, in a headless Bevy app.
//!
//! Set up as avian's documentation teaches: `PhysicsPlugins`, told by `with_length_unit` how many units a metre has. Patches and
//! triangles are left out.

use crate::frame::Frame;
use anyhow::{Result, ensure};
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use clipmark_geometry::{Brush, Contents, World as Map};
use std::time::Duration;

/// A solid has so many corners at least; parry is asked for no hull of fewer.
const LEAST_CORNERS: usize = 4;

/// The shortest step, in seconds: the shortest command of a game. Bevy has no step of no length.
pub(crate) const LEAST_STEP: f32 = 0.001;

/// The hull of a brush around the middle of its bounds; `None` if avian makes none of it.
///
/// # Errors
/// A brush that is open or whose coordinates are not finite.
pub(crate) fn hull(index: usize, brush: &Brush, frame: Frame) -> Result<Option<Collider>> {
    let sound = brush.sides.iter().all(|s| s.plane.is_valid());
    let corners = if sound { brush.vertices() } else { Vec::new() };
    let finite = corners.iter().all(|p| p.coords.iter().all(|x| x.is_finite()));
    ensure!(
        sound && finite,
        "brush {index} is open or has a coordinate that is not finite"
    );
    let own = brush.bounds.center().coords;
    let corners: Vec<Vec3> = corners.iter().map(|p| frame.to(&(p.coords - own))).collect();
    Ok((corners.len() >= LEAST_CORNERS)
        .then(|| Collider::convex_hull(corners))
        .flatten())
}

/// Avian's world.
pub struct Solids {
    /// The app, updated so that its queries find the solids.
    pub app: App,
    /// Its lengths and axes.
    pub frame: Frame,
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
    pub fn build(map: &Map, frame: Frame) -> Result<Self> {
        Self::build_with(map, frame, |_| ())
    }

    /// The same, with what else the app has: plugins are added before it starts.
    ///
    /// # Errors
    /// A brush that is open or whose coordinates are not finite.
    pub(crate) fn build_with(map: &Map, frame: Frame, add: impl FnOnce(&mut App)) -> Result<Self> {
        let mut app = App::new();
        let physics = PhysicsPlugins::default().with_length_unit(frame.of_metre());
        app.add_plugins((MinimalPlugins, TransformPlugin, physics));
        add(&mut app);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
        let mut refused = 0;
        for (i, brush) in map.brushes.iter().enumerate() {
            let Some(hull) = hull(i, brush, frame)? else {
                refused += 1;
                continue;
            };
            app.world_mut().spawn((
                RigidBody::Static,
                hull,
                // Both have 32 bits, so contents are layers and a mask is a filter.
                CollisionLayers::from_bits(brush.contents.bits(), u32::MAX),
                Transform::from_translation(frame.to(&brush.bounds.center().coords)),
                Filled(brush.contents),
            ));
        }
        app.finish();
        app.cleanup();
        // The first update has no time in it; the second runs a step, after which queries find what was spawned.
        for _ in 0..3 {
            app.update();
        }
        Ok(Self { app, frame, refused })
    }

    /// Runs one step of the world of so many seconds, and with it every system of its fixed schedules once.
    pub(crate) fn step(&mut self, seconds: f32) -> Duration {
        let step = Duration::from_secs_f32(seconds.max(LEAST_STEP));
        let world = self.app.world_mut();
        world.insert_resource(TimeUpdateStrategy::ManualDuration(step));
        let mut fixed = world.resource_mut::<Time<Fixed>>();
        fixed.set_timestep(step);
        // Time that earlier frames left would be a second step.
        fixed.discard_overstep(Duration::MAX);
        self.app.update();
        step
    }
}
