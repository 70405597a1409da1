//! A scene made ready for play, and its facts for a page.

use crate::live::Ground;
use clipmark_geometry::World;
use clipmark_measure::moving::Moving;
use clipmark_measure::{InputSource, SPAWN_LIFT, all_backends, movers};
use clipmark_movement::{Body, PROFILES, Profile};
use clipmark_scene::{ProfileChoice, Scene, WorldSource};
use serde::Serialize;

/// A scene made ready.
pub(crate) struct Stage {
    pub(crate) scene: Scene,
    pub(crate) world: World,
    pub(crate) profile: Profile,
    /// The movement as a scene writes it.
    pub(crate) choice: ProfileChoice,
    /// What moves by that movement, and what does not.
    pub(crate) moving: Option<Moving>,
    pub(crate) start: Body,
    pub(crate) yaw: f32,
    pub(crate) input: InputSource,
}

/// A scene's facts for a page.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Short name, for files.
    pub name: String,
    /// The title for a reader.
    pub title: String,
    /// The scene's purpose.
    pub description: String,
    /// The movement.
    pub profile: String,
    /// Movements there are.
    pub profiles: Vec<&'static str>,
    /// Length of the scene's tick in milliseconds.
    pub msec: f64,
    /// Position, view yaw and velocity at the start.
    pub start: [f32; 7],
    /// Position and yaw of each spawn.
    pub spawns: Vec<[f32; 4]>,
    /// The scene's contestants.
    pub contestants: Vec<String>,
    /// All contestants with an own mover, and their descriptions.
    pub known: Vec<(String, &'static str)>,
    /// Height of the feet of the scene's own player above its position, in units. Starts and spawns are places of its origin.
    pub feet: f32,
    /// Low and high corner of the world.
    pub bounds: [[f32; 3]; 2],
}

impl Stage {
    /// The world that contestants are built for.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground {
            world: &self.world,
            profile: self.profile,
            moving: self.moving.as_ref().filter(|moving| !moving.is_still()),
        }
    }
}

/// A body of one movement as a body of another in the same place. Origins differ in their height above the feet.
pub(crate) fn on_its_feet(mut body: Body, from: &Profile, to: &Profile) -> Body {
    body.origin.z += from.size.feet - to.size.feet;
    body
}

pub(crate) fn bodies(profile: &Profile) -> Vec<clipmark_geometry::Aabb> {
    [false, true].map(|ducked| profile.bounds(ducked)).to_vec()
}

pub(crate) fn about(stage: &Stage) -> About {
    let (o, v) = (stage.start.origin, stage.start.velocity);
    let lift = match stage.scene.world {
        WorldSource::Shapes(_) => 0.0,
        _ => SPAWN_LIFT,
    };
    let spawn = |s: &clipmark_geometry::Spawn| [s.origin.x, s.origin.y, s.origin.z + lift, s.yaw];
    let bounds = &stage.world.bounds;
    let backends = all_backends().map(|b| (b.name().to_owned(), b.about()));
    let foreign = movers().filter(|m| m.laws == clipmark_movement::MoverLaws::Foreign);
    let foreign = foreign.map(|m| (format!("bsp+{}", m.name), m.about));
    About {
        name: stage.scene.name.clone(),
        title: stage.scene.title.clone(),
        description: stage.scene.description.clone(),
        profile: stage.scene.profile.base.clone(),
        profiles: PROFILES.iter().map(|p| p.name).collect(),
        msec: stage.scene.tick.msec(),
        start: [o.x, o.y, o.z, stage.yaw, v.x, v.y, v.z],
        spawns: stage.world.spawns.iter().map(spawn).collect(),
        contestants: stage.scene.contestants.clone(),
        known: backends.chain(foreign).collect(),
        feet: stage.profile.size.feet,
        bounds: [bounds.mins.into(), bounds.maxs.into()],
    }
}
