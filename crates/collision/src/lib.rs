//! The seam between movement and collision backends.
//!
//! A backend is built from a [`World`](clipmark_geometry::World) and only answers questions: what does a hull
//! meet on its path ([`CollisionBackend::trace`]), does it overlap anything ([`CollisionBackend::overlap`]), what
//! does it touch ([`CollisionBackend::contacts`]), and what fills a point ([`CollisionBackend::contents`]).
//! Nothing outside a backend's own crate knows which one it talks to.

mod backend;
mod contact;
mod declaration;
pub mod recording;
mod registration;
mod rules;
mod sweep;
mod trace;
mod work;

pub use backend::{BuildError, BuildFacts, CollisionBackend};
pub use contact::{Contact, Penetration, Reached};
pub use declaration::{Declaration, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid};
pub use registration::{Build, Capabilities, Registration, Role};
pub use rules::{TouchRule, TraceRules};
pub use sweep::{Sweep, SweepError};
pub use trace::{Status, Trace};
pub use work::{Counts, Work};
