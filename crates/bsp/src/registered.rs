//! The rows of the registry that are tracers of brushes through a tree.

use crate::{BspBackend, TutorialBackend, ViaBvhBackend};
use clipmark_collision::{
    BuildError, Capabilities, CollisionBackend, HullKinds, Registration, Role, TraceRules,
};
use clipmark_geometry::World;

/// All of them.
pub static REGISTERED: [&Registration; 3] = [&BSP, &VIA_BVH, &TUTORIAL];

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
    build,
    standalone: None,
};
/// The same answers, found in a hierarchy of boxes.
pub static VIA_BVH: Registration = Registration {
    name: "bsp:via-bvh",
    about: "the answers of bsp, found in a hierarchy of boxes and a grid",
    role: Role::Variant,
    capabilities: TREE,
    mover: None,
    build: |world, rules| Ok(Box::new(ViaBvhBackend::build(world, rules)?)),
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
    build: |world, _| build(world, TraceRules::TUTORIAL),
    standalone: None,
};

/// The tracer that implements these rules: [`TutorialBackend`] the tutorial's, [`BspBackend`] all others.
///
/// # Errors
/// As those of the tracer.
pub fn build(world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
    Ok(if rules.is_tutorial() {
        Box::new(TutorialBackend::build(world, rules)?)
    } else {
        Box::new(BspBackend::build(world, rules)?)
    })
}
