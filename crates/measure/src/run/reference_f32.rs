//! The reference mover in the players' own numbers: the same f32 movement as a backend's run, on exact answers.
//!
//! Questions are f32. The exact tracer answers in f64, and the answers are rounded once, as a backend of f32 gives them. The end
//! lies at the rounded fraction of the way. A failure of this run too is neither the backend's nor the law's alone: it is f32's
//! error on the law. Where two planes are met within one f32 step of each other, f64 tells them apart and f32 does not.

use crate::run::play::{InputSource, Played, play_input};
use crate::run::reference_space::ReferenceSpace;
use clipmark_collision::{Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Plane, Point};
use clipmark_movement::{Body, CommandError, Space, TickFacts, TickInput, TickSpace, UserCmd, tick_anywhere};

/// Exact answers, rounded to f32.
pub struct ReferenceInF32<'a>(pub &'a ReferenceSpace);

impl ReferenceInF32<'_> {
    /// Plays commands from a start.
    ///
    /// # Errors
    /// A command that no player can give.
    pub fn play(&self, start: Body, commands: &[UserCmd]) -> Result<Played, CommandError> {
        let input = InputSource::Recorded(commands.to_vec());
        play_input(self, self.0.setup(), start, &input)
    }
}

impl Space for ReferenceInF32<'_> {
    type Real = f32;

    fn trace(&self, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
        let met = self.0.trace(hull, &start.cast(), &end.cast(), mask, work);
        let sweep = Sweep::new(*hull, *start, *end);
        let mut fraction = met.fraction as f32;
        if met.fraction < 1.0 {
            // A stop just short of the end must not round up to "nothing met".
            fraction = fraction.min(1.0_f32.next_down());
        }
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: met.plane.map(|p| Plane {
                normal: p.normal.cast(),
                dist: p.dist as f32,
            }),
            contents: met.contents,
            surface: met.surface,
            start_solid: met.start_solid,
            all_solid: met.all_solid,
            status: Status::Exact,
            model: None,
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        self.0.contents(&at.cast())
    }

    fn sweeps_boxes(&self) -> bool {
        self.0.sweeps_boxes()
    }
}

impl TickSpace for ReferenceInF32<'_> {
    fn tick(&self, call: TickInput<f32>) -> Result<TickFacts, CommandError> {
        tick_anywhere(self, call)
    }
}
