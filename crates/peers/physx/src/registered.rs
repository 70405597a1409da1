//! PhysX's rows of the registry of backends.

use crate::bodies::CASTS;
use crate::{PhysxBackend, Settings};
use clipmark_collision::{Capabilities, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 2] = [&PHYSX, &TUNED];

const CAPABLE: Capabilities = Capabilities {
    hulls: CASTS,
    patches: false,
    triangles: false,
};

/// `physx`
pub static PHYSX: Registration = Registration {
    name: "physx",
    about: "PhysX and its box controller as its documentation teaches",
    role: Role::Yardstick,
    capabilities: CAPABLE,
    mover: Some("physx"),
    build: |world, rules| Ok(Box::new(PhysxBackend::build(world, rules, Settings::TAUGHT)?)),
    standalone: Some(|world, rules| Ok(Box::new(PhysxBackend::build(world, rules, Settings::TAUGHT)?))),
};

/// `physx:tuned`
pub static TUNED: Registration = Registration {
    name: "physx:tuned",
    about: "PhysX and its box controller as its best user sets it up",
    role: Role::Yardstick,
    capabilities: CAPABLE,
    mover: Some("physx:tuned"),
    build: |world, rules| Ok(Box::new(PhysxBackend::build(world, rules, Settings::TUNED)?)),
    standalone: Some(|world, rules| Ok(Box::new(PhysxBackend::build(world, rules, Settings::TUNED)?))),
};
