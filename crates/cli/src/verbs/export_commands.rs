//! `compare export-commands`: a scene's run as a command file.

use crate::cli::ExportCommandsArgs;
use crate::output::Output;
use anyhow::Result;
use clipmark_measure::Setting;
use clipmark_movement::recording::{Commands, write_commands};
use clipmark_scene::Scene;

pub(crate) fn run(args: &ExportCommandsArgs) -> Result<()> {
    let contestant = args.contestant.parse()?;
    let out = Output::open(args.out.as_deref())?;
    let setting = Setting::of(&Scene::load(&args.scene)?)?;
    let played = setting.enter(contestant)?.play(&setting)?;
    let start = setting.start;
    let commands = Commands {
        origin: start.origin,
        yaw: played.commands.first().map_or(0.0, |c| c.yaw),
        velocity: start.velocity,
        ticks: played.commands,
    };
    let mut text = Vec::new();
    write_commands(&mut text, &commands)?;
    out.write(&text)
}
