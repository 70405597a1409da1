//! A program's steps as a character controller: seam 2.

use super::Program;
use super::words::{Answers, PartWords, PlaceWords, Step, point, vector};
use clipmark_collision::BuildError;
use clipmark_geometry::{Model, Point, World};
use clipmark_measure::Contestant;
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, MoverKind, MovingPart, Placed, Profile, Wanted,
};
use std::sync::{Arc, OnceLock, Weak};

/// The program of this process: a row's builder is a plain function and knows no other way to it. Nothing drops a static, so it
/// owns nothing: the program is ended, and the folder of its worlds removed, by who started it.
static PROGRAM: OnceLock<Weak<Program>> = OnceLock::new();

/// The program as a contestant. A process has one program; a second one is not taken.
pub(crate) fn contestant(program: &Arc<Program>) -> Contestant {
    // The first one stays.
    let _ = PROGRAM.set(Arc::downgrade(program));
    // One row a process lives as long as it.
    let name = Box::leak(program.hello.name.clone().into_boxed_str());
    let about = format!("a program, version {}, asked over a pipe", program.hello.version);
    let mut row =
        MoverKind::foreign(name, Box::leak(about.into_boxed_str()), build).shaped(program.hello.shape());
    if program.hello.answers.contains(&Answers::Parts) {
        // A step has the way of the parts in its own tick, so both orders are one to it.
        row = row
            .with_moving(build_moving)
            .in_frames(&[FrameOrder::WorldFirst, FrameOrder::PlayersFirst]);
    }
    Contestant::from(&*Box::leak(Box::new(row)))
}

fn build(world: &World, profile: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build_world(world, &[], profile)
}

fn build_moving(world: &World, profile: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build_world(world, &world.models, profile)
}

fn build_world(
    world: &World,
    parts: &[Model],
    profile: &Profile,
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let program = PROGRAM
        .get()
        .and_then(Weak::upgrade)
        .ok_or_else(|| BuildError::Library {
            backend: "program",
            why: "no program was started".into(),
        })?;
    program.world(world, parts, profile)?;
    Ok(Arc::new(Bodies(program)))
}

struct Bodies(Arc<Program>);

impl ControllerWorld for Bodies {
    fn controller(&self, _: &Profile) -> Box<dyn Controller> {
        Box::new(Body {
            number: self.0.body(),
            program: Arc::clone(&self.0),
            place: None,
            parts: Vec::new(),
        })
    }
}

struct Body {
    program: Arc<Program>,
    number: u64,
    /// Where it is put with the next step.
    place: Option<PlaceWords>,
    /// The ways of moving parts in the next step.
    parts: Vec<PartWords>,
}

impl Controller for Body {
    fn place(&mut self, body: &Placed) {
        self.place = Some(body.into());
    }

    fn parts_move(&mut self, parts: &[MovingPart], _seconds: f32) {
        self.parts.clear();
        self.parts.extend(parts.iter().map(PartWords::from));
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        let place = self.place.take();
        let step = Step::new(self.number, place, wanted, self.parts.clone());
        let reply = self.program.step(step);
        // Not a number: the seam counts it as no answer and leaves the body where it is.
        let nowhere = || Carried {
            origin: Point::new(f32::NAN, f32::NAN, f32::NAN),
            velocity: None,
            ground: None,
        };
        reply.map_or_else(nowhere, |reply| Carried {
            origin: point(reply.origin),
            velocity: reply.velocity.map(vector),
            ground: reply.ground.map(vector),
        })
    }
}
