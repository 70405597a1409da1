//! Velocity rounded to whole units per second, ties to even (law L12).

use crate::tick::Tick;

/// Smaller numbers are rounded by adding and taking away 2^23: a float that large has no places after the point.
const PLACES_END: f32 = 8_388_608.0;

pub(crate) fn velocity<B: ?Sized>(t: &mut Tick<B>) {
    if t.profile.snap_velocity {
        t.body.velocity.apply(|x| *x = whole(*x));
    }
}

/// `round_ties_even` to the bit, which without SSE4.1 is a call of a dozen instructions.
fn whole(x: f32) -> f32 {
    if x.abs() < PLACES_END {
        ((x.abs() + PLACES_END) - PLACES_END).copysign(x)
    } else {
        x
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn it_rounds_as_the_standard_does() {
        let step = 1.0 / 64.0;
        let near = (-70_000..70_000).map(|i| i as f32 * step);
        let ends = [
            0.0,
            -0.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -0.499_999_97,
            f32::MIN_POSITIVE,
            4_194_303.5,
            8_388_607.5,
        ];
        let far = [8_388_608.0, 8_388_609.0, 1e9, f32::MAX, f32::INFINITY];
        for x in near.chain(ends).chain(far).flat_map(|x| [x, -x]) {
            assert_eq!(whole(x).to_bits(), x.round_ties_even().to_bits(), "{x}");
        }
        assert!(whole(f32::NAN).is_nan());
    }
}
