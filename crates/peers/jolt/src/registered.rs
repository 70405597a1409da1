//! Jolt's rows of the registry of backends.

use crate::{JoltBackend, Settings};
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 3] = [&JOLT, &NATIVE, &TUNED];

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
};

/// `jolt:native`
pub static NATIVE: Registration = Registration {
    name: "jolt:native",
    about: "Jolt Physics as its documentation teaches, 1 u = 1 m",
    role: Role::Yardstick,
    capabilities: CASTS,
    mover: Some("jolt:native"),
    build: |world, rules| Ok(Box::new(JoltBackend::build(world, rules, Settings::NATIVE)?)),
};

/// `jolt:tuned`
pub static TUNED: Registration = Registration {
    name: "jolt:tuned",
    about: "Jolt Physics as its best user sets it up",
    role: Role::Yardstick,
    capabilities: CASTS,
    mover: Some("jolt:tuned"),
    build: |world, rules| Ok(Box::new(JoltBackend::build(world, rules, Settings::TUNED)?)),
};
