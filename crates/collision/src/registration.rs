//! A backend's row in the registry. Its name, its build function, and its capabilities, known before a world is
//! built.

use crate::backend::{BuildError, CollisionBackend, Standalone};
use crate::declaration::{Declaration, HullKinds};
use crate::rules::TraceRules;
use clipmark_geometry::World;

/// Builds a backend from a world.
pub type Build = fn(&World, TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError>;

/// Builds a backend that can repeat its casts without our code.
pub type BuildStandalone = fn(&World, TraceRules) -> Result<Box<dyn Standalone>, BuildError>;

/// A row of the registry of backends. Each backend's crate lists its own.
#[derive(Debug)]
pub struct Registration {
    /// Name, as on the command line; variants are `BACKEND:VARIANT`.
    pub name: &'static str,
    /// A description, in one line.
    pub about: &'static str,
    /// Its role.
    pub role: Role,
    /// Its capabilities in any world that it can be built from.
    pub capabilities: Capabilities,
    /// Name of the mover that it was made for; the slide move if none.
    pub mover: Option<&'static str>,
    /// Builds it from a world, by rules that it may replace by its own.
    pub build: Build,
    /// Builds the same as one that says its casts in its library's own words, where a library of others is behind it.
    pub standalone: Option<BuildStandalone>,
}

/// The role of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A backend of its own, built from any world.
    Main,
    /// A stated choice in a main backend.
    Variant,
    /// A library as its users call it, with nothing of ours. It may allocate in a trace, and its panics are caught.
    Yardstick,
}

/// Capabilities of a backend in every world that it can be built from. A built backend's [`Declaration`] never says
/// less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Shapes that it sweeps.
    pub hulls: HullKinds,
    /// Whether curved patches are collided with.
    pub patches: bool,
    /// Whether triangles are collided with.
    pub triangles: bool,
}

impl Declaration {
    /// The part that does not depend on rules.
    pub fn capabilities(&self) -> Capabilities {
        Capabilities {
            hulls: self.hulls,
            patches: self.patches,
            triangles: self.triangles,
        }
    }
}
