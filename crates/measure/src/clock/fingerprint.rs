//! One number for all bits of answers, to compare a timed pass with the judged pass.
//!
//! The words of an answer are turned by different amounts and added without carry. So one bit that differs always shows, and two
//! flipped signs do not cancel. Then follows one multiplication by an odd number for each answer, so that their order counts.
//! Answers are hashed under the clock: about ten instructions an answer more than copying it (callgrind), the same for all.
//! Copies would push the world out of the caches that the next answer needs.

use clipmark_collision::Trace;
use clipmark_movement::Body;

/// 2^64 over the golden ratio, made odd. Its bits look random, so every bit of a word reaches the upper half.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
/// Brings the upper bits, which depend on most, down to where the next word is mixed in.
const TURN: u32 = 23;

/// How far the words of an answer are turned. Sign bits, 32 apart in a word, all land in different places.
const TURNS: [u32; 6] = [0, 7, 17, 29, 41, 53];

fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(TURN) ^ word).wrapping_mul(ODD)
}

/// All bits of one answer.
pub(crate) fn of_trace(trace: &Trace) -> u64 {
    let [fraction, x, y, z, nx, ny, nz, dist, contents, surface, flags] = trace.bits();
    let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let words = [
        pair(fraction, flags),
        pair(x, y),
        pair(z, dist),
        pair(nx, ny),
        pair(nz, contents),
        // A plane of zeros is not the same answer as none.
        pair(surface, u32::from(trace.plane.is_some())),
    ];
    words
        .into_iter()
        .zip(TURNS)
        .fold(0, |all, (word, turn)| all ^ word.rotate_left(turn))
}

/// All bits of a body's state.
pub(crate) fn of_body(body: &Body) -> u64 {
    body.state_hash(0)
}

/// A further answer of a pass.
pub(crate) fn then(pass: u64, answer: u64) -> u64 {
    mix(pass, answer)
}

/// A whole pass, of the numbers of its answers.
pub(crate) fn of_pass(answers: impl IntoIterator<Item = u64>) -> u64 {
    answers.into_iter().fold(0, then)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_collision::{Status, Sweep};
    use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3};

    fn answer() -> Trace {
        Trace {
            fraction: 0.25,
            end: Point::new(1.0, -2.0, 3.0),
            plane: Some(Plane::new(Vec3::new(0.6, 0.0, 0.8), 12.0)),
            contents: Contents::SOLID,
            ..Trace::free(&Sweep::new(
                Hull::Point,
                Point::origin(),
                Point::new(4.0, 0.0, 0.0),
            ))
        }
    }

    /// The answer with one bit of one number changed.
    fn flipped(word: usize, bit: u32) -> Trace {
        let mut t = answer();
        let mut plane = t.plane.unwrap();
        let number = match word {
            0 => &mut t.fraction,
            1..=3 => &mut t.end[word - 1],
            4..=6 => &mut plane.normal[word - 4],
            _ => &mut plane.dist,
        };
        *number = f32::from_bits(number.to_bits() ^ 1 << bit);
        t.plane = Some(plane);
        t
    }

    #[test]
    fn every_bit_of_every_number_counts() {
        for word in 0..8 {
            for bit in 0..32 {
                assert_ne!(
                    of_trace(&answer()),
                    of_trace(&flipped(word, bit)),
                    "word {word} bit {bit}"
                );
            }
        }
    }

    #[test]
    fn two_flipped_signs_do_not_cancel() {
        for a in 0..8 {
            for b in a + 1..8 {
                let (one, other) = (flipped(a, 31), flipped(b, 31));
                assert_ne!(of_trace(&one), of_trace(&other), "{a} {b}");
                let mut both = one;
                let plane = (one.plane.unwrap(), other.plane.unwrap());
                match b {
                    1..=3 => both.end[b - 1] = other.end[b - 1],
                    4..=6 => {
                        let mut p = plane.0;
                        p.normal[b - 4] = plane.1.normal[b - 4];
                        both.plane = Some(p);
                    }
                    _ => both.plane = Some(Plane::new(plane.0.normal, plane.1.dist)),
                }
                assert_ne!(of_trace(&answer()), of_trace(&both), "{a} and {b}");
            }
        }
    }

    #[test]
    fn flags_status_contents_and_a_missing_plane_count() {
        let t = answer();
        let others = [
            Trace {
                start_solid: true,
                ..t
            },
            Trace { all_solid: true, ..t },
            Trace {
                status: Status::Converged,
                ..t
            },
            Trace {
                contents: Contents::empty(),
                ..t
            },
            Trace {
                surface: SurfaceFlags::from_bits_retain(1),
                ..t
            },
            Trace { plane: None, ..t },
        ];
        for other in others {
            assert_ne!(of_trace(&t), of_trace(&other), "{other:?}");
        }
        let none = Trace { plane: None, ..t };
        let zeros = Trace {
            plane: Some(Plane::new(Vec3::zeros(), 0.0)),
            ..t
        };
        assert_ne!(of_trace(&none), of_trace(&zeros));
    }

    #[test]
    fn the_order_of_answers_counts() {
        assert_ne!(of_pass([1, 2]), of_pass([2, 1]));
        assert_ne!(of_pass([5]), of_pass([5, 0]));
    }
}
