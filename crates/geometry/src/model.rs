//! Rigid parts of a world that may be placed: doors, lifts, trains, other bodies.

use crate::{
    Aabb, Brush, BrushError, ClipHull, ClipHulls, ClipNode, Contents, Patch, Plane, Triangle, Vec3, World,
};

/// A rigid part of a world in its own frame: a map's door, lift or train, or another body.
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
    /// Bounds in the model's frame, in units. They are the map's where it gives them (some compilers grow them by a unit).
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

    /// Another body: a box, which no rotation turns. `met_by` are the bodies that will meet it, for backends that prepare for
    /// each; a point does too.
    ///
    /// # Errors
    /// Bounds that are not finite, or a box of no volume.
    pub fn body(
        name: impl Into<String>,
        bounds: &Aabb,
        contents: Contents,
        met_by: &[Aabb],
    ) -> Result<Self, BrushError> {
        let mut brush = Brush::from_box(bounds.mins, bounds.maxs, contents)?;
        // Games write the zeros of these normals without a sign.
        for side in &mut brush.sides {
            side.plane.normal.apply(|x| *x += 0.0);
        }
        let point = Aabb::new(crate::Point::origin(), crate::Point::origin());
        let hulls = std::iter::once(&point).chain(met_by);
        let clip_hulls = ClipHulls {
            hulls: hulls.map(|size| box_hull(bounds, size)).collect(),
        };
        Ok(Self {
            clip_hulls: Some(clip_hulls),
            ..Self::of_brushes(name, vec![brush])
        })
    }

    /// Whether it is a model of a map, by its name, and not another body.
    pub fn is_of_map(&self) -> bool {
        self.name.starts_with('*')
    }

    /// The model shifted, in f32.
    #[must_use]
    pub fn shifted(&self, by: &Vec3) -> Self {
        let mut out = self.clone();
        out.brushes.iter_mut().for_each(|brush| brush.shift(by));
        for patch in &mut out.patches {
            patch.points.iter_mut().for_each(|p| *p += by);
        }
        for triangle in &mut out.triangles {
            triangle.corners.iter_mut().for_each(|p| *p += by);
        }
        out.clip_hulls = None;
        out.bounds = self.bounds.translated(by);
        out
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

/// The clip hull of a box for a body of that size. Six planes are moved out by the body: +x -x +y -y +z -z.
fn box_hull(of: &Aabb, body: &Aabb) -> ClipHull {
    const SIDES: i32 = 6;
    let (mins, maxs) = (of.mins - body.maxs, of.maxs - body.mins);
    // Leaves of the hull: empty, then solid.
    let (empty, solid) = (-1, -2);
    let node = |side: i32| {
        let (axis, upper) = ((side / 2) as usize, side % 2 == 0);
        let mut normal = Vec3::zeros();
        normal[axis] = 1.0;
        let further = if side + 1 < SIDES { side + 1 } else { solid };
        let (dist, children) = if upper {
            (maxs[axis], [empty, further])
        } else {
            (mins[axis], [further, empty])
        };
        ClipNode::new(Plane::new(normal, dist), children)
    };
    ClipHull {
        bounds: *body,
        nodes: (0..SIDES).map(node).collect(),
        leaves: vec![Contents::empty(), Contents::SOLID],
    }
}
