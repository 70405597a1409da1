//! `compare check`: scenes read as a run reads them, and not played.

use super::scene;
use crate::cli::CheckArgs;
use crate::terminal::{say, view};
use anyhow::Result;
use clipmark_measure::{Setting, scene_contestants};
use clipmark_report::{count, plain};

pub(crate) fn run(args: &CheckArgs) -> Result<()> {
    for path in &args.scenes {
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
        let text = format!(
            "{}: can be played · {} solids, {} triangles · {} · {script} · {}",
            path.display(),
            count(world.brushes.len()),
            count(world.triangles.len()),
            scene.profile,
            scene.contestants.join(", ")
        );
        say!("{}\n", view().wrapped(&text, "  ").join("\n"))?;
    }
    Ok(())
}
