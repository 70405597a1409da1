//! A sweep in Rapier's words, and its answer in ours.
//!
//! A cast has a unit direction and `max_time_of_impact` = length. The gap is kept by backing off: `rapier` by the skin along
//! the path, as tutorials do, `rapier:tuned` so far that the skin is kept along the normal.

use super::{Casts, RapierBackend};
use crate::body::{Body, placed};
use crate::face::meant;
use crate::library::Part;
use crate::question::{self, Casting};
use crate::scale::{METRE, direction, metres, units};
use clipmark_collision::question::Call;
use clipmark_collision::{Penetration, Status, Sweep, Trace, stop_fraction};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3, side_like};
use rapier3d::parry::query::{ShapeCastOptions, ShapeCastStatus};
use rapier3d::prelude::{Collider, ColliderHandle, Ray, Vector};

/// A start is in a solid for `rapier:tuned` if it is deeper than this share of the skin. Smaller: who is in the floor by rounding
/// falls through it; larger: who is put into a wall stays there.
const DEEP: f32 = 0.25;

/// What a cast met; lengths in units.
struct Met<'a> {
    part: &'a Part,
    /// Length of the way to it.
    way: f32,
    normal: Vec3,
    witness: Vec3,
    starts_inside: bool,
}

impl RapierBackend {
    pub(super) fn answer(&self, sweep: &Sweep) -> Trace {
        if self.library.len() == 0 {
            return Trace::free(sweep);
        }
        let path = sweep.displacement();
        let length = path.norm();
        let middle = sweep.start.coords + sweep.hull.bounds().center().coords;
        let inside = match self.casts {
            Casts::Documented => Vec::new(),
            Casts::Tuned => self.deep_in(&sweep.hull, &sweep.start, sweep.mask),
        };
        if !inside.is_empty()
            && self
                .deep_in(&sweep.hull, &sweep.end, sweep.mask)
                .iter()
                .any(|c| inside.contains(c))
        {
            return Trace {
                contents: self
                    .library
                    .part(inside[0])
                    .map_or(Contents::empty(), |p| p.contents),
                start_solid: true,
                all_solid: true,
                ..Trace::refused(sweep, Status::Converged)
            };
        }
        let converged = Trace {
            start_solid: !inside.is_empty(),
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        let way = path.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        let met = match sweep.hull {
            Hull::Point => self.cast_ray(&middle, &way, length, sweep.mask, &inside),
            _ => self.cast_shape(&sweep.hull, &middle, &way, length, sweep.mask, &inside),
        };
        let met = match met {
            Ok(Some(met)) => met,
            Ok(None) => return converged,
            Err(status) => return Trace::refused(sweep, status),
        };
        let plane = match self.casts {
            Casts::Documented => Plane::new(met.normal, met.normal.dot(&met.witness)),
            Casts::Tuned => meant(met.part, &sweep.hull, met.normal, &met.witness),
        };
        let normal = plane.normal;
        let against = -normal.dot(&way);
        let back = match self.casts {
            Casts::Tuned if against > 0.0 => self.rules.skin / against,
            _ => self.rules.skin,
        };
        let fraction = stop_fraction((met.way - back).max(0.0) / length);
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: plane.is_valid().then_some(plane),
            contents: met.part.contents,
            surface: side_like(&met.part.sides, &normal).map_or(SurfaceFlags::empty(), |s| s.surface),
            start_solid: converged.start_solid || met.starts_inside,
            ..converged
        }
    }

    fn cast_shape(
        &self,
        hull: &Hull,
        middle: &Vec3,
        way: &Vec3,
        length: f32,
        mask: Contents,
        but: &[ColliderHandle],
    ) -> Result<Option<Met<'_>>, Status> {
        let body = Body::from_hull(hull);
        let options = self.options(length);
        let others = |handle, _: &Collider| !but.contains(&handle);
        let queries = self.library.queries_but(mask, &others, !but.is_empty());
        let found = queries.cast_shape(&body.pose(middle), (*way).into(), body.shape(), options);
        let Some((collider, hit)) = found else {
            return Ok(None);
        };
        if hit.status == ShapeCastStatus::Failed {
            return Err(Status::Failed);
        }
        let part = self.library.part(collider).ok_or(Status::Failed)?;
        Ok(Some(Met {
            part,
            way: hit.time_of_impact / METRE,
            normal: direction(hit.normal1),
            witness: units(hit.witness1),
            starts_inside: hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist,
        }))
    }

    fn options(&self, length: f32) -> ShapeCastOptions {
        ShapeCastOptions {
            max_time_of_impact: length * METRE,
            stop_at_penetration: self.casts == Casts::Documented,
            ..ShapeCastOptions::default()
        }
    }

    /// The cast of a sweep, made now, as data; what a tuned set-up leaves out is left out of the world.
    pub(super) fn as_call(&self, sweep: &Sweep, but: &[ColliderHandle]) -> Call {
        let (path, middle) = (
            sweep.displacement(),
            sweep.start.coords + sweep.hull.bounds().center().coords,
        );
        let way = path.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        let (body, reach) = (Body::from_hull(&sweep.hull), path.norm() * METRE);
        let at = body.pose(&middle);
        let others = |handle, _: &Collider| !but.contains(&handle);
        let queries = self.library.queries_but(sweep.mask, &others, !but.is_empty());
        let cast = |met| Casting {
            body: &body,
            at: &at,
            way: Vector::from(way),
            reach,
            stops_at_penetration: self.casts == Casts::Documented,
            met,
        };
        if sweep.hull == Hull::Point {
            let ray = Ray::new(at.translation, way.into());
            let hit = queries.cast_ray_and_get_normal(&ray, reach, true);
            let met = hit.map(|(_, hit)| (hit.time_of_impact, hit.normal, hit.time_of_impact == 0.0));
            return question::cast_ray(&cast(met), sweep.start);
        }
        let hit = queries.cast_shape(&at, way.into(), body.shape(), self.options(path.norm()));
        let inside = |status| status == ShapeCastStatus::PenetratingOrWithinTargetDist;
        let met = hit.map(|(_, hit)| (hit.time_of_impact, hit.normal1, inside(hit.status)));
        question::cast_shape(&cast(met), sweep.hull, sweep.start)
    }

    /// A point has no shape; it is a ray.
    fn cast_ray(
        &self,
        from: &Vec3,
        way: &Vec3,
        length: f32,
        mask: Contents,
        but: &[ColliderHandle],
    ) -> Result<Option<Met<'_>>, Status> {
        let ray = Ray::new(metres(from), (*way).into());
        let others = |handle, _: &Collider| !but.contains(&handle);
        let queries = self.library.queries_but(mask, &others, !but.is_empty());
        let Some((collider, hit)) = queries.cast_ray_and_get_normal(&ray, length * METRE, true) else {
            return Ok(None);
        };
        Ok(Some(Met {
            part: self.library.part(collider).ok_or(Status::Failed)?,
            way: hit.time_of_impact / METRE,
            normal: direction(hit.normal),
            witness: units(ray.point_at(hit.time_of_impact)),
            starts_inside: hit.time_of_impact == 0.0,
        }))
    }

    /// The colliders that a hull is in, deeper than rounding.
    pub(super) fn deep_in(&self, hull: &Hull, at: &Point, mask: Contents) -> Vec<ColliderHandle> {
        let (body, pose) = placed(hull, at);
        let queries = self.library.queries(mask);
        if queries.intersect_shape(pose, body.shape()).next().is_none() {
            return Vec::new();
        }
        let mut inside = Vec::new();
        let deep = -self.rules.skin * DEEP * METRE;
        self.library
            .contacts(&body, &pose, 0.0, mask, |handle, _, contact| {
                if contact.dist < deep {
                    inside.push(handle);
                }
            });
        inside
    }

    pub(super) fn deepest(&self, hull: &Hull, at: &Point, mask: Contents) -> Option<Penetration> {
        let (body, pose) = placed(hull, at);
        let queries = self.library.queries(mask);
        queries.intersect_shape(pose, body.shape()).next()?;
        let mut deepest: Option<Penetration> = None;
        self.library
            .contacts(&body, &pose, 0.0, mask, |_, part, contact| {
                let normal = direction(contact.normal1);
                let depth = -contact.dist / METRE;
                let is_direction = normal.iter().all(|x| x.is_finite());
                if depth > 0.0 && is_direction && deepest.is_none_or(|d| depth > d.depth) {
                    deepest = Some(Penetration {
                        depth,
                        normal,
                        contents: part.contents,
                        status: Status::Converged,
                    });
                }
            });
        deepest
    }
}
