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

use crate::parts::{Bodies, follow};
use crate::query::{Query, capsule, lifted};
use crate::question;
use crate::world::{Box3d, Loaded};
use clipmark_adapter::{Character, Log, NoAnswer};
use clipmark_geometry::{Point, Vec3};
use clipmark_movement::{Carried, MovingPart, Placed, Profile, Wanted, Way};
use std::rc::Rc;
use std::sync::Arc;

/// The spring of the sample: oscillations a second, and share of the critical damping.
const HERTZ: f32 = 4.0;
const DAMPING: f32 = 0.7;

/// One body. Lengths are in units but where Box3D is asked.
pub struct Mover {
    /// This thread's world, or its own where parts move.
    loaded: Rc<Loaded>,
    box3d: Arc<Box3d>,
    pub(crate) walkable: f32,
    pub(crate) step: f32,
    gravity: f32,
    pub(crate) at: Vec3,
    pub(crate) grounded: bool,
    /// Speed of the spring, in units per second.
    pogo: f32,
    pub(crate) parts: Bodies,
    /// The part that it stands on; asked by who rides alone.
    pub(crate) riding: Option<usize>,
}

impl Mover {
    pub(crate) fn new(box3d: Arc<Box3d>, loaded: Rc<Loaded>, profile: &Profile) -> Self {
        Self {
            loaded,
            box3d,
            walkable: profile.walkable_normal,
            step: profile.step_height,
            gravity: profile.gravity,
            at: Vec3::zeros(),
            grounded: false,
            pogo: 0.0,
            parts: Bodies::default(),
            riding: None,
        }
    }
}

impl Character for Mover {
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
        log.note(|| question::move_parts(&self.box3d, parts, seconds, log.mask()));
        follow(&mut self.parts, &mut loaded.world, &self.box3d, parts, seconds)
    }

    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer> {
        self.moved(wanted, log).ok_or(NoAnswer::Failed)
    }
}

impl Mover {
    fn moved(&mut self, wanted: &Wanted, log: &Log) -> Option<Carried> {
        let (loaded, box3d) = (Rc::clone(&self.loaded), Arc::clone(&self.box3d));
        let has_spring = box3d.plan.settings.pogo;
        let lift = if has_spring { self.step } else { 0.0 };
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
            box3d: &box3d,
            loaded: &loaded,
            filter,
            capsule: capsule(&box3d, wanted.hull, lift),
            hull: lifted(wanted.hull, lift),
            log,
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
            self.pogo = (self.pogo - omega * turn * stretched) / (1.0 + 2.0 * DAMPING * turn + turn * turn);
            normal
        });
        if ground.is_none() {
            self.pogo = 0.0;
        }
        let target = self.at + (velocity + Vec3::z() * self.pogo) * seconds;
        let planes = query.slide(&mut self.at, &target, None)?;
        let left = query.clipped(&velocity, &planes)?;
        let ground = ground.filter(|n| n.z >= self.walkable);
        Some((left, ground))
    }
}
