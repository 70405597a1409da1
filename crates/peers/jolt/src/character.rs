//! Jolt's `CharacterVirtual`, moved by `ExtendedUpdate`.
//!
//! Source: `CharacterVirtualTest` of Jolt's samples. Each tick the wanted velocity is set, with gravity in it on the ground
//! too, and `ExtendedUpdate` slides, sticks to the floor and walks stairs. Vectors along y are turned to z.
//!
//! - Stick-down and step-up are the movement's step height, and the slope limit is its own: they belong to the game.
//! - `ExtendedUpdate` does not say what velocity is left: Jolt's sample asks its keys anew each tick. Here it is the wanted
//!   velocity, but against each wall that Jolt lists as touched, what was achieved; 0 upward on the ground.
//! - Steep ground is no ground: the body slides, as Jolt says of `OnSteepGround`.
//! - Parts that move are kinematic bodies. Before the character's update each stands where the tick begins, and `MoveKinematic`
//!   gives it the velocity that takes it to its end. The step of the world, which takes it there, is left out: it is put there
//!   when the next tick begins. The ground's velocity is added for a body that stands or jumps, as in the sample; one that jumps
//!   keeps its upward part. The wrapper has no `UpdateGroundVelocity`: it is worked out from the part's displacement.
//! - A world is one character's: an update needs `&mut PhysicsWorld`. The shapes are shared.

use crate::{Jolt, Settings, four, given, layers, moving, posed, rotation, shape};
use clipmark_adapter::form::{METRE, direction, in_units, middle, scaled};
use clipmark_adapter::{Character, Library, Log, NoAnswer, Parts, Plan};
use clipmark_collision::question::{BodyPose, Call, Fields, Means, Value};
use clipmark_geometry::{Hull, Point, Vec3 as Units};
use clipmark_movement::{Carried, MovingPart, Placed, Profile, Wanted, Way};
use oxijolt::{
    Activation, BodyId, BodySettings, CharacterError, CharacterId, CharacterSettings, ExtendedUpdateSettings,
    GroundState, MotionType, PhysicsWorld, QueryFilter, RVec3, Vec3,
};
use std::sync::Arc;

/// Contacts nearer than this touch, in metres: Jolt's collision tolerance. Smaller: walls that stopped the body take nothing;
/// larger: walls do that are only near.
const TOUCHING: f32 = 1e-3;

/// One body of `CharacterVirtual` in a world of its own.
pub struct Walker {
    jolt: Jolt,
    profile: Profile,
    body: Option<(CharacterId, Hull)>,
    parts: Parts<Vec<BodyId>>,
}

impl Character for Walker {
    type Library = Jolt;

    fn new(plan: &Arc<Plan<Jolt>>, _: Option<&Arc<Jolt>>, profile: &Profile) -> Result<Self, String> {
        Ok(Self {
            jolt: Jolt::build(plan)?,
            profile: *profile,
            body: None,
            parts: Parts::default(),
        })
    }

    fn place(&mut self, body: &Placed, log: &Log) -> Result<(), NoAnswer> {
        self.put(body, log).map_err(|_| {
            self.body = None;
            NoAnswer::Failed
        })
    }

    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, log: &Log) -> Result<(), String> {
        log.note(|| noted_parts(parts, seconds));
        let Jolt { plan, world, .. } = &mut self.jolt;
        self.parts.follow(parts, |part| {
            let groups = moving(plan, part.model).map(|(group, layer)| {
                let body = BodySettings::new_kinematic().object_layer(layer);
                let body = world.create_body(&group.compound, &body);
                body.map_err(|why| why.to_string())
            });
            groups.collect()
        })?;
        for (part, own) in self.parts.iter() {
            let [(from, at), (to, turns_to)] = [&part.from, &part.to].map(posed);
            for id in own {
                let mut body = world.body_mut(*id).map_err(|why| why.to_string())?;
                body.set_position_and_rotation(from, at, Activation::Activate)
                    .and_then(|()| body.move_kinematic(to, turns_to, seconds))
                    .map_err(|why| why.to_string())?;
            }
        }
        Ok(())
    }

    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer> {
        let failed = |_| NoAnswer::Failed;
        let (id, _) = self.body.ok_or(NoAnswer::Failed)?;
        let settings = self.jolt.plan.settings;
        let (gravity, step_height) = (self.profile.gravity * METRE, self.profile.step_height * METRE);
        // The ground is that of the last update, as in the sample. Contacts looked for now would leave a floor that has begun to
        // sink.
        let below = self.jolt.world.character(id).map_err(failed)?;
        let from = below.position();
        let walks = wanted.way == Way::Walks;
        let stands = below.ground_state() == GroundState::OnGround && (walks || wanted.jumped);
        let under = below.ground_body().filter(|_| stands);
        let ground = under.map_or(Vec3::ZERO, |body| {
            self.ground_velocity(body, from, wanted.seconds)
        });
        let is_idle = walks && settings.rests && wanted.velocity == Units::zeros();
        let pressed = match walks && !is_idle {
            true => gravity * wanted.seconds,
            false => 0.0,
        };
        let [x, y, z] = scaled(&wanted.velocity, METRE);
        let velocity = Vec3::new(x + ground.x, y + ground.y, z + ground.z - pressed);
        let by_foot = matches!(wanted.way, Way::Walks | Way::Flies);
        let step = if by_foot { step_height } else { 0.0 };
        let rounded = match wanted.hull {
            Hull::Capsule { .. } if settings.exact_steps => wanted.hull.radius() * METRE,
            _ => 0.0,
        };
        let up = (step - rounded * (1.0 - self.profile.walkable_normal)).max(0.0);
        let (step_down, step_up) = (Vec3::new(0.0, 0.0, -step), Vec3::new(0.0, 0.0, up));
        let how = ExtendedUpdateSettings::default()
            .stick_to_floor_step_down(step_down)
            .walk_stairs_step_up(step_up)
            .walk_stairs_min_step_forward(settings.least_step)
            .walk_stairs_step_forward_test(settings.forward_test);
        let gravity = Vec3::new(0.0, 0.0, -gravity);
        let Jolt { plan, world, player } = &mut self.jolt;
        let layers = layers(plan, player, wanted.mask);
        let filter = QueryFilter::new().object_layers(&layers);
        let set = world
            .character_mut(id)
            .map_err(failed)?
            .set_linear_velocity(velocity);
        let updated = set.and_then(|()| world.update_character(id, wanted.seconds, gravity, &how, &filter));
        let character = world.character(id).map_err(failed)?;
        let is_on_ground = character.ground_state() == GroundState::OnGround;
        log.note(|| {
            let nowhere = (RVec3::new(f32::NAN, f32::NAN, f32::NAN), f32::NAN);
            let (at, stands) = match updated {
                Ok(()) => (character.position(), f32::from(u8::from(is_on_ground))),
                Err(_) => nowhere,
            };
            let ground = Some(ground).filter(|_| !self.parts.bodies.is_empty());
            let arguments = vec![
                ("velocity", three(velocity)),
                ("ground_velocity_within_it", ground.map(<[f32; 3]>::from).into()),
                ("gravity", three(gravity)),
                ("seconds", wanted.seconds.into()),
                ("stick_to_floor_step_down", three(step_down)),
                ("walk_stairs_step_up", three(step_up)),
                ("walk_stairs_min_step_forward", settings.least_step.into()),
                ("walk_stairs_step_forward_test", settings.forward_test.into()),
                (
                    "walk_stairs_cos_angle_forward_contact",
                    75.0_f32.to_radians().cos().into(),
                ),
                ("walk_stairs_step_down_extra", [0.0; 3].into()),
            ];
            Call {
                operation: "extended_update",
                arguments,
                returns: "position, whether it is on ground (no numbers where the wrapper refuses)",
                result: vec![at.x, at.y, at.z, stands],
                means: Means::Moved {
                    from: in_units(from, METRE).into(),
                    to: in_units(at, METRE).into(),
                    wanted: wanted.displacement,
                    grounded: updated.is_ok().then_some(is_on_ground),
                },
            }
        });
        updated.map_err(|why| NoAnswer::Refused(why.to_string()))?;
        let start = Point::from(in_units(from, METRE));
        let origin = Point::from(in_units(character.position(), METRE));
        let contacts = character.active_contacts();
        let touching = contacts
            .iter()
            .filter(|c| c.distance <= TOUCHING && c.motion_type == MotionType::Static);
        let walls = touching
            .map(|c| direction(c.contact_normal))
            .filter(|n| n.z < self.profile.walkable_normal);
        let carried = in_units(ground, METRE);
        let achieved = (origin - start) / wanted.seconds - carried;
        let mut left = left_by_walls(wanted.velocity, &achieved, walls);
        if wanted.jumped {
            left.z += carried.z;
        }
        if is_on_ground {
            left.z = 0.0;
        }
        Ok(Carried {
            origin,
            velocity: Some(left),
            ground: is_on_ground.then(|| direction(character.ground_normal())),
        })
    }
}

impl Walker {
    fn put(&mut self, body: &Placed, log: &Log) -> Result<(), CharacterError> {
        let settings = self.jolt.plan.settings;
        let at = RVec3::from(scaled(&body.origin.coords, METRE));
        let velocity = Vec3::from(scaled(&body.velocity, METRE));
        let known = self.body.filter(|(_, hull)| hull == body.hull);
        let slope = self.profile.walkable_normal.clamp(0.0, 1.0).acos();
        log.note(|| match known {
            Some(_) => noted_place("set_position", Vec::new(), at, velocity),
            None => noted_place(
                "create_character",
                made(&settings, slope, body.hull),
                at,
                velocity,
            ),
        });
        let Jolt { world, player, .. } = &mut self.jolt;
        let id = match known {
            Some((id, _)) => {
                world.character_mut(id)?.set_position(at)?;
                id
            }
            None => {
                let id = create(world, &settings, slope, body.hull, at)?;
                if let Some((old, _)) = self.body {
                    world.remove_character(old)?;
                }
                id
            }
        };
        self.body = Some((id, *body.hull));
        world.character_mut(id)?.set_linear_velocity(velocity)?;
        // A character that was put somewhere knows no contacts, and one in the air does not stick to the floor.
        world.refresh_character_contacts(id, &QueryFilter::new().object_layers(player))
    }

    /// The velocity of a place on a body, in metres per second: `UpdateGroundVelocity`, which the wrapper lacks. It is the body's
    /// own, or where it turns, that which takes the place along the arc of the tick. Zero on a body that does not move.
    fn ground_velocity(&self, ground: BodyId, at: RVec3, seconds: f32) -> Vec3 {
        let part = self.parts.owner(|own| own.contains(&ground));
        let Some((part, goes)) = part.and_then(|part| Some((part, self.parts.moves.get(part)?))) else {
            return Vec3::ZERO;
        };
        if goes.from.rotation == goes.to.rotation {
            // To the bit: Jolt takes a floor for one that leaves the body from 1e-4 m/s on.
            let body = self.jolt.world.body(ground);
            return body.map_or(Vec3::ZERO, |body| body.linear_velocity());
        }
        let carried = self.parts.carries(part, &in_units(at, METRE).into());
        carried.map_or(Vec3::ZERO, |carried| scaled(&(carried / seconds), METRE).into())
    }
}

/// The velocity that walls leave of the wanted one: against each, what was achieved.
fn left_by_walls(wanted: Units, achieved: &Units, walls: impl Iterator<Item = Units>) -> Units {
    let mut left = wanted;
    for normal in walls {
        let (into, got) = (left.dot(&normal), achieved.dot(&normal));
        if into < got.min(0.0) {
            left += normal * (got.min(0.0) - into);
        }
    }
    left
}

fn create(
    world: &mut PhysicsWorld,
    settings: &Settings,
    slope: f32,
    hull: &Hull,
    at: RVec3,
) -> Result<CharacterId, CharacterError> {
    const Z: Vec3 = Vec3::new(0.0, 0.0, 1.0);
    let unfit = |_| CharacterError::InvalidValue("a hull that Jolt makes no shape of");
    let shape = shape(hull, settings.convex_radius).map_err(unfit)?;
    let character = CharacterSettings::new(&shape)
        .up(Z)
        .max_slope_angle(slope)
        .shape_offset(offset(settings, hull))
        .character_padding(settings.padding)
        .enhanced_internal_edge_removal(settings.internal_edges_removed);
    world.create_character(&character, at, rotation(hull))
}

/// Where a character's shape lies from its position, in its own space and in metres.
fn offset(settings: &Settings, hull: &Hull) -> Vec3 {
    let mut center = middle(hull);
    if settings.shape_in_place {
        // Jolt lifts the shape by the padding; taken off again, the shape is the hull that is judged.
        center.z -= settings.padding / METRE;
    }
    scaled(&turned_back(&center, hull), METRE).into()
}

/// An offset in the space of a shape that is turned upright.
fn turned_back(v: &Units, hull: &Hull) -> Units {
    match hull {
        Hull::Capsule { .. } | Hull::Cylinder { .. } => Units::new(v.x, v.z, -v.y),
        _ => *v,
    }
}

/// How a character is made: what is set here; the rest is the wrapper's default, which is Jolt's, in numbers.
fn made(settings: &Settings, slope: f32, hull: &Hull) -> Fields {
    let mut arguments = given(hull, settings);
    arguments.extend([
        ("up", [0.0, 0.0, 1.0].into()),
        ("supporting_volume", [0.0, 1.0, 0.0, -1e10].into()),
        ("max_slope_angle", slope.into()),
        (
            "enhanced_internal_edge_removal",
            settings.internal_edges_removed.into(),
        ),
        ("mass", 70.0.into()),
        ("max_strength", 100.0.into()),
        ("shape_offset", three(offset(settings, hull))),
        ("back_face_collision", true.into()),
        ("predictive_contact_distance", 0.1.into()),
        ("max_collision_iterations", 5.0.into()),
        ("max_constraint_iterations", 15.0.into()),
        ("min_time_remaining", 1e-4.into()),
        ("collision_tolerance", 1e-3.into()),
        ("character_padding", settings.padding.into()),
        ("max_num_hits", 256.0.into()),
        ("hit_reduction_cos_max_angle", 0.999.into()),
        ("penetration_recovery_speed", 1.0.into()),
    ]);
    arguments
}

/// The character is put somewhere, made by some arguments or not.
fn noted_place(operation: &'static str, mut arguments: Fields, at: RVec3, velocity: Vec3) -> Call {
    arguments.extend([("position", three(at)), ("velocity", three(velocity))]);
    Call::unjudged(
        operation,
        arguments,
        "position, once contacts are refreshed",
        <[f32; 3]>::from(at).to_vec(),
    )
}

/// Parts are put where a tick begins, with the velocities that take them to its end.
fn noted_parts(parts: &[MovingPart], seconds: f32) -> Call {
    let parts = parts.iter().map(|part| {
        let [from, to] = [&part.from, &part.to].map(|pose| {
            let (at, turned) = posed(pose);
            BodyPose {
                position: at.into(),
                rotation: four(turned),
            }
        });
        Value::Fields(vec![("from", from.into()), ("to", to.into())])
    });
    let arguments = vec![
        ("parts", Value::List(parts.collect())),
        ("seconds", seconds.into()),
    ];
    Call::unjudged("move_parts", arguments, "nothing", Vec::new())
}

/// A vector of Jolt's as a value.
fn three(v: impl Into<[f32; 3]>) -> Value {
    v.into().into()
}
