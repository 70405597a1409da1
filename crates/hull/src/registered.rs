//! The row of the registry that is this crate's.

use crate::{ClipRules, HullBackend};
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 2] = [&HULL, &IDEAL];

const CLIP_HULLS: Capabilities = Capabilities {
    hulls: HullKinds {
        point: true,
        aabb: true,
        ..HullKinds::NONE
    },
    patches: false,
    triangles: false,
};

/// `hull`
pub static HULL: Registration = Registration {
    name: "hull",
    about: "a point traced through clip hulls, as in Quake, QuakeWorld and GoldSrc",
    role: Role::Main,
    capabilities: CLIP_HULLS,
    mover: None,
    build: |world, rules| Ok(Box::new(HullBackend::build(world, rules)?)),
};

static IDEAL: Registration = Registration {
    name: "hull:ideal",
    about: "hull with the games' faults repaired",
    role: Role::Variant,
    capabilities: CLIP_HULLS,
    mover: None,
    build: |world, rules| Ok(Box::new(HullBackend::build_with(world, ClipRules::ideal(rules))?)),
};
