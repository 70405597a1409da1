//! The world that a contestant is weighed with: named so that another process makes the very same.

use crate::verbs::scene::read;
use anyhow::{Context, Result};
use clipmark_collision::TraceRules;
use clipmark_geometry::World;
use clipmark_measure::bench::town_world;
use clipmark_measure::{contestants_named, shared_world};
use clipmark_movement::{Profile, profile_named};
use clipmark_scene::ProfileChoice;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A world that contestants are built from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Where {
    /// A scene or map, as these contestants share it, with another movement if one is named.
    Scene {
        /// Its file.
        file: PathBuf,
        /// Another movement.
        profile: Option<String>,
        /// Who shares it.
        contestants: Vec<String>,
    },
    /// A town of `brushes` brushes.
    Town {
        /// How many.
        brushes: usize,
        /// Of the town.
        seed: u64,
        /// The movement.
        profile: String,
    },
}

impl Where {
    /// The world, and the rules of its sweeps.
    pub(super) fn world(&self) -> Result<(World, TraceRules)> {
        let ruled = |(world, profile): (World, Profile)| (world, profile.trace_rules);
        match self {
            Self::Scene {
                file,
                profile,
                contestants,
            } => {
                let mut scene = read(file)?;
                if let Some(name) = profile {
                    let profile = profile_named(name).context("no such movement profile")?;
                    scene.profile = ProfileChoice::named(profile.name);
                }
                Ok(ruled(shared_world(&scene, &contestants_named(contestants)?)?))
            }
            Self::Town {
                brushes,
                seed,
                profile,
            } => {
                let profile = profile_named(profile).context("no such movement profile")?;
                let world = town_world(*brushes, profile, *seed)?;
                Ok((world, profile.trace_rules))
            }
        }
    }
}
