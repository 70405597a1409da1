//! avian 0.7 as an outside program: its casts answer sweeps, its move-and-slide plays commands, and `compare judge-answers` and
//! `judge-states` judge both. In `compare-avian` it is a contestant. `docs/libraries.md` has the settings and what was found.

mod alone;
pub mod casts;
mod moving;
mod settings;
pub mod solids;
pub mod walker;
