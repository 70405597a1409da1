//! NVIDIA PhysX as a contestant: its scene queries behind seam 1, its character controllers behind seam 2.
//!
//! Source: PhysX 5.1.3, which the bindings `physx-sys` bundle, its guide and its samples. The bindings are raw C++: the modules
//! that call them are `unsafe`, and each block says why it is sound.
//!
//! | contestant | set up as |
//! |---|---|
//! | `physx` | its documentation teaches a new user: default settings, a box like the player's |
//! | `physx:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason |
//!
//! One unit is 1/32 m: PhysX's defaults assume metres. `docs/libraries.md` has the settings, the rules and what was found.
//!
//! It is asked by `sweep` for a hull, `raycast` for a point, `overlap` and `PxGeometryQuery::computePenetration` where nothing
//! moves.

mod body;
mod character;
mod scene;
mod sdk;
mod settings;

pub use scene::Scene;
pub use settings::{Press, Settings};

use clipmark_adapter::form::{Form, METRE, in_units, middle, scaled};
use clipmark_adapter::{
    At, Backend, Cast, Given, Library, Log, Near, PLAIN, Plan, Setup, Solid, Solids, Stop, TUNED, controller,
    question, registration,
};
use clipmark_collision::question::{BodyPose, Call, Shape, solid_between};
use clipmark_collision::{HullKinds, Registration, Status, Sweep, back_off};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Vec3, side_met};
use clipmark_movement::{MoverKind, MovingPart};
use physx_sys::{PxQuat, PxRigidActor, PxShape, PxSweepHit, PxVec3};
use scene::{ALONG, index};
use sdk::{Geometry, Part, Placed, STRAIGHT, around, direction, form_of, metres, rotation, transform, vec3};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Its casts.
pub type PhysxBackend = Backend<Scene>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] =
    [&registration::<Scene, PLAIN>(), &registration::<Scene, TUNED>()];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Scene, PLAIN>(), &controller::<Scene, TUNED>()];

/// What tests of PhysX's own interface reach: a process has one factory.
#[doc(hidden)]
pub mod inner {
    pub use crate::sdk::{Sdk, sdk};
}

/// PhysX's sweeps of a box end this share of its least half length, or of the shape's, before the shape (`own_api.rs`).
const SHORT: f32 = 0.005;

/// The least gap beyond that distance, in units. Nearer, the next sweep begins in touch, or meets edges of the floor that the box
/// slides on. The conformance suite has 60 such sweeps without it, and 2 with it.
const BEYOND_TOUCH: f32 = 1.0 / 64.0;

/// Directions nearer than this to a face of a box are along it.
const LEVEL: f32 = 1e-3;

impl Library for Scene {
    const PROGRAM: &'static str = "physx";
    /// The versions of `Cargo.lock`.
    const VERSION: &'static str = "NVIDIA PhysX 5.1.3, bundled by physx-sys 0.11.5";
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
    type Character = character::Walker;

    const SETUPS: &'static [Setup<Settings>; 2] = &[settings::PLAIN, settings::TUNED];

    fn shape(
        _: &Setup<Settings>,
        settings: &Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Part>, String> {
        sdk::part(brush, corners, settings.boxes)
    }

    fn gather(_: &[Solid], shapes: Vec<Part>, _: bool) -> Result<Vec<Part>, String> {
        Ok(shapes)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        Self::new(plan)
    }

    fn allocated() -> usize {
        sdk::held()
    }

    fn cast(&self, sweep: &Sweep, log: &Log) -> Result<Cast, Status> {
        let path = sweep.displacement();
        let length = path.norm();
        if sweep.hull == Hull::Point {
            let from = metres(&sweep.start.coords);
            let along = vec3((path / length).into());
            let hit = self.raycast(from, along, length * METRE, sweep.mask);
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
        let met = self.swept(sweep);
        log.note(|| noted(sweep, met.as_ref(), self.plan.settings.leaves_touch));
        let Some((hit, starts_inside)) = &met else {
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
            ..Stop::at(solid, distance, normal, &witness, *starts_inside)
        }))
    }

    fn back_off(gap: f32, plane: &Plane, sweep: &Sweep) -> f32 {
        let path = sweep.displacement();
        back_off(gap.max(BEYOND_TOUCH), -plane.normal.dot(&path) / path.norm())
    }

    /// Contacts are overlaps of the hull grown by the margin: PhysX gives no distance between two geometries.
    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        let body = placed(at.hull, at.at, at.margin);
        self.overlaps(&body, at.mask, &mut |hit| {
            let Ok(solid) = solid(hit.shape) else {
                return ControlFlow::Continue(());
            };
            let Some((normal, depth)) = self.penetration(&body, hit.actor, hit.shape) else {
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
        let ball = Placed {
            geometry: Geometry::from_form(Form::Ball(Self::TOUCHING * METRE)),
            pose: transform(&point.coords, STRAIGHT),
        };
        self.overlaps(&ball, Contents::all(), &mut |hit| {
            if let Ok(solid) = solid(hit.shape) {
                show(solid);
            }
            ControlFlow::Continue(())
        });
    }

    /// Each solid is a body. Parts that move are left out: a body rides by a callback that is C++, which a program of Rust alone
    /// has not.
    fn bodies(
        _: &Plan<Self>,
        own: &Solids<Self>,
        _: Option<&MovingPart>,
        is_met: &dyn Fn(usize) -> bool,
    ) -> Vec<Given> {
        let solids = own.shapes.iter().zip(&own.solids).enumerate();
        let met = solids.filter(|(i, _)| is_met(*i));
        met.map(|(_, (part, solid))| given(part, solid)).collect()
    }
}

impl Scene {
    /// The first thing met, and whether the hull is in it from the start.
    fn swept(&self, sweep: &Sweep) -> Option<(PxSweepHit, bool)> {
        let way = sweep.displacement();
        let length = way.norm();
        let body = placed(&sweep.hull, &sweep.start, 0.0);
        let along = vec3((way / length).into());
        let first = self.sweep(&body, along, length * METRE, sweep.mask)?;
        if first.distance > 0.0 {
            return Some((first, false));
        }
        let inside = self.is_inside(&body, first.actor, first.shape);
        // All hits are costly: they are asked for in touch alone.
        if inside || !self.plan.settings.leaves_touch {
            return Some((first, inside));
        }
        // PhysX answers shapes in touch with distance 0 whatever the way. Those that the way leaves or follows are passed over.
        let mut nearest: Option<(PxSweepHit, bool)> = None;
        let mut visit = |hit: &PxSweepHit| {
            let touches = hit.distance <= 0.0;
            let inside = touches && self.is_inside(&body, hit.actor, hit.shape);
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
        self.sweep_all(&body, along, length * METRE, sweep.mask, &mut visit);
        nearest
    }

    /// Whether a geometry is in a shape by more than touch.
    fn is_inside(&self, body: &Placed, actor: *mut PxRigidActor, shape: *mut PxShape) -> bool {
        let out = self.penetration(body, actor, shape);
        out.is_some_and(|(_, depth)| depth > Self::TOUCHING * METRE)
    }
}

/// A hull at a position, grown by a margin in units.
fn placed(hull: &Hull, at: &Point, margin: f32) -> Placed {
    Placed {
        geometry: Geometry::from_form(form_of(hull, margin)),
        pose: transform(&(at.coords + middle(hull)), rotation(hull)),
    }
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

/// What PhysX was given of a solid.
fn given(part: &Part, solid: &Solid) -> Given {
    let shape = match part.shape {
        sdk::Shape::Box(half) => Shape::Box(half, 0.0),
        sdk::Shape::Convex(_) => {
            let corners = around(&solid_between(&solid.sides).vertices(), &part.middle);
            Shape::Corners(corners.iter().map(|c| [c.x, c.y, c.z]).collect(), 0.0)
        }
    };
    let pose = BodyPose {
        position: three(&part.middle),
        rotation: four(part.rotation),
    };
    (pose, vec![(shape, BodyPose::HOME)])
}

/// In metres.
fn three(v: &Vec3) -> [f32; 3] {
    scaled(v, METRE)
}

fn four(q: PxQuat) -> [f32; 4] {
    [q.x, q.y, q.z, q.w]
}

/// A sweep of a hull that moves, with its result.
fn noted(sweep: &Sweep, met: Option<&(PxSweepHit, bool)>, leaves_touch: bool) -> Call {
    let shape = form_of(&sweep.hull, 0.0).as_shape(0.0);
    let way = sweep.displacement();
    let length = way.norm();
    let along: [f32; 3] = (way / length).into();
    let mut arguments = vec![
        ("shape", shape.into()),
        (
            "position",
            three(&(sweep.start.coords + middle(&sweep.hull))).into(),
        ),
        ("rotation", four(rotation(&sweep.hull)).into()),
        ("direction", along.into()),
        ("distance", (length * METRE).into()),
    ];
    if leaves_touch {
        // Less deep is touch; a way less steep into a face, as a sine, is along it.
        arguments.extend([
            ("touch_up_to", (Scene::TOUCHING * METRE).into()),
            ("along_up_to", ALONG.into()),
        ]);
    }
    let (distance, normal) = met.map_or((-1.0, Vec3::zeros()), |(hit, _)| {
        (hit.distance, direction(hit.normal))
    });
    let free = met.map(|_| ((distance / METRE).max(0.0) / length, Some(normal)));
    let starts_inside = met.is_some_and(|(_, inside)| *inside);
    Call {
        operation: if leaves_touch {
            "sweep_out_of_touch"
        } else {
            "sweep"
        },
        arguments,
        returns: "distance (-1 where nothing is met), normal",
        result: vec![distance, normal.x, normal.y, normal.z],
        means: question::cast(sweep.hull, sweep.start, way, free, starts_inside),
    }
}
