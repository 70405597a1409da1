//! Rapier's controller where parts of the world move: each a kinematic body, which has a velocity.
//!
//! `rapier` plays by the library's own means. A part stands where the tick begins, with the velocity that takes it to its end. A move of the
//! character adds the velocity of a part that it meets. A character who wants no move meets nothing, so he is pulled down too, as the
//! library's guide has it. `rapier:tuned` moves the parts first. A character who stood on a part then goes with it by a move that ignores
//! that part. A last move of no length frees a character whom a part overlaps.

use super::{Use, Walker};
use crate::body::placed;
use crate::library::Library;
use crate::question;
use crate::scale::{metres, units};
use clipmark_collision::BuildError;
use clipmark_collision::question::{Question, leave_unjudged};
use clipmark_geometry::{Vec3, World};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, Move, MovingPart, Placed, Profile, Wanted, Way,
};
use rapier3d::control::KinematicCharacterController;
use std::sync::Arc;

/// What a library's world is made of, once for each controller, since it changes.
struct Source {
    name: &'static str,
    how: Use,
    world: World,
}

/// A controller that owns its library's world.
struct Passenger {
    source: Arc<Source>,
    walker: Walker,
    gravity: f32,
    parts: Vec<MovingPart>,
    refused: Option<String>,
}

struct Moving(Arc<Source>);

/// # Errors
/// A brush, of the rigid world or of a model, that is open or whose coordinates are not finite.
pub(super) fn build(
    name: &'static str,
    how: Use,
    world: &World,
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let source = Source {
        name,
        how,
        world: world.clone(),
    };
    // What is refused is refused now.
    let mut library = source.library()?;
    for model in &source.world.models {
        library.add_moving(name, model)?;
    }
    Ok(Arc::new(Moving(Arc::new(source))))
}

impl Source {
    fn library(&self) -> Result<Library, BuildError> {
        Library::build(self.name, &self.world)
    }
}

impl ControllerWorld for Moving {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.passenger(profile))
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        let mut passenger = self.passenger(profile);
        *passenger.walker.calls.get_mut() = Some(Vec::new());
        for (i, step) in moves.iter().enumerate() {
            leave_unjudged(passenger.walker.calls.get_mut().as_mut()?);
            passenger.parts_move(&step.parts, step.seconds);
            let moved = question::move_parts(&passenger.walker.library);
            passenger.walker.calls.get_mut().as_mut()?.push(moved);
            if i == 0 || step.placed {
                passenger.place(&step.place());
            }
            passenger.carry(&step.wanted());
        }
        let mask = moves.last()?.mask;
        Some(Question {
            calls: passenger.walker.calls.take()?,
            parts_at_end: self.0.how == Use::Tuned,
            ..question::world(&passenger.walker.library, mask, |_| false)
        })
    }
}

impl Moving {
    fn passenger(&self, profile: &Profile) -> Passenger {
        let Self(source) = self;
        let (library, refused) = match source.library() {
            Ok(library) => (library, None),
            Err(why) => (Library::empty(), Some(why.to_string())),
        };
        Passenger {
            source: Arc::clone(source),
            walker: Walker::new(Arc::new(library), source.how, profile),
            gravity: profile.gravity,
            parts: Vec::new(),
            refused,
        }
    }
}

impl Passenger {
    /// Adds the parts that are told of for the first time, and moves all.
    fn follow(&mut self, parts: &[MovingPart], seconds: f32) -> Result<(), BuildError> {
        // It has no other owner.
        let Some(library) = Arc::get_mut(&mut self.walker.library) else {
            return Ok(());
        };
        for part in parts.iter().skip(library.moving()) {
            if let Some(model) = self.source.world.models.get(part.model) {
                library.add_moving(self.source.name, model)?;
            }
        }
        match self.source.how {
            Use::Documented => library.set_moving(parts, |part| &part.from, seconds),
            // At rest at its end: a velocity would take the body along once more.
            Use::Tuned => library.set_moving(parts, |part| &part.to, 0.0),
        }
        Ok(())
    }

    /// Takes the body along with the part that it stands on.
    fn ride(&mut self, wanted: &Wanted) {
        let walker = &mut self.walker;
        let Some((index, part)) = walker.riding.and_then(|i| Some((i, self.parts.get(i)?))) else {
            return;
        };
        let way = part.to.into_world(&part.from.into_model(&walker.at)) - walker.at;
        let (body, pose) = placed(wanted.hull, &walker.at);
        let settings = KinematicCharacterController {
            autostep: None,
            ..walker.settings
        };
        let asked = metres(&way);
        let moved = walker.library.beside(wanted.mask, index, |queries| {
            settings.move_shape(wanted.seconds, queries, body.shape(), &pose, asked, |_| {})
        });
        let call = question::Moving {
            beside: Some(index),
            ..super::moving(&settings, wanted.seconds, &body, &pose, asked, &moved)
        };
        walker.note(|| question::move_shape(&call, walker.at));
        walker.at += units(moved.translation);
    }
}

impl Controller for Passenger {
    fn place(&mut self, body: &Placed) {
        self.walker.place(body);
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        if let Err(why) = self.follow(parts, seconds) {
            self.refused = Some(why.to_string());
        }
        self.parts.clear();
        self.parts.extend_from_slice(parts);
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        match self.source.how {
            Use::Documented if wanted.way == Way::Walks => {
                let fall = self.gravity * wanted.seconds * wanted.seconds;
                self.walker.carry(&Wanted {
                    displacement: wanted.displacement - Vec3::z() * fall,
                    ..*wanted
                })
            }
            Use::Documented => self.walker.carry(wanted),
            Use::Tuned => {
                self.ride(wanted);
                self.walker.carry(wanted)
            }
        }
    }

    fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }
}
