//! The questions and answers of another library's controller, move by move: so that a move can be asked again alone.

use super::controller::{Carried, Controller, ControllerWorld, MovingPart, Placed, Wanted, Way};
use crate::profile::Profile;
use clipmark_collision::question::Question;
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
pub struct Notes(Arc<Mutex<Noting>>);

#[derive(Debug, Default)]
struct Noting {
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

    fn all(&self) -> MutexGuard<'_, Noting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A library's world whose controllers are noted.
pub(crate) struct NotedWorld {
    pub(crate) world: Arc<dyn ControllerWorld>,
    pub(crate) notes: Notes,
}

struct Noted {
    controller: Box<dyn Controller>,
    notes: Notes,
    placed: bool,
    at: Point,
    velocity: Vec3,
    stands: bool,
    parts: Vec<MovingPart>,
}

impl ControllerWorld for NotedWorld {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(Noted {
            controller: self.world.controller(profile),
            notes: self.notes.clone(),
            placed: false,
            at: Point::origin(),
            velocity: Vec3::zeros(),
            stands: false,
            parts: Vec::new(),
        })
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        self.world.question(profile, moves)
    }
}

impl Controller for Noted {
    fn place(&mut self, body: &Placed) {
        self.controller.place(body);
        (self.at, self.velocity, self.stands) = (body.origin, body.velocity, body.grounded);
        self.placed = true;
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        self.controller.parts_move(parts, seconds);
        parts.clone_into(&mut self.parts);
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        let carried = self.controller.carry(wanted);
        let noted = Move {
            placed: self.placed,
            from: self.at,
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
        };
        let mut all = self.notes.all();
        all.moves.push(noted);
        if all.refused.is_none() {
            all.refused = self.controller.refused().map(str::to_owned);
        }
        drop(all);
        self.placed = false;
        self.at = carried.origin;
        self.velocity = carried.velocity.unwrap_or(wanted.velocity);
        self.stands = carried.ground.is_some();
        carried
    }

    fn refused(&self) -> Option<&str> {
        self.controller.refused()
    }
}
