//! Fingerprints of answers: every bit counts, and so does their order.

use clipmark_collision::{Status, Sweep, Trace};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3};
use clipmark_measure::inner::{of_pass, of_trace};

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
