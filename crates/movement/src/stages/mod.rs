//! The stages of a tick, one file each, named by their effect. Each reads and writes the shared
//! [`Tick`](crate::context::Tick); where profiles differ, the stage reads the profile.

pub(crate) mod accelerate;
pub(crate) mod air_control;
pub(crate) mod drag;
pub(crate) mod duck;
pub(crate) mod friction;
pub(crate) mod gravity;
pub(crate) mod ground;
pub(crate) mod jump;
pub(crate) mod lean;
pub(crate) mod limit;
pub(crate) mod nudge;
pub(crate) mod snap;
pub(crate) mod source;
pub(crate) mod timers;
pub(crate) mod view;
pub(crate) mod water_jump;
pub(crate) mod water_level;
pub(crate) mod water_move;
pub(crate) mod wish;
