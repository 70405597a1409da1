//! avian 0.7 as an outside program: its casts answer sweeps, its move-and-slide plays commands, and `compare judge-answers` and
//! `judge-states` judge both. `docs/libraries.md` has the settings and what was found.

pub mod casts;
pub mod solids;
pub mod walker;
