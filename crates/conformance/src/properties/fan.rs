//! A fan is answered as its sweeps are one by one, to the bit ([`CollisionBackend::trace_fan`](clipmark_collision::CollisionBackend::trace_fan)):
//! fans of every hull, near and wide, smaller and larger than the piece that backends search together.

use crate::report::Ledger;
use crate::setting::{Setting, answer_text, numbers};
use clipmark_collision::{Fan, Status, Trace, Work};
use clipmark_geometry::{Point, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

pub(super) const NAME: &str = "fan";

/// Sweeps of the setting for each fan that starts at one of them.
const EVERY: usize = 4;
/// Sizes in turn: pieces of a fan, whole pieces, and one sweep more.
const SIZES: [usize; 5] = [3, 5, Fan::PIECE, Fan::PIECE + 1, 2 * Fan::PIECE + 3];

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let mut random = Pcg32::seed_from_u64(s.seed);
    let firsts = s.sweeps.iter().step_by(EVERY);
    for (first, size) in firsts.zip(SIZES.into_iter().cycle()) {
        let along = first.displacement();
        // Half of the fans are narrow.
        let spread = if random.random() { 1.0 } else { 0.1 } * along.norm();
        let ends: Vec<Point> = (0..size)
            .map(|i| match i % 8 {
                0 => first.end,
                // Along one axis alone: to hits that tie.
                1 => first.end + Vec3::from_fn(|k, _| if k == size % 3 { spread } else { 0.0 }),
                _ => first.end + Vec3::from_fn(|_, _| spread * random.random_range(-1.0..1.0f32)),
            })
            .collect();
        let fan = Fan::new(first.hull, first.start, &ends).against(first.mask);
        for (name, mut work) in [("silent", Work::silent()), ("counting", Work::counting())] {
            check(s, &fan, name, &mut work, ledger);
        }
    }
}

fn check(s: &Setting, fan: &Fan, name: &str, work: &mut Work, ledger: &mut Ledger) {
    let blank = Trace::refused(&fan.sweep_to(fan.start), Status::Failed);
    // One place more than there are sweeps.
    let mut together = vec![blank; fan.ends.len() + 1];
    s.backend.trace_fan(fan, &mut together, work);
    let size = fan.ends.len();
    for (i, sweep) in fan.sweeps().enumerate() {
        ledger.case(NAME);
        let alone = s.backend.trace(&sweep, work);
        if alone.bits() == together[i].bits() {
            continue;
        }
        let fault = "a sweep of a fan is answered otherwise than alone";
        ledger.found(NAME, fault, 1.0, || {
            format!(
                "sweep {} of a fan of {size} from {} gives {} in the fan ({name} work); alone, {}",
                i + 1,
                numbers(&[fan.start]),
                answer_text(&together[i]),
                s.example(&sweep, &alone),
            )
        });
    }
    if together[size].bits() != blank.bits() {
        ledger.found(NAME, "an answer beyond the fan is written", 1.0, || {
            format!(
                "fan of {size} sweeps ({name} work): {}",
                s.question(&fan.sweep_to(fan.start))
            )
        });
    }
}
