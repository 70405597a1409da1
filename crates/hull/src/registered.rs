//! The row of the registry that is this crate's.

use crate::HullBackend;
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 1] = [&HULL];

/// `hull`
pub static HULL: Registration = Registration {
    name: "hull",
    about: "a point traced through clip hulls, as in Quake, QuakeWorld and GoldSrc",
    role: Role::Main,
    capabilities: Capabilities {
        hulls: HullKinds {
            point: true,
            aabb: true,
            ..HullKinds::NONE
        },
        patches: false,
        triangles: false,
    },
    mover: None,
    build: |world, rules| Ok(Box::new(HullBackend::build(world, rules)?)),
    standalone: None,
};
