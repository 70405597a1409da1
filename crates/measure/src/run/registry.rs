//! The registry: every backend and every mover that can take part. A new one is its own crate and one line here; a library of
//! others has a feature of its name besides, without which it is known but not built in.

use clipmark_collision::Registration;
use clipmark_movement::MoverKind;

/// Backends and their variants, one line a crate. `compare` lists them in this order.
pub(super) static BACKENDS: &[&[&Registration]] = &[
    &clipmark_bsp::REGISTERED,
    &clipmark_bvh::REGISTERED,
    &clipmark_cylinder::REGISTERED,
    &clipmark_hull::REGISTERED,
    #[cfg(feature = "rapier")]
    &clipmark_rapier::REGISTERED,
    #[cfg(feature = "jolt")]
    &clipmark_jolt::REGISTERED,
    #[cfg(feature = "box3d")]
    &clipmark_box3d::REGISTERED,
];

/// Movers, one line a crate.
pub(super) static MOVERS: &[&[&MoverKind]] = &[
    &clipmark_movement::MOVERS,
    #[cfg(feature = "rapier")]
    &clipmark_rapier::MOVERS,
    #[cfg(feature = "jolt")]
    &clipmark_jolt::MOVERS,
    #[cfg(feature = "box3d")]
    &clipmark_box3d::MOVERS,
];

/// Libraries of others, one line each, built in or not.
pub(super) static PEERS: &[Peer] = &[
    Peer {
        name: "rapier",
        built: cfg!(feature = "rapier"),
        needs: "",
    },
    Peer {
        name: "jolt",
        built: cfg!(feature = "jolt"),
        needs: " (needs cmake 3.20 and a C++17 compiler)",
    },
    Peer {
        name: "box3d",
        built: cfg!(feature = "box3d"),
        needs: " (needs a C compiler)",
    },
];

/// A library of others that takes part only in a build with its feature.
pub(super) struct Peer {
    /// Name of its feature, and of its contestant; variants are `NAME:VARIANT`.
    pub(super) name: &'static str,
    /// Whether this build has it.
    pub(super) built: bool,
    /// What a build with it needs besides Rust, as the end of a sentence; empty if nothing.
    pub(super) needs: &'static str,
}

impl Peer {
    /// Whether a backend or mover of that name is of this library.
    pub(super) fn owns(&self, name: &str) -> bool {
        name.split(':').next() == Some(self.name)
    }
}
