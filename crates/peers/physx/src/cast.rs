//! One sweep as PhysX answers it: `sweep` for a hull, `raycast` for a point, and position tests where nothing moves.

use crate::backend::PhysxBackend;
use crate::bodies::{Geometry, form, middle, rotation};
use crate::query::index;
use crate::question;
use crate::scale::{METRE, direction, metres, point, transform, vec3};
use crate::solids::Part;
use clipmark_collision::question::Call;
use clipmark_collision::{Status, Sweep, Trace, back_off, stop_fraction};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3, side_like, side_met};
use physx_sys::{PxHitFlags, PxRigidActor, PxShape, PxSweepHit, PxTransform};

/// What a sweep met, in units.
pub(crate) struct Met<'a> {
    part: Option<&'a Part>,
    /// Distance along the path.
    distance: f32,
    normal: Vec3,
    witness: Point,
    starts_inside: bool,
}

/// Overlaps less deep than this are none, in units. PhysX answers touch as overlap, and its depths are off by up to this. Smaller: a
/// hull that rests is in a solid; larger: true starts in solids are not told.
pub(crate) const TOUCHING: f32 = 1.0 / 256.0;

/// PhysX's sweeps of a box end this share of its least half length, or of the shape's, before the shape (`own_api.rs`).
const SHORT: f32 = 0.005;

/// The least gap beyond that distance, in units. Nearer, the next sweep begins in touch, or meets edges of the floor that the box slides
/// on. The conformance suite has 60 such sweeps without it, and 2 with it.
const BEYOND_TOUCH: f32 = 1.0 / 64.0;

/// The steepest way into a face in touch that counts as along it, as a sine: ten times the error of PhysX's normals (1e-6). Smaller:
/// floors hold a hull that slides on them; larger: a sweep of 1,000 units that begins in touch goes over 0.01 units deep.
pub(crate) const ALONG: f32 = 1e-5;

/// The gap that PhysX leaves of its own accord, in units. Round hulls have none.
fn kept(hull: &Hull, part: Option<&Part>) -> f32 {
    let own = hull.bounds().half_extents().min();
    match hull {
        Hull::Box { .. } => SHORT * part.map_or(own, |part| part.least.min(own)),
        _ => 0.0,
    }
}

impl PhysxBackend {
    pub(crate) fn answer(&self, sweep: &Sweep) -> Trace {
        let free = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        let Some(form) = form(&sweep.hull, 0.0) else {
            return Trace::refused(sweep, Status::Unsupported);
        };
        // No bits would mean everything to PhysX.
        if sweep.mask.is_empty() || self.scene.solids.parts.is_empty() {
            return Trace::free(sweep);
        }
        let geometry = Geometry::from_form(form);
        if sweep.start == sweep.end {
            return self.stand(sweep, &geometry, free);
        }
        let met = match sweep.hull {
            Hull::Point => self.cast_point(sweep),
            _ => self.cast(sweep, &geometry),
        };
        match met {
            None => free,
            Some(met) => self.stopped(sweep, &met, free),
        }
    }

    /// Where PhysX has a hull that is at a position.
    pub(crate) fn pose(hull: &Hull, at: &Point) -> PxTransform {
        transform(&(at.coords + middle(hull)), rotation(hull))
    }

    pub(crate) fn part(&self, shape: *mut PxShape) -> Option<&Part> {
        self.scene.solids.parts.get(index(shape)?)
    }

    /// The first thing met, and whether the hull is in it from the start.
    fn swept(&self, sweep: &Sweep, geometry: &Geometry) -> Option<(PxSweepHit, bool)> {
        let way = sweep.displacement();
        let length = way.norm();
        let pose = Self::pose(&sweep.hull, &sweep.start);
        let along = vec3(&(way / length));
        let flags = PxHitFlags::Default;
        let first = self
            .scene
            .sweep(geometry, &pose, along, length * METRE, flags, sweep.mask)?;
        if first.distance > 0.0 {
            return Some((first, false));
        }
        let inside = self.is_inside(geometry, &pose, first.actor, first.shape);
        // All hits are costly: they are asked for in touch alone.
        if inside || !self.settings.leaves_touch {
            return Some((first, inside));
        }
        // PhysX answers shapes in touch with distance 0 whatever the way. Those that the way leaves or follows are passed over.
        let mut nearest: Option<(PxSweepHit, bool)> = None;
        let mut visit = |hit: &PxSweepHit| {
            let touches = hit.distance <= 0.0;
            let inside = touches && self.is_inside(geometry, &pose, hit.actor, hit.shape);
            let apart = direction(hit.normal).dot(&way) / length;
            if touches && !inside && apart >= -ALONG {
                return;
            }
            // The way out of a solid may lie ahead: as by default, a start in one is met head on.
            let normal = if inside {
                vec3(&(-way / length))
            } else {
                hit.normal
            };
            let distance = hit.distance.max(0.0);
            let is_nearer = |(found, in_one): &(PxSweepHit, bool)| {
                distance < found.distance || distance == found.distance && inside && !in_one
            };
            if nearest.as_ref().is_none_or(is_nearer) {
                let hit = PxSweepHit {
                    distance,
                    normal,
                    ..*hit
                };
                nearest = Some((hit, inside));
            }
        };
        self.scene
            .sweep_all(geometry, &pose, along, length * METRE, sweep.mask, &mut visit);
        nearest
    }

    /// The sweep, made now, as data; `None` where PhysX has no such sweep.
    pub(crate) fn as_call(&self, sweep: &Sweep) -> Option<Call> {
        let geometry = Geometry::from_form(form(&sweep.hull, 0.0)?);
        let hit = self.swept(sweep, &geometry);
        let inside = hit.as_ref().is_some_and(|(_, inside)| *inside);
        question::cast(
            sweep,
            hit.as_ref().map(|(hit, _)| hit),
            inside,
            self.settings.leaves_touch,
        )
    }

    fn cast(&self, sweep: &Sweep, geometry: &Geometry) -> Option<Met<'_>> {
        let way = sweep.displacement();
        let length = way.norm();
        let (hit, starts_inside) = self.swept(sweep, geometry)?;
        let part = self.part(hit.shape);
        let distance = (hit.distance / METRE).max(0.0);
        let told = direction(hit.normal);
        let at = sweep.at((distance / length).min(1.0));
        let face = part.filter(|_| self.settings.face_normals);
        let face = face.and_then(|part| side_met(&part.sides, &sweep.hull, &at, &way));
        let normal = face.map_or(told, |side| side.plane.normal);
        // A cast that begins in touch has no position: the hull's own point is met there.
        let witness = match hit.distance > 0.0 {
            true => point(hit.position),
            false => sweep.start - normal * sweep.hull.support(&-normal),
        };
        Some(Met {
            part,
            distance,
            normal,
            witness,
            starts_inside,
        })
    }

    /// Whether a geometry is in a shape by more than touch.
    fn is_inside(
        &self,
        geometry: &Geometry,
        pose: &PxTransform,
        actor: *mut PxRigidActor,
        shape: *mut PxShape,
    ) -> bool {
        let out = self.scene.penetration(geometry, pose, actor, shape);
        out.is_some_and(|(_, depth)| depth > TOUCHING * METRE)
    }

    fn cast_point(&self, sweep: &Sweep) -> Option<Met<'_>> {
        let way = sweep.displacement();
        let length = way.norm();
        let from = metres(&sweep.start.coords);
        let along = vec3(&(way / length));
        let hit = self
            .scene
            .raycast(from, along, length * METRE, PxHitFlags::Default, sweep.mask)?;
        Some(Met {
            part: self.part(hit.shape),
            distance: hit.distance / METRE,
            normal: direction(hit.normal),
            witness: point(hit.position),
            starts_inside: hit.distance <= 0.0,
        })
    }

    /// A sweep of no length: whether the hull overlaps anything.
    fn stand(&self, sweep: &Sweep, geometry: &Geometry, free: Trace) -> Trace {
        let pose = Self::pose(&sweep.hull, &sweep.start);
        let mut inside: Option<Contents> = None;
        self.scene.overlaps(geometry, &pose, sweep.mask, &mut |hit| {
            if inside.is_none() && self.is_inside(geometry, &pose, hit.actor, hit.shape) {
                inside = Some(
                    self.part(hit.shape)
                        .map_or(Contents::empty(), |part| part.contents),
                );
            }
        });
        match inside {
            None => free,
            Some(contents) => Trace {
                fraction: 0.0,
                end: sweep.start,
                contents,
                start_solid: true,
                all_solid: true,
                ..free
            },
        }
    }

    fn stopped(&self, sweep: &Sweep, met: &Met, free: Trace) -> Trace {
        let length = sweep.displacement().norm();
        let skin = self.rules.skin;
        // As most tutorials do, a cast is backed off along its path. Its best user keeps the gap at every angle: PhysX keeps a part of it.
        let back = if self.settings.face_normals {
            let into = -met.normal.dot(&sweep.displacement()) / length;
            back_off((skin - kept(&sweep.hull, met.part)).max(BEYOND_TOUCH), into)
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
            contents: met.part.map_or(Contents::empty(), |part| part.contents),
            surface: surface.map_or(SurfaceFlags::empty(), |side| side.surface),
            start_solid: met.starts_inside,
            ..free
        }
    }
}
