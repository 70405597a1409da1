//! One sweep as Box3D casts it: `b3World_CastShape` for a hull, `b3World_CastRayClosest` for a point.

use crate::backend::Box3dBackend;
use crate::bodies::{body, middle, proxy};
use crate::near::{Standing, direction, lies};
use crate::question::{self, Cast};
use crate::world::{Loaded, filter, loaded};
use boxddd::{QueryFilter, RayHit, ShapeCastInput, ShapeProxy};
use clipmark_collision::question::{Call, Question};
use clipmark_collision::{Status, Sweep, Trace, back_off, stop_fraction};
use clipmark_geometry::{Hull, Plane, SurfaceFlags, Vec3, side_like};

/// What a cast met, in units.
struct Met {
    part: usize,
    /// Distance along the path.
    distance: f32,
    normal: Vec3,
    witness: Vec3,
    starts_inside: bool,
}

/// Overlaps less deep than this are none, in units: Box3D's own slop of overlaps in metres is 0.0005. Smaller: a hull that
/// rests is in a solid; larger: true starts in solids are not told.
pub(crate) const TOUCHING: f32 = 1.0 / 256.0;

impl Box3dBackend {
    pub(crate) fn answer(&self, sweep: &Sweep) -> Trace {
        let Some(filter) = filter(&self.plan, sweep.mask) else {
            return Trace::free(sweep);
        };
        let free = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        let met = loaded(&self.plan).map_err(|_| Status::Failed);
        let met = met.and_then(|loaded| {
            if sweep.start == sweep.end {
                return self.stand(&loaded, sweep, filter);
            }
            match sweep.hull {
                Hull::Point if !self.plan.settings.leaves_surfaces => self.cast_point(&loaded, sweep, filter),
                _ => self.cast(&loaded, sweep, filter),
            }
        });
        match met {
            Ok(None) => free,
            Ok(Some(met)) if sweep.start == sweep.end => Trace {
                fraction: 0.0,
                contents: self.plan.parts[met.part].contents,
                start_solid: true,
                all_solid: true,
                ..free
            },
            Ok(Some(met)) => self.stopped(sweep, &met, free),
            Err(status) => Trace::refused(sweep, status),
        }
    }

    fn cast(&self, loaded: &Loaded, sweep: &Sweep, filter: QueryFilter) -> Result<Option<Met>, Status> {
        let proxy = proxy(&self.plan, &sweep.hull).ok_or(Status::Unsupported)?;
        let from = sweep.start.coords + middle(&sweep.hull);
        let way = self.plan.length(&sweep.displacement());
        let input = ShapeCastInput::new(proxy.clone(), way).map_err(|_| Status::Failed)?;
        let (mut first, mut near): (Option<RayHit>, Vec<usize>) = (None, Vec::new());
        let cast = loaded
            .world
            .visit_cast_shape(self.plan.place(&from), input, filter, |hit| {
                if hit.fraction == 0.0 && self.plan.settings.leaves_surfaces {
                    near.push(hit.user_material_id as usize);
                    // Passed over: its distance decides.
                    return -1.0;
                }
                first = Some(hit);
                hit.fraction
            });
        cast.map_err(|_| Status::Failed)?;
        // Box3D promises no order.
        near.sort_unstable();
        for part in near {
            if let Some(met) = self.blocks(loaded, sweep, &proxy, part) {
                return Ok(Some(met));
            }
        }
        Ok(first.map(|hit| {
            let part = hit.user_material_id as usize;
            Met {
                part,
                distance: hit.fraction * sweep.displacement().norm(),
                normal: direction(hit.normal),
                witness: Vec3::new(hit.point.x, hit.point.y, hit.point.z) / self.plan.settings.metres,
                starts_inside: hit.fraction == 0.0 && self.is_in(loaded, sweep, part),
            }
        }))
    }

    /// The cast of a sweep, made now, as a question's one call; `None` where Box3D has no such cast.
    pub(crate) fn question_of(&self, sweep: &Sweep) -> Option<Question> {
        let filter = filter(&self.plan, sweep.mask)?;
        let loaded = loaded(&self.plan).ok()?;
        let call = match sweep.hull {
            _ if sweep.start == sweep.end => return None,
            Hull::Point if !self.plan.settings.leaves_surfaces => self.ray_as_call(&loaded, sweep, filter)?,
            _ => self.cast_as_call(&loaded, sweep, filter)?,
        };
        Some(Question {
            calls: vec![call],
            ..question::world(&self.plan, &[], sweep.mask)
        })
    }

    fn ray_as_call(&self, loaded: &Loaded, sweep: &Sweep, filter: QueryFilter) -> Option<Call> {
        let (from, way) = (sweep.start.coords, sweep.displacement());
        let hit = loaded
            .world
            .cast_ray_closest(self.plan.place(&from), self.plan.length(&way), filter)
            .ok()?;
        let met = hit.map(|hit| (hit.fraction, direction(hit.normal)));
        Some(question::ray(&self.plan, &from, &way, met))
    }

    fn cast_as_call(&self, loaded: &Loaded, sweep: &Sweep, filter: QueryFilter) -> Option<Call> {
        let proxy = proxy(&self.plan, &sweep.hull)?;
        let from = sweep.start.coords + middle(&sweep.hull);
        let input = ShapeCastInput::new(proxy.clone(), self.plan.length(&sweep.displacement())).ok()?;
        let passes_near = self.plan.settings.leaves_surfaces;
        let (mut met, mut passed) = (None, false);
        let cast = loaded
            .world
            .visit_cast_shape(self.plan.place(&from), input, filter, |hit| {
                if hit.fraction == 0.0 && passes_near {
                    passed = true;
                    return -1.0;
                }
                met = Some((hit.fraction, hit.normal));
                hit.fraction
            });
        cast.ok()?;
        Some(question::casting(&Cast {
            plan: &self.plan,
            sweep,
            from,
            proxy: &proxy,
            passes_near,
            met,
            is_whole: !passed,
        }))
    }

    /// What a brush does to a sweep that starts within Box3D's slop of it: it stops motion against it.
    fn blocks(&self, loaded: &Loaded, sweep: &Sweep, proxy: &ShapeProxy, part: usize) -> Option<Met> {
        let body = body(&self.plan, &sweep.hull)?;
        let at = sweep.start.coords + middle(&sweep.hull);
        let standing = Standing {
            proxy,
            body: &body,
            at,
        };
        let Some(lies) = lies(&self.plan, loaded, part, &standing) else {
            // Nothing is known of it but that it is near.
            return Some(Met {
                part,
                distance: 0.0,
                normal: -sweep.displacement().normalize(),
                witness: at,
                starts_inside: false,
            });
        };
        let against = lies.normal.dot(&sweep.displacement()) < 0.0;
        let starts_inside = lies.gap < -TOUCHING;
        (against || starts_inside).then_some(Met {
            part,
            distance: 0.0,
            normal: lies.normal,
            witness: lies.point,
            starts_inside,
        })
    }

    fn is_in(&self, loaded: &Loaded, sweep: &Sweep, part: usize) -> bool {
        let Some((proxy, body)) = proxy(&self.plan, &sweep.hull).zip(body(&self.plan, &sweep.hull)) else {
            return false;
        };
        let standing = Standing {
            proxy: &proxy,
            body: &body,
            at: sweep.start.coords + middle(&sweep.hull),
        };
        lies(&self.plan, loaded, part, &standing).is_some_and(|lies| lies.gap < -TOUCHING)
    }

    fn cast_point(&self, loaded: &Loaded, sweep: &Sweep, filter: QueryFilter) -> Result<Option<Met>, Status> {
        // A ray ignores what it starts in.
        if let Some(met) = self.stand(loaded, sweep, filter)? {
            return Ok(Some(met));
        }
        let from = self.plan.place(&sweep.start.coords);
        let way = self.plan.length(&sweep.displacement());
        let hit = loaded.world.cast_ray_closest(from, way, filter);
        let hit = hit.map_err(|_| Status::Failed)?;
        Ok(hit.map(|hit| Met {
            part: hit.user_material_id as usize,
            distance: hit.fraction * sweep.displacement().norm(),
            normal: direction(hit.normal),
            witness: Vec3::new(hit.point.x, hit.point.y, hit.point.z) / self.plan.settings.metres,
            starts_inside: false,
        }))
    }

    /// What the hull overlaps at the start.
    fn stand(&self, loaded: &Loaded, sweep: &Sweep, filter: QueryFilter) -> Result<Option<Met>, Status> {
        let deepest = self.deepest(loaded, &sweep.hull, &sweep.start, filter)?;
        Ok(deepest.map(|(part, lies)| Met {
            part,
            distance: 0.0,
            normal: lies.normal,
            witness: lies.point,
            starts_inside: true,
        }))
    }

    fn stopped(&self, sweep: &Sweep, met: &Met, free: Trace) -> Trace {
        let length = sweep.displacement().norm();
        let settings = &self.plan.settings;
        let skin = self.rules.skin;
        // As most tutorials do, a cast is backed off along its path. Its best user keeps the gap at every angle, and counts the
        // slop that Box3D has kept already.
        let back = if settings.leaves_surfaces {
            let into = -met.normal.dot(&sweep.displacement()) / length;
            back_off((skin - settings.kept(&sweep.hull)).max(0.0), into)
        } else {
            skin
        };
        let fraction = stop_fraction((met.distance - back).max(0.0) / length);
        let plane = Plane::new(met.normal, met.normal.dot(&met.witness));
        let part = &self.plan.parts[met.part];
        let surface = side_like(&part.sides, &met.normal);
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: plane.is_valid().then_some(plane),
            contents: part.contents,
            surface: surface.map_or(SurfaceFlags::empty(), |side| side.surface),
            start_solid: met.starts_inside,
            ..free
        }
    }
}
