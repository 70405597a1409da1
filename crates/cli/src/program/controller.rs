//! A program's steps as a character controller: seam 2.

use super::Program;
use super::words::{PlaceWords, Step, point, vector, way};
use clipmark_collision::BuildError;
use clipmark_geometry::{Point, World};
use clipmark_measure::Contestant;
use clipmark_movement::{Carried, Controller, ControllerWorld, MoverKind, Placed, Profile, Wanted};
use std::sync::{Arc, OnceLock};

/// The program of this process: a row's builder is a plain function and knows no other way to it.
static PROGRAM: OnceLock<Arc<Program>> = OnceLock::new();

/// The program as a contestant. A process has one program; a second one is not taken.
pub(crate) fn contestant(program: &Arc<Program>) -> Contestant {
    // The first one stays.
    let _ = PROGRAM.set(Arc::clone(program));
    // One row a process lives as long as it.
    let name = Box::leak(program.hello.name.clone().into_boxed_str());
    let about = format!("a program, version {}, asked over a pipe", program.hello.version);
    let row =
        MoverKind::foreign(name, Box::leak(about.into_boxed_str()), build).shaped(program.hello.shape());
    Contestant::from(&*Box::leak(Box::new(row)))
}

fn build(world: &World, profile: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let program = PROGRAM.get().cloned().ok_or_else(|| BuildError::Library {
        backend: "program",
        why: "no program was started".into(),
    })?;
    program.world(world, profile)?;
    Ok(Arc::new(Bodies(program)))
}

struct Bodies(Arc<Program>);

impl ControllerWorld for Bodies {
    fn controller(&self, _: &Profile) -> Box<dyn Controller> {
        Box::new(Body {
            number: self.0.body(),
            program: Arc::clone(&self.0),
            place: None,
        })
    }
}

struct Body {
    program: Arc<Program>,
    number: u64,
    /// Where it is put with the next step.
    place: Option<PlaceWords>,
}

impl Controller for Body {
    fn place(&mut self, body: &Placed) {
        self.place = Some(PlaceWords {
            origin: body.origin.into(),
            velocity: body.velocity.into(),
            grounded: body.grounded,
        });
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        let reply = self.program.step(Step {
            body: self.number,
            place: self.place.take(),
            hull: wanted.hull.into(),
            velocity: wanted.velocity.into(),
            displacement: wanted.displacement.into(),
            seconds: wanted.seconds,
            way: way(wanted.way),
            jumped: wanted.jumped,
        });
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
