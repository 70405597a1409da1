//! What every law uses.

pub(crate) use crate::bench::{Bench, hold, hold_at, last, speed, speeds, strafe, strafe_and_hop};
pub(crate) use crate::check::{ANGLE_STEP, Grain, Run, Within, bisect};
pub(crate) use crate::forms::{Air, Flight, Ground};
pub(crate) use crate::moves::{ENGINES, HZ_72, Moves, SCREENS, moves, tick_name, ticks};
pub(crate) use crate::worlds::{
    self, PLANES_ARE_F32, block, edge, flat, free_fall, groove, on_slope, slope, water,
};
pub(crate) use clipmark_measure::Played;
pub(crate) use clipmark_movement::{Body, Profile};
pub(crate) use clipmark_scene::Key::{self, Back, Crouch, Forward, Jump, Left, Right};
pub(crate) use clipmark_scene::{Shape, Step};

pub(crate) type Result<T> = std::result::Result<T, crate::LawError>;
