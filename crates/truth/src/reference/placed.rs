//! The reference of a world with some of its models placed.
//!
//! A model that is shifted is the same solid elsewhere. Its planes and corners are shifted in f64, and in rational numbers where
//! f64 does not decide. Departures: curved patches, and the data for engines' rules, are shifted in f32, within the slack of
//! both.

use super::Reference;
use crate::solid::{Part, Solid};
use clipmark_geometry::{Contents, Placement, World};

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
                let exact = Solid::new(brush, own).ok().map(|s| s.shifted(&at));
                put(Part::Brush(brush), exact);
                brush += 1;
            }
            for own in &model.triangles {
                let part = Part::Triangle(triangle);
                put(part, Solid::of_triangle(part, own).ok().map(|s| s.shifted(&at)));
                triangle += 1;
            }
        }
        reference.solids = solids.into();
        reference
    }
}
