//! Seam 2: Jolt's `CharacterVirtual`, moved by `ExtendedUpdate`.
//!
//! Source: `CharacterVirtualTest` of Jolt's samples. Each tick the wanted velocity is set, with gravity in it on the ground
//! too, and `ExtendedUpdate` slides, sticks to the floor and walks stairs. Vectors along y are turned to z.
//!
//! - Stick-down and step-up are the movement's step height, and the slope limit is its own: they belong to the game.
//! - `ExtendedUpdate` does not say what velocity is left: Jolt's sample asks its keys anew each tick. Here it is the wanted
//!   velocity, but against each wall that Jolt lists as touched, what was achieved; 0 upward on the ground.
//! - Steep ground is no ground: the body slides, as Jolt says of `OnSteepGround`.
//! - Where parts of the world move, the ground's velocity is added for a body that stands or jumps, as in the sample. A body that
//!   jumps keeps its upward part. The wrapper has no `UpdateGroundVelocity`: it is worked out from the part's way.
//! - A world is one controller's: an update needs `&mut PhysicsWorld`. The shapes are shared.

use crate::bodies::{middle, rotation, shape};
use crate::moving::Parts;
use crate::question::{self, Made, Update};
use crate::scale::{METRE, direction, metres, place, point};
use crate::settings::{Settings, TAUGHT_LIST, TUNED_LIST};
use crate::solids::Solids;
use clipmark_collision::BuildError;
use clipmark_collision::question::{Call, Question, leave_unjudged};
use clipmark_geometry::{Contents, Hull, Model, Point, Vec3 as Units, World};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, Move, MoverKind, MovingPart, Placed, Profile,
    ShapeKind, Wanted, Way,
};
use oxijolt::{
    CharacterError, CharacterId, CharacterSettings, ExtendedUpdateSettings, GroundState, MotionType,
    ObjectLayer, PhysicsWorld, QueryFilter, RVec3, Vec3,
};
use std::sync::Arc;

/// `jolt`
pub static JOLT_CONTROLLER: MoverKind = MoverKind::foreign(
    "jolt",
    "Jolt's CharacterVirtual as its documentation teaches",
    |world, _| build(world, Settings::TAUGHT, &[]),
)
.with_settings(&TAUGHT_LIST)
.with_moving(|world, _| build(world, Settings::TAUGHT, &world.models))
.in_frames(&[FrameOrder::PlayersFirst])
.shaped(ShapeKind::Capsule);

/// `jolt:tuned`
pub static JOLT_TUNED_CONTROLLER: MoverKind = MoverKind::foreign(
    "jolt:tuned",
    "Jolt's CharacterVirtual as its best user sets it up",
    |world, _| build(world, Settings::TUNED, &[]),
)
.with_settings(&TUNED_LIST)
.with_moving(|world, _| build(world, Settings::TUNED, &world.models))
.in_frames(&[FrameOrder::PlayersFirst])
.shaped(ShapeKind::Capsule);

/// All of them.
pub static MOVERS: [&MoverKind; 2] = [&JOLT_CONTROLLER, &JOLT_TUNED_CONTROLLER];

fn build(
    world: &World,
    settings: Settings,
    models: &[Model],
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let settings = settings.of_character();
    let solids = Arc::new(Solids::build(world, models, &settings)?);
    // Whatever Jolt refuses is told now, not by a controller.
    solids.world(settings.name)?;
    Ok(Arc::new(Controllers { solids, settings }))
}

/// What controllers are made from.
struct Controllers {
    solids: Arc<Solids>,
    settings: Settings,
}

impl ControllerWorld for Controllers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.walker(profile))
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        let mut walker = self.walker(profile);
        walker.calls = Some(Vec::new());
        for (i, step) in moves.iter().enumerate() {
            leave_unjudged(walker.calls.as_mut()?);
            if !step.parts.is_empty() {
                walker.parts_move(&step.parts, step.seconds);
                let moved = question::move_parts(&step.parts, step.seconds);
                walker.calls.as_mut()?.push(moved);
            }
            if i == 0 || step.placed {
                walker.place(&step.place());
            }
            walker.carry(&step.wanted());
        }
        let last = moves.last()?;
        let models: Vec<usize> = last.parts.iter().map(|part| part.model).collect();
        Some(Question {
            calls: walker.calls.take()?,
            ..question::world(&self.solids, &models, &self.settings, last.mask)
        })
    }
}

impl Controllers {
    fn walker(&self, profile: &Profile) -> Walker {
        Walker {
            world: self.solids.world(self.settings.name).ok().map(|(world, _)| world),
            solids: Arc::clone(&self.solids),
            settings: self.settings,
            walkable: profile.walkable_normal,
            slope: profile.walkable_normal.clamp(0.0, 1.0).acos(),
            step: profile.step_height * METRE,
            gravity: profile.gravity * METRE,
            player: self.solids.layers(Contents::PLAYER_MASK),
            body: None,
            parts: Parts::default(),
            calls: None,
            refused: None,
            refused_parts: None,
        }
    }
}

/// One body of `CharacterVirtual` in a world of its own.
struct Walker {
    /// None if Jolt had no memory for it.
    world: Option<PhysicsWorld>,
    solids: Arc<Solids>,
    settings: Settings,
    /// Least upward part of the normal of ground.
    walkable: f32,
    /// Steepest ground to stand on, in radians.
    slope: f32,
    /// Highest step, in metres.
    step: f32,
    /// Downward, in metres per second squared.
    gravity: f32,
    /// Layers that stop a player.
    player: Vec<ObjectLayer>,
    body: Option<(CharacterId, Hull)>,
    parts: Parts,
    /// The calls so far, where they are wanted.
    calls: Option<Vec<Call>>,
    /// Why the wrapper refused the last move.
    refused: Option<String>,
    /// Why it refused to move a part.
    refused_parts: Option<String>,
}

impl Controller for Walker {
    fn place(&mut self, body: &Placed) {
        if self.put(body).is_err() {
            self.body = None;
        }
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        let Some(world) = &mut self.world else {
            return;
        };
        self.refused_parts = self.parts.follow(world, &self.solids, parts, seconds).err();
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        // Not a number: the seam counts it as no answer and leaves the body where it is.
        self.moved(wanted).unwrap_or(Carried {
            origin: Point::new(f32::NAN, f32::NAN, f32::NAN),
            velocity: None,
            ground: None,
        })
    }

    fn refused(&self) -> Option<&str> {
        self.refused.as_deref().or(self.refused_parts.as_deref())
    }
}

impl Walker {
    fn put(&mut self, body: &Placed) -> Result<(), CharacterError> {
        let Some(world) = &mut self.world else {
            return Ok(());
        };
        let at = place(&body.origin.coords);
        let velocity = metres(&body.velocity);
        if let Some(calls) = &mut self.calls {
            let made = Made {
                hull: body.hull,
                slope: self.slope,
                offset: offset(&self.settings, body.hull),
                settings: &self.settings,
            };
            let is_new = self.body.is_none_or(|(_, hull)| hull != *body.hull);
            calls.push(match is_new {
                true => question::create_character(&made, at, velocity),
                false => question::place_character(at, velocity),
            });
        }
        let id = match self.body {
            Some((id, hull)) if hull == *body.hull => {
                world.character_mut(id)?.set_position(at)?;
                id
            }
            old => {
                let id = create(world, &self.settings, self.slope, body.hull, at)?;
                if let Some((old, _)) = old {
                    world.remove_character(old)?;
                }
                id
            }
        };
        self.body = Some((id, *body.hull));
        world.character_mut(id)?.set_linear_velocity(velocity)?;
        // A character that was put somewhere knows no contacts, and one in the air does not stick to the floor.
        world.refresh_character_contacts(id, &QueryFilter::new().object_layers(&self.player))
    }

    fn moved(&mut self, wanted: &Wanted) -> Option<Carried> {
        let world = self.world.as_mut()?;
        let (id, _) = self.body?;
        let other: Vec<ObjectLayer>;
        let layers = if wanted.mask == Contents::PLAYER_MASK {
            &self.player
        } else {
            other = self.solids.layers(wanted.mask);
            &other
        };
        let filter = QueryFilter::new().object_layers(layers);
        let walks = wanted.way == Way::Walks;
        let is_idle = walks && self.settings.rests && wanted.velocity == Units::zeros();
        let pressed = match walks && !is_idle {
            true => self.gravity * wanted.seconds,
            false => 0.0,
        };
        // The ground is that of the last update, as in the sample. Contacts looked for now would leave a floor that has begun to sink.
        let below = world.character(id).ok()?;
        let at = below.position();
        let stands = below.ground_state() == GroundState::OnGround && (walks || wanted.jumped);
        let under = below.ground_body().filter(|_| stands);
        let ground = under.map_or(Vec3::ZERO, |body| {
            self.parts.velocity(world, body, at, wanted.seconds)
        });
        let start = point(at);
        let velocity = metres(&wanted.velocity);
        let velocity = Vec3::new(
            velocity.x + ground.x,
            velocity.y + ground.y,
            velocity.z + ground.z - pressed,
        );
        let by_foot = matches!(wanted.way, Way::Walks | Way::Flies);
        let step = if by_foot { self.step } else { 0.0 };
        let rounded = match wanted.hull {
            Hull::Capsule { .. } if self.settings.exact_steps => wanted.hull.radius() * METRE,
            _ => 0.0,
        };
        let up = (step - rounded * (1.0 - self.walkable)).max(0.0);
        let (step_down, step_up) = (Vec3::new(0.0, 0.0, -step), Vec3::new(0.0, 0.0, up));
        let how = ExtendedUpdateSettings::default()
            .stick_to_floor_step_down(step_down)
            .walk_stairs_step_up(step_up)
            .walk_stairs_min_step_forward(self.settings.least_step)
            .walk_stairs_step_forward_test(self.settings.forward_test);
        let gravity = Vec3::new(0.0, 0.0, -self.gravity);
        let set = world.character_mut(id).ok()?.set_linear_velocity(velocity);
        let updated = set.and_then(|()| world.update_character(id, wanted.seconds, gravity, &how, &filter));
        let came = world.character(id).ok().filter(|_| updated.is_ok());
        let came = came.map(|c| (c.position(), c.ground_state() == GroundState::OnGround));
        if let Some(calls) = &mut self.calls {
            calls.push(question::update(&Update {
                wanted,
                settings: &self.settings,
                velocity,
                ground: Some(ground).filter(|_| !self.parts.is_empty()),
                gravity,
                step_down,
                step_up,
                from: start,
                came,
            }));
        }
        self.refused = updated.err().map(|why| why.to_string());
        let (position, stands) = came?;
        let origin = point(position);
        let character = world.character(id).ok()?;
        let walls = character.active_contacts();
        let walls = walls
            .iter()
            .filter(|c| c.distance <= TOUCHING && c.motion_type == MotionType::Static);
        let walls = walls
            .map(|c| direction(c.contact_normal))
            .filter(|n| n.z < self.walkable);
        let carried = Units::new(ground.x, ground.y, ground.z) / METRE;
        let achieved = (origin - start) / wanted.seconds - carried;
        let mut left = left_by_walls(wanted.velocity, &achieved, walls);
        if wanted.jumped {
            left.z += carried.z;
        }
        if stands {
            left.z = 0.0;
        }
        Some(Carried {
            origin,
            velocity: Some(left),
            ground: stands.then(|| direction(character.ground_normal())),
        })
    }
}

/// Contacts nearer than this touch, in metres: Jolt's collision tolerance. Smaller: walls that stopped the body take nothing;
/// larger: walls do that are only near.
const TOUCHING: f32 = 1e-3;

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
    let shape = shape(hull, settings).map_err(unfit)?;
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
    metres(&turned_back(&center, hull))
}

/// An offset in the space of a shape that is turned upright.
fn turned_back(v: &Units, hull: &Hull) -> Units {
    match hull {
        Hull::Capsule { .. } | Hull::Cylinder { .. } => Units::new(v.x, v.z, -v.y),
        _ => *v,
    }
}
