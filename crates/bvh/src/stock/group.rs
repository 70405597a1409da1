use super::counted::Body;
use clipmark_collision::Status;
use clipmark_geometry::{BrushSide, Contents, Hull, Point, Vec3};
use parry3d::bounding_volume::{Aabb as ParryAabb, BoundingVolume};
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, Ray, RayCast, RayIntersection, ShapeCastHit, ShapeCastOptions, ShapeCastStatus};
use parry3d::shape::{Compound, ConvexPolyhedron, Shape, SharedShape};

/// One compound.
pub(super) struct Group {
    pub(super) compound: Compound,
    /// By index of the compound's shapes.
    pub(super) parts: Vec<Part>,
    /// Every contents word among the parts, once.
    words: Vec<Contents>,
}

/// What a shape of the compound was made of.
pub(super) struct Part {
    pub(super) contents: Contents,
    pub(super) sides: Vec<BrushSide>,
    pub(super) highest: f32,
}

/// A sweep as parry wants it: a unit direction, so that times are distances.
pub(super) struct StraightPath {
    pub(super) from: Vec3,
    pub(super) direction: Vector,
    pub(super) length: f32,
}

/// What a cast met.
#[derive(Clone, Copy)]
pub(super) struct Met {
    pub(super) time: f32,
    pub(super) normal: Vec3,
    pub(super) witness: Vec3,
    pub(super) starts_inside: bool,
}

impl Group {
    pub(super) fn of(content: Vec<(ConvexPolyhedron, Part)>) -> Option<Self> {
        let (shapes, parts): (Vec<_>, Vec<_>) = content
            .into_iter()
            .map(|(shape, part)| ((Pose::IDENTITY, SharedShape::new(shape)), part))
            .unzip();
        let mut words: Vec<Contents> = Vec::new();
        for part in &parts {
            if !words.contains(&part.contents) {
                words.push(part.contents);
            }
        }
        (!parts.is_empty()).then(|| Self {
            compound: Compound::new(shapes),
            parts,
            words,
        })
    }

    pub(super) fn has_any(&self, mask: Contents) -> bool {
        self.words.iter().any(|w| w.intersects(mask))
    }

    pub(super) fn has_only(&self, mask: Contents) -> bool {
        self.words.iter().all(|w| w.intersects(mask))
    }

    /// The parts near a box that meet the mask, each with its shape.
    pub(super) fn near(&self, near: ParryAabb, mask: Contents) -> impl Iterator<Item = (&Part, &dyn Shape)> {
        let parts = self
            .compound
            .bvh()
            .leaves(move |node| node.mins().cmple(near.maxs).all() && near.mins.cmple(node.maxs()).all());
        parts
            .map(|i| (&self.parts[i as usize], &*self.compound.shapes()[i as usize].1))
            .filter(move |(part, _)| part.contents.intersects(mask))
    }

    pub(super) fn cast(
        &self,
        shape: &dyn Shape,
        pose: &Pose,
        path: &StraightPath,
        mask: Contents,
    ) -> Result<Option<(&Part, Met)>, Status> {
        let options = ShapeCastOptions {
            max_time_of_impact: path.length,
            ..ShapeCastOptions::default()
        };
        let cast = |target: &dyn Shape| -> Result<Option<ShapeCastHit>, Status> {
            let here = Pose::IDENTITY;
            match query::cast_shapes(&here, Vector::ZERO, target, pose, path.direction, shape, options) {
                Ok(Some(hit)) if hit.status == ShapeCastStatus::Failed => Err(Status::Failed),
                Ok(hit) => Ok(hit),
                Err(_) => Err(Status::Unsupported),
            }
        };
        let met = |hit: &ShapeCastHit| Met {
            time: hit.time_of_impact,
            normal: hit.normal1.into(),
            witness: hit.witness1.into(),
            starts_inside: hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist,
        };
        if self.has_only(mask) {
            let hit = cast(&self.compound)?;
            return Ok(hit.map(|hit| (&self.parts[hit.subshape1 as usize], met(&hit))));
        }
        let mut best: Option<(&Part, Met)> = None;
        for (part, target) in self.near(swept(&shape.compute_aabb(pose), path), mask) {
            if let Some(hit) = cast(target)?
                && best.is_none_or(|(_, b)| hit.time_of_impact < b.time)
            {
                best = Some((part, met(&hit)));
            }
        }
        Ok(best)
    }

    /// A point has no shape in parry; it is a ray.
    pub(super) fn cast_point(&self, path: &StraightPath, mask: Contents) -> Option<(&Part, Met)> {
        let ray = Ray::new(path.from.into(), path.direction);
        let met = |hit: &RayIntersection| Met {
            time: hit.time_of_impact,
            normal: hit.normal.into(),
            witness: ray.point_at(hit.time_of_impact).into(),
            starts_inside: hit.time_of_impact == 0.0,
        };
        if self.has_only(mask) {
            let hit = self
                .compound
                .cast_local_ray_and_get_normal(&ray, path.length, true)?;
            return Some((&self.parts[hit.subshape as usize], met(&hit)));
        }
        self.near(swept(&ParryAabb::new(ray.origin, ray.origin), path), mask)
            .filter_map(|(part, shape)| {
                let hit = shape.cast_local_ray_and_get_normal(&ray, path.length, true)?;
                Some((part, met(&hit)))
            })
            .min_by(|a, b| a.1.time.total_cmp(&b.1.time))
    }

    /// `contact` with every part near the hull.
    pub(super) fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        mut take: impl FnMut(&Part, query::Contact),
    ) {
        let (body, pose) = placed(hull, at);
        let near = body.shape().compute_aabb(&pose).loosened(margin);
        for (part, shape) in self.near(near, mask) {
            if let Ok(Some(contact)) = query::contact(&Pose::IDENTITY, shape, &pose, body.shape(), margin) {
                take(part, contact);
            }
        }
    }

    /// Bytes held; parry does not tell what a polyhedron holds, so each of its corners is taken to hold what one
    /// of a cuboid does: a point, one and a half edges and one and a half triangles with their adjacency.
    pub(super) fn bytes(&self) -> usize {
        const PER_CORNER: usize = 160;
        let c = &self.compound;
        let corners: usize = c
            .shapes()
            .iter()
            .filter_map(|(_, s)| s.as_convex_polyhedron())
            .map(|s| s.points().len())
            .sum();
        let each = size_of::<(Pose, SharedShape)>() + size_of::<ParryAabb>() + size_of::<ConvexPolyhedron>();
        let sides: usize = self.parts.iter().map(|p| p.sides.capacity()).sum();
        c.bvh().total_memory_size()
            + c.shapes().len() * each
            + corners * PER_CORNER
            + size_of_val(self.parts.as_slice())
            + sides * size_of::<BrushSide>()
    }
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a compound of {} polyhedra", self.parts.len())
    }
}

impl Part {
    pub(super) fn side_like(&self, normal: &Vec3) -> Option<&BrushSide> {
        let like = |s: &BrushSide| s.plane.normal.dot(normal);
        self.sides.iter().max_by(|a, b| like(a).total_cmp(&like(b)))
    }
}

/// The hull as a shape in its place.
pub(super) fn placed(hull: &Hull, at: &Point) -> (Body, Pose) {
    let body = Body::of(hull).unwrap_or_else(Body::nothing);
    let middle = at.coords + hull.bounds().center().coords;
    (body, body.pose(middle))
}

fn swept(b: &ParryAabb, path: &StraightPath) -> ParryAabb {
    let by = path.direction * path.length;
    ParryAabb::new(b.mins.min(b.mins + by), b.maxs.max(b.maxs + by))
}
