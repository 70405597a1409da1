//! The world that a contestant is weighed with: named so that another process makes the very same.

use crate::cli::TimeArgs;
use crate::hull;
use crate::verbs::scene::read;
use anyhow::{Context, Result};
use clipmark_collision::{BuildError, CollisionBackend, TraceRules};
use clipmark_geometry::World;
use clipmark_measure::grow::town_world;
use clipmark_measure::{BackendKind, Contestant, contestants_named, shared_world};
use clipmark_movement::{Profile, profile_named};
use clipmark_scene::ProfileChoice;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A world that contestants are built from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Where {
    /// A scene or map, as these contestants share it, with another movement if one is named.
    Scene {
        file: PathBuf,
        profile: Option<String>,
        contestants: Vec<String>,
    },
    /// The arguments of `compare time`: words of the command line, and a hull.
    Given { words: Vec<String>, hull: String },
    /// A town of `brushes` brushes.
    Town {
        brushes: usize,
        seed: u64,
        profile: String,
    },
}

/// Builds a backend by rules.
pub(super) type Builder = Box<dyn Fn(&World, TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError>>;

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
            Self::Given { words, hull } => {
                let line = ["--backends", "bsp", "--hull", hull].map(String::from);
                let args = TimeArgs::from_words(&[&line, &words[..]].concat())?;
                let mut world = args.world.load()?;
                world.bodies = vec![hull::parse(hull)?.bounds()];
                Ok((world, args.world.rules_or(TraceRules::QUAKE3)))
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

    /// The builder of a contestant in it: `compare time` names backends, the others contestants.
    pub(super) fn builder(&self, who: &str) -> Result<Builder> {
        if let Self::Given { .. } = self {
            let kind = BackendKind::named(who)?;
            return Ok(Box::new(move |world, rules| kind.build(world, rules)));
        }
        let contestant: Contestant = who.parse()?;
        Ok(Box::new(move |world, rules| contestant.build(world, rules)))
    }
}
