//! Seam 2: a library's characters, driven tick by tick.

use crate::library::{Character, Library, NoAnswer, Plan};
use crate::question::Log;
use clipmark_collision::BuildError;
use clipmark_collision::question::Question;
use clipmark_geometry::{Point, World};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, Move, MoverKind, MovingPart, Placed, Profile, Wanted,
};
use std::sync::Arc;

/// The row of a library's controller in the registry of movers.
pub const fn controller<L: Library, const SETUP: usize>() -> MoverKind {
    let setup = &L::SETUPS[SETUP];
    let mut row = MoverKind::foreign(setup.controller, setup.about_controller, |world, profile| {
        Characters::<L>::build(world, profile, SETUP, false)
    })
    .with_settings(setup.table)
    .with_moving(|world, profile| Characters::<L>::build(world, profile, SETUP, true))
    .in_frames(setup.frames);
    if let Some(shape) = setup.shape {
        row = row.shaped(shape);
    }
    match setup.on_legs {
        true => row.on_legs(),
        false => row,
    }
}

/// What the characters of a world are made from.
struct Characters<L: Library> {
    plan: Arc<Plan<L>>,
    /// The world that they share, if they share one.
    shared: Option<Arc<L>>,
}

impl<L: Library> Characters<L> {
    fn build(
        world: &World,
        profile: &Profile,
        setup: usize,
        moves: bool,
    ) -> Result<Arc<dyn ControllerWorld>, BuildError> {
        let setup = &L::SETUPS[setup];
        let models = if moves { &world.models[..] } else { &[] };
        let frame = match setup.frames.contains(&profile.moving.frame) {
            true => profile.moving.frame,
            false => setup.frames[0],
        };
        let settings = L::of_character(setup.settings);
        let skin = profile.trace_rules.skin;
        let plan = Arc::new(Plan::<L>::new(world, models, setup, settings, skin, frame)?);
        // Whatever the library refuses is refused now, not by a controller.
        let shared = L::build(&plan).map_err(|why| BuildError::Library {
            backend: setup.name,
            why,
        })?;
        let shared = (L::CHARACTERS_SHARE_WORLD && !moves).then(|| Arc::new(shared));
        Ok(Arc::new(Self { plan, shared }))
    }

    fn driver(&self, profile: &Profile, log: Log) -> Driver<L::Character> {
        let (character, refused) = match L::Character::new(&self.plan, self.shared.as_ref(), profile) {
            Ok(character) => (Some(character), None),
            Err(why) => (None, Some(why)),
        };
        Driver {
            character,
            placed: Ok(()),
            log,
            refused,
            refused_parts: None,
        }
    }
}

impl<L: Library> ControllerWorld for Characters<L> {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.driver(profile, Log::default()))
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        let (first, last) = (moves.first()?, moves.last()?);
        let moves_parts = moves.iter().any(|step| !step.parts.is_empty());
        if moves_parts && !L::Character::REPEATS_PARTS {
            return None;
        }
        let mut driver = self.driver(profile, Log::noting(last.mask));
        for (i, step) in moves.iter().enumerate() {
            driver.log.leave_unjudged();
            if !step.parts.is_empty() {
                driver.parts_move(&step.parts, step.seconds);
            }
            if i == 0 || step.placed {
                driver.place(&step.place());
            }
            driver.carry(&step.wanted());
        }
        Some(Question {
            parts_at_end: moves_parts && self.plan.frame == FrameOrder::WorldFirst,
            ..self.plan.question(driver.log, &first.parts)?
        })
    }
}

/// A character as a controller of the movement.
struct Driver<C> {
    character: Option<C>,
    /// How the last placement ended: a body that was not placed does not move.
    placed: Result<(), NoAnswer>,
    log: Log,
    /// Why the library refused the last move, or the character.
    refused: Option<String>,
    /// Why it refused to move a part.
    refused_parts: Option<String>,
}

impl<C: Character> Controller for Driver<C> {
    fn place(&mut self, body: &Placed) {
        if let Some(character) = &mut self.character {
            self.placed = character.place(body, &self.log);
        }
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        if let Some(character) = &mut self.character {
            self.refused_parts = character.move_parts(parts, seconds, &self.log).err();
        }
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        // Not a number: the seam counts it as no answer and leaves the body where it is.
        let nowhere = Carried {
            origin: Point::new(f32::NAN, f32::NAN, f32::NAN),
            velocity: None,
            ground: None,
        };
        let Some(character) = &mut self.character else {
            return nowhere;
        };
        let moved = self
            .placed
            .clone()
            .and_then(|()| character.step(wanted, &self.log));
        self.refused = None;
        moved.unwrap_or_else(|why| {
            if let NoAnswer::Refused(why) = why {
                self.refused = Some(why);
            }
            nowhere
        })
    }

    fn refused(&self) -> Option<&str> {
        self.refused.as_deref().or(self.refused_parts.as_deref())
    }
}
