//! `compare SCENE --dry-run`: scenes read as a run reads them, and not played.

use super::scene;
use crate::terminal::{columns, say};
use anyhow::Result;
use clipmark_measure::{Setting, scene_contestants};
use clipmark_report::terminal::wrapped;
use clipmark_report::{count, plain};
use std::path::{Path, PathBuf};

pub(super) fn run(scenes: &[PathBuf]) -> Result<()> {
    for path in scenes {
        let text = checked(path).map_err(|error| named(path, error))?;
        say!("{}\n", wrapped(&text, "  ", columns()).join("\n"))?;
    }
    Ok(())
}

/// The error with the file's name, which errors of worlds and backends leave out.
fn named(path: &Path, error: anyhow::Error) -> anyhow::Error {
    let file = path.display().to_string();
    match error.chain().any(|cause| cause.to_string().contains(&file)) {
        true => error,
        false => error.context(file),
    }
}

/// The contents of a scene that can be played.
fn checked(path: &Path) -> Result<String> {
    let scene = scene::read(path)?;
    let contestants = scene_contestants(&scene)?;
    let mut setting = Setting::shared_by(&scene, &contestants)?;
    setting.set_in_motion(&scene, &contestants)?;
    for &contestant in &contestants {
        setting.enter(contestant)?;
    }
    let script = match scene.seconds() {
        Some(seconds) => format!("{} s of script", plain(seconds, 1)),
        None => "a recorded script".to_owned(),
    };
    let world = &setting.world;
    Ok(format!(
        "{}: can be played · {} solids, {} triangles · {} · {script} · {}",
        path.display(),
        count(world.brushes.len()),
        count(world.triangles.len()),
        scene.profile,
        scene.contestants.join(", ")
    ))
}
