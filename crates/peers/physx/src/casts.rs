//! PhysX's queries, as the adapter asks them: `sweep` for a hull, `raycast` for a point, `overlap` and
//! `PxGeometryQuery::computePenetration` where nothing moves.

use crate::character::Walker;
use crate::geometry::{
    Geometry, Part, STRAIGHT, direction, form_of, metres, part, rotation, transform, vec3,
};
use crate::query::{ALONG, index};
use crate::question::{self, LIBRARY};
use crate::scene::Scene;
use crate::sdk::held;
use crate::settings::{PLAIN, Settings, TUNED};
use clipmark_adapter::form::{Form, middle};
use clipmark_adapter::scale::{METRE, in_units};
use clipmark_adapter::{At, Cast, Library, Near, Plan, Setup, Solid, Stop};
use clipmark_collision::question::{Body, Call};
use clipmark_collision::{HullKinds, Status, Sweep, back_off};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Vec3, side_met};
use clipmark_movement::{MovingPart, Profile};
use physx_sys::{PxHitFlags, PxRigidActor, PxShape, PxSweepHit, PxTransform, PxVec3};
use std::ops::ControlFlow;
use std::sync::Arc;

/// PhysX's sweeps of a box end this share of its least half length, or of the shape's, before the shape (`own_api.rs`).
const SHORT: f32 = 0.005;

/// The least gap beyond that distance, in units. Nearer, the next sweep begins in touch, or meets edges of the floor that the box
/// slides on. The conformance suite has 60 such sweeps without it, and 2 with it.
const BEYOND_TOUCH: f32 = 1.0 / 64.0;

/// Directions nearer than this to a face of a box are along it.
const LEVEL: f32 = 1e-3;

impl Library for Scene {
    const PROGRAM: &'static str = "physx";
    const VERSION: &'static str = LIBRARY;
    /// It has no cylinder.
    const HULLS: HullKinds = HullKinds {
        cylinder: false,
        ..HullKinds::ALL
    };
    const OMITS: &'static str = "that PhysX cooks no mesh of";
    /// PhysX answers touch as overlap, and its depths are off by up to this.
    const TOUCHING: f32 = 1.0 / 256.0;

    type Settings = Settings;
    type Shape = Part;
    type Shapes = Vec<Part>;
    type Character = Walker;

    const SETUPS: &'static [Setup<Settings>; 2] = &[PLAIN, TUNED];

    fn shape(
        _: &Setup<Settings>,
        settings: &Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Part>, String> {
        part(brush, corners, settings.boxes)
    }

    fn gather(_: &[Solid], shapes: Vec<Part>, _: bool) -> Result<Vec<Part>, String> {
        Ok(shapes)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        Self::new(plan)
    }

    fn allocated() -> usize {
        held()
    }

    fn cast(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let path = sweep.displacement();
        let length = path.norm();
        if sweep.hull == Hull::Point {
            let from = metres(&sweep.start.coords);
            let along = vec3((path / length).into());
            let hit = self.raycast(from, along, length * METRE, PxHitFlags::Default, sweep.mask);
            let Some(hit) = hit else {
                return Ok(Cast::Free { starts_inside: false });
            };
            let (solid, starts_inside) = (solid(hit.shape)?, hit.distance <= 0.0);
            let (normal, witness) = (direction(hit.normal), point(hit.position));
            let distance = hit.distance / METRE;
            return Ok(Cast::Stopped(Stop::at(
                solid,
                distance,
                normal,
                &witness,
                starts_inside,
            )));
        }
        let geometry = Geometry::from_form(form_of(&sweep.hull, 0.0));
        let Some((hit, starts_inside)) = self.swept(sweep, &geometry) else {
            return Ok(Cast::Free { starts_inside: false });
        };
        let solid = solid(hit.shape)?;
        let distance = (hit.distance / METRE).max(0.0);
        let at = sweep.at((distance / length).min(1.0));
        let face = match self.plan.settings.face_normals {
            true => side_met(&self.plan.rigid.solids[solid].sides, &sweep.hull, &at, &path),
            false => None,
        };
        let normal = face.map_or(direction(hit.normal), |side| side.plane.normal);
        // A cast that begins in touch has no position: the hull's own point is met there.
        let witness = match hit.distance > 0.0 {
            true => point(hit.position),
            false => (sweep.start - normal * sweep.hull.support(&-normal)).coords,
        };
        Ok(Cast::Stopped(Stop {
            kept: kept(&sweep.hull, &self.plan.rigid.shapes[solid]),
            ..Stop::at(solid, distance, normal, &witness, starts_inside)
        }))
    }

    fn back_off(gap: f32, plane: &Plane, sweep: &Sweep) -> f32 {
        let path = sweep.displacement();
        back_off(gap.max(BEYOND_TOUCH), -plane.normal.dot(&path) / path.norm())
    }

    /// Contacts are overlaps of the hull grown by the margin: PhysX gives no distance between two geometries.
    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        let geometry = Geometry::from_form(form_of(at.hull, at.margin));
        let pose = pose(at.hull, at.at);
        self.overlaps(&geometry, &pose, at.mask, &mut |hit| {
            let Ok(solid) = solid(hit.shape) else {
                return ControlFlow::Continue(());
            };
            let Some((normal, depth)) = self.penetration(&geometry, &pose, hit.actor, hit.shape) else {
                return ControlFlow::Continue(());
            };
            let distance = at.margin - depth / METRE;
            let foremost = at.at + toward(at.hull, &-normal);
            let nearest = match at.wants_points {
                true => self.nearest(metres(&foremost.coords), hit.actor, hit.shape),
                false => None,
            };
            let place = nearest.map_or(foremost - normal * distance, |nearest| point(nearest).into());
            show(Near {
                solid,
                distance,
                normal,
                point: place,
            })
        });
        Ok(())
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let ball = Geometry::from_form(Form::Ball(Self::TOUCHING * METRE));
        let pose = transform(&point.coords, STRAIGHT);
        self.overlaps(&ball, &pose, Contents::all(), &mut |hit| {
            if let Ok(solid) = solid(hit.shape) {
                show(solid);
            }
            ControlFlow::Continue(())
        });
    }

    fn as_call(&self, sweep: &Sweep) -> Option<(Call, Vec<usize>)> {
        // A point is a ray, which is not noted.
        if sweep.hull == Hull::Point {
            return None;
        }
        let hit = self.swept(sweep, &Geometry::from_form(form_of(&sweep.hull, 0.0)));
        let inside = hit.as_ref().is_some_and(|(_, inside)| *inside);
        let hit = hit.as_ref().map(|(hit, _)| hit);
        let call = question::cast(sweep, hit, inside, self.plan.settings.leaves_touch);
        Some((call, Vec::new()))
    }

    fn bodies(plan: &Plan<Self>, mask: Contents, _: &[usize], _: &[MovingPart]) -> Vec<Body> {
        question::bodies(plan, mask)
    }

    fn character(plan: &Arc<Plan<Self>>, _: Option<&Arc<Self>>, profile: &Profile) -> Result<Walker, String> {
        Walker::new(plan, profile)
    }
}

impl Scene {
    /// The first thing met, and whether the hull is in it from the start.
    fn swept(&self, sweep: &Sweep, geometry: &Geometry) -> Option<(PxSweepHit, bool)> {
        let way = sweep.displacement();
        let length = way.norm();
        let pose = pose(&sweep.hull, &sweep.start);
        let along = vec3((way / length).into());
        let flags = PxHitFlags::Default;
        let first = self.sweep(geometry, &pose, along, length * METRE, flags, sweep.mask)?;
        if first.distance > 0.0 {
            return Some((first, false));
        }
        let inside = self.is_inside(geometry, &pose, first.actor, first.shape);
        // All hits are costly: they are asked for in touch alone.
        if inside || !self.plan.settings.leaves_touch {
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
                vec3((-way / length).into())
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
        self.sweep_all(geometry, &pose, along, length * METRE, sweep.mask, &mut visit);
        nearest
    }

    /// Whether a geometry is in a shape by more than touch.
    fn is_inside(
        &self,
        geometry: &Geometry,
        pose: &PxTransform,
        actor: *mut PxRigidActor,
        shape: *mut PxShape,
    ) -> bool {
        let out = self.penetration(geometry, pose, actor, shape);
        out.is_some_and(|(_, depth)| depth > Self::TOUCHING * METRE)
    }
}

/// Where PhysX has a hull that is at a position.
fn pose(hull: &Hull, at: &Point) -> PxTransform {
    transform(&(at.coords + middle(hull)), rotation(hull))
}

/// The number of a shape's solid.
fn solid(shape: *mut PxShape) -> Result<usize, Status> {
    index(shape).ok_or(Status::Failed)
}

/// A place in units.
fn point(v: PxVec3) -> Vec3 {
    in_units([v.x, v.y, v.z], METRE)
}

/// The gap that PhysX leaves of its own accord, in units. Round hulls have none.
fn kept(hull: &Hull, part: &Part) -> f32 {
    let own = hull.bounds().half_extents().min();
    match hull {
        Hull::Box { .. } => SHORT * part.least.min(own),
        _ => 0.0,
    }
}

/// The point of a hull that is foremost in a direction, from the position; of a face or an edge its middle.
fn toward(hull: &Hull, way: &Vec3) -> Vec3 {
    let bounds = hull.bounds();
    let half = bounds.half_extents();
    let side = |i: usize| {
        if way[i].abs() < LEVEL {
            0.0
        } else {
            way[i].signum()
        }
    };
    let round = hull.radius();
    let reach = match hull {
        Hull::Point => Vec3::zeros(),
        Hull::Sphere { .. } => way * round,
        Hull::Capsule { .. } => way * round + Vec3::z() * (side(2) * (half.z - round)),
        _ => Vec3::new(side(0) * half.x, side(1) * half.y, side(2) * half.z),
    };
    bounds.center().coords + reach
}
