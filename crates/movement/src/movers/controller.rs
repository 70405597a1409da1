//! Character controllers of other libraries as movers. They own their world, keep state of their own for a body, and are asked
//! for one move a tick.
//!
//! Everything here is in f32, whatever the tick is in: these libraries have no exact counterpart.

use super::Mover;
use crate::body::{Body, MoveFlags};
use crate::context::{Ground, Tick};
use crate::profile::{GravityRule, Profile};
use crate::real::Real;
use crate::space::Space;
use clipmark_collision::question::Question;
use clipmark_geometry::{Contents, Hull, Point, Pose, Vec3};
use nalgebra::Vector3;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A library's world, built once from a world and a profile; players are made from it.
///
/// It is shared between threads. A library whose world is not shared keeps its sources, and builds the world in
/// [`controller`](Self::controller).
pub trait ControllerWorld: Send + Sync {
    /// A controller for one body, which has not been placed yet.
    fn controller(&self, profile: &Profile) -> Box<dyn Controller>;

    /// The library's world and the calls of some moves, made now by a body of their own. It is placed before the first move,
    /// and wherever a move says so. `None` where the adapter does not note its calls.
    fn question(&self, _profile: &Profile, _moves: &[Move]) -> Option<Question> {
        None
    }
}

/// A character controller with its memory of its one body.
pub trait Controller {
    /// Puts the body somewhere and forgets all that was remembered. Called before the first move, and whenever the body is not
    /// where the last move left it: a restarted run, a crouch, a move of the engine's own.
    fn place(&mut self, body: &Placed);

    /// Tells where the world's moving parts go in the coming tick of that many seconds. The list of parts never changes. The
    /// profile's `frame` says where parts are while the body moves: where the tick begins, or where it ends. Only a
    /// controller of [`MoverKind::with_moving`](super::MoverKind::with_moving) is told. The controller itself carries and
    /// pushes its body; the game does neither.
    fn parts_move(&mut self, _parts: &[MovingPart], _seconds: f32) {}

    /// Moves the body by the wanted motion and returns the result.
    fn carry(&mut self, wanted: &Wanted) -> Carried;

    /// Why the library, or its wrapper, refused the last such question, if it says so. It is a documented limit, and no failure
    /// of a move.
    fn refused(&self) -> Option<&str> {
        None
    }
}

/// A moving part of the world in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPart {
    /// Index of its model among the world's.
    pub model: usize,
    /// Where it is before the tick.
    pub from: Pose,
    /// Where it is after it.
    pub to: Pose,
}

/// Where a controller's body is put.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// Position of the hull's origin, in units.
    pub origin: Point,
    /// Velocity in units per second.
    pub velocity: Vec3,
    /// Whether it stands on the world.
    pub grounded: bool,
    /// Its hull, relative to the origin.
    pub hull: &'a Hull,
}

/// A question to a controller.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Mean velocity wanted during the move, in units per second; gravity is in it.
    pub velocity: Vec3,
    /// The same as a displacement, in units: velocity times seconds.
    pub displacement: Vec3,
    /// Length of the move in seconds.
    pub seconds: f32,
    /// The body's kind of motion.
    pub way: Way,
    /// Whether a jump begins with this move.
    pub jumped: bool,
    /// The body's hull, relative to its origin. It changes only after [`Controller::place`].
    pub hull: &'a Hull,
    /// Contents that the body collides with.
    pub mask: Contents,
}

/// A body's kind of motion while it is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Walks along the ground: the wanted velocity is horizontal, and steps are to be taken.
    Walks,
    /// Flies, jumps or falls.
    Flies,
    /// Leaps out of water.
    Leaps,
    /// Swims: nothing pulls it down.
    Swims,
}

/// Where a move led.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// Position of the hull's origin, in units.
    pub origin: Point,
    /// Mean velocity left, in units per second, where the library says so. Where it does not, it is derived: the displacement
    /// over the time. Horizontally it is at most the wanted speed (a push out of a solid or up a step is no speed),
    /// vertically 0 on the ground.
    pub velocity: Option<Vec3>,
    /// Normal of the ground stood on; none in the air.
    pub ground: Option<Vec3>,
}

/// A controller as a mover: calls it, and places it anew when the body is not where it left it.
pub(crate) struct Driven {
    controller: Box<dyn Controller>,
    /// The body as the controller last knew it.
    known: Option<Known>,
    noting: Option<Noting>,
}

/// Where the moves of a controller are noted, and what the next move begins from.
struct Noting {
    notes: Notes,
    velocity: Vec3,
    stands: bool,
    parts: Vec<MovingPart>,
}

#[derive(Clone, Copy, PartialEq)]
struct Known {
    origin: Point,
    grounded: bool,
    ducked: bool,
}

impl Driven {
    /// A controller of this world, not yet placed.
    pub(crate) fn new(world: &dyn ControllerWorld, profile: &Profile, notes: Option<&Notes>) -> Self {
        Self {
            controller: world.controller(profile),
            known: None,
            noting: notes.map(|notes| Noting {
                notes: notes.clone(),
                velocity: Vec3::zeros(),
                stands: false,
                parts: Vec::new(),
            }),
        }
    }

    /// Tells the controller where the moving parts of the world go in the coming tick.
    pub(crate) fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        self.controller.parts_move(parts, seconds);
        if let Some(noting) = &mut self.noting {
            parts.clone_into(&mut noting.parts);
        }
    }

    fn carry<S: Space + ?Sized>(&mut self, t: &mut Tick<S>, way: Way) {
        let body: Body = t.body.cast();
        let seconds = t.dt.wide() as f32;
        let ducked = body.flags.contains(MoveFlags::DUCKED);
        // A jump changes `grounded` of a body that is still the same.
        let known = self
            .known
            .filter(|k| k.origin == body.origin && k.ducked == ducked);
        let is_placed = known.is_none_or(|k| k.grounded != body.grounded && !t.jumped);
        if is_placed {
            self.controller.place(&Placed {
                origin: body.origin,
                velocity: body.velocity,
                grounded: body.grounded,
                hull: t.hull,
            });
        }
        // The other orders have pulled already.
        let pulled = matches!(way, Way::Flies | Way::Leaps);
        let half = match t.profile.gravity_rule() {
            GravityRule::Averaged if pulled => t.profile.gravity * seconds * 0.5,
            _ => 0.0,
        };
        let mut velocity = body.velocity - Vec3::z() * half;
        if way == Way::Walks {
            velocity.z = 0.0;
        }
        let wanted = Wanted {
            velocity,
            displacement: velocity * seconds,
            seconds,
            way,
            jumped: t.jumped,
            hull: t.hull,
            mask: t.mask,
        };
        let carried = self.controller.carry(&wanted);
        if let Some(noting) = &mut self.noting {
            noting.note(is_placed, &body, &wanted, carried, self.controller.refused());
        }
        t.tally.ask(carried.origin != body.origin + velocity * seconds);
        let left = carried
            .velocity
            .unwrap_or_else(|| derived(&carried, &body.origin, &velocity, seconds));
        let numbers = carried.origin.coords.iter().chain(left.iter());
        if !numbers.clone().all(|x| x.is_finite()) {
            // No answer: the body stays and the count of unreliable answers tells.
            t.tally.odd(true, false);
            t.body.velocity = Vector3::zeros();
            self.known = None;
            return;
        }
        let stands = carried.ground.is_some() && !t.jumped && way != Way::Swims;
        let mut after = Body {
            origin: carried.origin,
            velocity: left,
            grounded: stands,
            ..body
        };
        if !stands {
            after.velocity.z -= half;
        }
        *t.body = after.cast();
        let normal = carried.ground.filter(|_| stands);
        t.ground = Ground {
            normal: normal.map(|n| n.map(S::Real::from)),
            walkable: stands,
            slick: false,
        };
        self.known = Some(Known {
            origin: after.origin,
            grounded: stands,
            ducked,
        });
    }
}

impl Noting {
    fn note(
        &mut self,
        is_placed: bool,
        body: &Body,
        wanted: &Wanted,
        carried: Carried,
        refused: Option<&str>,
    ) {
        if is_placed {
            (self.velocity, self.stands) = (body.velocity, body.grounded);
        }
        let mut all = self.notes.all();
        all.moves.push(Move {
            placed: is_placed,
            from: body.origin,
            before: self.velocity,
            stood: self.stands,
            velocity: wanted.velocity,
            displacement: wanted.displacement,
            seconds: wanted.seconds,
            way: wanted.way,
            jumped: wanted.jumped,
            hull: *wanted.hull,
            mask: wanted.mask,
            parts: std::mem::take(&mut self.parts),
            carried,
        });
        if all.refused.is_none() {
            all.refused = refused.map(str::to_owned);
        }
        self.velocity = carried.velocity.unwrap_or(wanted.velocity);
        self.stands = carried.ground.is_some();
    }
}

/// The velocity of a move whose library states none; see [`Carried::velocity`].
fn derived(carried: &Carried, start: &Point, wanted: &Vec3, seconds: f32) -> Vec3 {
    let mean = (carried.origin - start) / seconds;
    let (level, most) = (mean.xy(), wanted.xy().norm());
    let speed = level.norm();
    let level = if speed > most {
        level * (most / speed)
    } else {
        level
    };
    let rise = if carried.ground.is_some() { 0.0 } else { mean.z };
    Vec3::new(level.x, level.y, rise)
}

impl<S: Space + ?Sized> Mover<S> for Driven {
    const NUDGED: bool = false;
    const PRESSED: bool = false;

    /// The ground of the last move. A body placed by others stands on level ground until it has moved.
    fn found_ground(&mut self, t: &mut Tick<S>) -> bool {
        let stands = t.body.grounded;
        t.ground = Ground {
            normal: stands.then(|| t.ground.normal.unwrap_or_else(Vector3::z)),
            walkable: stands,
            slick: false,
        };
        true
    }

    fn walk(&mut self, t: &mut Tick<S>) {
        self.carry(t, Way::Walks);
    }

    fn fly(&mut self, t: &mut Tick<S>) {
        self.carry(t, Way::Flies);
    }

    fn leap(&mut self, t: &mut Tick<S>) {
        self.carry(t, Way::Leaps);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        self.carry(t, Way::Swims);
    }
}

// The questions and answers of a controller, move by move: so that a move can be asked again alone.

/// One move: the question, and the result.
#[derive(Clone, Debug)]
pub struct Move {
    /// Whether the body was placed before it, and not left where the last move led.
    pub placed: bool,
    /// Position before it, in units.
    pub from: Point,
    /// Velocity before it, in units per second.
    pub before: Vec3,
    /// Whether it stood before it.
    pub stood: bool,
    /// [`Wanted::velocity`]
    pub velocity: Vec3,
    /// [`Wanted::displacement`]
    pub displacement: Vec3,
    /// [`Wanted::seconds`]
    pub seconds: f32,
    /// [`Wanted::way`]
    pub way: Way,
    /// [`Wanted::jumped`]
    pub jumped: bool,
    /// [`Wanted::hull`]
    pub hull: Hull,
    /// [`Wanted::mask`]
    pub mask: Contents,
    /// The parts of the world that moved in the tick, as it was told of them before it.
    pub parts: Vec<MovingPart>,
    /// The result.
    pub carried: Carried,
}

impl Move {
    /// The body before it.
    pub fn place(&self) -> Placed<'_> {
        Placed {
            origin: self.from,
            velocity: self.before,
            grounded: self.stood,
            hull: &self.hull,
        }
    }

    /// The question.
    pub fn wanted(&self) -> Wanted<'_> {
        Wanted {
            velocity: self.velocity,
            displacement: self.displacement,
            seconds: self.seconds,
            way: self.way,
            jumped: self.jumped,
            hull: &self.hull,
            mask: self.mask,
        }
    }
}

/// The moves of all bodies of a setup, in their order.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    moves: Vec<Move>,
    refused: Option<String>,
}

impl Notes {
    /// Takes out the notes.
    pub fn take(&self) -> Vec<Move> {
        std::mem::take(&mut self.all().moves)
    }

    /// Why the library refused the first move that it refused, if it refused any ([`Controller::refused`]).
    pub fn refused(&self) -> Option<String> {
        self.all().refused.clone()
    }

    fn all(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
