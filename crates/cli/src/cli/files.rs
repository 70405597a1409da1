//! Verbs that print or write what the program knows: constants, maps, commands, manuals.

use super::values::profile;
use clap::{Args, ValueEnum};
use clipmark_movement::Profile;
use std::path::PathBuf;

/// One kind of things, or all.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// What to name [default: all]
    #[arg(value_enum, value_name = "WHAT")]
    pub(crate) what: Option<Listed>,
    /// After `profiles`: the one to show, with unit, origin and effect of every constant
    #[arg(value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
    /// Folder of the scenes
    #[arg(long, value_name = "DIR", default_value = "scenes")]
    pub(crate) scenes: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Backends, variants and movers
    Contestants,
    /// Scene files of a folder
    Scenes,
    /// Courses of controllers
    Courses,
    /// Constants of the movement profiles, side by side or of one in full
    Profiles,
}

/// The scene is a floor with a step and a run over it, and says in comments what else may stand there.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// File to write; one that is there stays
    #[arg(value_name = "SCENE.ron")]
    pub(crate) scene: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Folder for a page of the program and one of each verb [default: the program's page, on standard output]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// A .bsp (IBSP 46) holds brushes with bevels, a compiled tree, curved patches and player spawns: all that is collided with, and
/// no faces, light or visibility. A .map holds brushes with a texture for what fills them, curved patches and player starts, for
/// TrenchBroom and map compilers. A .txt holds the commands of one contestant's run, since a script may look at the player.
#[derive(Args, Debug)]
pub(crate) struct ExportFileArgs {
    /// A scene .ron, a map, or package.pk3:maps/name.bsp; for a .txt a scene
    #[arg(value_name = "SCENE")]
    pub(crate) world: String,
    /// File that ends in .bsp, .map or .txt
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// BACKEND or BACKEND+MOVER that plays the scene for a .txt
    #[arg(long, value_name = "C", default_value = "bsp")]
    pub(crate) contestant: String,
}
