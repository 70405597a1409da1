//! The list of movers: one row each, and the one place where a name becomes code.

use super::controller::ControllerWorld;
use super::walker::{self, CylinderPair, Variant};
use crate::body::Body;
use crate::command::CommandError;
use crate::context::Tick;
use crate::engines;
use crate::profile::{FrameOrder, Profile};
use crate::real::Real;
use crate::shape::ShapeKind;
use crate::space::Space;
use clipmark_collision::BuildError;
use clipmark_geometry::{Aabb, World};
use std::fmt;
use std::sync::Arc;

type BuildControllers = fn(&World, &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError>;

/// A registered mover: its name and the facts known without a world.
#[derive(Debug)]
pub struct MoverKind {
    /// Name, as on the command line.
    pub name: &'static str,
    /// A description, in one line.
    pub about: &'static str,
    /// The laws of movement that it obeys.
    pub laws: MoverLaws,
    /// How another library's controller is set up, and why; empty for the movers of this crate.
    pub settings: &'static [Setting],
    carrier: CarrierKind,
    /// Builds a library's world for its controllers where parts of it move.
    moving: Option<BuildControllers>,
    /// The orders of a frame that another library's controller plays in; its own is the first.
    frames: &'static [FrameOrder],
    shape: Option<ShapeKind>,
    /// Whether the lowest part of its body, a step high, is legs that may reach into solids.
    legs: bool,
}

/// A setting of another library, for the record: its authors are to be able to say whether it is fair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The option, by the library's name.
    pub name: &'static str,
    /// Its value.
    pub value: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// The laws of movement that a mover obeys: the detectors that apply depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverLaws {
    /// The laws of slide moves, which a profile's laws describe.
    Slide,
    /// The laws of the two-cylinder walker, whose lower cylinder overlaps floors and steps by design.
    Walker,
    /// The laws of another library's controller.
    Foreign,
}

#[derive(Clone, Copy, Debug)]
enum CarrierKind {
    Own(OwnMover),
    Foreign(BuildControllers),
}

/// A mover made ready for a world.
#[derive(Clone)]
pub(crate) enum Carrier {
    Own(OwnMover),
    Foreign(Arc<dyn ControllerWorld>),
}

/// The movers of this crate, compiled into the tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnMover {
    /// Quake's slide move and step move, on sweeps; the profile's order says whose.
    Slide,
    /// The two-cylinder walker, on contacts and overlaps.
    Pair(Variant),
}

/// The movers of this crate. Movers of other libraries are listed beside them where contestants are made.
pub static MOVERS: [&MoverKind; 4] = [
    OwnMover::Slide.kind(),
    OwnMover::Pair(Variant::Improved).kind(),
    OwnMover::Pair(Variant::Literal).kind(),
    OwnMover::Pair(Variant::Intended).kind(),
];

static SLIDE: MoverKind = MoverKind::new(
    "slide",
    "slide move and step move of the profile's engine",
    MoverLaws::Slide,
    CarrierKind::Own(OwnMover::Slide),
);
static PAIR: MoverKind = walker(
    Variant::Improved,
    "pair",
    "two-cylinder walker, its known problems repaired",
);
static LITERAL: MoverKind = walker(
    Variant::Literal,
    "pair:literal",
    "two-cylinder walker as printed in 2006",
);
static INTENDED: MoverKind = walker(
    Variant::Intended,
    "pair:intended",
    "two-cylinder walker as its text means it",
);

const fn walker(variant: Variant, name: &'static str, about: &'static str) -> MoverKind {
    let carrier = CarrierKind::Own(OwnMover::Pair(variant));
    MoverKind::new(name, about, MoverLaws::Walker, carrier)
}

impl MoverKind {
    const fn new(name: &'static str, about: &'static str, laws: MoverLaws, carrier: CarrierKind) -> Self {
        Self {
            name,
            about,
            laws,
            settings: &[],
            carrier,
            moving: None,
            frames: &[],
            shape: None,
            legs: false,
        }
    }

    /// The row of another library's controller.
    pub const fn foreign(name: &'static str, about: &'static str, build: BuildControllers) -> Self {
        Self::new(name, about, MoverLaws::Foreign, CarrierKind::Foreign(build))
    }

    /// The same row with the settings of its library listed.
    #[must_use]
    pub const fn with_settings(mut self, settings: &'static [Setting]) -> Self {
        self.settings = settings;
        self
    }

    /// The same with a world in which parts move. Its controllers are told where they go ([`Controller::parts_move`]), and move
    /// after the parts.
    ///
    /// [`Controller::parts_move`]: super::Controller::parts_move
    #[must_use]
    pub const fn with_moving(mut self, build: BuildControllers) -> Self {
        self.moving = Some(build);
        self.in_frames(&[FrameOrder::WorldFirst])
    }

    /// The same in these orders of a frame. The first is its own, by its documentation; it plays in that one where a scene names
    /// none. Its [`ControllerWorld`] reads the order from the profile.
    #[must_use]
    pub const fn in_frames(mut self, frames: &'static [FrameOrder]) -> Self {
        self.frames = frames;
        self
    }

    /// Whether it plays in that order of a frame. This crate's movers play in both.
    pub fn plays_in(&self, frame: FrameOrder) -> bool {
        self.laws != MoverLaws::Foreign || self.frames.contains(&frame)
    }

    /// Its own order of a frame; none for this crate's movers, which play by the profile's.
    pub(crate) fn own_frame(&self) -> Option<FrameOrder> {
        self.frames.first().copied()
    }

    /// Whether it plays in a moving world. This crate's movers do; so do other libraries' if they learn where its parts go.
    pub fn takes_moving(&self) -> bool {
        self.laws != MoverLaws::Foreign || self.moving.is_some()
    }

    /// The same with a body of its own shape within the profile's bounds, by which it is judged. Else it is the shape that the
    /// backend sweeps.
    #[must_use]
    pub const fn shaped(mut self, shape: ShapeKind) -> Self {
        self.shape = Some(shape);
        self
    }

    /// The same with a body that floats a step height above the ground. Below it are legs, which reach into steps by design.
    #[must_use]
    pub const fn on_legs(mut self) -> Self {
        self.legs = true;
        self
    }

    /// The shape of its body, if it has one of its own.
    pub fn shape(&self) -> Option<ShapeKind> {
        self.shape
    }

    /// Whether it is a slide move, which a profile's laws describe.
    pub fn slides(&self) -> bool {
        self.laws == MoverLaws::Slide
    }

    /// Bounds of the part of a standing body that is never to be in a solid, relative to the origin. It is all of the body but
    /// its legs: the walker's lower cylinder, or a floating body's support.
    pub fn solid_bounds(&self, profile: &Profile) -> Aabb {
        self.solid_bounds_of(profile, false)
    }

    /// The same of a body in that posture.
    pub fn solid_bounds_of(&self, profile: &Profile, ducked: bool) -> Aabb {
        let body = profile.bounds(ducked);
        match self.laws {
            MoverLaws::Walker => walker::upper_bounds(body, profile.walker.knee_height),
            _ if self.legs => walker::upper_bounds(body, profile.step_height),
            MoverLaws::Slide | MoverLaws::Foreign => body,
        }
    }

    /// As [`build`](Self::build), of a world whose parts move; `None` where that is no other.
    pub(crate) fn build_moving(
        &self,
        world: &World,
        profile: &Profile,
    ) -> Option<Result<Carrier, BuildError>> {
        let build = self.moving?;
        Some(build(world, profile).map(Carrier::Foreign))
    }

    pub(crate) fn build(&self, world: &World, profile: &Profile) -> Result<Carrier, BuildError> {
        Ok(match self.carrier {
            CarrierKind::Own(mover) => Carrier::Own(mover),
            CarrierKind::Foreign(build) => Carrier::Foreign(build(world, profile)?),
        })
    }
}

/// Names are unique, so they tell rows apart.
impl PartialEq for MoverKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MoverKind {}

impl OwnMover {
    /// Its row.
    pub const fn kind(self) -> &'static MoverKind {
        match self {
            Self::Slide => &SLIDE,
            Self::Pair(Variant::Literal) => &LITERAL,
            Self::Pair(Variant::Intended) => &INTENDED,
            Self::Pair(Variant::Improved) => &PAIR,
        }
    }

    /// Refuses a body whose state this mover could not go on from.
    #[inline(always)]
    pub(crate) fn check<R: Real>(self, body: &Body<R>) -> Result<(), CommandError> {
        match self {
            Self::Slide => Ok(()),
            Self::Pair(_) => body.walker.check(),
        }
    }

    #[inline(always)]
    pub(crate) fn run<S: Space + ?Sized>(self, t: &mut Tick<S>) {
        match self {
            Self::Slide => engines::run_own_slide(t),
            Self::Pair(variant) => engines::run_by(t, &mut CylinderPair(variant)),
        }
    }
}

impl fmt::Debug for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(mover) => mover.fmt(f),
            Self::Foreign(_) => f.write_str("a controller of another library"),
        }
    }
}
