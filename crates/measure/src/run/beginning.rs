//! What a scene begins with: its movement, the player's state before the first tick, and who gives the commands.

use crate::MeasureError;
use crate::run::play::InputSource;
use clipmark_geometry::{Aabb, Hull, World};
use clipmark_movement::{Body, Order, PlayerSize, Profile, Value, custom, recording};
use clipmark_scene::{Change, Scene, Start, Step};
use std::fs::File;

/// Spawn points of maps are on the floor's level; players enter this much higher, in units (Quake III).
pub const SPAWN_LIFT: f32 = 9.0;

/// The scene's movement, with its hull where it names one. Errors name `file`.
///
/// # Errors
/// A profile, constant or hull that there is not.
pub fn profile_of(scene: &Scene, file: &str) -> Result<Profile, MeasureError> {
    let changes: Vec<_> = scene
        .profile
        .changes
        .iter()
        .map(|(n, v)| (n.clone(), value(v)))
        .collect();
    let mut profile = custom(&scene.profile.base, &changes).map_err(|(change, fault)| {
        MeasureError::in_scene(file, scene.place(scene.profile.path(change)), fault)
    })?;
    let Some(shape) = &scene.player.hull else {
        return Ok(profile);
    };
    let bad = |why: &str| MeasureError::Refused(format!("{file}: player.hull: {why}"));
    let hull = shape
        .hull()
        .map_err(|_| bad("its bounds are not finite or are inside out"))?;
    let Aabb { mins, maxs } = hull.bounds();
    if !matches!(hull, Hull::Box { .. }) || mins.x != mins.y || maxs.x != maxs.y || mins.x != -maxs.x {
        return Err(bad(
            "players move as upright boxes, as wide in y as in x and centred; give such a Box",
        ));
    }
    let s = profile.size;
    let shorter = s.top - s.crouched_top;
    profile.size = PlayerSize {
        half_width: maxs.x,
        feet: mins.z,
        top: maxs.z,
        crouched_feet: mins.z + (s.crouched_feet - s.feet),
        crouched_top: (maxs.z - shorter).max(mins.z),
        ..s
    };
    Ok(profile)
}

fn value(change: &Change) -> Value {
    match change {
        Change::Number(x) => Value::Number(*x as f32),
        Change::Flag(x) => Value::Flag(*x),
        Change::Word(x) => Value::Word(x.clone()),
    }
}

/// The state before the first tick, and who gives the commands.
pub fn beginning(scene: &Scene, world: &World, order: Order) -> Result<(Body, InputSource), MeasureError> {
    let segments = scene.segments();
    if let Some(Step::Recorded(path)) = segments.first().map(|s| &s.step) {
        let file = scene.resolve(path);
        let fault = |source| MeasureError::Recording {
            file: file.clone(),
            source,
        };
        let opened = File::open(&file).map_err(|e| fault(e.into()))?;
        let commands = recording::read_commands(opened, order).map_err(fault)?;
        return Ok((commands.start(order), InputSource::Recorded(commands.ticks)));
    }
    let state = scene.start(world)?;
    let mut body = Body::at(state.origin);
    if matches!(scene.player.start, Start::Spawn(_)) {
        body.origin.z += SPAWN_LIFT;
    }
    body.velocity = state.velocity;
    Ok((
        body,
        InputSource::Script {
            segments,
            yaw: f64::from(state.yaw),
            msec: scene.tick.msec(),
        },
    ))
}
