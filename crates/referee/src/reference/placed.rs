//! The reference of a world with some of its models placed.
//!
//! A model that is shifted is the same solid elsewhere. Its planes and corners are shifted in f64, and in rational numbers
//! where f64 does not decide. Departure: the data for engines' rules are shifted in f32, within the slack of both. A model
//! that is turned is met as Quake III meets it (`laid.rs`).

use super::Reference;
use crate::engines::Engines;
use crate::frame::Frame;
use crate::solid::{Part, Solid};
use clipmark_geometry::{Contents, Placement, PlacementId, Pose, World};
use std::sync::Arc;

impl Reference {
    /// The reference of the world with models placed. Its parts are those of [`World::with_models_at`], and then those of the
    /// turned models, in the order of [`World::turned_at`].
    pub fn placed(world: &World, placements: &[Placement], mask: Contents) -> Self {
        let Self {
            solids,
            mut facets,
            mut omitted,
            ..
        } = Self::build(world, mask);
        let (mut solids, mut engines) = (solids.to_vec(), Engines::new(world));
        let mut first = [world.brushes.len(), world.triangles.len(), world.patches.len()];
        let numbers = |turned: bool| {
            (0..placements.len()).filter(move |i| placements[*i].pose.rotation.is_none() != turned)
        };
        for number in numbers(false).chain(numbers(true)) {
            let Placement { model, pose } = &placements[number];
            let Some(model) = world.models.get(*model) else {
                continue;
            };
            let (own, frame, piece) = (model.world(&[]), Frame::from_pose(pose), facets.len());
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
                placement: Some(PlacementId::of_index(number)),
                ..s.clone().laid(frame)
            }));
            omitted.extend(all.omitted.iter().map(|(part, why)| (numbered(*part), *why)));
            if frame.is_turned() {
                engines.add(&model.brushes, &model.patches, frame);
                facets.extend(all.facets.iter().map(|_| Vec::new()));
            } else {
                let shifted = model.shifted(&pose.origin.coords);
                engines.add(&shifted.brushes, &shifted.patches, Frame::HOME);
                facets.extend(all.facets);
            }
            let counts = [own.brushes.len(), own.triangles.len(), own.patches.len()];
            (0..3).for_each(|i| first[i] += counts[i]);
        }
        solids.sort_by_key(|s| s.part);
        Self {
            solids: solids.into(),
            facets,
            engines: Arc::new(engines),
            omitted,
        }
    }

    /// The reference of a model's own solids, placed and turned: the solid is what the pose's axes say. For questions of
    /// geometry alone: the data for engines' rules stay in the model's frame. So do the facets of curved patches, which bound
    /// mitred hulls.
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
