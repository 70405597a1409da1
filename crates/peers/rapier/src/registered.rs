//! The rows of the two registries that are this crate's.

use crate::backend::{Casts, RapierBackend};
use crate::controller;
use crate::settings;
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};
use clipmark_movement::{FrameOrder, MoverKind};

/// Its backends.
pub static REGISTERED: [&Registration; 2] = [&RAPIER, &TUNED];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&RAPIER_CONTROLLER, &TUNED_CONTROLLER];

const BRUSHES: Capabilities = Capabilities {
    hulls: HullKinds::ALL,
    patches: false,
    triangles: false,
};

/// `rapier`
pub static RAPIER: Registration = Registration {
    name: "rapier",
    about: "Rapier 0.36.1's casts as its documentation shows them",
    role: Role::Yardstick,
    capabilities: BRUSHES,
    mover: Some("rapier"),
    build: |world, rules| Ok(Box::new(RapierBackend::build(Casts::Documented, world, rules)?)),
    standalone: Some(|world, rules| Ok(Box::new(RapierBackend::build(Casts::Documented, world, rules)?))),
};

/// `rapier:tuned`
pub static TUNED: Registration = Registration {
    name: "rapier:tuned",
    about: "Rapier's casts as its best user would set them up",
    role: Role::Yardstick,
    capabilities: BRUSHES,
    mover: Some("rapier:tuned"),
    build: |world, rules| Ok(Box::new(RapierBackend::build(Casts::Tuned, world, rules)?)),
    standalone: Some(|world, rules| Ok(Box::new(RapierBackend::build(Casts::Tuned, world, rules)?))),
};

/// `rapier`
pub static RAPIER_CONTROLLER: MoverKind = MoverKind::foreign(
    "rapier",
    "Rapier's KinematicCharacterController as its documentation shows it",
    controller::documented,
)
.with_settings(&settings::DOCUMENTED)
.with_moving(controller::documented_moving)
.in_frames(&[FrameOrder::PlayersFirst]);

/// `rapier:tuned`
pub static TUNED_CONTROLLER: MoverKind = MoverKind::foreign(
    "rapier:tuned",
    "Rapier's KinematicCharacterController as its best user would set it up",
    controller::tuned,
)
.with_settings(&settings::TUNED)
.with_moving(controller::tuned_moving);
