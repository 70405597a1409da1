//! From a path to a checked scene, and from a scene or a map to a world.

use crate::file::{Extensions, located};
use crate::files::{MAX_MAP_BYTES, split};
use crate::model::{Scene, Start, StartState, WorldSource, point};
use crate::sources::{self, shapes};
use crate::{Disk, Files, Place, Problem, SceneError, check};
use clipmark_geometry::{Model, Spawn, Vec3, World};
use serde::Deserialize;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Largest scene file read, in bytes: far above any written by hand, low enough to parse in a second.
const MAX_SCENE_BYTES: u64 = 16 << 20;

impl Scene {
    /// Reads and checks a scene file.
    ///
    /// # Errors
    /// A file that cannot be read, is no RON, or describes an impossible scene.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let text = crate::file::read(path, MAX_SCENE_BYTES)?;
        Self::of_text(&text, path)
    }

    /// Reads and checks the text of a scene file. Nothing but the path of the file is taken from `file`. Its folder is where
    /// relative paths start, its stem the scene's default name.
    ///
    /// # Errors
    /// Text that is no RON, or describes an impossible scene.
    pub fn parse(text: &str, file: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::of_text(text, file.as_ref())
    }

    // This function is not generic: else every crate that reads a scene would compile the reader again.
    fn of_text(text: &str, file: &Path) -> Result<Self, SceneError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        // The version comes first: another version's fields are not this one's misspelt ones.
        if let Ok(Versioned { version }) = crate::locate::options().from_str(text) {
            check::version(version).map_err(|problem| located(problem, file, text))?;
        }
        let mut scene: Self = crate::file::parse(text, file, Extensions::empty())?;
        scene.file = file.into();
        scene.text = text.into();
        if scene.name.is_empty() {
            scene.name = stem(file);
        }
        scene.check()?;
        Ok(scene)
    }

    /// A path of the scene file that can be opened: relative paths start at the scene's folder.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.file.parent().unwrap_or(Path::new("")).join(path)
    }

    /// What [`load_world`] opens to have this scene's world, and what messages name: its file or, for the scene of a map
    /// without one, the map.
    pub fn named_world(&self) -> String {
        match &self.world {
            WorldSource::QuakeBsp(map) | WorldSource::QuakeMap(map) | WorldSource::Gltf(map)
                if self.file.as_os_str().is_empty() =>
            {
                map.clone()
            }
            _ => self.file.display().to_string(),
        }
    }

    /// Where in the file a value such as `profile.Custom.changes.\"gravity\"` is.
    pub fn place(&self, path: String) -> Place {
        crate::file::place(&self.text, path)
    }

    pub(crate) fn error(&self, problem: Problem) -> SceneError {
        located(problem, Path::new(&self.named_world()), &self.text)
    }

    /// Builds the world, reading the map if there is one. In a world of shapes the player's start is spawn 0.
    ///
    /// # Errors
    /// Shapes that are no solids, a mesh or a map that is missing or damaged.
    pub fn world(&self) -> Result<World, SceneError> {
        self.world_from(&Disk)
    }

    /// The same with maps and meshes read from anywhere.
    ///
    /// # Errors
    /// Shapes that are no solids, a mesh or a map that is missing or damaged.
    pub fn world_from(&self, files: &dyn Files) -> Result<World, SceneError> {
        let list = match &self.world {
            WorldSource::Shapes(list) => list,
            WorldSource::QuakeBsp(spec) | WorldSource::QuakeMap(spec) | WorldSource::Gltf(spec) => {
                return load_map(spec, &self.resolve(""), files);
            }
        };
        let folder = self.resolve("");
        let at = check::At::Root("world.Shapes");
        let built = shapes::build(&at, list, &self.frame, Some((&folder, files)));
        let built = built.map_err(|problem| self.error(problem))?;
        let mut world = World::of_brushes(&self.name, built.brushes).with_triangles(built.triangles);
        for i in 0..self.movers.len() {
            let solids = self.mover_solids(i).map_err(|problem| self.error(problem))?;
            let name = format!("*{}", i + 1);
            world.models.push(Model::of_brushes(name, solids.brushes));
        }
        if let Start::At(x, y, z) = self.player.start {
            world.spawns.push(Spawn {
                origin: point(self.frame.placed([x, y, z])),
                yaw: (self.player.yaw.unwrap_or(0.0) + self.frame.yaw) as f32,
            });
        }
        Ok(world)
    }

    /// Where and how the player enters this world.
    ///
    /// # Errors
    /// A spawn that the world does not have.
    pub fn start(&self, world: &World) -> Result<StartState, SceneError> {
        let spawn = match self.player.start {
            Start::At(x, y, z) => Spawn {
                origin: point(self.frame.placed([x, y, z])),
                yaw: self.frame.yaw as f32,
            },
            Start::Spawn(wanted) => *world.spawns.get(wanted).ok_or_else(|| {
                let count = world.spawns.len();
                let message =
                    format_args!("there is no spawn {wanted}: the world has {count}, counted from 0");
                let hint = "name one of them, or start with `At(x, y, z)`";
                self.error(Problem::new(message, hint).at("player.start"))
            })?,
        };
        Ok(StartState {
            origin: spawn.origin,
            yaw: self.player.yaw.map_or(spawn.yaw, |y| (y + self.frame.yaw) as f32),
            velocity: Vec3::from(self.frame.turned(self.player.velocity).map(|v| v as f32)),
        })
    }
}

/// The world that a command line names: a scene `.ron`, or a map (`.bsp`, `.map`, `.glb`, `.gltf`). A map may lie in an
/// archive, as `a.pk3:maps/b.bsp` or `a.pak:maps/b.bsp`. Relative paths start at `base`.
///
/// # Errors
/// A file that is missing, damaged, or of no known kind.
pub fn load_world(spec: &str, base: &Path) -> Result<World, SceneError> {
    let path = base.join(spec);
    if has_extension(&path, "ron") {
        Scene::load(&path)?.world()
    } else {
        load_map(spec, base, &Disk)
    }
}

/// Whether a command line names a map, rather than a scene, by its ending.
pub fn is_map(spec: &str) -> bool {
    let path = Path::new(spec);
    split(spec).is_some() || MAPS.iter().any(|e| has_extension(path, e))
}

/// Endings of maps that are files of their own, and of archives of maps.
const MAPS: [&str; 6] = ["bsp", "map", "glb", "gltf", "pk3", "pak"];

pub(crate) fn load_map(spec: &str, base: &Path, files: &dyn Files) -> Result<World, SceneError> {
    let (file, member) = match split(spec) {
        Some((archive, member)) => (base.join(archive), Some(member)),
        None => (base.join(spec), None),
    };
    map_of(&file, member, spec, files).map_err(|problem| problem.in_file(&file))
}

fn map_of(file: &Path, member: Option<&str>, spec: &str, files: &dyn Files) -> Result<World, Problem> {
    if member.is_none() && !MAPS.iter().any(|e| has_extension(file, e)) {
        let hint = "give a scene `.ron`, a map `.bsp`, `.map`, `.glb` or `.gltf`, or one in an archive \
                    as `x.pk3:maps/y.bsp`";
        return Err(Problem::new("unknown kind of file", hint));
    }
    let bytes = files.read(file, member, MAX_MAP_BYTES);
    let bytes = bytes.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_map(file),
        _ => error.into(),
    })?;
    let inner = Path::new(member.unwrap_or(spec));
    let name = stem(inner);
    let world = if has_extension(inner, "map") {
        sources::quake_map::read(&name, &bytes)
    } else if has_extension(inner, "glb") || has_extension(inner, "gltf") {
        sources::glb::read(&name, &bytes, &mut |uri| match member {
            Some(_) => Err("files beside it are not read from an archive; use a .glb".into()),
            None => beside(file, uri, files),
        })
    } else {
        sources::read_map(&name, &bytes)
    };
    world.map_err(|mut problem| {
        // A line is one of the member, which is no text that could be shown.
        if let Some(member) = member {
            problem.at = Place {
                position: None,
                path: format!("{member}{}", problem.at),
            };
        }
        problem
    })
}

fn no_map(file: &Path) -> Problem {
    let folder = file.parent().and_then(Path::file_name);
    // Only this repository's own folder of maps is fetched.
    let fetched = folder.is_some_and(|name| name == "maps") && has_extension(file, "bsp");
    let hint = match fetched {
        true => "run scenes/fetch-maps.sh if it is one of the OpenArena maps, else check the path",
        false => "check its path, which in a scene is relative to the scene's folder",
    };
    Problem::new("there is no such map", hint)
}

/// A file that a map names beside itself: only plain names below its own folder.
fn beside(file: &Path, name: &str, files: &dyn Files) -> Result<Vec<u8>, String> {
    let path = Path::new(name);
    if !path.components().all(|c| matches!(c, Component::Normal(_))) {
        return Err("its path leads out of the map's folder".into());
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let read = files.read(&folder.join(path), None, MAX_MAP_BYTES);
    read.map_err(|error| Problem::from(error).to_string())
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(wanted))
}

/// The name of a file without its ending.
fn stem(path: &Path) -> String {
    path.file_stem()
        .map_or(String::new(), |s| s.to_string_lossy().into_owned())
}
