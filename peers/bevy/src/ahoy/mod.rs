//! A player carried by bevy_ahoy's `CharacterController`, in the metres and with the y up that its numbers are for.
//!
//! Source: bevy_ahoy's README and its example `minimal`: a cylinder, `AhoyPlugins` in `FixedPostUpdate`. The character moves there
//! before avian's step, which takes the parts on. A tick here is one such step.
//!
//! Departures: velocity, its acceleration and friction are the game's, so no `Movement` is input and `friction_hz` is 0. A jump is
//! input as `Jump` is, as high as the game's velocity goes. The velocity given back is ahoy's, which is relative to the platform that
//! was stood on last. The game says when it swims, so no water is in the world.

use crate::frame::Frame;
use crate::moving::{self, Parts, Solid};
use crate::seam::{NO_ANSWER, refused};
use crate::settings;
use crate::solids::Solids;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::Stopwatch;
use bevy_ahoy::input::AccumulatedInput;
use bevy_ahoy::prelude::*;
use bevy_enhanced_input::prelude::EnhancedInputPlugin;
use clipmark_collision::BuildError;
use clipmark_geometry::{Hull, Point, World as Map};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, MoverKind, MovingPart, Placed, Profile, ShapeKind,
    Wanted, Way,
};
use std::sync::Arc;

const FRAME: Frame = Frame::MetresYUp;

/// `ahoy`: 1 u = 1/32 m.
pub static AHOY: MoverKind = MoverKind::foreign(
    "ahoy",
    "bevy_ahoy's CharacterController as its example shows it",
    |map, _| built(map, Vec::new()),
)
.with_moving(|map, _| {
    let models = moving::models(&map.models, FRAME).map_err(refused("bevy_ahoy"))?;
    built(map, models)
})
.in_frames(&[FrameOrder::PlayersFirst])
.with_settings(&settings::AHOY)
.shaped(ShapeKind::Cylinder);

/// Whether the game swims, which ahoy reads from its `WaterState`.
#[derive(Resource, Default)]
struct Swims(bool);

fn built(map: &Map, models: Vec<Vec<Solid>>) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    // Whatever avian refuses is told now; an app is not shared, so each controller builds its own.
    solids(map).map_err(refused("bevy_ahoy"))?;
    Ok(Arc::new(Controllers {
        map: map.clone(),
        models: models.into(),
    }))
}

fn solids(map: &Map) -> anyhow::Result<Solids> {
    Solids::build_with(map, FRAME, |app| {
        app.add_plugins((EnhancedInputPlugin, AhoyPlugins::default()))
            .init_resource::<Swims>()
            .add_systems(FixedPostUpdate, swim.before(AhoySystems::MoveCharacters));
    })
}

fn swim(swims: Res<Swims>, mut bodies: Query<&mut WaterState>) {
    for mut water in &mut bodies {
        water.level = if swims.0 {
            WaterLevel::Waist
        } else {
            WaterLevel::None
        };
    }
}

struct Controllers {
    map: Map,
    /// The solids of the models that may move.
    models: Arc<[Vec<Solid>]>,
}

impl ControllerWorld for Controllers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.walker(profile))
    }
}

impl Controllers {
    fn walker(&self, profile: &Profile) -> Walker {
        Walker {
            solids: solids(&self.map).ok(),
            models: Arc::clone(&self.models),
            parts: Parts::default(),
            settings: character(profile),
            standing: Hull::Cylinder {
                bounds: profile.bounds(false),
            },
            body: None,
            at: Point::origin(),
        }
    }
}

/// Ahoy's defaults, with the game's body, steps, ground and gravity.
fn character(profile: &Profile) -> CharacterController {
    let unit = FRAME.of_unit();
    let [standing, ducked] = [false, true].map(|ducked| profile.bounds(ducked));
    let high = (ducked.maxs.z - ducked.mins.z).min(standing.maxs.z - standing.mins.z);
    let ahoy = CharacterController::default();
    let its_jump = (2.0 * ahoy.gravity * ahoy.jump_height).sqrt();
    CharacterController {
        // As much below the game's jump as ahoy's own is below its jump: a slower body that rises is grounded again.
        unground_speed: ahoy.unground_speed / its_jump * profile.jump_speed * unit,
        crouch_height: high * unit,
        min_walk_cos: profile.walkable_normal,
        step_size: profile.step_height * unit,
        gravity: profile.gravity * unit,
        friction_hz: 0.0,
        // Who swims is pulled by the game.
        water_gravity: 0.0,
        ..ahoy
    }
}

/// One body.
struct Walker {
    solids: Option<Solids>,
    models: Arc<[Vec<Solid>]>,
    parts: Parts,
    settings: CharacterController,
    /// The hull of who stands; its middle is the body's, crouching or not.
    standing: Hull,
    body: Option<Entity>,
    /// Position of the hull's origin, in units.
    at: Point,
}

impl Controller for Walker {
    /// A body of its own: ahoy remembers its platform, its steps and its jumps.
    fn place(&mut self, body: &Placed) {
        let Some(solids) = &mut self.solids else {
            return;
        };
        let world = solids.app.world_mut();
        if let Some(old) = self.body.take() {
            world.despawn(old);
        }
        let (collider, _) = crate::casts::shape(&self.standing, FRAME);
        let at = FRAME.to(&(body.origin.coords + self.standing.bounds().center().coords));
        let state = CharacterControllerState {
            crouching: ducked(&self.standing, body.hull),
            ..CharacterControllerState::default()
        };
        let character = (
            self.settings.clone(),
            collider,
            state,
            Transform::from_translation(at),
        );
        self.body = Some(world.spawn(character).id());
        self.at = body.origin;
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        if let Some(solids) = &mut self.solids {
            self.parts.set_out(solids, &self.models, parts, seconds);
        }
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        self.moved(wanted).unwrap_or(NO_ANSWER)
    }
}

/// What a step is asked with.
struct Asked {
    /// The velocity before the step, in metres per second.
    velocity: Vec3,
    /// How high it jumps, in metres.
    jump: Option<f32>,
    crouched: bool,
}

impl Walker {
    fn asked(&self, wanted: &Wanted) -> Asked {
        let mut velocity = FRAME.to(&wanted.velocity);
        let mut jump = None;
        if wanted.way != Way::Swims {
            // Ahoy pulls by half a tick's gravity before the move. The wanted velocity is that of the move.
            velocity.y += self.half_a_pull(wanted);
        }
        if wanted.jumped {
            let speed = std::mem::take(&mut velocity.y);
            jump = Some(speed * speed / (2.0 * self.settings.gravity));
        }
        Asked {
            velocity,
            jump,
            crouched: ducked(&self.standing, wanted.hull),
        }
    }

    /// Half of a tick's gravity, in metres per second.
    fn half_a_pull(&self, wanted: &Wanted) -> f32 {
        0.5 * self.settings.gravity * wanted.seconds
    }

    fn moved(&mut self, wanted: &Wanted) -> Option<Carried> {
        let (asked, half) = (self.asked(wanted), self.half_a_pull(wanted));
        let solids = self.solids.as_mut()?;
        let body = self.body?;
        let swims = wanted.way == Way::Swims;
        let world = solids.app.world_mut();
        world.resource_mut::<Swims>().0 = swims;
        let mut entity = world.entity_mut(body);
        entity.get_mut::<LinearVelocity>()?.0 = asked.velocity;
        let mut input = entity.get_mut::<AccumulatedInput>()?;
        input.crouched = asked.crouched;
        input.jumped = asked.jump.map(|_| Stopwatch::new());
        let mut settings = entity.get_mut::<CharacterController>()?;
        settings.filter.mask = LayerMask(wanted.mask.bits());
        settings.jump_height = asked.jump.unwrap_or(0.0);
        solids.step(wanted.seconds);
        let (at, mut left, ground) = self.now()?;
        if ground.is_some() {
            left.y = 0.0;
        } else if !swims {
            left.y += half;
        }
        self.at = Point::from(FRAME.from(at) - self.standing.bounds().center().coords);
        Some(Carried {
            origin: self.at,
            velocity: Some(FRAME.from(left)),
            ground: ground.map(|normal| FRAME.direction(normal)),
        })
    }

    /// Ahoy's place, velocity and normal of the ground, in its lengths.
    fn now(&self) -> Option<(Vec3, Vec3, Option<Vec3>)> {
        let entity = self.solids.as_ref()?.app.world().entity(self.body?);
        let state = entity.get::<CharacterControllerState>()?;
        Some((
            entity.get::<Position>()?.0,
            entity.get::<LinearVelocity>()?.0,
            state.grounded.as_ref().map(|hit| hit.normal1),
        ))
    }
}

/// Whether a hull is lower than who stands.
fn ducked(standing: &Hull, hull: &Hull) -> bool {
    hull.bounds().maxs.z < standing.bounds().maxs.z
}
