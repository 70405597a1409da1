//! Quake as released in 1996, before QuakeWorld: `laws.md` sections 1, 5, 6 and 10; Mattias, *Quakeworld Air
//! Physics*, on why its order of jump and friction matters.
//!
//! Departures, all where those texts are silent: water, the water jump and the unsticking of bodies in solids are
//! QuakeWorld's; speed below 1 becomes zero as there; the step is tried wherever a surface too steep to stand on was
//! met from the ground, and kept if it ends on walkable ground. Its slide and step move
//! was filled in from general knowledge of the engine, not from a cited text. No recording of it was at hand: the profile is
//! checked by laws alone. Ground is what a move touches, so a body that gravity cannot carry through the skin in one tick
//! (g T^2 < 1/32 u, that is beyond 160 Hz) counts as airborne every other tick or more.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;

pub(crate) const NETQUAKE: Profile = Profile {
    name: "netquake",
    order: Order::NetQuake,
    friction_speed: FrictionSpeed::HorizontalOnGround,
    edge_friction: EdgeFriction::of(EdgeProbe::Point, 2.0),
    leaves_ground: LeavesGround {
        rule: LeaveRule::NoContact,
        speed: 0.0,
    },
    ground_probe: GroundProbe {
        depth: 0.0,
        snaps: false,
        follow: 0.0,
    },
    ..QUAKEWORLD
};
