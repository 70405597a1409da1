//! A player carried by `MoveAndSlide`, called through a `SystemState`.
//!
//! Source: avian's example `kinematic_character_3d`. Its ground is found by a cast of a capsule that is a millimetre thinner, 0.2 m
//! down; its callback takes climbing from walls and slipping from ground. Departures: the steepest ground is the game's instead of
//! 30 degrees; velocity and gravity are the pipeline's; walls take their
//! part of the velocity, ground none. On foot the fall goes on from tick to tick, as in the example.
//!
//! avian's documentation and its example have no rider on a moving body, so this controller does not ride.

use crate::casts::shape;
use crate::frame::Frame;
use crate::moving::{self, Parts, Solid};
use crate::seam::{NO_ANSWER, refused};
use crate::settings;
use crate::solids::Solids;
use avian3d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use clipmark_collision::BuildError;
use clipmark_geometry::{Contents, Hull, Point, World as Map};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, MoverKind, MovingPart, Placed, Profile, ShapeKind,
    Wanted, Way,
};
use std::sync::Arc;
use std::time::Duration;

/// The example casts a capsule thinner by this, in metres, to find the ground.
const THINNER: f32 = 0.001;
/// How far below the ground is looked for, in metres: the example's.
const GROUND: f32 = 0.2;
/// The example's threshold of slipping, in metres per second.
const SLIPS: f32 = 0.001;

/// `avian`: 1 u = 1, told by `PhysicsLengthUnit`.
pub static AVIAN: MoverKind = MoverKind::foreign(
    "avian",
    "avian's MoveAndSlide as its example shows it",
    |map, _| build(map, Frame::Units),
)
.with_moving(|map, _| build_moving(map, Frame::Units))
.in_frames(&[FrameOrder::PlayersFirst])
.with_settings(&settings::UNITS)
.shaped(ShapeKind::Capsule);

/// `avian:metres`: 1 u = 1/32.
pub static METRES: MoverKind = MoverKind::foreign("avian:metres", "the same in metres", |map, _| {
    build(map, Frame::Metres)
})
.with_moving(|map, _| build_moving(map, Frame::Metres))
.in_frames(&[FrameOrder::PlayersFirst])
.with_settings(&settings::METRES)
.shaped(ShapeKind::Capsule);

fn build(map: &Map, frame: Frame) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    of_models(map, frame, Vec::new())
}

fn build_moving(map: &Map, frame: Frame) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    of_models(
        map,
        frame,
        moving::models(&map.models, frame).map_err(refused("avian"))?,
    )
}

fn of_models(
    map: &Map,
    frame: Frame,
    models: Vec<Vec<Solid>>,
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    // Whatever avian refuses is told now; an app is not shared, so each controller builds its own.
    Solids::build(map, frame).map_err(refused("avian"))?;
    Ok(Arc::new(Controllers {
        map: map.clone(),
        frame,
        models: models.into(),
    }))
}

struct Controllers {
    map: Map,
    frame: Frame,
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
        let mut solids = Solids::build(&self.map, self.frame).ok();
        Walker {
            state: solids.as_mut().map(|s| SystemState::new(s.app.world_mut())),
            solids,
            models: Arc::clone(&self.models),
            parts: Parts::default(),
            steepest: profile.walkable_normal.clamp(-1.0, 1.0).acos(),
            gravity: profile.gravity,
            at: Point::origin(),
            fall: 0.0,
        }
    }
}

/// One body.
struct Walker {
    solids: Option<Solids>,
    state: Option<SystemState<MoveAndSlide<'static, 'static>>>,
    models: Arc<[Vec<Solid>]>,
    parts: Parts,
    /// Steepest ground, in radians.
    steepest: f32,
    /// In units per second squared.
    gravity: f32,
    at: Point,
    /// Vertical speed of who walks, in units per second.
    fall: f32,
}

impl Controller for Walker {
    fn place(&mut self, body: &Placed) {
        self.at = body.origin;
        self.fall = 0.0;
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        if let Some(solids) = &mut self.solids {
            self.parts.follow(solids, &self.models, parts, seconds);
        }
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        self.moved(wanted).unwrap_or(NO_ANSWER)
    }
}

impl Walker {
    fn moved(&mut self, wanted: &Wanted) -> Option<Carried> {
        let solids = self.solids.as_ref()?;
        let frame = solids.frame;
        let moves = self.state.as_mut()?.get(solids.app.world()).ok()?;
        let mut velocity = wanted.velocity;
        let walks = wanted.way == Way::Walks;
        if walks {
            velocity.z = self.fall - self.gravity * wanted.seconds;
        }
        let intent = frame.to(&velocity);
        let (collider, rotation) = shape(wanted.hull, frame);
        let center = wanted.hull.bounds().center().coords;
        let filter = SpatialQueryFilter::from_mask(wanted.mask.bits());
        let (steepest, mut landed, mut walled) = (self.steepest, false, false);
        let moved = moves.move_and_slide(
            &collider,
            frame.to(&(self.at.coords + center)),
            rotation,
            intent,
            Duration::from_secs_f32(wanted.seconds),
            &MoveAndSlideConfig::default(),
            &filter,
            |hit| {
                let is_ground = Vec3::Z.angle_between(hit.normal.as_vec3()) <= steepest;
                landed |= is_ground;
                walled |= !is_ground;
                *hit.velocity = slid(*hit.velocity, intent, *hit.normal, is_ground, frame);
                MoveAndSlideHitResponse::Accept
            },
        );
        let mut left = frame.from(moved.projected_velocity);
        self.at = Point::from(frame.from(moved.position) - center);
        let rises = wanted.jumped || (!walks && velocity.z > 0.0);
        let ground = (!rises).then(|| self.ground(wanted.hull, wanted.mask)).flatten();
        self.fall = if walks && !landed {
            velocity.z
        } else {
            left.z.min(0.0)
        };
        if walks && !walled {
            // As in the example, ground takes no speed.
            (left.x, left.y) = (wanted.velocity.x, wanted.velocity.y);
        }
        if ground.is_some() {
            left.z = 0.0;
        }
        Some(Carried {
            origin: self.at,
            velocity: Some(left),
            ground,
        })
    }

    /// Normal of the ground just below, as the example finds it.
    fn ground(&mut self, hull: &Hull, mask: Contents) -> Option<clipmark_geometry::Vec3> {
        let solids = self.solids.as_ref()?;
        let frame = solids.frame;
        let moves = self.state.as_mut()?.get(solids.app.world()).ok()?;
        let thin = thinner(hull, THINNER * frame.of_metre() / frame.of_unit());
        let (collider, rotation) = shape(&thin, frame);
        let from = frame.to(&(self.at.coords + hull.bounds().center().coords));
        let config = ShapeCastConfig::from_max_distance(GROUND * frame.of_metre());
        let filter = SpatialQueryFilter::from_mask(mask.bits());
        let hit = moves
            .spatial_query
            .cast_shape(&collider, from, rotation, Dir3::NEG_Z, &config, &filter)?;
        (Vec3::Z.angle_between(hit.normal1) <= self.steepest).then(|| frame.direction(hit.normal1))
    }
}

/// The hull, its radius lessened.
fn thinner(hull: &Hull, by: f32) -> Hull {
    let mut bounds = hull.bounds();
    let less = clipmark_geometry::Vec3::new(by, by, 0.0);
    bounds.mins += less;
    bounds.maxs -= less;
    match hull {
        Hull::Capsule { .. } => Hull::Capsule { bounds },
        _ => *hull,
    }
}

/// The example's callback: who does not mean to climb is not led up a wall, who does not mean to slip not down the ground.
fn slid(velocity: Vec3, intent: Vec3, normal: Dir3, is_ground: bool, frame: Frame) -> Vec3 {
    let slips = SLIPS * frame.of_metre();
    let level = Vec3::new(intent.x, intent.y, 0.0);
    let [part, aside, steep] = parts(velocity, normal);
    let [_, _, meant] = parts(level, normal);
    let climbs_a_wall = !is_ground && steep.z > 0.0 && intent.z <= 0.0;
    let slips_on_ground = is_ground && steep.z < -slips && meant.z >= -slips;
    if climbs_a_wall || slips_on_ground {
        part + aside
    } else {
        part + aside + steep
    }
}

/// A velocity's part along a normal, level along the surface, and up or down it.
fn parts(velocity: Vec3, normal: Dir3) -> [Vec3; 3] {
    let part = *normal * normal.dot(velocity);
    let along = velocity - part;
    let level = normal.cross(Vec3::Z).normalize_or_zero();
    let aside = level * along.dot(level);
    [part, aside, along - aside]
}
