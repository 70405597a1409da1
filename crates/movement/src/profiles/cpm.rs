//! Challenge ProMode (CPM) on Quake III's order: `docs/laws.md` sections 1, 3 and 4.
//!
//! Friction is the published CPM1's, 8; DeFRaG's CPM has 6: `Custom(base: "cpm", changes: {"friction": 6})`.
//!
//! Air control is the Promode's common formula (`stages/air_control.rs` weighs its origin), with its constant of 150. No
//! recording of this game was at hand: the profile is checked by laws alone. Quake III's step move finds the ledge of a
//! double jump, in the air up to 370 units per second of rise.

use super::quake3::QUAKE3;
use crate::profile::*;

pub(crate) const CPM: Profile = Profile {
    name: "cpm",
    accelerate: 15.0,
    air_stop_accelerate: Some(2.5),
    air_strafe_accelerate: Some(70.0),
    air_strafe_speed: Some(30.0),
    air_control: 150.0,
    friction: 8.0,
    double_jump: DoubleJump {
        speed: 100.0,
        msec: 400.0,
    },
    step_rising_speed: 370.0,
    ..QUAKE3
};
