//! Rigid parts of a world that may be placed: doors, lifts, trains, other bodies.

use crate::{Aabb, Brush, ClipHulls, Patch, Triangle, World};

/// A rigid part of a world, in a frame of its own: a map's door, lift or train, or another body.
///
/// It is nowhere until a [`Placement`](crate::Placement) puts it somewhere. Brush models of maps keep the map's coordinates: with
/// [`Pose::HOME`](crate::Pose::HOME) they are where the map's maker drew them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Short name for tables and messages: `*3` is model 3 of its map.
    pub name: String,
    /// Convex solids, in the file's order.
    pub brushes: Vec<Brush>,
    /// Curved surfaces, as control grids.
    pub patches: Vec<Patch>,
    /// Flat surfaces without thickness.
    pub triangles: Vec<Triangle>,
    /// The model's own clip hulls, when it came from a map that has some.
    pub clip_hulls: Option<ClipHulls>,
    /// Bounds in the model's frame, in units: the map's where it came from one (some compilers grow them by a unit).
    pub bounds: Aabb,
}

impl Model {
    /// A model of convex solids alone.
    pub fn of_brushes(name: impl Into<String>, brushes: Vec<Brush>) -> Self {
        let bounds = brushes
            .iter()
            .fold(Aabb::EMPTY, |b, brush| b.union(&brush.bounds));
        Self {
            name: name.into(),
            brushes,
            bounds,
            ..Self::default()
        }
    }

    /// The model alone as a world, from which any backend is built. Quake III walks no tree in a model: one leaf names all its
    /// solids in the file's order. `bodies` are those that the whole world names.
    pub fn world(&self, bodies: &[Aabb]) -> World {
        World {
            name: self.name.clone(),
            brushes: self.brushes.clone(),
            patches: self.patches.clone(),
            triangles: self.triangles.clone(),
            tree: Some(crate::BspTree::of_one_leaf(
                self.brushes.len(),
                self.patches.len(),
                self.bounds,
            )),
            clip_hulls: self.clip_hulls.clone(),
            bodies: bodies.to_vec(),
            bounds: self.bounds,
            ..World::default()
        }
    }
}
