//! A mover made of Box3D's queries, `b3World_CollideMover`, `b3SolvePlanes`, `b3World_CastMover` and `b3ClipVector`.
//!
//! Source: the headers of Box3D, and `CharacterMover::SolveMove` of its samples, which this follows. Planes are gathered, the
//! wanted move is solved against them, and the solved move is cast, up to five times. Then the velocity is clipped. Its friction
//! and acceleration are left out, since the pipeline has them. y is turned to z.
//!
//! - `box3d` stands on the sample's spring (a pogo stick): the capsule floats a step height above the ground, which a ray finds.
//! - `box3d+steps`, which carries `box3d:tuned`, stands on its foot. It steps up by casts up, forward and down, and sticks to
//!   the ground by one down. Box3D has no stairs: these are Clipmark's, and so is the name.
//! - Where parts of the world move, they are kinematic bodies. By itself `box3d` moves before they do, as the sample moves its
//!   mover before it steps the world. Neither the sample nor Box3D carries a mover. `box3d+steps` moves after them, and goes with
//!   what it stands on, which is ours too.
//! - The velocity left is `b3ClipVector`'s, 0 upward on the ground.

use crate::world::{Bodies, Box3d, Loaded, OFF, SUBSTEPS, brushes, follow, part_of_shape, posed};
use crate::{Asked, body_pose, normal_of, three};
use boxddd::{
    Capsule, CollisionPlane, MoverPlane, Plane, ShapeId, Vec3 as Metres, clip_vector, solve_planes,
};
use clipmark_adapter::form::scaled;
use clipmark_adapter::{Character, Log, NoAnswer, Plan, question};
use clipmark_collision::question::{Call, Fields, Means, Value};
use clipmark_geometry::{Aabb, Hull, Point, Vec3};
use clipmark_movement::{Carried, MovingPart, Placed, Profile, Wanted, Way};
use std::rc::Rc;
use std::sync::Arc;

/// The spring of the sample: oscillations a second, and share of the critical damping.
const HERTZ: f32 = 4.0;
const DAMPING: f32 = 0.7;

/// Iterations of a move, as in the sample.
const ITERATIONS: usize = 5;
/// A move shorter than this ends the iterations, in metres, as in the sample.
const SHORT: f32 = 0.01;
/// How far below a body ground is looked for, in metres: four slops. Smaller: what a cast stopped short of is no ground.
const NEAR_GROUND: f32 = 0.02;
/// The share of a level move that must be lost before a step is tried. Smaller: steps are tried on floors. Larger: none is tried
/// at walls that are hit obliquely.
const LOST: f32 = 1e-3;
/// Least rise of a step, in units, as in Jolt's stair walk. Else a foothold that is flat, beside a wall, is taken for a stair
/// tick by tick, and the player is ten times too fast.
const LEAST_RISE: f32 = 0.25;
/// Height that a cast goes up beyond the step height less what a round foot climbs, in units. Without it a rounding decides about
/// a step of just the step height. With a unit of it a step of 19 u is climbed, where 18 u are allowed.
const SPARE: f32 = 0.25;

/// One body. Lengths are in units but where Box3D is asked.
pub struct Mover {
    /// This thread's world, or its own where parts move.
    loaded: Rc<Loaded>,
    box3d: Arc<Box3d>,
    profile: Profile,
    at: Vec3,
    grounded: bool,
    /// Speed of the spring, in units per second.
    pogo: f32,
    parts: Bodies,
    /// The part that it stands on; asked by who rides alone.
    riding: Option<usize>,
}

impl Character for Mover {
    type Library = Box3d;

    fn new(plan: &Arc<Plan<Box3d>>, shared: Option<&Arc<Box3d>>, profile: &Profile) -> Result<Self, String> {
        let (box3d, loaded) = match shared {
            Some(box3d) => (Arc::clone(box3d), box3d.loaded()),
            None => {
                let box3d = Arc::new(Box3d::new(plan)?);
                let loaded = box3d.build_world().map(Rc::new);
                (box3d, loaded)
            }
        };
        Ok(Self {
            loaded: loaded.map_err(|why| why.to_string())?,
            box3d,
            profile: *profile,
            at: Vec3::zeros(),
            grounded: false,
            pogo: 0.0,
            parts: Bodies::default(),
            riding: None,
        })
    }

    fn place(&mut self, body: &Placed, _: &Log) -> Result<(), NoAnswer> {
        self.at = body.origin.coords;
        self.grounded = body.grounded;
        self.pogo = 0.0;
        self.riding = None;
        Ok(())
    }

    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, log: &Log) -> Result<(), String> {
        // A world with parts that move has no other owner.
        let Some(loaded) = Rc::get_mut(&mut self.loaded) else {
            return Ok(());
        };
        log.note(|| noted_parts(&self.box3d, parts, seconds, log));
        follow(&mut self.parts, &mut loaded.world, &self.box3d, parts, seconds)
    }

    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer> {
        self.moved(wanted, log).ok_or(NoAnswer::Failed)
    }
}

impl Mover {
    fn moved(&mut self, wanted: &Wanted, log: &Log) -> Option<Carried> {
        let box3d = Arc::clone(&self.box3d);
        let has_spring = box3d.plan.settings.pogo;
        let lift = if has_spring { self.profile.step_height } else { 0.0 };
        let Some(filter) = box3d.filter(wanted.mask) else {
            // Nothing to collide with.
            self.at += wanted.displacement;
            return Some(Carried {
                origin: Point::from(self.at),
                velocity: Some(wanted.velocity),
                ground: None,
            });
        };
        let query = Query {
            capsule: capsule(&box3d, wanted.hull, lift),
            hull: lifted(wanted.hull, lift),
            asked: Asked {
                box3d: &box3d,
                loaded: Rc::clone(&self.loaded),
                filter,
                log,
            },
        };
        let (mut left, ground) = match has_spring {
            true => self.on_a_spring(&query, wanted)?,
            false => self.on_foot(&query, wanted)?,
        };
        self.grounded = ground.is_some();
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
            velocity.z -= self.profile.gravity * seconds;
        }
        let radius = wanted.hull.radius();
        let (rest, reach) = (
            self.profile.step_height + radius,
            self.profile.step_height + 2.0 * radius,
        );
        let foot = wanted.hull.bounds().mins.z + rest;
        let suspended = velocity.z > 0.0 || !matches!(wanted.way, Way::Walks | Way::Flies);
        let below = if suspended {
            None
        } else {
            let foot = self.at + Vec3::z() * foot;
            query.asked.cast_ray(&foot, &(Vec3::z() * -reach)).ok()?
        };
        let ground = below.map(|met| {
            let stretched = met.share * reach - rest;
            let omega = 2.0 * std::f32::consts::PI * HERTZ;
            let turn = omega * seconds;
            self.pogo = (self.pogo - omega * turn * stretched) / (1.0 + 2.0 * DAMPING * turn + turn * turn);
            normal_of(met.normal)
        });
        if ground.is_none() {
            self.pogo = 0.0;
        }
        let target = self.at + (velocity + Vec3::z() * self.pogo) * seconds;
        let planes = query.slide(&mut self.at, &target, None)?;
        let left = query.clipped(&velocity, &planes)?;
        let ground = ground.filter(|n| n.z >= self.profile.walkable_normal);
        Some((left, ground))
    }

    /// As its best user moves: steps and ground by casts.
    fn on_foot(&mut self, query: &Query, wanted: &Wanted) -> Option<(Vec3, Option<Vec3>)> {
        self.ride(query)?;
        let way = wanted.displacement;
        let start = self.at;
        let walks = wanted.way == Way::Walks && self.grounded;
        let steepest = walks.then_some(self.profile.walkable_normal);
        let mut planes = query.slide(&mut self.at, &(start + way), steepest)?;
        if walks {
            let lost = (start + way - self.at).xy().norm();
            let wanted = way.xy().norm();
            // Who wants to go nowhere, and is pushed out of walls, has no direction to step in.
            if wanted > 0.0 && lost > wanted * LOST + SHORT / query.asked.box3d.metre() {
                self.step_up(query, &start, &way, &mut planes)?;
            }
            self.stick(query)?;
        }
        let upward = wanted.velocity.z > 0.0;
        let swims = matches!(wanted.way, Way::Swims | Way::Leaps);
        let ground = if upward || swims {
            None
        } else {
            query.ground(&self.at, self.profile.walkable_normal)?
        };
        let carrier = ground.filter(|_| query.asked.box3d.plan.settings.rides);
        self.riding =
            carrier.and_then(|(_, shape)| part_of_shape(&self.parts, &query.asked.loaded.world, shape));
        let left = query.clipped(&wanted.velocity, &planes)?;
        Some((left, ground.map(|(normal, _)| normal)))
    }

    /// Goes with the part that it stands on, as far as planes let it. Its velocity stays its own.
    fn ride(&mut self, query: &Query) -> Option<()> {
        let moving = self.riding.filter(|part| self.parts.is_moving(*part));
        let carried = moving.and_then(|part| self.parts.carries(part, &Point::from(self.at)));
        if let Some(carried) = carried {
            let there = self.at + carried;
            query.slide(&mut self.at, &there, Some(self.profile.walkable_normal))?;
        }
        Some(())
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
        let step = (self.profile.step_height - query.radius() * (1.0 - self.profile.walkable_normal) + SPARE)
            .max(0.0);
        let up = Vec3::z() * step;
        let up = up * query.cast(start, &up)?;
        let mut at = start + up;
        // A foot that is round must go on by a part of its radius to have ground under it.
        let ahead = way
            + riser.map_or(Vec3::zeros(), |toward| {
                toward * query.foothold(self.profile.walkable_normal)
            });
        let there = at + ahead;
        let over = query.slide(&mut at, &there, Some(self.profile.walkable_normal))?;
        at -= up * query.cast(&at, &-up)?;
        let is_higher = riser.is_none() || at.z - start.z >= LEAST_RISE;
        if is_higher
            && gained(&at) > gained(&self.at)
            && query.ground(&at, self.profile.walkable_normal)?.is_some()
        {
            self.at = at;
            *planes = over;
        }
        Some(())
    }

    /// Toward the wall that stops the way most, level. On ground that rises there is none: it is walked, not stepped on.
    fn riser(&self, way: &Vec3, planes: &[CollisionPlane]) -> Option<Vec3> {
        let normal = |p: &CollisionPlane| Vec3::new(p.plane.normal.x, p.plane.normal.y, p.plane.normal.z);
        let walls = planes
            .iter()
            .map(normal)
            .filter(|n| n.z < self.profile.walkable_normal);
        let against = walls
            .map(|n| Vec3::new(-n.x, -n.y, 0.0))
            .filter(|n| n.dot(way) > 0.0);
        let most = against.max_by(|a, b| a.dot(way).total_cmp(&b.dot(way)));
        most.map(|n| n.normalize())
    }

    /// Down to ground that is no lower than a step.
    fn stick(&mut self, query: &Query) -> Option<()> {
        if query.ground(&self.at, self.profile.walkable_normal)?.is_some() {
            return Some(());
        }
        let down = Vec3::z() * -self.profile.step_height;
        let there = self.at + down * query.cast(&self.at, &down)?;
        if query.ground(&there, self.profile.walkable_normal)?.is_some() {
            self.at = there;
        }
        Some(())
    }
}

/// A body among Box3D's planes: the sample's moves, and what they ask of the library.
struct Query<'a> {
    asked: Asked<'a>,
    capsule: Capsule,
    /// The same as a hull, relative to the position.
    hull: Hull,
}

/// A plane that is too steep to stand on, turned upright at the same distance along the level.
fn upright(plane: CollisionPlane, steepest: f32) -> CollisionPlane {
    let n = plane.plane.normal;
    let level = n.x.hypot(n.y);
    if n.z <= 0.0 || n.z >= steepest || level == 0.0 {
        return plane;
    }
    let mut turned = plane;
    turned.plane.normal.x = n.x / level;
    turned.plane.normal.y = n.y / level;
    turned.plane.normal.z = 0.0;
    turned.plane.offset = plane.plane.offset / level;
    turned
}

impl Query<'_> {
    /// Moves a body to a target as far as planes let it, as the sample does; the planes of the last iteration. With `steepest` a
    /// plane whose normal points up by less is taken as an upright wall, so that its edge lifts no walker.
    fn slide(&self, at: &mut Vec3, target: &Vec3, steepest: Option<f32>) -> Option<Vec<CollisionPlane>> {
        let (start, mut planes, mut rounds) = (*at, Vec::new(), Vec::new());
        for _ in 0..ITERATIONS {
            let rigid = |p: &MoverPlane| CollisionPlane::new(p.plane, f32::MAX, true).ok();
            let found = in_order(self.touched(at)?);
            planes = found.iter().map(rigid).collect::<Option<Vec<_>>>()?;
            if let Some(steepest) = steepest {
                planes = planes.into_iter().map(|p| upright(p, steepest)).collect();
            }
            let wanted = self.asked.box3d.length(&(target - *at));
            let delta = match planes.is_empty() {
                true => wanted,
                false => self.solve(wanted, &mut planes)?,
            };
            let delta = self.asked.box3d.units(delta);
            let share = self.cast(at, &delta)?;
            let moved = delta * share;
            *at += moved;
            if self.asked.log.is_noting() {
                rounds.push((delta, share));
            }
            if moved.norm() * self.asked.box3d.metre() < SHORT {
                break;
            }
        }
        self.asked
            .log
            .note(|| self.noted_rounds(&rounds, &start, at, target));
        Some(planes)
    }

    /// `b3SolvePlanes`: the displacement that rigid planes leave of the wanted one.
    fn solve(&self, wanted: Metres, planes: &mut [CollisionPlane]) -> Option<Metres> {
        let given = self.asked.log.is_noting().then(|| planes.to_vec());
        let delta = solve_planes(wanted, planes).ok()?.delta;
        if let Some(given) = given {
            let planes = given.iter().map(|p| numbers(&p.plane).into()).collect();
            let arguments = vec![("target", three(wanted).into()), ("planes", Value::List(planes))];
            let returns = "displacement that the planes leave of the wanted one";
            self.asked
                .log
                .note(|| Call::unjudged("solve_planes", arguments, returns, three(delta).to_vec()));
        }
        Some(delta)
    }

    /// The rounds of `CharacterMover::SolveMove` as a whole: each with the way that was solved and the share that was free.
    fn noted_rounds(&self, rounds: &[(Vec3, f32)], start: &Vec3, to: &Vec3, target: &Vec3) -> Call {
        let rounds = rounds.iter().map(|(way, share)| {
            Value::Fields(vec![("way", self.metres(way).into()), ("share", (*share).into())])
        });
        Call {
            operation: "add_rounds",
            arguments: vec![
                ("position", self.metres(start).into()),
                ("rounds", Value::List(rounds.collect())),
            ],
            returns: "position after the rounds above, as the sample adds them up",
            result: self.metres(to).to_vec(),
            // The sample has nothing besides; else what is wanted here may be ours.
            means: match self.asked.box3d.plan.settings.pogo {
                true => Means::Moved {
                    from: Point::from(*start),
                    to: Point::from(*to),
                    wanted: target - start,
                    grounded: None,
                },
                false => Means::Nothing,
            },
        }
    }

    fn metres(&self, v: &Vec3) -> [f32; 3] {
        scaled(v, self.asked.box3d.metre())
    }

    /// The mover at a place, as data.
    fn given(&self, at: &Vec3) -> Fields {
        let raw = self.capsule.raw();
        let centers = [&raw.center1, &raw.center2].map(|c| [c.x, c.y, c.z]);
        vec![
            ("position", self.metres(at).into()),
            ("center1", centers[0].into()),
            ("center2", centers[1].into()),
            ("radius", raw.radius.into()),
        ]
    }

    /// `b3World_CollideMover`
    fn touched(&self, at: &Vec3) -> Option<Vec<MoverPlane>> {
        let Asked {
            box3d,
            loaded,
            filter,
            log,
        } = &self.asked;
        let found = loaded
            .world
            .collide_mover(box3d.place(at), &self.capsule, *filter);
        let found = found.ok()?;
        log.note(|| {
            let sorted = in_order(found.clone());
            Call::unjudged(
                "collide_mover",
                self.given(at),
                "normal and offset of each plane, in the order of their numbers",
                sorted.iter().flat_map(|p| numbers(&p.plane)).collect(),
            )
        });
        Some(found)
    }

    /// `b3World_CastMover`: the share of a move that is free.
    fn cast(&self, at: &Vec3, way: &Vec3) -> Option<f32> {
        let Asked {
            box3d,
            loaded,
            filter,
            log,
        } = &self.asked;
        let (place, length) = (box3d.place(at), box3d.length(way));
        let free = loaded.world.cast_mover(place, &self.capsule, length, *filter);
        let free = free.ok()?;
        log.note(|| {
            let mut arguments = self.given(at);
            arguments.push(("translation", self.metres(way).into()));
            Call {
                operation: "cast_mover",
                arguments,
                returns: "share of the way that is free",
                result: vec![free],
                means: match way.norm() > 0.0 {
                    true => question::cast(self.hull, Point::from(*at), *way, Some((free, None)), false),
                    false => Means::Nothing,
                },
            }
        });
        Some(free)
    }

    /// Ground under a body, its normal and its shape: of the planes that touch it a little lower, the one most upward.
    fn ground(&self, at: &Vec3, walkable: f32) -> Option<Option<(Vec3, ShapeId)>> {
        let lower = at - Vec3::z() * (NEAR_GROUND / self.asked.box3d.metre());
        let planes = self.touched(&lower)?;
        let planes = planes.iter().map(|p| (normal_of(p.plane.normal), p.shape_id));
        let level = planes.max_by(|a, b| a.0.z.total_cmp(&b.0.z));
        Some(level.filter(|(n, _)| n.z >= walkable))
    }

    fn clipped(&self, velocity: &Vec3, planes: &[CollisionPlane]) -> Option<Vec3> {
        if planes.is_empty() {
            return Some(*velocity);
        }
        let clipped = clip_vector(self.asked.box3d.length(velocity), planes).ok()?;
        Some(self.asked.box3d.units(clipped))
    }

    fn radius(&self) -> f32 {
        self.capsule.raw().radius / self.asked.box3d.metre()
    }

    /// How far past an edge a round foot stands on it with a normal that can be stood on.
    fn foothold(&self, walkable: f32) -> f32 {
        self.radius() * (1.0 - (1.0 - walkable * walkable).max(0.0).sqrt())
    }
}

/// Planes in the order of their numbers: Box3D promises none.
fn in_order(mut planes: Vec<MoverPlane>) -> Vec<MoverPlane> {
    let order = |a: &[f32; 4], b: &[f32; 4]| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal);
    planes.sort_by(|a, b| order(&numbers(&a.plane), &numbers(&b.plane)));
    planes
}

/// Normal and offset.
fn numbers(plane: &Plane) -> [f32; 4] {
    [plane.normal.x, plane.normal.y, plane.normal.z, plane.offset]
}

/// The capsule in a hull's bounds, its foot raised.
fn capsule(box3d: &Box3d, hull: &Hull, lift: f32) -> Capsule {
    let bounds = hull.bounds();
    let radius = match hull {
        Hull::Capsule { .. } => hull.radius(),
        _ => bounds.half_extents().x,
    };
    let center = bounds.center();
    let low = bounds.mins.z + lift + radius;
    let high = (bounds.maxs.z - radius).max(low);
    let end = |z: f32| box3d.length(&Vec3::new(center.x, center.y, z));
    Capsule::new(end(low), end(high), radius * box3d.metre())
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

/// The world is stepped, so that the parts are where they are while the body moves; what a step left elsewhere is put there.
fn noted_parts(box3d: &Box3d, parts: &[MovingPart], seconds: f32, log: &Log) -> Call {
    let to = parts.iter().flat_map(|part| {
        let own = brushes(&box3d.plan, part).filter(|(_, contents)| contents.intersects(log.mask()));
        own.map(|(brush, _)| body_pose(&posed(box3d.metre(), brush, box3d.plan.pose_of(part))).into())
    });
    let arguments = vec![
        ("to", Value::List(to.collect())),
        ("seconds", seconds.into()),
        ("substeps", (SUBSTEPS as f32).into()),
        ("put_there_if_off_by", OFF.into()),
    ];
    Call::unjudged("move_parts", arguments, "nothing", Vec::new())
}
