//! avian 0.7 as an outside program: its casts answer sweeps, its move-and-slide plays commands, and `compare judge --answers`
//! and `--states` judge both. In `compare-avian` it is a contestant, and bevy_ahoy 0.2 beside it. `docs/libraries.md` has the
//! settings and what was found.

pub mod ahoy;
pub mod casts;
pub mod frame;
mod moving;
mod seam;
mod settings;
pub mod solids;
pub mod walker;
