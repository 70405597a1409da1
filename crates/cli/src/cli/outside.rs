//! The answers and runs of other programs, in files.

use super::worlds::WorldArgs;
use clap::{Args, ValueEnum};
use clipmark_collision::{
    Declaration, Follows, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid, TraceRules,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Options of a program that runs, which change nothing of files.
const OF_PROGRAMS: [&str; 8] = [
    "program",
    "ProgramArgs",
    "RatesArgs",
    "VerdictArgs",
    "out",
    "resume",
    "shard",
    "results",
];

/// What another program wrote: answers to sweeps, or where its player was.
#[derive(Args, Debug)]
#[group(args = ["answers", "states", "hull", "files"])]
pub(crate) struct FilesArgs {
    /// Judge answers in files, `--answers SWEEPS ANSWERS`: `sx sy sz ex ey ez` a line, and for each `fraction endx endy endz nx
    /// ny nz planedist startsolid allsolid contents`, by the rules that the program declares: --skin, --rules and the options
    /// below (contrib/outside has programs in C and Python to begin with)
    #[arg(long, requires = "files", conflicts_with = "states", conflicts_with_all = OF_PROGRAMS)]
    pub(crate) answers: bool,
    /// Judge a run in a file, `--states STATES`, `x y z` a line, one for each tick: did the player move, and was it ever in a
    /// solid, through one, or out of the world?
    #[arg(long, requires = "files", conflicts_with_all = ["ExportArgs", "DeclaredArgs"], conflicts_with_all = OF_PROGRAMS)]
    pub(crate) states: bool,
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// point, player, crouch, capsule, cylinder, sphere:RADIUS, or "x0 y0 z0 x1 y1 z1" for a box
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: String,
    #[command(flatten)]
    pub(crate) declared: DeclaredArgs,
    /// Files of --answers or --states, plain or gzip'd (`-` for standard input)
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
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
