//! How a body with a wanted velocity is carried through one tick: the second seam.

mod cylinder_pair;
mod netquake_slide;
mod quake3_slide;
mod quakeworld_slide;
mod walker;

pub use walker::Variant;

use crate::profile::{Order, Profile};
use crate::space::Space;
use crate::tick::Tick;
use clipmark_geometry::Aabb;

/// Ways to carry a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Quake's slide move and step move, on sweeps: which of the two kinds, the profile's order says.
    SlideStep,
    /// The two-cylinder walker, on contacts and overlaps.
    CylinderPair(Variant),
}

impl Mover {
    /// Name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::SlideStep => "slide",
            Self::CylinderPair(Variant::Literal) => "pair:literal",
            Self::CylinderPair(Variant::Intended) => "pair:intended",
            Self::CylinderPair(Variant::Improved) => "pair",
        }
    }

    /// Bounds of the part of a standing body that is never to be in a solid, relative to the origin: all of it,
    /// but for the walker, whose lower cylinder reaches into steps and floors by design.
    pub fn solid_bounds(self, profile: &Profile) -> Aabb {
        let body = profile.bounds(false);
        match self {
            Self::SlideStep => body,
            Self::CylinderPair(_) => walker::upper_bounds(body, profile.walker.knee_height),
        }
    }

    /// Whether it decides itself what the body stands on; then it has done so.
    #[inline(always)]
    pub(crate) fn found_ground<S: Space + ?Sized>(self, t: &mut Tick<S>) -> bool {
        match self {
            Self::SlideStep => false,
            Self::CylinderPair(_) => {
                cylinder_pair::find_ground(t);
                true
            }
        }
    }

    /// Carries a body that stands.
    #[inline(always)]
    pub(crate) fn walk<S: Space + ?Sized>(self, t: &mut Tick<S>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => quake3_slide::walk(t),
            (Self::SlideStep, Order::NetQuake) => netquake_slide::carry(t),
            (Self::SlideStep, _) => quakeworld_slide::walk(t),
            (Self::CylinderPair(variant), _) => cylinder_pair::walk(t, variant),
        }
    }

    /// Carries a body in the air.
    #[inline(always)]
    pub(crate) fn fly<S: Space + ?Sized>(self, t: &mut Tick<S>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => quake3_slide::fly(t),
            (Self::SlideStep, Order::NetQuake) => netquake_slide::carry(t),
            (Self::SlideStep, _) => quakeworld_slide::slide(t),
            (Self::CylinderPair(variant), _) => cylinder_pair::fly(t, variant),
        }
    }

    /// Carries a body through a water jump: in the air, along no surface below.
    pub(crate) fn leap<S: Space + ?Sized>(self, t: &mut Tick<S>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => quake3_slide::step_slide(t, true),
            (Self::SlideStep, Order::NetQuake) => netquake_slide::carry(t),
            (Self::SlideStep, _) => quakeworld_slide::slide(t),
            (Self::CylinderPair(variant), _) => cylinder_pair::fly(t, variant),
        }
    }

    /// Carries a body in liquid.
    pub(crate) fn swim<S: Space + ?Sized>(self, t: &mut Tick<S>) {
        match (self, t.profile.order) {
            (Self::SlideStep, Order::Quake3) => {
                quake3_slide::slide(t, false);
            }
            (Self::SlideStep, _) => quakeworld_slide::slide(t),
            (Self::CylinderPair(variant), _) => cylinder_pair::swim(t, variant),
        }
    }
}
