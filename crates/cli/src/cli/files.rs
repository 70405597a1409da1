//! Verbs that print or write what the program knows: constants, maps, commands, manuals.

use super::values::profile;
use clap::{Args, ValueEnum};
use clipmark_movement::Profile;
use std::path::PathBuf;

/// Values of all profiles side by side, or all that is known of one.
#[derive(Args, Debug)]
pub(crate) struct ProfilesArgs {
    /// One profile with unit, origin and effect of every constant [default: all, side by side]
    #[arg(value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
}

/// One kind of things, or all.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// What to name [default: all]
    #[arg(value_enum, value_name = "WHAT")]
    pub(crate) what: Option<Listed>,
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
    /// Movement profiles
    Profiles,
}

/// The scene is a floor with a step and a run over it, and says in comments what else may stand there.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// File to write; one that is there stays
    #[arg(value_name = "SCENE.ron")]
    pub(crate) scene: PathBuf,
}

/// Everything is read and checked that a run would: the file, its map, contestants, profile, and where the player starts.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Scene files, or maps
    #[arg(value_name = "SCENE.ron", required = true)]
    pub(crate) scenes: Vec<PathBuf>,
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
    /// Refused: somebody who forgot `--out` is told of it
    #[arg(value_name = "WORD", hide = true)]
    pub(crate) word: Option<String>,
}

/// The map (IBSP 46) holds brushes with bevels, a compiled tree, curved patches and player spawns: all that is
/// collided with, and no faces, light or visibility.
#[derive(Args, Debug)]
pub(crate) struct ExportBspArgs {
    /// A scene .ron, a Quake III .bsp, or package.pk3:maps/name.bsp
    #[arg(value_name = "SCENE")]
    pub(crate) world: String,
    /// File for the map (`-` for standard output)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// The text holds brushes with a texture for what fills them, curved patches and player starts. Bevels are left out:
/// compilers make their own.
#[derive(Args, Debug)]
pub(crate) struct ExportMapArgs {
    /// A scene .ron, a map, or package.pk3:maps/name.bsp
    #[arg(value_name = "SCENE")]
    pub(crate) world: String,
    /// File for the map (`-` for standard output)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// A script may look at the player (strafe jumping does), so the commands are those of one contestant's run.
#[derive(Args, Debug)]
pub(crate) struct ExportCommandsArgs {
    /// Scene file
    #[arg(value_name = "SCENE.ron")]
    pub(crate) scene: PathBuf,
    /// BACKEND or BACKEND+MOVER that plays it
    #[arg(long, value_name = "C", default_value = "bsp")]
    pub(crate) contestant: String,
    /// File for the commands [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
