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

use crate::question::{self, Made, Update};
use crate::settings::Settings;
use crate::world::{Jolt, layers, moving, posed, rotation, shape};
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::{METRE, direction, in_units, scaled};
use clipmark_adapter::{Character, Log, NoAnswer, Parts, Plan};
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
    /// Least upward part of the normal of ground.
    walkable: f32,
    /// Steepest ground to stand on, in radians.
    slope: f32,
    /// Highest step, in metres.
    step: f32,
    /// Downward, in metres per second squared.
    gravity: f32,
    body: Option<(CharacterId, Hull)>,
    parts: Parts<Vec<BodyId>>,
}

impl Walker {
    pub(crate) fn new(plan: &Arc<Plan<Jolt>>, profile: &Profile) -> Result<Self, String> {
        Ok(Self {
            jolt: Jolt::new(plan)?,
            walkable: profile.walkable_normal,
            slope: profile.walkable_normal.clamp(0.0, 1.0).acos(),
            step: profile.step_height * METRE,
            gravity: profile.gravity * METRE,
            body: None,
            parts: Parts::default(),
        })
    }
}

impl Character for Walker {
    fn place(&mut self, body: &Placed, log: &Log) -> Result<(), NoAnswer> {
        self.put(body, log).map_err(|_| {
            self.body = None;
            NoAnswer::Failed
        })
    }

    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, log: &Log) -> Result<(), String> {
        log.note(|| question::move_parts(parts, seconds));
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
            true => self.gravity * wanted.seconds,
            false => 0.0,
        };
        let [x, y, z] = scaled(&wanted.velocity, METRE);
        let velocity = Vec3::new(x + ground.x, y + ground.y, z + ground.z - pressed);
        let by_foot = matches!(wanted.way, Way::Walks | Way::Flies);
        let step = if by_foot { self.step } else { 0.0 };
        let rounded = match wanted.hull {
            Hull::Capsule { .. } if settings.exact_steps => wanted.hull.radius() * METRE,
            _ => 0.0,
        };
        let up = (step - rounded * (1.0 - self.walkable)).max(0.0);
        let (step_down, step_up) = (Vec3::new(0.0, 0.0, -step), Vec3::new(0.0, 0.0, up));
        let how = ExtendedUpdateSettings::default()
            .stick_to_floor_step_down(step_down)
            .walk_stairs_step_up(step_up)
            .walk_stairs_min_step_forward(settings.least_step)
            .walk_stairs_step_forward_test(settings.forward_test);
        let gravity = Vec3::new(0.0, 0.0, -self.gravity);
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
            question::update(&Update {
                wanted,
                settings: &settings,
                velocity,
                ground: Some(ground).filter(|_| !self.parts.bodies.is_empty()),
                gravity,
                step_down,
                step_up,
                from: in_units(from, METRE).into(),
                result: updated
                    .as_ref()
                    .ok()
                    .map(|()| (character.position(), is_on_ground)),
            })
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
            .filter(|n| n.z < self.walkable);
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
        log.note(|| match known {
            Some(_) => question::place_character(at, velocity),
            None => {
                let made = Made {
                    hull: body.hull,
                    slope: self.slope,
                    offset: offset(&settings, body.hull),
                    settings: &settings,
                };
                question::create_character(&made, at, velocity)
            }
        });
        let Jolt { world, player, .. } = &mut self.jolt;
        let id = match known {
            Some((id, _)) => {
                world.character_mut(id)?.set_position(at)?;
                id
            }
            None => {
                let id = create(world, &settings, self.slope, body.hull, at)?;
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
