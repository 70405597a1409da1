//! One sweep as Jolt casts it: `CastShape` for a hull, `CastRay` for a point, and `CollideShape` where nothing moves, since
//! Jolt casts along a direction that is not zero.

use crate::backend::JoltBackend;
use crate::bodies::{middle, rotation, with_shape};
use crate::question;
use crate::scale::{METRE, direction, metres, place, point};
use crate::solids::Part;
use clipmark_collision::question::Call;
use clipmark_collision::{Status, Sweep, Trace, back_off, stop_fraction};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3, side_like, side_met};
use oxijolt::{
    BodyId, CollideShape, CollideShapeHit, CompoundSubShape, ObjectLayer, QueryFilter, RayCast, ShapeCast,
    ShapeCastHit,
};

/// What a cast met, in units.
pub(crate) struct Met<'a> {
    contents: Contents,
    part: Option<&'a Part>,
    /// Distance along the path.
    distance: f32,
    normal: Vec3,
    witness: Point,
    starts_inside: bool,
}

/// Overlaps less deep than this are none, in units: Jolt's own tolerance of penetrations (1e-4 m) is 0.0032 units. Smaller: a
/// hull that rests is in a solid; larger: true starts in solids are not told.
pub(crate) const TOUCHING: f32 = 1.0 / 256.0;

impl JoltBackend {
    pub(crate) fn answer(&self, sweep: &Sweep) -> Trace {
        let layers = self.layers(sweep.mask);
        if layers.is_empty() {
            return Trace::free(sweep);
        }
        let filter = self.filter(&layers);
        if sweep.start == sweep.end {
            return self.stand(sweep, &filter);
        }
        let met = match sweep.hull {
            Hull::Point => self.cast_point(sweep, &filter),
            _ => self.cast(sweep, &filter),
        };
        let free = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        match met {
            Ok(None) => free,
            Ok(Some(met)) => self.stopped(sweep, &met, free),
            Err(status) => Trace::refused(sweep, status),
        }
    }

    /// The cast of a sweep, made now, as data; `None` where the wrapper refuses it.
    pub(crate) fn as_call(&self, sweep: &Sweep) -> Option<Call> {
        let layers = self.layers(sweep.mask);
        let filter = self.filter(&layers);
        let met = match sweep.hull {
            Hull::Point => {
                let ray = RayCast::new(place(&sweep.start.coords), metres(&sweep.displacement()));
                let hit = self.world.cast_ray(&ray, &filter).ok()?;
                hit.map(|hit| (hit.fraction, hit.normal, hit.fraction == 0.0))
            }
            _ => {
                let hit = self.cast_shape(sweep, &filter).ok()?;
                hit.map(|hit| (hit.fraction, hit.normal, self.is_inside(&hit)))
            }
        };
        Some(question::cast(sweep, &self.settings, met))
    }

    fn is_inside(&self, hit: &ShapeCastHit) -> bool {
        hit.fraction == 0.0 && hit.penetration_depth > TOUCHING * METRE
    }

    fn cast_shape(&self, sweep: &Sweep, filter: &QueryFilter) -> Result<Option<ShapeCastHit>, Status> {
        let way = sweep.displacement();
        let hit = with_shape(&sweep.hull, &self.settings, |shape| {
            let from = place(&(sweep.start.coords + middle(&sweep.hull)));
            let cast = ShapeCast::new(shape, from, rotation(&sweep.hull), metres(&way))
                .collide_with_back_faces(self.settings.back_faces)
                .return_deepest_point(self.settings.deepest_point);
            self.world.cast_shape(&cast, filter)
        });
        hit.map_err(|_| Status::Unsupported)?.map_err(|_| Status::Failed)
    }

    fn cast(&self, sweep: &Sweep, filter: &QueryFilter) -> Result<Option<Met<'_>>, Status> {
        let way = sweep.displacement();
        let hit = self.cast_shape(sweep, filter)?;
        Ok(hit.map(|hit| {
            let (contents, part) = self.part(hit.body, hit.compound_child);
            let distance = hit.fraction * way.norm();
            let cast_normal = direction(hit.normal);
            let at = sweep.at(hit.fraction);
            let face = part.filter(|_| self.settings.face_normals);
            let face = face.and_then(|part| side_met(&part.sides, &sweep.hull, &at, &way));
            Met {
                contents,
                part,
                distance,
                normal: face.map_or(cast_normal, |side| side.plane.normal),
                witness: point(hit.point),
                starts_inside: self.is_inside(&hit),
            }
        }))
    }

    fn cast_point(&self, sweep: &Sweep, filter: &QueryFilter) -> Result<Option<Met<'_>>, Status> {
        let way = sweep.displacement();
        let ray = RayCast::new(place(&sweep.start.coords), metres(&way));
        let hit = self.world.cast_ray(&ray, filter).map_err(|_| Status::Failed)?;
        Ok(hit.map(|hit| {
            let (contents, part) = self.part(hit.body, hit.compound_child);
            Met {
                contents,
                part,
                distance: hit.fraction * way.norm(),
                normal: direction(hit.normal),
                witness: point(ray.point_at(hit.fraction)),
                starts_inside: hit.fraction == 0.0,
            }
        }))
    }

    /// A sweep of no length: whether the hull overlaps anything.
    fn stand(&self, sweep: &Sweep, filter: &QueryFilter) -> Trace {
        let overlaps = self.overlaps(&sweep.hull, &sweep.start, 0.0, filter);
        let inside = |hit: &&CollideShapeHit| hit.penetration_depth > TOUCHING * METRE;
        let free = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        match overlaps {
            Err(status) => Trace::refused(sweep, status),
            Ok(hits) => match hits.iter().find(inside) {
                None => free,
                Some(hit) => Trace {
                    fraction: 0.0,
                    end: sweep.start,
                    contents: self.part(hit.body, hit.compound_child).0,
                    start_solid: true,
                    all_solid: true,
                    ..free
                },
            },
        }
    }

    fn stopped(&self, sweep: &Sweep, met: &Met, free: Trace) -> Trace {
        let length = sweep.displacement().norm();
        let skin = self.rules.skin;
        // As most tutorials do, a cast is backed off along its path; its best user keeps the gap at every angle.
        let back = if self.settings.face_normals {
            let into = -met.normal.dot(&sweep.displacement()) / length;
            back_off(skin, into)
        } else {
            skin
        };
        let fraction = stop_fraction((met.distance - back).max(0.0) / length);
        let plane = Plane::new(met.normal, met.normal.dot(&met.witness.coords));
        let surface = met.part.and_then(|part| side_like(&part.sides, &met.normal));
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: plane.is_valid().then_some(plane),
            contents: met.contents,
            surface: surface.map_or(SurfaceFlags::empty(), |side| side.surface),
            start_solid: met.starts_inside,
            ..free
        }
    }

    pub(crate) fn filter<'a>(&self, layers: &'a [ObjectLayer]) -> QueryFilter<'a> {
        match layers.len() < self.solids.groups.len() {
            true => QueryFilter::new().object_layers(layers),
            false => QueryFilter::new(),
        }
    }

    /// The brush of a hit, and what is in it.
    pub(crate) fn part(&self, body: BodyId, child: Option<CompoundSubShape>) -> (Contents, Option<&Part>) {
        let group = self.bodies.iter().position(|b| *b == body);
        let Some(group) = group.map(|at| &self.solids.groups[at]) else {
            return (Contents::empty(), None);
        };
        let part = child.and_then(|child| group.parts.get(child.index as usize));
        (group.contents, part)
    }

    /// Everything within `margin` units of a hull.
    pub(crate) fn overlaps(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        filter: &QueryFilter,
    ) -> Result<Vec<CollideShapeHit>, Status> {
        let hits = with_shape(hull, &self.settings, |shape| {
            let here = place(&(at.coords + middle(hull)));
            let query =
                CollideShape::new(shape, here, rotation(hull)).max_separation_distance(margin * METRE);
            self.world.collide_shape(&query, filter)
        });
        let mut hits = hits
            .map_err(|_| Status::Unsupported)?
            .map_err(|_| Status::Failed)?;
        // Jolt promises no order.
        hits.sort_by_key(|hit| (hit.body, hit.sub_shape_id));
        Ok(hits)
    }
}
