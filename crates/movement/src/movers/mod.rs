//! How a body with a wanted velocity is carried through one tick: the second seam.

mod quake3_slide;
mod quakeworld_slide;

use crate::profile::Order;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;

/// Ways to carry a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Quake's slide move and step move, on sweeps: which of the two kinds, the profile's order says.
    SlideStep,
}

impl Mover {
    /// Name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::SlideStep => "slide",
        }
    }

    /// Whether it decides itself what the body stands on.
    pub(crate) fn finds_ground(self) -> bool {
        match self {
            Self::SlideStep => false,
        }
    }

    pub(crate) fn find_ground<B: CollisionBackend + ?Sized>(self, _t: &mut Tick<B>) {
        match self {
            Self::SlideStep => {}
        }
    }

    /// Carries a body that stands.
    pub(crate) fn walk<B: CollisionBackend + ?Sized>(self, t: &mut Tick<B>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => quake3_slide::walk(t),
            (Self::SlideStep, Order::QuakeWorld) => quakeworld_slide::walk(t),
        }
    }

    /// Carries a body in the air.
    pub(crate) fn fly<B: CollisionBackend + ?Sized>(self, t: &mut Tick<B>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => quake3_slide::fly(t),
            (Self::SlideStep, Order::QuakeWorld) => quakeworld_slide::slide(t),
        }
    }

    /// Carries a body in the air that keeps what velocity it has.
    pub(crate) fn fly_on<B: CollisionBackend + ?Sized>(self, t: &mut Tick<B>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => quake3_slide::step_slide(t, true),
            (Self::SlideStep, Order::QuakeWorld) => quakeworld_slide::slide(t),
        }
    }

    /// Carries a body in liquid.
    pub(crate) fn swim<B: CollisionBackend + ?Sized>(self, t: &mut Tick<B>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => {
                quake3_slide::slide(t, false);
            }
            (Self::SlideStep, Order::QuakeWorld) => quakeworld_slide::slide(t),
        }
    }
}
