//! Seam 2: a mover made of Box3D's queries, `b3World_CollideMover`, `b3SolvePlanes`, `b3World_CastMover` and `b3ClipVector`.
//!
//! Source: the headers of Box3D, and `CharacterMover::SolveMove` of its samples, which this follows. Planes are gathered, the
//! wanted move is solved against them, and the solved move is cast, up to five times. Then the velocity is clipped. Its friction
//! and acceleration are left out, since the pipeline has them. y is turned to z.
//!
//! - `box3d` stands on the sample's spring (a pogo stick): the capsule floats a step height above the ground, which a ray finds.
//! - `box3d+steps`, which carries `box3d:tuned`, stands on its foot. It steps up by casts up, forward and down, and sticks to
//!   the ground by one down. Box3D has no stairs: these are Clipmark's, and so is the name.
//! - The velocity left is `b3ClipVector`'s, 0 upward on the ground.

use crate::alone::{self, Body, Spring};
use crate::near::direction;
use crate::plan::Plan;
use crate::settings::{NATIVE_LIST, Settings, TAUGHT_LIST, TUNED_LIST};
use crate::world::{Loaded, filter, loaded};
use boxddd::{Capsule, CollisionPlane, MoverPlane, QueryFilter, clip_vector, solve_planes};
use clipmark_collision::BuildError;
use clipmark_collision::alone::{Alone, Call, earlier};
use clipmark_geometry::{Aabb, Hull, Point, Vec3, World};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, Move, MoverKind, Placed, Profile, ShapeKind, Wanted, Way,
};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// `box3d`
pub static BOX3D_CONTROLLER: MoverKind = MoverKind::foreign(
    "box3d",
    "Box3D's mover queries as its sample uses them",
    |world, profile| build(world, profile, Settings::TAUGHT),
)
.with_settings(&TAUGHT_LIST)
.shaped(ShapeKind::Capsule)
.on_legs();

/// `box3d+steps`
pub static BOX3D_STEPS_CONTROLLER: MoverKind = MoverKind::foreign(
    "box3d+steps",
    "stairs by Clipmark on Box3D's mover queries, as their best user would",
    |world, profile| build(world, profile, Settings::TUNED),
)
.with_settings(&TUNED_LIST)
.shaped(ShapeKind::Capsule);

/// `box3d:native`
pub static BOX3D_NATIVE_CONTROLLER: MoverKind = MoverKind::foreign(
    "box3d:native",
    "Box3D's mover queries as its sample uses them, 1 u = 1 m",
    |world, profile| build(world, profile, Settings::NATIVE),
)
.with_settings(&NATIVE_LIST)
.shaped(ShapeKind::Capsule)
.on_legs();

/// All of them.
pub static MOVERS: [&MoverKind; 3] = [
    &BOX3D_CONTROLLER,
    &BOX3D_NATIVE_CONTROLLER,
    &BOX3D_STEPS_CONTROLLER,
];

fn build(world: &World, _: &Profile, settings: Settings) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let plan = Arc::new(Plan::of(world, settings)?);
    // Whatever Box3D refuses is told now, not by a controller.
    loaded(&plan).map_err(|error| BuildError::Library {
        backend: settings.name,
        why: error.to_string(),
    })?;
    Ok(Arc::new(Movers { plan }))
}

struct Movers {
    plan: Arc<Plan>,
}

impl ControllerWorld for Movers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.mover(profile))
    }

    fn alone(&self, profile: &Profile, moves: &[Move]) -> Option<Alone> {
        let mut mover = self.mover(profile);
        *mover.calls.borrow_mut() = Some(Vec::new());
        for (i, step) in moves.iter().enumerate() {
            earlier(mover.calls.borrow_mut().as_mut()?);
            if i == 0 || step.placed {
                mover.place(&step.place());
            }
            mover.carry(&step.wanted());
        }
        Some(Alone {
            calls: mover.calls.take()?,
            ..alone::program(&self.plan, moves.last()?.mask)
        })
    }
}

impl Movers {
    fn mover(&self, profile: &Profile) -> Mover {
        Mover {
            loaded: loaded(&self.plan).ok(),
            plan: Arc::clone(&self.plan),
            walkable: profile.walkable_normal,
            step: profile.step_height,
            gravity: profile.gravity,
            at: Vec3::zeros(),
            grounded: false,
            pogo: 0.0,
            calls: Rc::default(),
        }
    }
}

/// One body. Lengths are in units but where Box3D is asked.
struct Mover {
    /// This thread's world; none if Box3D had no memory for it.
    loaded: Option<Rc<Loaded>>,
    plan: Arc<Plan>,
    walkable: f32,
    step: f32,
    gravity: f32,
    at: Vec3,
    grounded: bool,
    /// Speed of the spring, in units per second.
    pogo: f32,
    calls: Calls,
}

/// The calls so far, where they are wanted.
type Calls = Rc<RefCell<Option<Vec<Call>>>>;

fn note(calls: &Calls, call: impl FnOnce() -> Call) {
    if let Some(calls) = calls.borrow_mut().as_mut() {
        calls.push(call());
    }
}

/// Iterations of a move, as in the sample.
const ITERATIONS: usize = 5;
/// A move shorter than this ends the iterations, in metres, as in the sample.
const SHORT: f32 = 0.01;
/// The spring of the sample: oscillations a second, and share of the critical damping.
const HERTZ: f32 = 4.0;
const DAMPING: f32 = 0.7;
/// Planes nearer to level than this part of the wanted way do not block it: the share of a move that must be lost before a step
/// is tried. Smaller: steps are tried on floors; larger: not at walls that are hit obliquely.
const LOST: f32 = 1e-3;
/// Least rise of a step, in units, as in Jolt's stair walk. Else a foothold that is flat, beside a wall, is taken for a stair
/// tick by tick, and the player is ten times too fast.
const LEAST_RISE: f32 = 0.25;

impl Controller for Mover {
    fn place(&mut self, body: &Placed) {
        self.at = body.origin.coords;
        self.grounded = body.grounded;
        self.pogo = 0.0;
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        // Not a number: the seam counts it as no answer and leaves the body where it is.
        self.moved(wanted).unwrap_or(Carried {
            origin: Point::new(f32::NAN, f32::NAN, f32::NAN),
            velocity: None,
            ground: None,
        })
    }
}

/// A body among Box3D's planes.
struct Query<'a> {
    plan: &'a Plan,
    loaded: &'a Loaded,
    filter: QueryFilter,
    capsule: Capsule,
    /// The same as a hull, relative to the position.
    hull: Hull,
    calls: Calls,
}

impl Mover {
    fn moved(&mut self, wanted: &Wanted) -> Option<Carried> {
        let loaded = Rc::clone(self.loaded.as_ref()?);
        let plan = Arc::clone(&self.plan);
        let lift = if plan.settings.pogo { self.step } else { 0.0 };
        let Some(filter) = filter(&plan, wanted.mask) else {
            // Nothing to collide with.
            self.at += wanted.displacement;
            return Some(Carried {
                origin: Point::from(self.at),
                velocity: Some(wanted.velocity),
                ground: None,
            });
        };
        let query = Query {
            plan: &plan,
            loaded: &loaded,
            filter,
            capsule: capsule(&plan, wanted.hull, lift),
            hull: lifted(wanted.hull, lift),
            calls: Rc::clone(&self.calls),
        };
        let (left, ground) = if plan.settings.pogo {
            self.on_a_spring(&query, wanted)?
        } else {
            self.on_foot(&query, wanted)?
        };
        self.grounded = ground.is_some();
        let mut left = left;
        if self.grounded {
            left.z = 0.0;
        }
        Some(Carried {
            origin: Point::from(self.at),
            velocity: Some(left),
            ground,
        })
    }

    /// As the sample moves.
    fn on_a_spring(&mut self, query: &Query, wanted: &Wanted) -> Option<(Vec3, Option<Vec3>)> {
        let seconds = wanted.seconds;
        let mut velocity = wanted.velocity;
        let walks = wanted.way == Way::Walks;
        if walks {
            velocity.z -= self.gravity * seconds;
        }
        let radius = wanted.hull.radius();
        let (rest, reach) = (self.step + radius, self.step + 2.0 * radius);
        let foot = wanted.hull.bounds().mins.z + rest;
        let suspended = velocity.z > 0.0 || !matches!(wanted.way, Way::Walks | Way::Flies);
        let below = if suspended {
            None
        } else {
            query.ray(&(self.at + Vec3::z() * foot), &(Vec3::z() * -reach))?
        };
        let ground = below.map(|(share, normal)| {
            let stretched = share * reach - rest;
            let omega = 2.0 * std::f32::consts::PI * HERTZ;
            let turn = omega * seconds;
            let before = self.pogo;
            self.pogo = (self.pogo - omega * turn * stretched) / (1.0 + 2.0 * DAMPING * turn + turn * turn);
            let metres = query.plan.settings.metres;
            note(&self.calls, || {
                alone::springing(&Spring {
                    before: before * metres,
                    omega,
                    damping: DAMPING,
                    seconds,
                    stretched: stretched * metres,
                    after: self.pogo * metres,
                })
            });
            normal
        });
        if ground.is_none() {
            self.pogo = 0.0;
        }
        let target = self.at + (velocity + Vec3::z() * self.pogo) * seconds;
        let planes = query.slide(&mut self.at, &target)?;
        let left = query.clipped(&velocity, &planes)?;
        let ground = ground.filter(|n| n.z >= self.walkable);
        Some((left, ground))
    }

    /// As its best user moves: steps and ground by casts.
    fn on_foot(&mut self, query: &Query, wanted: &Wanted) -> Option<(Vec3, Option<Vec3>)> {
        let way = wanted.displacement;
        let start = self.at;
        let mut planes = query.slide(&mut self.at, &(start + way))?;
        let walks = wanted.way == Way::Walks && self.grounded;
        if walks {
            let lost = (start + way - self.at).xy().norm();
            let wanted = way.xy().norm();
            // Who wants to go nowhere, and is pushed out of walls, has no direction to step in.
            if wanted > 0.0 && lost > wanted * LOST + SHORT / query.plan.settings.metres {
                self.step_up(query, &start, &way, &mut planes)?;
            }
            self.stick(query)?;
        }
        let upward = wanted.velocity.z > 0.0;
        let swims = matches!(wanted.way, Way::Swims | Way::Leaps);
        let ground = if upward || swims {
            None
        } else {
            query.ground(&self.at, self.walkable)?
        };
        Some((query.clipped(&wanted.velocity, &planes)?, ground))
    }

    /// Up, forward and down; kept if it leads farther, higher and onto ground. These stairs are ours: the sample has none.
    fn step_up(
        &mut self,
        query: &Query,
        start: &Vec3,
        way: &Vec3,
        planes: &mut Vec<CollisionPlane>,
    ) -> Option<()> {
        let riser = self.riser(way, planes);
        let gained = |at: &Vec3| (at - start).xy().dot(&way.xy());
        // A round foot gets over a part of its radius besides.
        let step = (self.step - query.radius() * (1.0 - self.walkable)).max(0.0);
        let up = Vec3::z() * step;
        let up = up * query.cast(start, &up)?;
        let mut at = start + up;
        // A foot that is round must go on by a part of its radius to have ground under it.
        let ahead = way + riser.map_or(Vec3::zeros(), |toward| toward * query.foothold(self.walkable));
        let there = at + ahead;
        let over = query.slide(&mut at, &there)?;
        at -= up * query.cast(&at, &-up)?;
        let is_higher = riser.is_none() || at.z - start.z >= LEAST_RISE;
        if is_higher && gained(&at) > gained(&self.at) && query.ground(&at, self.walkable)?.is_some() {
            self.at = at;
            *planes = over;
        }
        Some(())
    }

    /// Toward the wall that stops the way most, level. On ground that rises there is none: it is walked, not stepped on.
    fn riser(&self, way: &Vec3, planes: &[CollisionPlane]) -> Option<Vec3> {
        let normal = |p: &CollisionPlane| Vec3::new(p.plane.normal.x, p.plane.normal.y, p.plane.normal.z);
        let walls = planes.iter().map(normal).filter(|n| n.z < self.walkable);
        let against = walls
            .map(|n| Vec3::new(-n.x, -n.y, 0.0))
            .filter(|n| n.dot(way) > 0.0);
        let most = against.max_by(|a, b| a.dot(way).total_cmp(&b.dot(way)));
        most.map(|n| n.normalize())
    }

    /// Down to ground that is no lower than a step.
    fn stick(&mut self, query: &Query) -> Option<()> {
        if query.ground(&self.at, self.walkable)?.is_some() {
            return Some(());
        }
        let down = Vec3::z() * -self.step;
        let there = self.at + down * query.cast(&self.at, &down)?;
        if query.ground(&there, self.walkable)?.is_some() {
            self.at = there;
        }
        Some(())
    }
}

impl Query<'_> {
    /// Moves a body to a target as far as planes let it, as the sample does; the planes of the last iteration.
    fn slide(&self, at: &mut Vec3, target: &Vec3) -> Option<Vec<CollisionPlane>> {
        let mut planes = Vec::new();
        let (start, mut rounds) = (*at, Vec::new());
        let is_noted = self.calls.borrow().is_some();
        for _ in 0..ITERATIONS {
            planes = self.planes(at)?;
            let wanted = self.plan.length(&(target - *at));
            let delta = match planes.is_empty() {
                true => wanted,
                false => {
                    let given: Option<Vec<CollisionPlane>> = is_noted.then(|| planes.clone());
                    let delta = solve_planes(wanted, &mut planes).ok()?.delta;
                    if let Some(given) = given {
                        note(&self.calls, || alone::solving(wanted, &given, delta));
                    }
                    delta
                }
            };
            let delta = self.plan.units(delta);
            let share = self.cast(at, &delta)?;
            let moved = delta * share;
            *at += moved;
            if is_noted {
                rounds.push((delta, share));
            }
            if moved.norm() * self.plan.settings.metres < SHORT {
                break;
            }
        }
        note(&self.calls, || {
            let wanted = target - start;
            self.body(&start)
                .rounds(&rounds, at, &wanted, self.plan.settings.pogo)
        });
        Some(planes)
    }

    fn body(&self, at: &Vec3) -> Body<'_> {
        Body {
            plan: self.plan,
            capsule: &self.capsule,
            hull: self.hull,
            at: *at,
        }
    }

    fn planes(&self, at: &Vec3) -> Option<Vec<CollisionPlane>> {
        let mut found = self.touched(at)?;
        // Box3D promises no order.
        let key = |p: &MoverPlane| {
            [
                p.plane.normal.x,
                p.plane.normal.y,
                p.plane.normal.z,
                p.plane.offset,
            ]
        };
        found.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
        let rigid = |p: &MoverPlane| CollisionPlane::new(p.plane, f32::MAX, true).ok();
        found.iter().map(rigid).collect()
    }

    fn touched(&self, at: &Vec3) -> Option<Vec<MoverPlane>> {
        let place = self.plan.place(at);
        let found = self
            .loaded
            .world
            .collide_mover(place, &self.capsule, self.filter)
            .ok()?;
        note(&self.calls, || {
            let mut planes: Vec<_> = found.iter().map(|p| p.plane).collect();
            let key = |p: &boxddd::Plane| [p.normal.x, p.normal.y, p.normal.z, p.offset];
            planes.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
            self.body(at).touching(&planes)
        });
        Some(found)
    }

    /// The share of a move that is free.
    fn cast(&self, at: &Vec3, way: &Vec3) -> Option<f32> {
        let (place, length) = (self.plan.place(at), self.plan.length(way));
        let free = self
            .loaded
            .world
            .cast_mover(place, &self.capsule, length, self.filter)
            .ok()?;
        note(&self.calls, || self.body(at).casting(way, free));
        Some(free)
    }

    /// Where a ray ends as a share of its way, and the normal there.
    fn ray(&self, at: &Vec3, way: &Vec3) -> Option<Option<(f32, Vec3)>> {
        let (place, length) = (self.plan.place(at), self.plan.length(way));
        let hit = self
            .loaded
            .world
            .cast_ray_closest(place, length, self.filter)
            .ok()?;
        let met = hit.map(|hit| (hit.fraction, direction(hit.normal)));
        note(&self.calls, || alone::ray(self.plan, at, way, met));
        Some(met)
    }

    /// The normal of ground under a body: of the planes that touch it a little lower, the one most upward.
    fn ground(&self, at: &Vec3, walkable: f32) -> Option<Option<Vec3>> {
        let lower = at - Vec3::z() * (NEAR_GROUND / self.plan.settings.metres);
        let normals = self.touched(&lower)?;
        let normals = normals.iter().map(|p| direction(p.plane.normal));
        let level = normals.max_by(|a, b| a.z.total_cmp(&b.z));
        Some(level.filter(|n| n.z >= walkable))
    }

    fn clipped(&self, velocity: &Vec3, planes: &[CollisionPlane]) -> Option<Vec3> {
        if planes.is_empty() {
            return Some(*velocity);
        }
        let clipped = clip_vector(self.plan.length(velocity), planes).ok()?;
        Some(self.plan.units(clipped))
    }

    fn radius(&self) -> f32 {
        self.capsule.raw().radius / self.plan.settings.metres
    }

    /// How far past an edge a round foot stands on it with a normal that can be stood on.
    fn foothold(&self, walkable: f32) -> f32 {
        self.radius() * (1.0 - (1.0 - walkable * walkable).max(0.0).sqrt())
    }
}

/// How far below a body ground is looked for, in metres: four slops. Smaller: what a cast stopped short of is no ground.
const NEAR_GROUND: f32 = 0.02;

/// The capsule in a hull's bounds, its foot raised.
fn capsule(plan: &Plan, hull: &Hull, lift: f32) -> Capsule {
    let bounds = hull.bounds();
    let radius = match hull {
        Hull::Capsule { .. } => hull.radius(),
        _ => bounds.half_extents().x,
    };
    let center = bounds.center();
    let low = bounds.mins.z + lift + radius;
    let high = (bounds.maxs.z - radius).max(low);
    let end = |z: f32| plan.length(&Vec3::new(center.x, center.y, z));
    Capsule::new(end(low), end(high), radius * plan.settings.metres)
}

/// The hull of [`capsule`].
fn lifted(hull: &Hull, lift: f32) -> Hull {
    let bounds = hull.bounds();
    let mut mins = bounds.mins;
    // A capsule is no lower than it is wide.
    mins.z = (mins.z + lift).min(bounds.maxs.z - 2.0 * bounds.half_extents().x);
    Hull::Capsule {
        bounds: Aabb::new(mins, bounds.maxs),
    }
}
