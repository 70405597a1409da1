//! Rapier's `KinematicCharacterController`.
//!
//! It is given a displacement and answers a translation and whether it is grounded. It gives no velocity and no ground
//! normal: both are derived here, by the rules that `settings.rs` states.
//!
//! Where parts of the world move, each is a kinematic body. `rapier` plays by the library's own means: a part stands where
//! the tick begins, with the velocity that takes it to its end, and a move of the character adds the velocity of a part that
//! it meets. A character who wants no move meets nothing, so he is pulled down too, as the library's guide has it.
//! `rapier:tuned` moves the parts first. A character who stood on a part then goes with it by a move that ignores that part,
//! and a last move of no length frees a character whom a part overlaps.

use crate::{Body, Casting, Rapier, Settings, add, given, overlaps, placed};
use clipmark_adapter::form::{METRE, direction, in_units, scaled};
use clipmark_adapter::{Character, Library, Log, NoAnswer, Parts, Plan};
use clipmark_collision::question::{Call, Means, Value};
use clipmark_geometry::{Hull, Point, Pose as UnitPose, Vec3};
use clipmark_movement::{Carried, FrameOrder, MovingPart, Placed, Profile, Wanted, Way};
use rapier3d::control::{
    CharacterAutostep, CharacterCollision, CharacterLength, EffectiveCharacterMovement,
    KinematicCharacterController,
};
use rapier3d::prelude::{
    Collider, ColliderHandle, Pose, QueryPipeline, RigidBody, RigidBodyBuilder, RigidBodyHandle, Rotation,
    Vector,
};
use std::sync::Arc;

/// Least free width beyond a step for `rapier:tuned`, in units. 0: the body is put on an edge that it touches with nothing;
/// more than a tread: no stairs.
const STEP_WIDTH: f32 = 1.0;

/// How far below its offset `rapier:tuned` looks for ground, in units: Quake III's own distance. Smaller: rounding hides the
/// ground; larger: who floats stands.
const GROUND_PROBE: f32 = 0.25;

/// A body so deep in something, in units, was not put onto the ground. Smaller: who touches a riser is not lowered, and hangs
/// (80 of 124 runs passed in place of 91 at 0); larger: sinks unseen.
const LOST_DEPTH: f32 = 1.0;

/// A plane was stepped over if the rest of the move led so far through it, in units: more than any rounding, less than a
/// tick's move.
const STEPPED_OVER: f32 = 0.01;

/// A velocity goes along a plane if so small a part of it (sine) enters. Smaller: rounding makes creases; larger: creeps in.
const ALONG: f32 = 1e-3;

/// One body. Rapier's controller remembers nothing between moves but where its user keeps the body.
pub struct Walker {
    /// Its own where parts move.
    rapier: Arc<Rapier>,
    moves_parts: bool,
    controller: KinematicCharacterController,
    profile: Profile,
    at: Point,
    /// Normal of the ground stood on.
    ground: Option<Vec3>,
    parts: Parts<RigidBodyHandle>,
    /// The part that it stands on; `rapier:tuned` alone asks.
    riding: Option<usize>,
}

/// Ground below a body.
struct Found {
    /// How far below it is, beyond the offset and in metres.
    gap: f32,
    normal: Vec3,
    collider: ColliderHandle,
}

fn controller(settings: &Settings, profile: &Profile) -> KinematicCharacterController {
    let absolute = |units: f32| CharacterLength::Absolute(units * METRE);
    let steepest = profile.walkable_normal.clamp(-1.0, 1.0).acos();
    let step = CharacterAutostep {
        max_height: absolute(profile.step_height),
        ..CharacterAutostep::default()
    };
    let documented = KinematicCharacterController {
        up: Vector::Z,
        autostep: Some(step),
        max_slope_climb_angle: steepest,
        min_slope_slide_angle: steepest,
        ..KinematicCharacterController::default()
    };
    if !settings.own_ground {
        return documented;
    }
    KinematicCharacterController {
        offset: absolute(profile.trace_rules.skin),
        autostep: Some(CharacterAutostep {
            min_width: absolute(STEP_WIDTH),
            ..step
        }),
        snap_to_ground: None,
        ..documented
    }
}

impl Character for Walker {
    type Library = Rapier;

    fn new(
        plan: &Arc<Plan<Rapier>>,
        shared: Option<&Arc<Rapier>>,
        profile: &Profile,
    ) -> Result<Self, String> {
        let own = || Rapier::build(plan).map(Arc::new);
        Ok(Self {
            rapier: shared.map_or_else(own, |shared| Ok(Arc::clone(shared)))?,
            moves_parts: shared.is_none(),
            controller: controller(&plan.settings, profile),
            profile: *profile,
            at: Point::origin(),
            ground: None,
            parts: Parts::default(),
            riding: None,
        })
    }

    fn place(&mut self, body: &Placed, _: &Log) -> Result<(), NoAnswer> {
        self.at = body.origin;
        self.ground = body.grounded.then(Vec3::z);
        self.riding = None;
        Ok(())
    }

    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, log: &Log) -> Result<(), String> {
        // A world whose parts move has no other owner.
        let Some(Rapier { plan, world }) = Arc::get_mut(&mut self.rapier) else {
            return Ok(());
        };
        self.parts.follow(parts, |part| {
            let body = world.insert_body(RigidBodyBuilder::kinematic_velocity_based());
            if let Some(model) = plan.models.get(part.model) {
                add(world, model, Some(body));
            }
            Ok(body)
        })?;
        // At its end a part rests: a velocity would take the body along once more.
        let rate = match plan.frame {
            FrameOrder::PlayersFirst if seconds > 0.0 => 1.0 / seconds,
            _ => 0.0,
        };
        for (part, body) in self.parts.iter() {
            let Some(body) = world.bodies.get_mut(*body) else {
                continue;
            };
            let [from, to] = [&part.from, &part.to].map(pose);
            // A body's velocity is that of its centre of mass.
            let middle = body.local_center_of_mass();
            let displacement = to * middle - from * middle;
            let turn = to.rotation * from.rotation.inverse();
            // Of the two that turn alike, the one that turns less.
            let turn = if turn.w < 0.0 { -turn } else { turn };
            body.set_position(pose(plan.pose_of(part)), true);
            body.set_linvel(displacement * rate, true);
            body.set_angvel(turn.to_scaled_axis() * rate, true);
        }
        world.detect_collisions(&(), &());
        log.note(|| {
            let bodies = self.parts.bodies.iter();
            let parts = bodies.filter_map(|body| world.bodies.get(*body)).map(moving);
            let parts = Value::List(parts.collect());
            Call::unjudged("move_parts", vec![("parts", parts)], "nothing", Vec::new())
        });
        Ok(())
    }

    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer> {
        if !self.rapier.plan.settings.own_ground {
            return Ok(self.step_documented(wanted, log));
        }
        self.ride(wanted, log);
        Ok(self.step_tuned(wanted, log))
    }
}

impl Walker {
    fn step_documented(&mut self, wanted: &Wanted, log: &Log) -> Carried {
        let (body, pose) = placed(wanted.hull, &self.at);
        let queries = self.rapier.queries(wanted.mask);
        let mut controller = self.controller;
        let mut displacement = wanted.displacement;
        if matches!(wanted.way, Way::Swims | Way::Leaps) {
            controller.snap_to_ground = None;
        }
        if wanted.way == Way::Walks && self.moves_parts {
            displacement -= Vec3::z() * (self.profile.gravity * wanted.seconds * wanted.seconds);
        }
        let ask = Ask::new(&controller, wanted, &body, log);
        let mut met = Vec::new();
        let moved = ask.go(&queries, &pose, displacement, self.at, None, |plane| {
            met.push(plane)
        });
        let velocity = self.velocity_left(&moved, &met, wanted);
        let ground = moved.grounded.then(|| most_upright(&met));
        self.at += in_units(moved.translation, METRE);
        self.carried(velocity, ground, wanted)
    }

    fn step_tuned(&mut self, wanted: &Wanted, log: &Log) -> Carried {
        let (body, pose) = placed(wanted.hull, &self.at);
        let queries = self.rapier.queries(wanted.mask);
        let ask = Ask::new(&self.controller, wanted, &body, log);
        let mut pushed = Vector::ZERO;
        if is_in_something(&queries, &body, pose, (*wanted.hull, self.at), log) {
            let out = ask.go(&queries, &pose, Vec3::zeros(), self.at, None, |_| ());
            pushed = out.translation;
        }
        let displacement = match wanted.way {
            Way::Walks => self.along_the_ground(wanted.displacement),
            _ => wanted.displacement,
        };
        let from = Pose::from_translation(pushed) * pose;
        let origin = self.at + in_units(pushed, METRE);
        let mut met = Vec::new();
        let moved = ask.go(&queries, &from, displacement, origin, None, |plane| {
            met.push(plane)
        });
        let velocity = self.velocity_left(&moved, &met, wanted);
        let mut displaced = pushed + moved.translation;
        let at = Pose::from_translation(displaced) * pose;
        let origin = self.at + in_units(displaced, METRE);
        let found = self.ground_below(&ask, &at, wanted, &met, origin);
        let gap = found.as_ref().map_or(0.0, |found| found.gap);
        // Who would be deep in something on the ground below was given a wrong distance, or began in it.
        let lower = Pose::from_translation(-Vector::Z * gap) * at;
        let core = shrunk(wanted.hull);
        let below = self.at + in_units(displaced - Vector::Z * gap, METRE);
        let is_lost =
            gap > 0.0 && is_in_something(&queries, &Body::from_hull(&core), lower, (core, below), log);
        displaced.z -= if is_lost { 0.0 } else { gap };
        self.riding = found.as_ref().and_then(|found| self.part_of(found.collider));
        self.at += in_units(displaced, METRE);
        self.carried(velocity, found.map(|found| found.normal), wanted)
    }

    fn carried(&mut self, velocity: Vec3, ground: Option<Vec3>, wanted: &Wanted) -> Carried {
        self.ground = ground.filter(|_| !wanted.jumped);
        let rise = if ground.is_some() { 0.0 } else { velocity.z };
        Carried {
            origin: self.at,
            velocity: Some(Vec3::new(velocity.x, velocity.y, rise)),
            ground,
        }
    }

    /// Takes the body along with the part that it stands on.
    fn ride(&mut self, wanted: &Wanted, log: &Log) {
        let Some(part) = self.riding else {
            return;
        };
        let Some(displacement) = self.parts.carries(part, &self.at) else {
            return;
        };
        let (body, pose) = placed(wanted.hull, &self.at);
        let controller = KinematicCharacterController {
            autostep: None,
            ..self.controller
        };
        let left_out = self.parts.bodies.get(part).copied();
        let others =
            |_: ColliderHandle, collider: &Collider| collider.parent().is_none_or(|b| Some(b) != left_out);
        let queries = self.rapier.queries_but(wanted.mask, &others, true);
        let ask = Ask::new(&controller, wanted, &body, log);
        let moved = ask.go(&queries, &pose, displacement, self.at, Some(part), |_| ());
        self.at += in_units(moved.translation, METRE);
    }

    /// The part that a collider belongs to.
    fn part_of(&self, collider: ColliderHandle) -> Option<usize> {
        let body = self.rapier.world.colliders.get(collider)?.parent()?;
        self.parts.owner(|known| *known == body)
    }

    /// A level displacement turned along the ground stood on, as long as before.
    fn along_the_ground(&self, level: Vec3) -> Vec3 {
        let Some(normal) = self.ground else {
            return level;
        };
        let along = level - normal * level.dot(&normal);
        along
            .try_normalize(f32::EPSILON)
            .map_or(level, |direction| direction * level.norm())
    }

    /// Ground below a body. A body that walks is put on ground as far down as a step. Others stand only on ground just below
    /// them.
    fn ground_below(
        &self,
        ask: &Ask,
        at: &Pose,
        wanted: &Wanted,
        met: &[CharacterCollision],
        from: Point,
    ) -> Option<Found> {
        let CharacterLength::Absolute(offset) = self.controller.offset else {
            return None;
        };
        let walks = wanted.way == Way::Walks && !wanted.jumped;
        let reach = if walks {
            self.profile.step_height
        } else {
            GROUND_PROBE
        } * METRE;
        let casting = Casting {
            body: ask.body,
            at: *at,
            way: -Vector::Z,
            reach: offset + reach,
            stops_at_penetration: false,
        };
        let queries = self.rapier.queries(wanted.mask);
        let below = casting.ask(&queries, (*wanted.hull, from), ask.log);
        let (collider, hit) = below?;
        let normal = direction(hit.normal1);
        let gap = hit.time_of_impact - offset;
        if normal.z >= self.profile.walkable_normal {
            let gap = if walks { gap.max(0.0) } else { 0.0 };
            return Some(Found {
                gap,
                normal,
                collider,
            });
        }
        // On a seam the first surface below may be the steep one.
        let mut others = met.iter().map(|c| direction(c.hit.normal1));
        let normal = others.find(|n| n.z >= self.profile.walkable_normal)?;
        (gap <= GROUND_PROBE * METRE).then_some(Found {
            gap: 0.0,
            normal,
            collider,
        })
    }

    /// The velocity left: the wanted one, clipped by the planes met that the move did not step over. Each clips in turn, then
    /// the crease of two that it would leave one for the other; between three none is left. Who walks is not slowed by walkable
    /// ground.
    fn velocity_left(
        &self,
        moved: &EffectiveCharacterMovement,
        met: &[CharacterCollision],
        wanted: &Wanted,
    ) -> Vec3 {
        let mut planes: Vec<Vec3> = Vec::new();
        for collision in met {
            let normal = direction(collision.hit.normal1);
            let later = in_units(moved.translation - collision.translation_applied, METRE);
            let is_plane = normal.iter().all(|x| x.is_finite());
            let is_ground = wanted.way == Way::Walks && normal.z >= self.profile.walkable_normal;
            if is_plane && !is_ground && later.dot(&normal) > -STEPPED_OVER {
                planes.push(normal);
            }
        }
        clipped(wanted.velocity, &planes)
    }
}

/// What the moves of a tick share.
struct Ask<'a> {
    controller: &'a KinematicCharacterController,
    seconds: f32,
    hull: &'a Hull,
    body: &'a Body,
    log: &'a Log,
}

impl<'a> Ask<'a> {
    fn new(
        controller: &'a KinematicCharacterController,
        wanted: &Wanted<'a>,
        body: &'a Body,
        log: &'a Log,
    ) -> Self {
        Self {
            controller,
            seconds: wanted.seconds,
            hull: wanted.hull,
            body,
            log,
        }
    }

    /// One `move_shape` from a pose, which is that of a hull at `origin`. `beside` is the part that the queries leave out, and
    /// `show` sees the planes that it meets.
    fn go(
        &self,
        queries: &QueryPipeline<'_>,
        pose: &Pose,
        displacement: Vec3,
        origin: Point,
        beside: Option<usize>,
        show: impl FnMut(CharacterCollision),
    ) -> EffectiveCharacterMovement {
        let wanted = Vector::from(scaled(&displacement, METRE));
        let moved = self
            .controller
            .move_shape(self.seconds, queries, self.body.shape(), pose, wanted, show);
        self.log.note(|| {
            let (led, grounded) = (moved.translation, moved.grounded);
            let mut arguments = given(self.hull, pose);
            arguments.extend([
                ("desired_translation", wanted.to_array().into()),
                ("dt", self.seconds.into()),
                ("controller", settings_of(self.controller)),
                ("exclude_part", beside.into()),
            ]);
            Call {
                operation: "move_shape",
                arguments,
                returns: "translation, whether it is grounded",
                result: vec![led.x, led.y, led.z, f32::from(u8::from(grounded))],
                means: Means::Moved {
                    from: origin,
                    to: origin + in_units(led, METRE),
                    wanted: in_units(wanted, METRE),
                    grounded: Some(grounded),
                },
            }
        });
        moved
    }
}

/// Whether a hull at a position in units, which is a body in its place, overlaps anything; the call is noted.
fn is_in_something(
    queries: &QueryPipeline<'_>,
    body: &Body,
    pose: Pose,
    (hull, at): (Hull, Point),
    log: &Log,
) -> bool {
    let says = overlaps(queries, body, pose);
    log.note(|| Call {
        operation: "intersect_shape",
        arguments: given(&hull, &pose),
        returns: "whether it overlaps anything",
        result: vec![f32::from(u8::from(says))],
        means: Means::Overlaps { hull, at, says },
    });
    says
}

/// Where a part is put, with its velocities.
fn moving(body: &RigidBody) -> Value {
    let at = body.position();
    Value::Fields(vec![
        ("position", at.translation.to_array().into()),
        ("rotation", at.rotation.to_array().into()),
        ("linvel", body.linvel().to_array().into()),
        ("angvel", body.angvel().to_array().into()),
    ])
}

/// Every field of a controller, so that nothing is a default of a version.
fn settings_of(c: &KinematicCharacterController) -> Value {
    let length = |x: &CharacterLength| {
        Value::Fields(match x {
            CharacterLength::Relative(x) => vec![("relative", (*x).into())],
            CharacterLength::Absolute(x) => vec![("absolute", (*x).into())],
        })
    };
    let autostep = c.autostep.as_ref().map(|step| {
        Value::Fields(vec![
            ("max_height", length(&step.max_height)),
            ("min_width", length(&step.min_width)),
            ("include_dynamic_bodies", step.include_dynamic_bodies.into()),
        ])
    });
    Value::Fields(vec![
        ("up", c.up.to_array().into()),
        ("offset", length(&c.offset)),
        ("slide", c.slide.into()),
        ("autostep", autostep.into()),
        ("max_slope_climb_angle", c.max_slope_climb_angle.into()),
        ("min_slope_slide_angle", c.min_slope_slide_angle.into()),
        ("snap_to_ground", c.snap_to_ground.as_ref().map(length).into()),
        ("normal_nudge_factor", c.normal_nudge_factor.into()),
    ])
}

/// A pose in metres: turned by roll, then pitch, then yaw, about x, y and z.
fn pose(pose: &UnitPose) -> Pose {
    let [pitch, yaw, roll] = <[f32; 3]>::from(pose.rotation.angles()).map(f32::to_radians);
    let turn =
        Rotation::from_rotation_z(yaw) * Rotation::from_rotation_y(pitch) * Rotation::from_rotation_x(roll);
    Pose::from_parts(scaled(&pose.origin.coords, METRE).into(), turn)
}

/// A hull without its outer [`LOST_DEPTH`].
fn shrunk(hull: &Hull) -> Hull {
    let bounds = hull.bounds().grown(-LOST_DEPTH);
    match hull {
        Hull::Box { .. } => Hull::Box { bounds },
        Hull::Capsule { .. } => Hull::Capsule { bounds },
        Hull::Cylinder { .. } => Hull::Cylinder { bounds },
        Hull::Sphere { radius } => Hull::Sphere {
            radius: radius - LOST_DEPTH,
        },
        Hull::Point => Hull::Point,
    }
}

/// The most upright normal that a move met; level if it met none, since Rapier gives no ground.
fn most_upright(met: &[CharacterCollision]) -> Vec3 {
    let normals = met.iter().map(|c| direction(c.hit.normal1));
    let most = normals.max_by(|a, b| a.z.total_cmp(&b.z));
    most.filter(|n| n.z > 0.0).unwrap_or_else(Vec3::z)
}

/// The wanted velocity, clipped by each plane in turn.
pub fn clipped(wanted: Vec3, planes: &[Vec3]) -> Vec3 {
    let mut velocity = wanted;
    for (i, plane) in planes.iter().enumerate() {
        if velocity.dot(plane) >= 0.0 {
            continue;
        }
        velocity -= plane * velocity.dot(plane);
        let earlier = &planes[..i];
        let enters = |v: &Vec3, p: &Vec3| v.dot(p) < -ALONG * v.norm();
        let Some(other) = earlier.iter().find(|p| enters(&velocity, p)) else {
            continue;
        };
        let crease = plane
            .cross(other)
            .try_normalize(f32::EPSILON)
            .unwrap_or_else(Vec3::zeros);
        velocity = crease * wanted.dot(&crease);
        if earlier.iter().any(|p| enters(&velocity, p)) {
            return Vec3::zeros();
        }
    }
    velocity
}
