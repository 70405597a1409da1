//! Verbs that print or write what the program knows: constants, maps, commands, manuals.

use super::values::profile;
use clap::Args;
use clipmark_movement::Profile;
use std::path::PathBuf;

/// Values of all profiles side by side, or all that is known of one.
#[derive(Args, Debug)]
pub(crate) struct ProfilesArgs {
    /// One profile with unit, origin and effect of every constant [default: all, side by side]
    #[arg(value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Folder for compare.1 and one page for each verb
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
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
