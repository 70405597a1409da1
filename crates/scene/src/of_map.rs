//! A scene for a map without one: its spawns, its game's movement, and a minute of running about.

use crate::load::load_map;
use crate::{Disk, Files, Problem, Scene, SceneError};
use clipmark_geometry::World;
use std::path::Path;

/// Ten seconds of running, turning, hopping and strafing, six times.
const MINUTE: &str = "[Repeat(times: 6, steps: [
    Hold(keys: [Forward], seconds: 2.5),
    Hold(keys: [Forward], seconds: 1.5, turn: 60),
    Hop(keys: [Forward], seconds: 2),
    Strafe(seconds: 2, hop: true),
    Hold(keys: [Forward, Right], seconds: 1.5, turn: -40),
    Wait(0.5),
])]";
/// Height of GoldSrc's standing player, by which a map of its own hulls is known, in units.
const GOLDSRC_HEIGHT: f32 = 72.0;

impl Scene {
    /// A scene on a map for our backends: a minute, shared out among its spawns. The profile is its game's: QuakeWorld's for
    /// Quake's clip hulls or a `.map`, GoldSrc's for Half-Life's, else Quake III's.
    ///
    /// # Errors
    /// A map that is missing or damaged, or has no place where a player starts.
    pub fn of_map(spec: &str) -> Result<Self, SceneError> {
        Self::of_map_from(spec, &Disk)
    }

    /// The same with the map read from anywhere.
    ///
    /// # Errors
    /// A map that is missing or damaged, or has no place where a player starts.
    pub fn of_map_from(spec: &str, files: &dyn Files) -> Result<Self, SceneError> {
        let world = load_map(spec, Path::new(""), files)?;
        if world.spawns.is_empty() {
            let hint = "put an info_player_start into it (in glTF a node named `spawn`), or write a scene \
                        with `player: (start: At(x, y, z))`";
            return Err(Problem::new("it has no player start", hint).in_file(Path::new(spec)));
        }
        let source = match Path::new(spec).extension().map(|e| e.to_ascii_lowercase()) {
            Some(e) if e == "map" => "QuakeMap",
            Some(e) if e == "glb" || e == "gltf" => "Gltf",
            _ => "QuakeBsp",
        };
        let text = format!(
            "(version: 1, name: {:?}, title: {:?}, world: {source}({spec:?}), player: (start: Spawn(0)), \
             profile: {:?}, input: {MINUTE}, contestants: {:?})",
            name(&world.name),
            world.name,
            profile(&world, source),
            contestants(&world),
        );
        let mut scene = Self::parse(&text, "")?;
        // Nobody has seen this text, so that no message names its lines.
        scene.text.clear();
        scene.visits_spawns = true;
        Ok(scene)
    }
}

/// Who plays: all, or in a world of triangles alone those who collide with triangles.
fn contestants(world: &World) -> &'static [&'static str] {
    let solids = !world.brushes.is_empty() || !world.patches.is_empty() || world.clip_hulls.is_some();
    match solids || world.triangles.is_empty() {
        true => &["bsp", "bvh", "cylinder", "hull"],
        false => &["bvh", "cylinder"],
    }
}

fn profile(world: &World, source: &str) -> &'static str {
    let player = world
        .clip_hulls
        .as_ref()
        .and_then(|c| c.hulls.get(1))
        .map(|h| h.bounds);
    match player {
        Some(b) if b.maxs.z - b.mins.z == GOLDSRC_HEIGHT => "goldsrc",
        Some(_) => "quakeworld",
        None if source == "QuakeMap" => "quakeworld",
        None => "quake3",
    }
}

/// The map's name as a scene may be called.
fn name(map: &str) -> String {
    const LONGEST: usize = 64;
    let kept = |c: char| {
        if c.is_ascii_alphanumeric() || "-_".contains(c) {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = map.chars().take(LONGEST).map(kept).collect();
    if name.is_empty() { "map".into() } else { name }
}
