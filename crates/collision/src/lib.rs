//! The seam between movement and collision backends.
//!
//! A backend is built from a [`World`](clipmark_geometry::World) and only answers questions. Which surface does a hull meet on
//! its path ([`CollisionBackend::trace`])? Does it overlap anything ([`CollisionBackend::overlap`])? Which surfaces does it
//! touch ([`CollisionBackend::contacts`])? What are the contents of a point ([`CollisionBackend::contents`])? Nothing outside a
//! backend's own crate knows which one it talks to.
//!
//! ```
//! use clipmark_collision::{Status, Sweep, SweepError, Trace};
//! use clipmark_geometry::{Hull, Point};
//!
//! let sweep = Sweep::new(Hull::quake3_player(), Point::origin(), Point::new(64.0, 0.0, 0.0));
//! let free = Trace::free(&sweep);
//! assert!(!free.hit() && free.end == sweep.end);
//!
//! // What is no question is refused, which is another answer than "nothing met".
//! let lost = Sweep { end: Point::new(f32::NAN, 0.0, 0.0), ..sweep };
//! assert_eq!(lost.check(), Err(SweepError::NotFinite));
//! let refused = Trace::refused(&lost, Status::Invalid);
//! assert!(!refused.status.is_reliable() && refused.end == lost.start);
//! ```
//!
//! The crate `clipmark-referee` has a whole backend as an example, and tests any.

mod alter;
mod backend;
pub mod clock;
mod contact;
mod declaration;
pub mod placed;
mod pointer;
pub mod question;
pub mod recording;
mod registration;
mod rules;
mod stop;
mod sweep;
mod tally;
mod trace;
mod work;

pub use alter::{Alter, Altered, Ask, WithTrace};
pub use backend::{BuildError, CollisionBackend, Facts, LeftOver, Standalone};
pub use contact::{Contact, Penetration, Reached};
pub use declaration::{Declaration, Follows, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid};
pub use registration::{Build, BuildStandalone, Capabilities, Registration, Role};
pub use rules::{TouchRule, TraceRules};
pub use stop::{back_off, stop_fraction};
pub use sweep::{Sweep, SweepError};
pub use tally::{Silent, Tally};
pub use trace::{Status, Trace};
pub use work::{Counts, Work};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::placed::{Near, rank};
}
