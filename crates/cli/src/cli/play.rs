//! The verb that writes pages to walk in.

use clap::Args;
use std::path::PathBuf;

/// One file that works from disk and asks the network for nothing. In it every contestant runs live on the same commands.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Scene file, or a map: .map, .bsp, .glb, .gltf, or package.pk3:maps/name.bsp
    #[arg(
        value_name = "SCENE",
        required_unless_present = "gallery",
        conflicts_with = "gallery"
    )]
    pub(crate) scene: Option<PathBuf>,
    /// The page [default: reports/play/SCENE.html]
    #[arg(long, value_name = "FILE", conflicts_with = "gallery")]
    pub(crate) out: Option<PathBuf>,
    /// Walk by another module than the committed one: crates/play/build.sh --out FILE builds it
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "gallery")]
    pub(crate) module: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Write pages of chosen scenes and an index into this folder, for any static web host
    #[arg(long, value_name = "DIR")]
    pub(crate) gallery: Option<PathBuf>,
}
