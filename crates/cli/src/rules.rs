//! Which trace rules, and on which world.

use crate::cli::WorldArgs;
use anyhow::Result;
use clap::ValueEnum;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Contents, World};
use std::path::Path;

/// Rule sets by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RulesName {
    /// Skin 1/8; a path that ends inside the skin is pulled back.
    Quake3,
    /// Skin 1/32; only a path that ends in the solid is stopped.
    Quakeworld,
    /// Quake of 1996; with backend `hull` a start in a solid is flagged and stops nothing.
    Netquake,
    /// Half-Life; with backend `hull` a stopped sweep ends where its fraction says.
    Goldsrc,
    /// The published Quake III BSP tutorial to the letter, errors included (`bsp` only).
    Tutorial,
}

impl WorldArgs {
    /// The world, without its patches if so asked.
    pub(crate) fn load(&self) -> Result<World> {
        let world = clipmark_scene::load_world(&self.world, Path::new("."))?;
        Ok(if self.no_patches {
            world.without_patches()
        } else {
            world
        })
    }

    /// The rules asked for, else those given, with the skin asked for.
    pub(crate) fn rules_or(&self, default: TraceRules) -> TraceRules {
        let rules = self.named_rules_or(default);
        self.skin.map_or(rules, |skin| rules.with_skin(skin))
    }

    /// The rules of that name, else those given.
    pub(crate) fn named_rules_or(&self, default: TraceRules) -> TraceRules {
        match self.rules {
            None => default,
            Some(RulesName::Quake3) => TraceRules::QUAKE3,
            Some(RulesName::Quakeworld) => TraceRules::QUAKEWORLD,
            Some(RulesName::Netquake) => TraceRules::NETQUAKE,
            Some(RulesName::Goldsrc) => TraceRules::GOLDSRC,
            Some(RulesName::Tutorial) => TraceRules::TUTORIAL,
        }
    }

    /// The contents to collide with.
    pub(crate) fn contents(&self) -> Contents {
        self.mask
            .map_or(Contents::PLAYER_MASK, Contents::from_bits_retain)
    }
}
