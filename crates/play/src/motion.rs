//! What moves in a scene in play: which parts, where they are, and what is left out.

use crate::live::Live;
use crate::{PlayError, faces};
use clipmark_geometry::World;
use clipmark_measure::moving::{Moving, mover_name};
use clipmark_movement::Profile;
use clipmark_scene::{ProfileChoice, Scene};
use serde::Serialize;

/// Numbers of a mover's pose: x, y, z in units, pitch, yaw and roll in degrees.
pub const POSE_WORDS: usize = 6;

/// What moves, for a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Motion {
    /// The movers, in the order of their poses.
    pub movers: Vec<MoverOutline>,
    /// The triggers.
    pub triggers: Vec<TriggerOutline>,
    /// Parts that do not play, with reasons: a line each.
    pub left_out: Vec<String>,
    /// Further notes for a reader: a line each.
    pub notes: Vec<String>,
}

/// A mover, for a page.
#[derive(Clone, Debug, Serialize)]
pub struct MoverOutline {
    /// The scene's name of it, or a map's class and number.
    pub name: String,
    /// Index of its model, for its faces.
    pub model: usize,
}

/// A trigger, for a page.
#[derive(Clone, Debug, Serialize)]
pub struct TriggerOutline {
    /// Its class, or the part that it sets going.
    pub class: &'static str,
    /// Low and high corner, in units.
    pub bounds: [[f32; 3]; 2],
}

/// What moves in a scene by a movement; `None` where the scene has no part that could.
///
/// # Errors
/// Movers of the scene that the movement's engine has not.
pub(crate) fn moving(
    scene: &Scene,
    choice: &ProfileChoice,
    world: &World,
    profile: Profile,
) -> Result<Option<Moving>, PlayError> {
    // Messages name the movement in play.
    let scene = Scene {
        profile: choice.clone(),
        ..scene.clone()
    };
    // Who cannot be told of movers is refused as it enters.
    Ok(Moving::new(&scene, world, profile, &[])?)
}

/// What moves in the world of a contestant.
pub(crate) fn motion(scene: &Scene, world: &World, moving: Option<&Moving>, live: Option<&Live>) -> Motion {
    let told = |lines: fn(&Moving) -> &Vec<String>| moving.map_or_else(Vec::new, |m| lines(m).clone());
    let mut out = Motion {
        left_out: told(|m| &m.left_out),
        notes: told(|m| &m.notes),
        ..Motion::default()
    };
    if let Some(live) = live.and_then(Live::moving) {
        let mover = |model| MoverOutline {
            name: mover_name(scene, world, model),
            model,
        };
        out.movers = live.posed().map(|posed| mover(posed.model)).collect();
        let trigger = |t: clipmark_movement::moving::TriggerBox| TriggerOutline {
            class: t.class,
            bounds: [t.bounds.mins.into(), t.bounds.maxs.into()],
        };
        out.triggers = live.triggers().map(trigger).collect();
    }
    out
}

/// Where the movers are in the world of a contestant, [`POSE_WORDS`] numbers each.
pub(crate) fn poses(live: &Live) -> Vec<f32> {
    let words = |posed: clipmark_movement::moving::Posed| {
        let (o, a) = (posed.origin, posed.angles);
        [o.x, o.y, o.z, a.x, a.y, a.z]
    };
    live.moving()
        .map_or_else(Vec::new, |world| world.posed().flat_map(words).collect())
}

/// The faces of a model in its own frame; see [`faces::faces`].
pub(crate) fn faces_of(world: &World, model: usize) -> Vec<u8> {
    world
        .models
        .get(model)
        .map_or_else(Vec::new, |model| faces::faces(&model.world(&[])))
}
