//! How a body with a wanted velocity is carried through one tick: the second seam.
//!
//! A slide move, the two-cylinder walker and a controller of another library implement [`Mover`]. The engines are
//! compiled for each and know none by name; `registry.rs` is the one list of them.

mod controller;
mod registry;
pub(crate) mod walker;

pub(crate) use controller::Driven;
pub use controller::{Carried, Controller, ControllerWorld, Move, MovingPart, Notes, Placed, Wanted, Way};
pub(crate) use registry::Carrier;
pub use registry::{MOVERS, MoverKind, MoverLaws, OwnMover, Setting};
pub use walker::Variant;

use crate::context::Tick;
use crate::space::Space;

/// A way to carry a body. The body's velocity is the wanted one before, and the rest of it afterwards.
pub(crate) trait Mover<S: Space + ?Sized> {
    /// Whether a body in a solid is nudged out of it before the tick. Off for movers whose body overlaps solids by design
    /// and for movers that free it themselves.
    const NUDGED: bool = true;
    /// Whether QuakeWorld's swimmers are first pressed onto steps by a trace of the engine's own.
    const PRESSED: bool = true;

    /// Decides the body's ground, for movers that do so themselves; says whether it did.
    #[inline(always)]
    fn found_ground(&mut self, _t: &mut Tick<S>) -> bool {
        false
    }

    fn walk(&mut self, t: &mut Tick<S>);

    fn fly(&mut self, t: &mut Tick<S>);

    /// Carries a body through a water jump: in the air, along no surface below.
    fn leap(&mut self, t: &mut Tick<S>) {
        self.fly(t);
    }

    fn swim(&mut self, t: &mut Tick<S>);
}
