//! A world: everything that can be collided with, as plain geometry, and where a player may start.

use crate::{
    Aabb, Brush, BspTree, ClipHulls, Contents, Model, Patch, PatchTriangles, Placement, Point, Pose,
    Triangle, Vec3,
};

/// Everything that can be collided with, as plain geometry, and where a player may start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// Short name for tables and files: the scene's or map's.
    pub name: String,
    /// Convex solids.
    pub brushes: Vec<Brush>,
    /// Curved surfaces, as control grids.
    pub patches: Vec<Patch>,
    /// Flat surfaces without thickness: triangle soup, meshes.
    pub triangles: Vec<Triangle>,
    /// The map's own tree, when the world came from a compiled map.
    pub tree: Option<BspTree>,
    /// The map's own clip hulls, when the world came from a map that has some (Quake's and Half-Life's).
    pub clip_hulls: Option<ClipHulls>,
    /// Where players start.
    pub spawns: Vec<Spawn>,
    /// Sizes of the bodies that will move here, relative to their position, for backends that prepare for each. Empty if unknown.
    pub bodies: Vec<Aabb>,
    /// Doors, platforms and the like of the map, outside this world's rigid part: [`Self::models`], and the unreadable ones.
    pub submodels: usize,
    /// Rigid parts that may be placed. Backends of a rigid world do not collide with them.
    pub models: Vec<Model>,
    /// The map maker's text about doors, triggers, path corners and all else, in the order of the file.
    pub entities: Vec<crate::MapEntity>,
    /// Bounds of the whole; those of the map's model 0 when it came from one.
    pub bounds: Aabb,
}

/// A place where a player starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spawn {
    /// Position of the hull's origin, in units.
    pub origin: Point,
    /// View yaw in degrees; 0 looks along +x.
    pub yaw: f32,
}

impl World {
    /// A world of convex solids alone.
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

    /// Bounds of each model in its own frame.
    pub fn model_bounds(&self) -> Vec<Aabb> {
        self.models.iter().map(|model| model.bounds).collect()
    }

    /// The same world with its curved patches taken out.
    #[must_use]
    pub fn without_patches(mut self) -> Self {
        self.patches.clear();
        if let Some(tree) = &mut self.tree {
            tree.leaf_patches.clear();
            tree.leafs.iter_mut().for_each(|leaf| leaf.patches = 0..0);
        }
        self.models.iter_mut().for_each(|model| model.patches.clear());
        self
    }

    /// All curved patches as one-sided triangles, for backends without patches: the same surface, met from its front.
    pub fn patch_triangles(&self) -> PatchTriangles {
        PatchTriangles::of_patches(&self.patches)
    }

    /// The same world with its curved patches as triangles ([`Self::patch_triangles`]) after its own. Its models' patches too.
    #[must_use]
    pub fn with_patches_as_triangles(mut self) -> Self {
        for model in &mut self.models {
            let triangles = PatchTriangles::of_patches(&model.patches).triangles;
            model.triangles.extend(triangles);
        }
        let triangles = self.patch_triangles().triangles;
        self.without_patches().with_triangles(triangles)
    }

    /// The same world with these triangles as well.
    #[must_use]
    pub fn with_triangles(mut self, triangles: impl IntoIterator<Item = Triangle>) -> Self {
        for triangle in triangles {
            self.bounds = self.bounds.union(&triangle.bounds());
            self.triangles.push(triangle);
        }
        self
    }

    /// The same world with its triangles taken out, and those of its models; its bounds stay.
    #[must_use]
    pub fn without_triangles(mut self) -> Self {
        self.triangles.clear();
        self.models.iter_mut().for_each(|model| model.triangles.clear());
        self
    }

    /// The models that are placed and not turned, each with its shift, in the order of the placements. Models that the world does
    /// not have are nowhere.
    pub fn models_at<'a>(&'a self, placements: &'a [Placement]) -> impl Iterator<Item = (&'a Model, Vec3)> {
        let shifted = placements.iter().filter(|p| p.pose.rotation.is_none());
        shifted.filter_map(move |p| Some((self.models.get(p.model)?, p.pose.origin.coords)))
    }

    /// The models that are placed and turned, each with its pose, in the order of the placements.
    pub fn turned_at<'a>(
        &'a self,
        placements: &'a [Placement],
    ) -> impl Iterator<Item = (&'a Model, &'a Pose)> {
        let turned = placements.iter().filter(|p| !p.pose.rotation.is_none());
        turned.filter_map(move |p| Some((self.models.get(p.model)?, &p.pose)))
    }

    /// The world with those models fixed in it after its own parts: one rigid world, without tree, clip hulls and models. Models
    /// that are turned are left out.
    #[must_use]
    pub fn with_models_at(&self, placements: &[Placement]) -> Self {
        let mut out = Self {
            tree: None,
            clip_hulls: None,
            models: Vec::new(),
            ..self.clone()
        };
        for (model, at) in self.models_at(placements) {
            let model = model.shifted(&at);
            out.brushes.extend(model.brushes);
            out.patches.extend(model.patches);
            out.triangles.extend(model.triangles);
            out.bounds = out.bounds.union(&model.bounds);
        }
        out
    }

    /// The triangles whose contents meet the mask, with their indices.
    pub fn triangles_in(&self, mask: Contents) -> impl Iterator<Item = (usize, &Triangle)> {
        self.triangles
            .iter()
            .enumerate()
            .filter(move |(_, t)| t.contents.intersects(mask))
    }

    /// The brushes whose contents meet the mask, with their indices.
    pub fn brushes_in(&self, mask: Contents) -> impl Iterator<Item = (usize, &Brush)> {
        self.brushes
            .iter()
            .enumerate()
            .filter(move |(_, b)| b.contents.intersects(mask))
    }
}

impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}
