//! The rows of the two registries that are this crate's.

use crate::backend::{Casts, RapierBackend};
use crate::controller;
use crate::scale::Scale;
use crate::settings;
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};
use clipmark_movement::{FrameOrder, MoverKind};

/// Its backends.
pub static REGISTERED: [&Registration; 3] = [&RAPIER, &NATIVE, &TUNED];

/// Its controllers.
pub static MOVERS: [&MoverKind; 3] = [&RAPIER_CONTROLLER, &NATIVE_CONTROLLER, &TUNED_CONTROLLER];

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
    build: |world, rules| {
        Ok(Box::new(RapierBackend::build(
            Casts::Documented,
            Scale::METRES,
            world,
            rules,
        )?))
    },
};

/// `rapier:native`
pub static NATIVE: Registration = Registration {
    name: "rapier:native",
    about: "Rapier 0.36.1's casts as its documentation shows them, 1 u = 1 m",
    role: Role::Yardstick,
    capabilities: BRUSHES,
    mover: Some("rapier:native"),
    build: |world, rules| {
        Ok(Box::new(RapierBackend::build(
            Casts::Documented,
            Scale::NATIVE,
            world,
            rules,
        )?))
    },
};

/// `rapier:tuned`
pub static TUNED: Registration = Registration {
    name: "rapier:tuned",
    about: "Rapier's casts as its best user would set them up",
    role: Role::Yardstick,
    capabilities: BRUSHES,
    mover: Some("rapier:tuned"),
    build: |world, rules| {
        Ok(Box::new(RapierBackend::build(
            Casts::Tuned,
            Scale::METRES,
            world,
            rules,
        )?))
    },
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

/// `rapier:native`
pub static NATIVE_CONTROLLER: MoverKind = MoverKind::foreign(
    "rapier:native",
    "Rapier's KinematicCharacterController as its documentation shows it, 1 u = 1 m",
    controller::native,
)
.with_settings(&settings::NATIVE)
.with_moving(controller::native_moving)
.in_frames(&[FrameOrder::PlayersFirst]);

/// `rapier:tuned`
pub static TUNED_CONTROLLER: MoverKind = MoverKind::foreign(
    "rapier:tuned",
    "Rapier's KinematicCharacterController as its best user would set it up",
    controller::tuned,
)
.with_settings(&settings::TUNED)
.with_moving(controller::tuned_moving);
