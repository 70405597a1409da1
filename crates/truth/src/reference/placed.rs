//! The reference of a world with some of its models placed.
//!
//! A model that is shifted is the same solid elsewhere. Its planes and corners are shifted in f64, and in rational numbers where
//! f64 does not decide. Departures: curved patches, and the data for engines' rules, are shifted in f32, within the slack of
//! both.

use super::Reference;
use crate::frame::Frame;
use crate::solid::{Part, Solid};
use clipmark_geometry::{Contents, Placement, Pose, World};

impl Reference {
    /// The reference of the world with models placed, which are shifted and not turned; others are left out. Its parts are those
    /// of [`World::with_models_at`].
    pub fn placed(world: &World, placements: &[Placement], mask: Contents) -> Self {
        let mut reference = Self::build(&world.with_models_at(placements), mask);
        let mut solids = reference.solids.to_vec();
        let (mut brush, mut triangle) = (world.brushes.len(), world.triangles.len());
        let mut put = |part: Part, exact: Option<Solid>| {
            let place = solids.binary_search_by_key(&part, |s| s.part);
            if let (Ok(place), Some(exact)) = (place, exact) {
                solids[place] = exact;
            }
        };
        for (model, at) in world.models_at(placements) {
            for own in &model.brushes {
                let exact = Solid::new(brush, own).ok().map(|s| s.placed(Frame::at(&at)));
                put(Part::Brush(brush), exact);
                brush += 1;
            }
            for own in &model.triangles {
                let part = Part::Triangle(triangle);
                put(
                    part,
                    Solid::of_triangle(part, own)
                        .ok()
                        .map(|s| s.placed(Frame::at(&at))),
                );
                triangle += 1;
            }
        }
        reference.solids = solids.into();
        reference
    }

    /// The reference of a model's own solids, placed and turned: the solid is what the pose's axes say. For questions of geometry
    /// alone: the data for engines' rules stay in the model's frame. So do the facets of curved patches, which bound mitred
    /// hulls.
    #[must_use]
    pub fn at(&self, pose: &Pose) -> Self {
        let frame = Frame::of(pose);
        let solids = self.solids.iter().map(|s| s.clone().placed(frame));
        Self {
            solids: solids.collect(),
            facets: self.facets.clone(),
            engines: self.engines.clone(),
            omitted: self.omitted.clone(),
        }
    }
}
