//! Numbers of a movement to the bit: sines and cosines, angles in 65,536ths of a turn, rounding.

use clipmark_movement::Real;
use clipmark_movement::inner::sin_cos;

fn one(x: f32) -> (f32, f32) {
    let [first, second] = sin_cos([0.5, x]);
    assert_eq!(first, sin_cos([0.5, 1.0])[0]);
    second
}

fn is_the_platforms(x: f32) -> bool {
    let ((s, c), (ps, pc)) = (one(x), f64::from(x).sin_cos());
    s.to_bits() == (ps as f32).to_bits() && c.to_bits() == (pc as f32).to_bits()
}

#[test]
fn every_angle_of_sixteen_bits_is_the_platforms() {
    for short in i16::MIN..=i16::MAX {
        let degrees = (f64::from(short) * (360.0 / 65_536.0)) as f32;
        let radians = (f64::from(degrees) * (std::f64::consts::TAU / 360.0)) as f32;
        assert!(is_the_platforms(radians), "{short}");
        let expected = (f64::from(radians).sin() as f32, f64::from(radians).cos() as f32);
        assert_eq!(f32::sin_cos_of_degrees([0.0, degrees])[1], expected, "{short}");
        assert_eq!(f32::sin_cos_of_shorts([0, short])[1], expected, "{short}");
    }
}

#[test]
fn angles_beyond_the_largest_too_are_the_platforms() {
    let mut x = 1e-40_f32;
    while x < 1e9 {
        assert!(is_the_platforms(x) && is_the_platforms(-x), "{x}");
        x *= if x < 1e-4 { 1.3 } else { 1.000_03 };
    }
}

#[test]
fn what_is_no_angle_has_no_sine() {
    for x in [f32::NAN, f32::INFINITY] {
        assert!(one(x).0.is_nan() && one(x).1.is_nan());
    }
    assert_eq!(one(0.0), (0.0, 1.0));
    assert_eq!(one(1e30), (1e30_f32.sin(), 1e30_f32.cos()));
}

/// All f32 were once tried, and none differed.
#[test]
fn shorts_are_as_by_division() {
    let turns = [0.0, 1.0, -3.0, 1000.0, 12_000.0, 1e7, 1e18, 1e30];
    for short in -70_000..70_000 {
        for turns in turns {
            let degrees = (f64::from(short) * (360.0 / 65_536.0) + turns * 360.0) as f32;
            for x in [degrees, degrees.next_up(), degrees.next_down()] {
                let expected = (f64::from(x) * 65_536.0 / 360.0) as i64 as i16;
                assert_eq!(x.in_shorts(), expected, "{x}");
                assert_eq!(f64::from(x).in_shorts(), expected, "{x}");
            }
        }
    }
    assert_eq!(f32::NAN.in_shorts(), 0);
}

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
        assert_eq!(x.whole().to_bits(), x.round_ties_even().to_bits(), "{x}");
    }
    assert!(f32::NAN.whole().is_nan());
}
