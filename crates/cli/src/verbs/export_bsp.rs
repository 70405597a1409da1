//! `compare export-bsp`: writes a world as a Quake III map.

use crate::cli::ExportBspArgs;
use crate::output::Output;
use crate::terminal::tell;
use anyhow::{Context, Result};
use clipmark_bsp::compiled;
use clipmark_scene::load_world;
use clipmark_scene::sources::quake3_bsp;
use std::path::Path;

pub(crate) fn run(args: &ExportBspArgs) -> Result<()> {
    let out = Output::open(Some(&args.out))?;
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
