//! The registry: every backend and every mover of this build. A new one is its own crate and one line here. Another library
//! also has a feature of its name; without it, it is known but not built in. A contestant of somebody else's crate is not
//! listed here: it is given to a [`Roster`](super::roster::Roster).

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
    #[cfg(feature = "physx")]
    &clipmark_physx::REGISTERED,
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
    #[cfg(feature = "physx")]
    &clipmark_physx::MOVERS,
];

/// Libraries of others, each behind a feature of its name, one line each, built in or not.
pub(super) static OPTIONAL: &[Optional] = &[
    Optional {
        feature: "rapier",
        built: cfg!(feature = "rapier"),
        needs: "",
    },
    Optional {
        feature: "jolt",
        built: cfg!(feature = "jolt"),
        needs: " (needs cmake 3.20 and a C++17 compiler)",
    },
    Optional {
        feature: "box3d",
        built: cfg!(feature = "box3d"),
        needs: " (needs a C compiler)",
    },
    Optional {
        feature: "physx",
        built: cfg!(feature = "physx"),
        needs: " (needs a C++14 compiler, some 7 minutes of processor time)",
    },
];

/// A library that takes part only in a build with its feature.
pub struct Optional {
    /// Name of its feature and of its contestant; variants are `NAME:VARIANT`.
    pub feature: &'static str,
    /// Whether this build has it.
    pub built: bool,
    /// Needs of a build with it besides Rust, as the end of a sentence; empty if nothing.
    pub needs: &'static str,
}

impl Optional {
    /// Whether a backend or mover of that name comes with this feature.
    pub(super) fn owns(&self, name: &str) -> bool {
        name.strip_prefix(self.feature)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }
}
