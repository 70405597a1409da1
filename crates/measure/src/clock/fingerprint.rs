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

/// All bits of one answer.
pub fn of_trace(trace: &Trace) -> u64 {
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
    (pass.rotate_left(TURN) ^ answer).wrapping_mul(ODD)
}

/// A whole pass, of the numbers of its answers.
pub fn of_pass(answers: impl IntoIterator<Item = u64>) -> u64 {
    answers.into_iter().fold(0, then)
}
