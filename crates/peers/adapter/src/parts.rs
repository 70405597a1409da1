//! The moving parts of a world, and a library's bodies of each.

use clipmark_geometry::{Point, Vec3};
use clipmark_movement::MovingPart;

/// The parts that a controller was given, in their order, which never changes.
#[derive(Debug)]
pub struct Parts<B> {
    /// Where each goes in the tick.
    pub moves: Vec<MovingPart>,
    /// The library's body, or bodies, of each.
    pub bodies: Vec<B>,
}

impl<B> Default for Parts<B> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            bodies: Vec::new(),
        }
    }
}

impl<B> Parts<B> {
    /// Takes the moves of the coming tick, and makes the bodies of parts that are given for the first time.
    ///
    /// # Errors
    /// That of `make`.
    pub fn follow(
        &mut self,
        moves: &[MovingPart],
        mut make: impl FnMut(&MovingPart) -> Result<B, String>,
    ) -> Result<(), String> {
        for part in moves.iter().skip(self.bodies.len()) {
            self.bodies.push(make(part)?);
        }
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        Ok(())
    }

    /// Each part with its bodies.
    pub fn iter(&self) -> impl Iterator<Item = (&MovingPart, &B)> {
        self.moves.iter().zip(&self.bodies)
    }

    /// The part that one of the bodies is of, by what tells whether it is among those of a part.
    pub fn owner(&self, is_among: impl FnMut(&B) -> bool) -> Option<usize> {
        self.bodies.iter().position(is_among)
    }

    /// Whether a part moves in the tick. One that rests carries a place by a rounding.
    pub fn is_moving(&self, part: usize) -> bool {
        self.moves.get(part).is_some_and(|part| part.from != part.to)
    }

    /// How far a part carries a place in the tick, in units; `None` of a part that is not there.
    pub fn carries(&self, part: usize, place: &Point) -> Option<Vec3> {
        let MovingPart { from, to, .. } = self.moves.get(part)?;
        Some(to.into_world(&from.into_model(place)) - place)
    }
}

/// Whether a body is farther than `off` from its target, in the library's lengths and in parts of a quaternion. Poses are
/// position, then quaternion (x, y, z, w).
pub fn is_off(at: &[f32; 7], to: &[f32; 7], off: f32) -> bool {
    let alike: f32 = (3..7).map(|i| at[i] * to[i]).sum();
    // A rotation is that of its negative too.
    let sign = |i: usize| if i > 2 && alike < 0.0 { -1.0 } else { 1.0 };
    (0..7).any(|i| (at[i] - sign(i) * to[i]).abs() > off)
}
