//! `compare export`: writes a world as a Quake III map or as `.map` text, or a scene's run as a command file.

use crate::cli::ExportFileArgs;
use crate::output::Output;
use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use clipmark_bsp::compiled;
use clipmark_measure::Setting;
use clipmark_movement::recording::{Commands, write_commands};
use clipmark_scene::sources::{quake_map, quake3_bsp};
use clipmark_scene::{Scene, load_world};
use std::path::Path;

pub(crate) fn run(args: &ExportFileArgs) -> Result<()> {
    let ending = args.out.extension().and_then(|ending| ending.to_str());
    let write: fn(&ExportFileArgs, Output) -> Result<()> = match ending {
        Some("bsp") => write_bsp,
        Some("map") => write_map,
        Some("txt") => write_run,
        _ => bail!(
            "{}: give a file that ends in .bsp (a Quake III map), .map (its text) or .txt (the commands of a scene's run)",
            args.out.display()
        ),
    };
    write(args, Output::open(Some(&args.out))?)
}

fn write_bsp(args: &ExportFileArgs, out: Output) -> Result<()> {
    let world = load_world(&args.world, Path::new("."))?;
    let map = quake3_bsp::write(&compiled(&world)).with_context(|| args.world.clone())?;
    if world.submodels > 0 {
        tell!(
            "{}: doors and the like, {} of them, are no part of its world and are left out",
            args.world,
            world.submodels
        );
    }
    if !world.triangles.is_empty() {
        tell!(
            "{}: a map holds no bare triangles, and its {} are left out",
            args.world,
            world.triangles.len()
        );
    }
    out.export(&map)
}

fn write_map(args: &ExportFileArgs, out: Output) -> Result<()> {
    let world = load_world(&args.world, Path::new("."))?;
    let map = quake_map::write(&world);
    for omission in &map.omissions {
        tell!("{}: {omission}", args.world);
    }
    out.export(map.text.as_bytes())
}

fn write_run(args: &ExportFileArgs, out: Output) -> Result<()> {
    let contestant = args.contestant.parse()?;
    let setting = Setting::new(&Scene::load(Path::new(&args.world))?)?;
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
