//! `compare export-map`: writes a world as `.map` text.

use crate::cli::ExportMapArgs;
use crate::output::Output;
use crate::terminal::tell;
use anyhow::Result;
use clipmark_scene::load_world;
use clipmark_scene::sources::quake_map;
use std::path::Path;

pub(crate) fn run(args: &ExportMapArgs) -> Result<()> {
    let out = Output::open(Some(&args.out))?;
    let world = load_world(&args.world, Path::new("."))?;
    let map = quake_map::write(&world);
    for omission in &map.omissions {
        tell!("{}: {omission}", args.world);
    }
    out.export(map.text.as_bytes())
}
