//! Verbs that judge the answers and runs of other programs.

use super::ExportArgs;
use super::worlds::WorldArgs;
use clap::{Args, ValueEnum};
use clipmark_collision::{
    Declaration, Follows, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid, TraceRules,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Judge the answers of any other program by the exact referee.
///
/// SWEEPS has `sx sy sz ex ey ez` a line, ANSWERS `fraction endx endy endz nx ny nz planedist startsolid allsolid contents` for
/// each. An answer is judged by the rules that the program declares: --skin, --rules and the options below.
/// contrib/outside has programs in C and Python to begin with.
#[derive(Args, Debug)]
pub(crate) struct JudgeAnswersArgs {
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// point, player, crouch, capsule, cylinder, sphere:RADIUS, or "x0 y0 z0 x1 y1 z1" for a box
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: String,
    #[command(flatten)]
    pub(crate) declared: DeclaredArgs,
    /// The sweeps, plain or gzip'd (`-` for standard input)
    #[arg(value_name = "SWEEPS")]
    pub(crate) sweeps: PathBuf,
    /// The answers, in the same order
    #[arg(value_name = "ANSWERS")]
    pub(crate) answers: PathBuf,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}

/// Judge the run of any other program: did the player move, and was it ever in a solid, through one, or out of the world?
///
/// STATES has `x y z` a line, one for each tick; what follows on a line is not read.
#[derive(Args, Debug)]
pub(crate) struct JudgeStatesArgs {
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// As for `judge-answers`
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: String,
    /// Where the player was, plain or gzip'd (`-` for standard input)
    #[arg(value_name = "STATES")]
    pub(crate) states: PathBuf,
}

/// What a program says of its own answers.
#[derive(Args, Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DeclaredArgs {
    /// What a start in a solid means
    #[arg(long, value_enum, default_value = "blocks", value_name = "RULE")]
    start_solid: StartSolidName,
    /// The skin is measured along the path, not along the surface's normal
    #[arg(long)]
    skin_along_path: bool,
    /// What stops a sweep
    #[arg(long, value_enum, default_value = "solids", value_name = "WHAT")]
    surfaces: SurfacesName,
    /// Answers are an engine's: where that engine gives the same, what geometry calls wrong is counted as its rule
    #[arg(long, value_enum, value_name = "ENGINE")]
    follows: Option<FollowsName>,
    /// Spheres and capsules are planes moved out by the radius
    #[arg(long)]
    mitred: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum StartSolidName {
    /// It stops the sweep at once
    #[default]
    Blocks,
    /// The solid is ignored unless the sweep also ends in it (Quake III)
    Ignored,
    /// It is flagged and stops nothing
    Flagged,
    /// It is not noticed
    Unnoticed,
}

#[derive(Clone, Copy, Debug, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum FollowsName {
    /// Quake III: planes that a map gives, corners cut by less than the skin, facets of patches, touching is inside
    Quake3,
    /// Quake's clip hulls: solids that overlap are one
    ClipHulls,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SurfacesName {
    /// Solids: inside is inside
    #[default]
    Solids,
    /// Surfaces, from their front
    FrontOnly,
    /// Surfaces, from both sides
    BothSides,
}

impl DeclaredArgs {
    /// As a declaration, with these trace rules.
    pub(crate) fn declaration(&self, rules: TraceRules, patches: bool) -> Declaration {
        Declaration {
            hulls: HullKinds::ALL,
            rules,
            skin_direction: if self.skin_along_path {
                SkinDirection::Path
            } else {
                SkinDirection::Normal
            },
            round_hulls: if self.mitred {
                RoundHulls::Mitred
            } else {
                RoundHulls::Round
            },
            sidedness: match self.surfaces {
                SurfacesName::Solids => Sidedness::Solid,
                SurfacesName::FrontOnly => Sidedness::FrontOnly,
                SurfacesName::BothSides => Sidedness::BothSides,
            },
            start_solid: match self.start_solid {
                StartSolidName::Blocks => StartSolid::Blocks,
                StartSolidName::Ignored => StartSolid::IgnoredUnlessAllSolid,
                StartSolidName::Flagged => StartSolid::Flagged,
                StartSolidName::Unnoticed => StartSolid::Unnoticed,
            },
            follows: self.follows.map(|engine| match engine {
                FollowsName::Quake3 => Follows::Quake3,
                FollowsName::ClipHulls => Follows::QuakeClipHulls,
            }),
            // A program that writes answers to sweeps is not asked about overlap.
            touching_overlaps: false,
            patches,
            triangles: true,
        }
    }
}
