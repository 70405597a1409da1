//! A question to a backend: one hull from one place along several paths.

use crate::{Sweep, Trace};
use clipmark_geometry::{Contents, Hull, Point};

/// Sweeps of one hull from one place: probes of the ground, a spread of shots, a camera's whiskers, a bot's feelers.
///
/// A backend may answer them together, since it looks at one place only once. The answers are those of single traces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan<'a> {
    /// The shape that moves.
    pub hull: Hull,
    /// Position at the start of every sweep, in units.
    pub start: Point,
    /// Wished positions at the end, one for each sweep, in units. Any number of them.
    pub ends: &'a [Point],
    /// What to collide with.
    pub mask: Contents,
}

impl<'a> Fan<'a> {
    /// Backends answer at most so many sweeps together; larger fans are cut into pieces. More would keep more state at a time
    /// than the first level of a processor's cache holds beside the world.
    pub const PIECE: usize = 16;

    /// A fan against everything that stops a Quake III player.
    pub fn new(hull: Hull, start: Point, ends: &'a [Point]) -> Self {
        Self {
            hull,
            start,
            ends,
            mask: Contents::PLAYER_MASK,
        }
    }

    /// The same fan against other contents.
    #[must_use]
    pub fn against(mut self, mask: Contents) -> Self {
        self.mask = mask;
        self
    }

    /// The fan cut into pieces of [`Self::PIECE`] sweeps, each with the places of its answers. Ends beyond the last answer, and
    /// answers beyond the last end, are in none.
    pub fn pieces<'b>(
        self,
        answers: &'b mut [Trace],
    ) -> impl Iterator<Item = (Self, &'b mut [Trace])> + use<'a, 'b> {
        let asked = self.ends.len().min(answers.len());
        let ends = self.ends[..asked].chunks(Self::PIECE);
        let pieces = ends.zip(answers[..asked].chunks_mut(Self::PIECE));
        pieces.map(move |(ends, answers)| (Self { ends, ..self }, answers))
    }

    /// The sweep to one of the ends.
    pub fn sweep_to(&self, end: Point) -> Sweep {
        Sweep::new(self.hull, self.start, end).against(self.mask)
    }

    /// The sweeps one by one, in the order of their ends.
    pub fn sweeps(&self) -> impl ExactSizeIterator<Item = Sweep> + use<'a> {
        let fan = *self;
        self.ends.iter().map(move |end| fan.sweep_to(*end))
    }
}
