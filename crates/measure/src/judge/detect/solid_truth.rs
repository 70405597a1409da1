//! The exact references of a moving body's part that must never be in a solid, standing and crouched.

use super::MoverTruth;
use clipmark_geometry::{Aabb, Hull};
use clipmark_movement::{Body, MoveFlags, Setup};
use clipmark_referee::{HullReference, Reference};
use std::sync::OnceLock;

/// A reference for each posture.
#[derive(Debug)]
pub struct SolidTruth<'a> {
    /// Standing, crouched.
    hulls: [Hull; 2],
    source: Source<'a>,
    /// References of the models that movers place, by their index.
    models: Vec<Option<MoverTruth<'a>>>,
}

#[derive(Debug)]
enum Source<'a> {
    /// Made when a body is first seen in that posture: on a large map each takes a while.
    Made(&'a Reference, Box<[OnceLock<HullReference>; 2]>),
    Given([&'a HullReference; 2]),
}

impl<'a> SolidTruth<'a> {
    /// For these hulls, standing and crouched.
    pub fn new(world: &'a Reference, hulls: [Hull; 2]) -> Self {
        Self {
            hulls,
            source: Source::Made(world, Box::new([const { OnceLock::new() }; 2])),
            models: Vec::new(),
        }
    }

    /// For a player's body: the whole body, or the part that its mover keeps out of solids.
    pub fn of_setup(world: &'a Reference, setup: &Setup) -> Self {
        let bounds = |ducked| setup.mover().solid_bounds_of(&setup.profile, ducked);
        Self::new(
            world,
            [false, true].map(|ducked| setup.shape().hull(bounds(ducked))),
        )
    }

    /// From references made before, standing and crouched.
    pub fn given(references: [&'a HullReference; 2]) -> Self {
        Self {
            hulls: references.map(|r| *r.hull()),
            source: Source::Given(references),
            models: Vec::new(),
        }
    }

    /// The same with the models that movers place: bounds and reference of each, where it is placed.
    #[must_use]
    pub fn with_models(self, models: impl Iterator<Item = (Aabb, Option<&'a Reference>)>) -> Self {
        let hulls = self.hulls;
        let of = |(bounds, reference): (Aabb, Option<&'a Reference>)| {
            reference.map(|reference| MoverTruth::new(bounds, reference, hulls))
        };
        Self {
            models: models.map(of).collect(),
            ..self
        }
    }

    /// The reference of a model that movers place.
    pub(super) fn model(&self, model: usize) -> Option<&MoverTruth<'a>> {
        self.models.get(model)?.as_ref()
    }

    /// The reference of a body in its posture.
    pub fn reference(&self, body: &Body) -> &HullReference {
        let ducked = usize::from(body.flags.contains(MoveFlags::DUCKED));
        match &self.source {
            Source::Made(world, made) => made[ducked].get_or_init(|| world.for_hull(&self.hulls[ducked])),
            Source::Given(references) => references[ducked],
        }
    }

    /// The same in another world.
    pub(crate) fn elsewhere<'b>(&self, world: &'b Reference) -> SolidTruth<'b> {
        SolidTruth::new(world, self.hulls)
    }
}
