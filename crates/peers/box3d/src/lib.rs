//! Box3D as a contestant: its shape casts behind seam 1, its mover queries behind seam 2.
//!
//! Source: Box3D through the safe wrapper `boxddd`, its headers and its sample of a character mover. Nothing here is `unsafe`.
//!
//! | contestant | set up as |
//! |---|---|
//! | `box3d` | its documentation and its sample teach a new user, in metres |
//! | `box3d:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason. Its controller is `box3d+steps` |
//!
//! A world of Box3D's stays on its thread (the wrapper's `World` is not `Send`): each thread that asks builds its own from one
//! plan, on its first question (`world`). The length unit of Box3D belongs to the process and stays one metre; what differs is
//! how many metres a unit is (`PLAIN` and `TUNED` in `settings.rs`). `docs/libraries.md` has the settings, the rules and what was
//! found.
//!
//! It is asked by `b3World_CastShape` for a hull, `b3World_CastRayClosest` for a point, `b3World_OverlapAABB`, `b3ShapeDistance`
//! and its manifolds for position tests.

mod character;
mod settings;
mod world;

pub use settings::Settings;
pub use world::Box3d;

use boxddd::{
    Aabb, Capsule, DistanceInput, Foundation, Hull as Polyhedron, LocalManifold, Quat, QueryFilter,
    ShapeCastInput, ShapeProxy, Sphere, Transform, Vec3, collide_hull_and_capsule, collide_hull_and_sphere,
    collide_hulls, shape_distance,
};
use clipmark_adapter::form::{Form, Sizing, direction, form, in_units, middle, scaled};
use clipmark_adapter::{
    At, Backend, Cast, Given, Library, Log, Near, PLAIN, Plan, Setup, Solid as Brushed, Solids, Stop, TUNED,
    controller, deepest, question, registration,
};
use clipmark_collision::question::{BodyPose, Call, Means, Shape};
use clipmark_collision::{HullKinds, Registration, Status, Sweep};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3 as Units};
use clipmark_movement::{MoverKind, MovingPart};
use settings::kept_gap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use world::{Loaded, MOST_CORNERS, Part, part, posed, thin_box, try_world};

/// Its casts. The wrapper takes the moving shape by value, so each cast allocates it.
pub type Box3dBackend = Backend<Box3d>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] =
    [&registration::<Box3d, PLAIN>(), &registration::<Box3d, TUNED>()];

/// Its controllers: `box3d` and `box3d+steps`.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Box3d, PLAIN>(), &controller::<Box3d, TUNED>()];

impl Library for Box3d {
    const PROGRAM: &'static str = "box3d";
    /// The versions of `Cargo.lock`, and Box3D's own commit by the wrapper's `box3d-upstream.toml`.
    const VERSION: &'static str = "Box3D 781673be801569a94be7942848755fc0baad3653 by boxddd 0.4.0";
    /// It has a cylinder only as a prism.
    const HULLS: HullKinds = HullKinds {
        cylinder: false,
        ..HullKinds::ALL
    };
    const OMITS: &'static str = "that Box3D makes no hull of";
    /// Box3D's own slop of overlaps in metres is 0.0005.
    const TOUCHING: f32 = 1.0 / 256.0;
    /// [`Box3d::cast`] looks up what is overlapped at the start by itself.
    const TESTS_PLACES: bool = false;
    const CHARACTERS_SHARE_WORLD: bool = true;

    type Settings = Settings;
    type Shape = Part;
    type Shapes = Vec<Part>;
    type Character = character::Mover;

    const SETUPS: &'static [Setup<Settings>; 2] = &[settings::PLAIN, settings::TUNED];

    fn shape(
        setup: &Setup<Settings>,
        _: &Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Part>, String> {
        Ok(Some(part(brush, corners, setup.length)))
    }

    fn gather(_: &[Brushed], shapes: Vec<Part>, _: bool) -> Result<Vec<Part>, String> {
        Ok(shapes)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        let box3d = Self::new(plan)?;
        try_world(&box3d)?;
        Ok(box3d)
    }

    fn allocated() -> usize {
        let bytes = Foundation::initialize_default().and_then(|_| boxddd::allocated_byte_count());
        bytes.map_or(0, |bytes| usize::try_from(bytes).unwrap_or(0))
    }

    fn bytes(&self) -> usize {
        let parts = self.plan.rigid.shapes.iter();
        let parts = parts.map(|part| size_of::<Part>() + size_of_val(&part.corners[..]));
        parts.sum::<usize>() + self.loaded().map_or(0, |loaded| loaded.bytes())
    }

    fn refused(&self) -> usize {
        self.loaded().map_or(0, |loaded| loaded.refused())
    }

    fn cast(&self, sweep: &Sweep, log: &Log) -> Result<Cast, Status> {
        let asked = self.asked(sweep.mask, log)?;
        if sweep.start == sweep.end {
            let free = Cast::Free { starts_inside: false };
            let deepest = asked.deepest_at_start(sweep)?;
            return Ok(deepest.map_or(free, |near| Cast::Inside(near.solid)));
        }
        // A ray ignores what it starts near, so that it cannot be passed over.
        match sweep.hull == Hull::Point && !self.plan.settings.leaves_surfaces {
            true => asked.cast_point(sweep),
            false => asked.cast_hull(sweep),
        }
    }

    fn near(&self, at: &At, show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        self.asked(at.mask, Log::SILENT)?.near(at, show)
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let at = At::overlapping(&Hull::Point, point, Contents::all());
        let _ = self.near(&at, |near| {
            show(near.solid);
            ControlFlow::Continue(())
        });
    }

    /// Each brush is a body: corners around its middle, a box where Box3D makes no hull of them, or nothing.
    fn bodies(
        plan: &Plan<Self>,
        own: &Solids<Self>,
        moves: Option<&MovingPart>,
        is_met: &dyn Fn(usize) -> bool,
    ) -> Vec<Given> {
        let length = plan.setup.length;
        let met = own.shapes.iter().enumerate().filter(|(i, _)| is_met(*i));
        let given = met.filter_map(|(_, part)| {
            let pose = match moves {
                None => BodyPose::at(scaled(&part.middle, length)),
                Some(moves) => body_pose(&posed(length, part, &moves.from)),
            };
            Some((pose, vec![given(part, length)?]))
        });
        given.collect()
    }
}

fn given(part: &Part, length: f32) -> Option<(Shape, BodyPose)> {
    if Polyhedron::from_points(&part.corners, MOST_CORNERS).is_ok() {
        let corners = part.corners.iter().map(|c| three(*c)).collect();
        return Some((Shape::Corners(corners, 0.0), BodyPose::HOME));
    }
    let cuboid = part.cuboid.as_ref()?;
    thin_box(cuboid, length)?;
    let q = cuboid.rotation.coords;
    let turned = BodyPose {
        position: [0.0; 3],
        rotation: [q.x, q.y, q.z, q.w],
    };
    Some((Shape::Box(scaled(&cuboid.half, length), 0.0), turned))
}

fn body_pose(at: &boxddd::WorldTransform) -> BodyPose {
    BodyPose {
        position: [at.p.x, at.p.y, at.p.z],
        rotation: [at.q.v.x, at.q.v.y, at.q.v.z, at.q.s],
    }
}

fn three(v: Vec3) -> [f32; 3] {
    [v.x, v.y, v.z]
}

/// A direction of Box3D's.
fn normal_of(v: Vec3) -> Units {
    direction(three(v))
}

/// What a cast met.
struct Met {
    solid: usize,
    /// Share of the path.
    share: f32,
    normal: Vec3,
    /// In units.
    witness: Units,
}

/// A thread's world, what of it a query is about, and who notes the calls.
struct Asked<'a> {
    box3d: &'a Box3d,
    loaded: Rc<Loaded>,
    filter: QueryFilter,
    log: &'a Log,
}

impl Box3d {
    fn asked<'a>(&'a self, mask: Contents, log: &'a Log) -> Result<Asked<'a>, Status> {
        Ok(Asked {
            box3d: self,
            filter: self.filter(mask).ok_or(Status::Failed)?,
            loaded: self.loaded().map_err(|_| Status::Failed)?,
            log,
        })
    }
}

impl Asked<'_> {
    fn cast_hull(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let (first, passed) = self.cast_shape(sweep)?;
        let kept = |stop: Stop| Stop {
            kept: kept_gap(&sweep.hull, self.box3d.metre()),
            ..stop
        };
        let standing = match passed.is_empty() && first.as_ref().is_none_or(|met| met.share > 0.0) {
            true => None,
            false => Standing::new(&self.loaded, &sweep.hull, &sweep.start),
        };
        if let Some(standing) = &standing {
            let mut stops = passed
                .into_iter()
                .filter_map(|solid| self.blocks(sweep, solid, standing));
            if let Some(stop) = stops.next() {
                return Ok(Cast::Stopped(kept(stop)));
            }
        }
        let Some(met) = first else {
            return Ok(Cast::Free { starts_inside: false });
        };
        let starts_inside = met.share == 0.0
            && standing
                .and_then(|standing| self.lies(met.solid, &standing))
                .is_some_and(|near| near.distance < -Box3d::TOUCHING);
        Ok(Cast::Stopped(kept(stop(sweep, &met, starts_inside))))
    }

    /// The closest hit, and the solids nearer than the slop at the start, where these are passed over.
    fn cast_shape(&self, sweep: &Sweep) -> Result<(Option<Met>, Vec<usize>), Status> {
        let body = self.loaded.body(&sweep.hull).ok_or(Status::Unsupported)?;
        let path = self.box3d.length(&sweep.displacement());
        let input = ShapeCastInput::new(body.proxy.clone(), path).map_err(|_| Status::Failed)?;
        let leaves_surfaces = self.box3d.plan.settings.leaves_surfaces;
        let (mut first, mut passed) = (None, Vec::new());
        let from = self.box3d.place(&(sweep.start.coords + middle(&sweep.hull)));
        let world = &self.loaded.world;
        let cast = world.visit_cast_shape(from, input, self.filter, |hit| {
            if hit.fraction == 0.0 && leaves_surfaces {
                passed.push(hit.user_material_id as usize);
                // Passed over: its distance decides.
                return -1.0;
            }
            let fraction = hit.fraction;
            first = Some(hit);
            fraction
        });
        cast.map_err(|_| Status::Failed)?;
        // Box3D promises no order.
        passed.sort_unstable();
        let met = first.map(|hit| self.met(hit.user_material_id, hit.fraction, hit.normal, hit.point));
        self.log.note(|| {
            let (share, normal) = share_and_normal(met.as_ref());
            let points = body.proxy.points().iter().map(|p| three(*p)).collect();
            Call {
                operation: "cast_shape",
                arguments: vec![
                    ("shape", Shape::Corners(points, body.proxy.radius()).into()),
                    ("position", [from.x, from.y, from.z].into()),
                    ("translation", three(path).into()),
                    ("passes_over_hits_at_the_start", leaves_surfaces.into()),
                ],
                returns: "of the closest hit: share of the way, normal (0 where nothing is met)",
                result: vec![share, normal.x, normal.y, normal.z],
                // The sweep's answer is this cast's, unless something is passed over: that is decided by other code.
                means: match passed.is_empty() {
                    true => {
                        let inside = met.as_ref().is_some_and(|met| met.share == 0.0);
                        let met = met.as_ref().map(|_| (share, Some(normal_of(normal))));
                        question::cast(sweep.hull, sweep.start, sweep.displacement(), met, inside)
                    }
                    false => Means::Nothing,
                },
            }
        });
        Ok((met, passed))
    }

    /// The closest hit of a ray.
    fn cast_ray(&self, from: &Units, path: &Units) -> boxddd::Result<Option<Met>> {
        let (at, way) = (self.box3d.place(from), self.box3d.length(path));
        let hit = self.loaded.world.cast_ray_closest(at, way, self.filter)?;
        let met = hit.map(|hit| self.met(hit.user_material_id, hit.fraction, hit.normal, hit.point));
        self.log.note(|| {
            let (share, normal) = share_and_normal(met.as_ref());
            let known = met.as_ref().map(|_| (share, Some(normal_of(normal))));
            Call {
                operation: "cast_ray_closest",
                arguments: vec![
                    ("position", [at.x, at.y, at.z].into()),
                    ("translation", three(way).into()),
                ],
                returns: "share of the way, normal (0 where nothing is met)",
                result: vec![share, normal.x, normal.y, normal.z],
                means: question::cast(Hull::Point, Point::from(*from), *path, known, false),
            }
        });
        Ok(met)
    }

    fn met(&self, solid: u64, share: f32, normal: Vec3, witness: boxddd::Pos) -> Met {
        Met {
            solid: solid as usize,
            share,
            normal,
            witness: in_units([witness.x, witness.y, witness.z], self.box3d.metre()),
        }
    }

    fn cast_point(&self, sweep: &Sweep) -> Result<Cast, Status> {
        // A ray ignores what it starts in.
        if let Some(near) = self.deepest_at_start(sweep)? {
            if self.log.is_noting() {
                let _ = self.cast_ray(&sweep.start.coords, &sweep.displacement());
            }
            let stop = Stop::at(near.solid, 0.0, near.normal, &near.point.coords, true);
            return Ok(Cast::Stopped(stop));
        }
        let met = self.cast_ray(&sweep.start.coords, &sweep.displacement());
        let met = met.map_err(|_| Status::Failed)?;
        Ok(met.map_or(Cast::Free { starts_inside: false }, |met| {
            Cast::Stopped(stop(sweep, &met, false))
        }))
    }

    fn deepest_at_start(&self, sweep: &Sweep) -> Result<Option<Near>, Status> {
        let at = At {
            wants_points: true,
            ..At::overlapping(&sweep.hull, &sweep.start, sweep.mask)
        };
        deepest::<Box3d>(|show| self.near(&at, show))
    }

    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        // Box3D keeps its boxes a little larger than the shapes.
        let bounds = at.hull.bounds().translated(&at.at.coords).grown(at.margin + 1.0);
        let bounds = Aabb {
            lower_bound: self.box3d.length(&bounds.mins.coords),
            upper_bound: self.box3d.length(&bounds.maxs.coords),
        };
        let hits = self.loaded.world.overlap_aabb(bounds, self.filter);
        let hits = hits.map_err(|_| Status::Failed)?;
        if hits.is_empty() {
            return Ok(());
        }
        let standing = Standing::new(&self.loaded, at.hull, at.at).ok_or(Status::Unsupported)?;
        let solids = hits.iter().filter_map(|hit| self.loaded.part(hit.shape_id));
        let mut solids: Vec<usize> = solids.collect();
        solids.sort_unstable();
        for near in solids.into_iter().filter_map(|solid| self.lies(solid, &standing)) {
            if near.distance <= at.margin && show(near).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// What a brush does to a sweep that starts within Box3D's slop of it: it stops motion against it.
    fn blocks(&self, sweep: &Sweep, solid: usize, standing: &Standing) -> Option<Stop> {
        let path = sweep.displacement();
        let Some(near) = self.lies(solid, standing) else {
            // Nothing is known of it but that it is near.
            return Some(Stop::at(solid, 0.0, -path.normalize(), &standing.at, false));
        };
        let starts_inside = near.distance < -Box3d::TOUCHING;
        let is_against = near.normal.dot(&path) < 0.0;
        (is_against || starts_inside)
            .then(|| Stop::at(solid, 0.0, near.normal, &near.point.coords, starts_inside))
    }

    /// How a hull lies to a solid: its gap by `b3ShapeDistance`, or its depth by Box3D's manifolds; `None` where Box3D has no
    /// answer.
    fn lies(&self, solid: usize, standing: &Standing) -> Option<Near> {
        let (hull, proxy) = self.loaded.hulls[solid].as_ref()?;
        let origin = self.box3d.plan.rigid.shapes[solid].middle;
        let offset = Transform::new(self.box3d.length(&(standing.at - origin)), Quat::IDENTITY);
        let apart = DistanceInput::new(proxy.clone(), standing.body.proxy.clone(), offset);
        let apart = shape_distance(apart.ok()?).ok()?;
        if apart.distance > NO_GAP {
            return Some(Near {
                solid,
                distance: apart.distance / self.box3d.metre(),
                normal: normal_of(apart.normal),
                point: (self.box3d.units(apart.point_a) + origin).into(),
            });
        }
        // A box too thin for a hull has no manifold: its depth is not known.
        let hull = hull.as_ref()?;
        let manifold: boxddd::Result<LocalManifold> = match standing.body.solid.as_ref()? {
            Solid::Sphere(sphere) => collide_hull_and_sphere(hull, sphere, offset),
            Solid::Capsule(capsule) => collide_hull_and_capsule(hull, capsule, offset),
            Solid::Polyhedron(polyhedron) => collide_hulls(hull, polyhedron, offset),
        };
        let manifold = manifold.ok()?;
        let points = manifold.points.iter();
        let deepest = points.min_by(|a, b| a.separation.total_cmp(&b.separation))?;
        let distance = deepest.separation / self.box3d.metre();
        let normal = normal_of(manifold.normal);
        Some(Near {
            solid,
            distance,
            normal,
            // The point lies in the middle between the two surfaces.
            point: (self.box3d.units(deepest.point) + origin - normal * (distance / 2.0)).into(),
        })
    }
}

/// A gap smaller than this has no reliable direction in GJK, in metres: f32 at a few hundred. Below it the manifold answers.
const NO_GAP: f32 = 1e-4;

fn share_and_normal(met: Option<&Met>) -> (f32, Vec3) {
    met.map_or((1.0, Vec3::ZERO), |met| (met.share, met.normal))
}

fn stop(sweep: &Sweep, met: &Met, starts_inside: bool) -> Stop {
    let distance = met.share * sweep.displacement().norm();
    Stop::at(
        met.solid,
        distance,
        normal_of(met.normal),
        &met.witness,
        starts_inside,
    )
}

/// A hull that stands somewhere.
struct Standing {
    body: Rc<Body>,
    /// The middle of its bounds, in units.
    at: Units,
}

impl Standing {
    /// A hull at a position; `None` where Box3D has no solid of it.
    fn new(loaded: &Loaded, hull: &Hull, at: &Point) -> Option<Self> {
        let body = loaded.body(hull)?;
        body.solid.is_some().then(|| Self {
            body,
            at: at.coords + middle(hull),
        })
    }
}

/// A hull as Box3D takes it: in casts a cloud of corners with a radius, in position tests a solid. Both lie around the middle of
/// the hull's bounds.
struct Body {
    proxy: ShapeProxy,
    /// None of a box that Box3D makes no solid of.
    solid: Option<Solid>,
}

/// A hull in a position test.
enum Solid {
    Sphere(Sphere),
    Capsule(Capsule),
    Polyhedron(Polyhedron),
}

/// Half the thickness that a hull without any is given in a position test, in metres: Box3D makes no solid thinner than 0.001.
/// Smaller: flat boxes have no position test; larger: it would show in a depth.
const LEAST: f32 = 0.001;

/// Half the length below which Box3D refuses a capsule, in metres (`B3_MIN_CAPSULE_LENGTH`).
const SHORTEST: f32 = 0.005;

impl Body {
    /// A hull, where a unit has so many metres; `None` for a cylinder, which Box3D has only as a prism.
    fn from_hull(hull: &Hull, metre: f32) -> Option<Self> {
        let form_of = |least: f32| {
            let sizing = Sizing {
                length: metre,
                grown: 0.0,
                least: least / metre,
            };
            form(hull, sizing)
        };
        Some(Self {
            proxy: proxy(form_of(0.0))?,
            solid: solid(form_of(LEAST)),
        })
    }
}

fn proxy(form: Form) -> Option<ShapeProxy> {
    let made = match form {
        Form::Ball(radius) => ShapeProxy::sphere(radius),
        Form::Capsule(level, radius) => ShapeProxy::capsule([0.0, 0.0, -level], [0.0, 0.0, level], radius),
        Form::Box(half) => ShapeProxy::new(corners(half), 0.0),
        Form::Cylinder(..) => return None,
    };
    made.ok()
}

fn solid(form: Form) -> Option<Solid> {
    let sphere = |radius| Solid::Sphere(Sphere::new([0.0; 3], radius));
    Some(match form {
        Form::Ball(radius) => sphere(radius),
        Form::Capsule(level, radius) if level > SHORTEST => {
            Solid::Capsule(Capsule::new([0.0, 0.0, -level], [0.0, 0.0, level], radius))
        }
        Form::Capsule(_, radius) => sphere(radius),
        Form::Box(half) => Solid::Polyhedron(Polyhedron::from_points(corners(half), 8).ok()?),
        Form::Cylinder(..) => return None,
    })
}

/// The corners of a box by half its lengths.
fn corners([x, y, z]: [f32; 3]) -> [Vec3; 8] {
    let side = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    std::array::from_fn(|i| Vec3::new(side(i, 0) * x, side(i, 1) * y, side(i, 2) * z))
}
