//! The reference of a world with some of its models placed.
//!
//! A model that is shifted is the same solid elsewhere. Its planes and corners are shifted in f64, and in rational numbers where
//! f64 does not decide. Departures: curved patches, and the data for engines' rules, are shifted in f32, within the slack of
//! both. A model that is turned is met as Quake III meets it (`laid.rs`).

use super::Reference;
use crate::engines::Engines;
use crate::frame::Frame;
use crate::solid::{Part, Solid};
use clipmark_geometry::{Contents, Placement, Pose, World};
use std::sync::Arc;

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

    /// The reference of the world with models placed, of which some are turned: those are met as Quake III meets them. Its parts are
    /// those of [`Self::placed`], and then those of the turned models, in the order of [`World::turned_at`].
    pub fn placed_and_laid(world: &World, placements: &[Placement], mask: Contents) -> Self {
        let rigid = world.with_models_at(placements);
        let mut reference = Self::placed(world, placements, mask);
        let mut solids = reference.solids.to_vec();
        let mut first = [rigid.brushes.len(), rigid.triangles.len(), rigid.patches.len()];
        let mut piece = reference.facets.len();
        let mut engines = Engines::new(&rigid);
        for (model, pose) in world.turned_at(placements) {
            let own = model.world(&[]);
            let all = Self::build(&own, mask);
            let numbered = |part: Part| match part {
                Part::Brush(i) => Part::Brush(first[0] + i),
                Part::Triangle(i) => Part::Triangle(first[1] + i),
                Part::Patch { patch, piece: i } => Part::Patch {
                    patch: first[2] + patch,
                    piece: piece + i,
                },
            };
            solids.extend(all.solids.iter().map(|s| Solid {
                part: numbered(s.part),
                ..s.clone().laid(Frame::from_pose(pose))
            }));
            engines.add(&model.brushes, &model.patches, Frame::from_pose(pose));
            piece += all.facets.len();
            let counts = [own.brushes.len(), own.triangles.len(), own.patches.len()];
            (0..3).for_each(|i| first[i] += counts[i]);
        }
        solids.sort_by_key(|s| s.part);
        reference.engines = Arc::new(engines);
        reference.solids = solids.into();
        reference
    }

    /// The reference of a model's own solids, placed and turned: the solid is what the pose's axes say. For questions of geometry
    /// alone: the data for engines' rules stay in the model's frame. So do the facets of curved patches, which bound mitred
    /// hulls.
    #[must_use]
    pub fn at(&self, pose: &Pose) -> Self {
        let frame = Frame::from_pose(pose);
        let solids = self.solids.iter().map(|s| s.clone().placed(frame));
        Self {
            solids: solids.collect(),
            facets: self.facets.clone(),
            engines: self.engines.clone(),
            omitted: self.omitted.clone(),
        }
    }
}
