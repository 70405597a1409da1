//! The row of the registry that is this crate's.

use crate::CylinderBackend;
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 1] = [&CYLINDER];

/// `cylinder`
pub static CYLINDER: Registration = Registration {
    name: "cylinder",
    about: "vertical cylinders against a polygon mesh",
    role: Role::Main,
    capabilities: Capabilities {
        hulls: HullKinds {
            point: true,
            cylinder: true,
            ..HullKinds::NONE
        },
        patches: true,
        triangles: true,
    },
    mover: Some("pair"),
    build: |world, rules| Ok(Box::new(CylinderBackend::build(world, rules)?)),
    standalone: None,
};
