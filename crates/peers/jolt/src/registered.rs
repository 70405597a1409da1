//! Jolt's rows of the registry of backends.

use crate::{JoltBackend, Settings};
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 2] = [&JOLT, &TUNED];

const CASTS: Capabilities = Capabilities {
    hulls: HullKinds::ALL,
    patches: false,
    triangles: false,
};

/// `jolt`
pub static JOLT: Registration = Registration {
    name: "jolt",
    about: "Jolt Physics as its documentation teaches",
    role: Role::Yardstick,
    capabilities: CASTS,
    mover: Some("jolt"),
    build: |world, rules| Ok(Box::new(JoltBackend::build(world, rules, Settings::TAUGHT)?)),
    standalone: Some(|world, rules| Ok(Box::new(JoltBackend::build(world, rules, Settings::TAUGHT)?))),
};

/// `jolt:tuned`
pub static TUNED: Registration = Registration {
    name: "jolt:tuned",
    about: "Jolt Physics as its best user sets it up",
    role: Role::Yardstick,
    capabilities: CASTS,
    mover: Some("jolt:tuned"),
    build: |world, rules| Ok(Box::new(JoltBackend::build(world, rules, Settings::TUNED)?)),
    standalone: Some(|world, rules| Ok(Box::new(JoltBackend::build(world, rules, Settings::TUNED)?))),
};
