//! Box3D's rows of the registry of backends.

use crate::{Box3dBackend, Settings};
use clipmark_collision::{Capabilities, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 2] = [&BOX3D, &TUNED];

const CASTS: Capabilities = Capabilities {
    hulls: crate::backend::CASTS,
    patches: false,
    triangles: false,
};

/// `box3d`
pub static BOX3D: Registration = Registration {
    name: "box3d",
    about: "Box3D as its documentation teaches",
    role: Role::Yardstick,
    capabilities: CASTS,
    mover: Some("box3d"),
    build: |world, rules| Ok(Box::new(Box3dBackend::build(world, rules, Settings::TAUGHT)?)),
    standalone: Some(|world, rules| Ok(Box::new(Box3dBackend::build(world, rules, Settings::TAUGHT)?))),
};

/// `box3d:tuned`
pub static TUNED: Registration = Registration {
    name: "box3d:tuned",
    about: "Box3D as its best user sets it up; its controller is box3d+steps",
    role: Role::Yardstick,
    capabilities: CASTS,
    mover: Some("box3d+steps"),
    build: |world, rules| Ok(Box::new(Box3dBackend::build(world, rules, Settings::TUNED)?)),
    standalone: Some(|world, rules| Ok(Box::new(Box3dBackend::build(world, rules, Settings::TUNED)?))),
};
