//! The rows of the registry that are tracers of brushes through a tree.

use clipmark_collision::{Capabilities, HullKinds, Registration, Role, TraceRules};

/// All of them.
pub static REGISTERED: [&Registration; 2] = [&BSP, &TUTORIAL];

const TREE: Capabilities = Capabilities {
    hulls: HullKinds {
        cylinder: false,
        ..HullKinds::ALL
    },
    patches: true,
    triangles: false,
};

/// `bsp`
pub static BSP: Registration = Registration {
    name: "bsp",
    about: "brushes traced through a BSP tree, as in Quake III",
    role: Role::Main,
    capabilities: TREE,
    mover: None,
    build: crate::build,
    standalone: None,
};
/// The tutorial's tracer.
pub static TUTORIAL: Registration = Registration {
    name: "bsp:tutorial",
    about: "bsp by the rules of a published tutorial, errors included",
    role: Role::Variant,
    capabilities: Capabilities {
        hulls: HullKinds {
            capsule: false,
            cylinder: false,
            ..HullKinds::ALL
        },
        patches: false,
        triangles: false,
    },
    mover: None,
    build: |world, _| crate::build(world, TraceRules::TUTORIAL),
    standalone: None,
};
