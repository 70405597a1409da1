//! Seam 2: a mover made of Box3D's queries, `b3World_CollideMover`, `b3SolvePlanes`, `b3World_CastMover` and `b3ClipVector`.
//!
//! Source: the headers of Box3D, and `CharacterMover::SolveMove` of its samples, which this follows. Planes are gathered, the
//! wanted move is solved against them, and the solved move is cast, up to five times. Then the velocity is clipped. Its friction
//! and acceleration are left out, since the pipeline has them. y is turned to z.
//!
//! - `box3d` stands on the sample's spring (a pogo stick): the capsule floats a step height above the ground, which a ray finds.
//! - `box3d+steps`, which carries `box3d:tuned`, stands on its foot. It steps up by casts up, forward and down, and sticks to
//!   the ground by one down. Box3D has no stairs: these are Clipmark's, and so is the name.
//! - Where parts of the world move, they are kinematic bodies. By itself `box3d` moves before they do, as the sample moves its mover
//!   before it steps the world. Neither the sample nor Box3D carries a mover. `box3d+steps` moves after them, and goes with what it
//!   stands on, which is ours too.
//! - The velocity left is `b3ClipVector`'s, 0 upward on the ground.

use crate::moving::Parts;
use crate::plan::Plan;
use crate::query::{Calls, Query, capsule, lifted};
use crate::question;
use crate::settings::{Settings, TAUGHT_LIST, TUNED_LIST};
use crate::world::{Loaded, filter, loaded};
use clipmark_collision::BuildError;
use clipmark_collision::question::{Question, leave_unjudged};
use clipmark_geometry::{Point, Pose, Vec3, World};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, Move, MoverKind, MovingPart, Placed, Profile,
    ShapeKind, Wanted, Way,
};
use std::rc::Rc;
use std::sync::Arc;

/// `box3d`
pub static BOX3D_CONTROLLER: MoverKind = MoverKind::foreign(
    "box3d",
    "Box3D's mover queries as its sample uses them",
    |world, profile| build(world, profile, Settings::TAUGHT),
)
.with_settings(&TAUGHT_LIST)
.with_moving(|world, profile| build_moving(world, Settings::TAUGHT.in_frame(profile.moving.frame)))
.in_frames(&FrameOrder::BOTH)
.shaped(ShapeKind::Capsule)
.on_legs();

/// `box3d+steps`
pub static BOX3D_STEPS_CONTROLLER: MoverKind = MoverKind::foreign(
    "box3d+steps",
    "stairs by Clipmark on Box3D's mover queries, as their best user would",
    |world, profile| build(world, profile, Settings::TUNED),
)
.with_settings(&TUNED_LIST)
.with_moving(|world, _| build_moving(world, Settings::TUNED))
.shaped(ShapeKind::Capsule);

/// All of them.
pub static MOVERS: [&MoverKind; 2] = [&BOX3D_CONTROLLER, &BOX3D_STEPS_CONTROLLER];

fn build(world: &World, _: &Profile, settings: Settings) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let plan = Arc::new(Plan::new(world, &[], settings)?);
    // Whatever Box3D refuses is told now, not by a controller.
    loaded(&plan).map_err(|why| refused(settings, why.to_string()))?;
    Ok(Arc::new(Movers { plan, moves: false }))
}

fn build_moving(world: &World, settings: Settings) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let plan = Plan::new(world, &world.models, settings)?;
    let home = |model| MovingPart {
        model,
        from: Pose::HOME,
        to: Pose::HOME,
    };
    let all: Vec<MovingPart> = (0..plan.models.len()).map(home).collect();
    let refused = |why| refused(settings, why);
    let mut loaded = Loaded::build(&plan).map_err(|why| refused(why.to_string()))?;
    let made = Parts::default().follow(&mut loaded.world, &plan, &all, 0.0);
    made.map_err(refused)?;
    Ok(Arc::new(Movers {
        plan: Arc::new(plan),
        moves: true,
    }))
}

fn refused(settings: Settings, why: String) -> BuildError {
    BuildError::Library {
        backend: settings.name,
        why,
    }
}

struct Movers {
    plan: Arc<Plan>,
    /// Whether parts of the world move: each body then has a world of its own.
    moves: bool,
}

impl ControllerWorld for Movers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.mover(profile))
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        let mut mover = self.mover(profile);
        *mover.calls.borrow_mut() = Some(Vec::new());
        let (first, last) = (moves.first()?, moves.last()?);
        for (i, step) in moves.iter().enumerate() {
            leave_unjudged(mover.calls.borrow_mut().as_mut()?);
            if !step.parts.is_empty() {
                mover.parts_move(&step.parts, step.seconds);
                let moved = question::move_parts(&self.plan, &step.parts, step.seconds, last.mask);
                mover.calls.borrow_mut().as_mut()?.push(moved);
            }
            if i == 0 || step.placed {
                mover.place(&step.place());
            }
            mover.carry(&step.wanted());
        }
        Some(Question {
            calls: mover.calls.take()?,
            parts_at_end: self.plan.settings.parts_first,
            ..question::world(&self.plan, &first.parts, last.mask)
        })
    }
}

impl Movers {
    fn mover(&self, profile: &Profile) -> Mover {
        let loaded = match self.moves {
            true => Loaded::build(&self.plan).map(Rc::new),
            false => loaded(&self.plan),
        };
        Mover {
            loaded: loaded.ok(),
            plan: Arc::clone(&self.plan),
            walkable: profile.walkable_normal,
            step: profile.step_height,
            gravity: profile.gravity,
            at: Vec3::zeros(),
            grounded: false,
            pogo: 0.0,
            parts: Parts::default(),
            riding: None,
            refused: None,
            calls: Rc::default(),
        }
    }
}

/// One body. Lengths are in units but where Box3D is asked.
pub(crate) struct Mover {
    /// This thread's world, or its own where parts move; none if Box3D had no memory for it.
    loaded: Option<Rc<Loaded>>,
    plan: Arc<Plan>,
    pub(crate) walkable: f32,
    pub(crate) step: f32,
    gravity: f32,
    pub(crate) at: Vec3,
    pub(crate) grounded: bool,
    /// Speed of the spring, in units per second.
    pogo: f32,
    pub(crate) parts: Parts,
    /// Which of the parts that move it stands on; asked by who rides alone.
    pub(crate) riding: Option<usize>,
    /// Why the wrapper refused to move a part.
    refused: Option<String>,
    calls: Calls,
}

/// The spring of the sample: oscillations a second, and share of the critical damping.
const HERTZ: f32 = 4.0;
const DAMPING: f32 = 0.7;
impl Controller for Mover {
    fn place(&mut self, body: &Placed) {
        self.at = body.origin.coords;
        self.grounded = body.grounded;
        self.pogo = 0.0;
        self.riding = None;
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        // A world with parts that move has no other owner.
        let Some(loaded) = self.loaded.as_mut().and_then(Rc::get_mut) else {
            return;
        };
        self.refused = self
            .parts
            .follow(&mut loaded.world, &self.plan, parts, seconds)
            .err();
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
        self.refused.as_deref()
    }
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
