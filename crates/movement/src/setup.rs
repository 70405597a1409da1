//! Data that stay the same from tick to tick: the movement, the way of carrying the body, and its hulls.

use crate::movers::{Carrier, ControllerWorld, Driven, MoverKind, Notes, OwnMover};
use crate::profile::{FrameOrder, Profile};
use crate::shape::{BodyHulls, ShapeKind};
use crate::space::Space;
use crate::variation::Variation;
use clipmark_collision::BuildError;
use clipmark_geometry::{Contents, Hull, World};
use std::sync::Arc;

/// Data that stay the same from tick to tick.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Constants and order; its bounds are read when the setup is made.
    pub profile: Profile,
    /// Contents that the body collides with; [`Contents::PLAYER_MASK`] for a living player.
    pub mask: Contents,
    pub(crate) hulls: BodyHulls,
    mover: &'static MoverKind,
    carrier: Carrier,
    notes: Option<Notes>,
    pub(crate) variation: Option<Variation>,
}

impl Setup {
    /// A living player carried by a mover of this crate: a box where the world sweeps boxes, else a cylinder.
    pub fn new(profile: Profile, mover: OwnMover, space: &(impl Space + ?Sized)) -> Self {
        Self::of_shape(profile, mover, ShapeKind::swept_by(space))
    }

    /// A living player of a given shape, carried by a mover of this crate.
    pub fn of_shape(profile: Profile, mover: OwnMover, shape: ShapeKind) -> Self {
        Self::with_carrier(profile, mover.kind(), Carrier::Own(mover), shape)
    }

    /// A living player carried by any registered mover; `space` must have been built from `world`.
    ///
    /// # Errors
    /// A world or profile that a controller of another library cannot use.
    pub fn registered(
        profile: Profile,
        mover: &'static MoverKind,
        world: &World,
        space: &(impl Space + ?Sized),
    ) -> Result<Self, BuildError> {
        let carrier = mover.build(world, &profile)?;
        let shape = mover.shape().unwrap_or_else(|| ShapeKind::swept_by(space));
        Ok(Self::with_carrier(profile, mover, carrier, shape))
    }

    /// The same player in another world.
    ///
    /// # Errors
    /// A world that a controller of another library cannot use.
    pub fn in_world(&self, world: &World) -> Result<Self, BuildError> {
        Ok(Self {
            carrier: self.mover.build(world, &self.profile)?,
            ..self.clone()
        })
    }

    /// The same player where parts of the world move; a mover of this crate needs nothing for that. Without an order of a frame
    /// another library's controller plays in its own.
    ///
    /// # Errors
    /// A world that a controller of another library cannot use.
    pub fn in_motion(mut self, world: &World, frame: Option<FrameOrder>) -> Result<Self, BuildError> {
        if let Some(frame) = frame.or(self.mover.own_frame()) {
            self.profile.moving.frame = frame;
        }
        match self.mover.build_moving(world, &self.profile) {
            Some(carrier) => Ok(Self {
                carrier: carrier?,
                ..self
            }),
            None => Ok(self),
        }
    }

    fn with_carrier(profile: Profile, mover: &'static MoverKind, carrier: Carrier, shape: ShapeKind) -> Self {
        Self {
            profile,
            mask: Contents::PLAYER_MASK,
            hulls: BodyHulls::new(shape, &profile),
            mover,
            carrier,
            notes: None,
            variation: None,
        }
    }

    /// The same by another movement: ticks run by it, while judges still see [`profile`](Self::profile).
    #[must_use]
    pub fn varied(self, variation: Variation) -> Self {
        Self {
            hulls: BodyHulls::new(self.shape(), &variation.profile),
            variation: Some(variation),
            ..self
        }
    }

    /// The same, and the notes on its controllers' questions and answers; `None` for a mover of this crate. It takes a lock a
    /// move: for questions that are asked again, not for timed ones.
    pub fn noted(&self) -> Option<(Self, Notes)> {
        self.controllers()?;
        let notes = Notes::default();
        let setup = Self {
            notes: Some(notes.clone()),
            ..self.clone()
        };
        Some((setup, notes))
    }

    /// The controller of another library for one body, not yet placed; `None` for a mover of this crate.
    pub(crate) fn controller(&self) -> Option<Driven> {
        self.controllers().map(|world| self.controller_in(world))
    }

    /// The same in its library's world.
    pub(crate) fn controller_in(&self, world: &Arc<dyn ControllerWorld>) -> Driven {
        Driven::new(&**world, &self.profile, self.notes.as_ref())
    }

    /// The world of the library that carries the body; `None` for a mover of this crate.
    pub fn controllers(&self) -> Option<&Arc<dyn ControllerWorld>> {
        self.own_mover().err()
    }

    /// The mover's row in the registry.
    pub fn mover(&self) -> &'static MoverKind {
        self.mover
    }

    /// Shape of the body within the profile's bounds.
    pub fn shape(&self) -> ShapeKind {
        self.hulls.shape
    }

    /// The profile that ticks run by: its own, or a variation's.
    #[inline(always)]
    pub(crate) fn runs_by(&self) -> &Profile {
        self.variation.as_ref().map_or(&self.profile, |v| &v.profile)
    }

    /// The body's hull, standing or crouched.
    pub fn hull(&self, ducked: bool) -> &Hull {
        self.hulls.hull(ducked)
    }

    /// The mover of this crate, if it is one.
    #[inline(always)]
    pub(crate) fn own_mover(&self) -> Result<OwnMover, &Arc<dyn ControllerWorld>> {
        match &self.carrier {
            Carrier::Own(mover) => Ok(*mover),
            Carrier::Foreign(world) => Err(world),
        }
    }
}
