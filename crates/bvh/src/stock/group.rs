//! Solids that are asked together, as one shape of parry's.

use super::StockUse;
use super::body::{Body, placed};
use super::solids::{Part, Sources, Target, bytes_of};
use clipmark_collision::Status;
use clipmark_geometry::{BrushSide, Contents, Hull, Point, Vec3};
use parry3d::bounding_volume::{Aabb as ParryAabb, BoundingVolume};
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, Ray, RayIntersection, ShapeCastHit, ShapeCastOptions, ShapeCastStatus};
use parry3d::shape::Shape;

/// Solids that are asked together.
pub(super) struct Group {
    target: Target,
    pub(super) parts: Vec<Part>,
    /// Every contents word among the parts, once.
    words: Vec<Contents>,
}

/// A sweep as parry wants it: a unit direction, so that times are distances.
pub(super) struct StraightPath {
    pub(super) from: Vector,
    pub(super) direction: Vector,
    pub(super) length: f32,
}

/// The surface that a cast met.
#[derive(Clone, Copy)]
pub(super) struct Met {
    pub(super) time: f32,
    pub(super) normal: Vec3,
    pub(super) witness: Vec3,
    pub(super) starts_inside: bool,
}

/// The part that is met first, if any, or why parry cannot tell.
pub(super) type First<'a> = Result<Option<(&'a Part, Met)>, Status>;

impl Group {
    /// `None` of nothing.
    pub(super) fn new(how: StockUse, sources: Sources) -> Option<Self> {
        let (target, parts) = sources.into_target(how)?;
        let mut words: Vec<Contents> = Vec::new();
        for part in &parts {
            if !words.contains(&part.contents) {
                words.push(part.contents);
            }
        }
        Some(Self { target, parts, words })
    }

    pub(super) fn has_any(&self, mask: Contents) -> bool {
        self.words.iter().any(|w| w.intersects(mask))
    }

    pub(super) fn has_only(&self, mask: Contents) -> bool {
        self.words.iter().all(|w| w.intersects(mask))
    }

    /// All of it as one shape of parry's.
    pub(super) fn whole(&self) -> &dyn Shape {
        match &self.target {
            Target::Compound(compound) => &**compound,
            Target::Mesh(mesh, _) => &**mesh,
        }
    }

    /// The part that a shape of the whole is of.
    fn part(&self, shape: u32) -> &Part {
        match &self.target {
            Target::Compound(_) => &self.parts[shape as usize],
            Target::Mesh(_, owners) => &self.parts[owners[shape as usize] as usize],
        }
    }

    /// Visits the shapes near a box whose part meets the mask.
    fn near<'a>(&'a self, near: ParryAabb, mask: Contents, mut take: impl FnMut(&'a Part, &dyn Shape)) {
        let bvh = match &self.target {
            Target::Compound(compound) => compound.bvh(),
            Target::Mesh(mesh, _) => mesh.bvh(),
        };
        let leaves =
            bvh.leaves(move |node| node.mins().cmple(near.maxs).all() && near.mins.cmple(node.maxs()).all());
        for leaf in leaves {
            let part = self.part(leaf);
            if !part.contents.intersects(mask) {
                continue;
            }
            match &self.target {
                Target::Compound(compound) => take(part, &*compound.shapes()[leaf as usize].1),
                Target::Mesh(mesh, _) => take(part, &mesh.triangle(leaf)),
            }
        }
    }

    /// The first part that a hull meets. A point has no shape in parry; it is a ray.
    pub(super) fn cast(&self, hull: &Hull, path: &StraightPath, mask: Contents) -> First<'_> {
        let ray = Ray::new(path.from, path.direction);
        let met_by_ray = |hit: RayIntersection| Met {
            time: hit.time_of_impact,
            normal: Vec3::from(hit.normal),
            witness: Vec3::from(ray.point_at(hit.time_of_impact)),
            starts_inside: hit.time_of_impact == 0.0,
        };
        let options = ShapeCastOptions {
            max_time_of_impact: path.length,
            ..ShapeCastOptions::default()
        };
        let met = |hit: ShapeCastHit| Met {
            time: hit.time_of_impact,
            normal: Vec3::from(hit.normal1),
            witness: Vec3::from(hit.witness1),
            starts_inside: hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist,
        };
        let body = Body::from_hull(hull).map(|body| (body, body.pose(&path.from.into())));
        // Also which shape of the target is met.
        let cast = |target: &dyn Shape| -> Result<Option<(u32, Met)>, Status> {
            let Some((body, pose)) = &body else {
                let hit = target.cast_local_ray_and_get_normal(&ray, path.length, true);
                return Ok(hit.map(|hit| (hit.subshape, met_by_ray(hit))));
            };
            let (here, shape) = (Pose::IDENTITY, body.shape());
            match query::cast_shapes(&here, Vector::ZERO, target, pose, path.direction, shape, options) {
                Ok(Some(hit)) if hit.status == ShapeCastStatus::Failed => Err(Status::Failed),
                Ok(hit) => Ok(hit.map(|hit| (hit.subshape1, met(hit)))),
                Err(_) => Err(Status::Unsupported),
            }
        };
        if self.has_only(mask) {
            let hit = cast(self.whole())?;
            return Ok(hit.map(|(shape, met)| (self.part(shape), met)));
        }
        let bounds = match &body {
            None => ParryAabb::new(path.from, path.from),
            Some((body, pose)) => body.shape().compute_aabb(pose),
        };
        let mut first = Ok(None);
        self.near(swept(&bounds, path), mask, |part, target| {
            let next = cast(target).map(|hit| hit.map(|(_, met)| (part, met)));
            first = earlier(first, next);
        });
        first
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
        self.near(near, mask, |part, shape| {
            if let Ok(Some(contact)) = query::contact(&Pose::IDENTITY, shape, &pose, body.shape(), margin) {
                take(part, contact);
            }
        });
    }

    /// The contents of the parts that a point is inside of; a mesh has no inside.
    pub(super) fn contents(&self, p: Vector, inside: impl Fn(&dyn Shape) -> bool) -> Contents {
        let mut contents = Contents::empty();
        if let Target::Compound(_) = self.target {
            self.near(ParryAabb::new(p, p), Contents::all(), |part, shape| {
                if inside(shape) {
                    contents |= part.contents;
                }
            });
        }
        contents
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let shapes = match &self.target {
            Target::Compound(c) => {
                // Each shape is behind a counted pointer, with its two counts.
                let each = size_of_val(&c.shapes()[0]) + size_of::<ParryAabb>() + 2 * size_of::<usize>();
                let hulls = c.shapes().iter().filter_map(|(_, s)| s.as_convex_polyhedron());
                c.bvh().total_memory_size() + c.shapes().len() * each + hulls.map(bytes_of).sum::<usize>()
            }
            Target::Mesh(mesh, owners) => mesh.total_memory_size() + size_of_val(owners.as_slice()),
        };
        let sides: usize = self.parts.iter().map(|p| p.sides.capacity()).sum();
        shapes + size_of_val(self.parts.as_slice()) + sides * size_of::<BrushSide>()
    }
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.target {
            Target::Compound(_) => "a compound",
            Target::Mesh(..) => "a mesh",
        };
        write!(f, "{what} of {} parts", self.parts.len())
    }
}

/// The earlier of two meetings, or the first failure.
pub(super) fn earlier<'a>(first: First<'a>, next: First<'a>) -> First<'a> {
    Ok(match (first?, next?) {
        (Some(first), Some(next)) if next.1.time < first.1.time => Some(next),
        (first, next) => first.or(next),
    })
}

/// The bounds of a box's sweep.
fn swept(b: &ParryAabb, path: &StraightPath) -> ParryAabb {
    let by = path.direction * path.length;
    ParryAabb::new(b.mins.min(b.mins + by), b.maxs.max(b.maxs + by))
}
