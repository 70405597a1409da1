//! What is said: numbers, places and times, who is quicker, and which library a build has.

use clipmark_measure::inner::{beside, beyond, corner, figure, said, short, time};
use clipmark_measure::speed;
use clipmark_record::{Standing, Timing};

fn timing(standing: Standing, relative: f64, relative_interval: [f64; 2]) -> Timing {
    Timing {
        median_ns: 125.0 * relative,
        relative,
        relative_interval,
        standing: Some(standing),
        samples_ns: (0..21).map(|i| if i % 7 < 3 { 51.0 } else { 871.0 }).collect(),
        ..Timing::default()
    }
}

fn sentences(standing: Standing, relative: f64, interval: [f64; 2]) -> String {
    let mut quickest = timing(Standing::Quickest, 1.0, [1.0; 2]);
    quickest.samples_ns = vec![125.0; 21];
    let other = timing(standing, relative, interval);
    speed("sweeps", &[("bsp", &quickest), ("bvh", &other)]).join(" ")
}

#[test]
fn a_figure_has_about_three_digits() {
    for (x, shown) in [
        (16384.0, "16,384"),
        (-1234.5, "-1,234"),
        (644.449, "644"),
        (12.5, "12"),
        (2.071, "2.07"),
        (2.0, "2"),
        (0.031_27, "0.0313"),
        (3.2e-7, "3.2e-7"),
        (0.0, "0"),
    ] {
        assert_eq!(figure(x), shown);
    }
}

#[test]
fn each_standing_has_its_words_and_shows_its_interval() {
    assert_eq!(
        sentences(Standing::Slower, 5.0, [4.9, 5.1]),
        "sweeps: bsp is 5.0x as fast as bvh [4.9, 5.1]."
    );
    assert_eq!(
        sentences(Standing::Slower, 6.0, [3.8, 20.9]),
        "sweeps: bsp is 3.8x to 20.9x as fast as bvh."
    );
    assert_eq!(
        sentences(Standing::NotToldApart, 1.01, [0.97, 1.06]),
        "sweeps: bsp and bvh are about equally fast: bvh takes 1.01x as long [0.97, 1.06]."
    );
    assert_eq!(
        sentences(Standing::RoundsDisagree, 6.73, [0.41, 7.24]),
        "sweeps: bsp or bvh: rounds disagree on which is faster, bvh is in 9 of 21 [0.41, 7.2]."
    );
    assert_eq!(
        sentences(Standing::TooNoisy, 3.0, [0.0, f64::INFINITY]),
        "sweeps: too noisy to say which is faster, bsp or bvh [no bounds]."
    );
}

#[test]
fn one_alone_is_compared_with_nobody() {
    let quickest = timing(Standing::Quickest, 1.0, [1.0; 2]);
    assert!(speed("", &[("bsp", &quickest)]).is_empty());
    assert!(speed("", &[]).is_empty());
}

#[test]
fn what_is_beyond_a_limit_reads_so() {
    let (min, max) = ([-9.0, -9.0, 23.9], [9.0, 9.0, 60.0]);
    for (z, shown) in [
        (20.0, "(0.0 0.0 20.0)"),
        (23.88, "(0.0 0.0 23.88)"),
        (23.9, "(0.0 0.0 23.9)"),
        (60.0004, "(0.0 0.0 60.0004)"),
    ] {
        assert_eq!(beside(&[0.0, 0.0, z], &min, &max), shown);
    }
    assert_eq!(
        beside(&[0.0, 0.0, 23.92], &[-9.0, -9.0, 23.94], &max),
        "(0.0 0.0 23.9)"
    );
    assert_eq!(corner(&[-9.0, 0.0, 23.94]), "(-9.0 0.0 23.94)");
    assert_eq!(corner(&min), "(-9.0 -9.0 23.9)");
    assert_eq!(beyond(23.88, 23.9), "23.88");
    assert_eq!(beyond(23.899_999_6, 23.9), "23.8999996");
    assert_eq!(beyond(23.9, 23.9), "23.9");
    assert_eq!(time(0.003), "0.003");
    assert_eq!(time(1.234), "1.23");
}

#[test]
fn numbers_have_no_more_digits_than_mean_something() {
    for (x, shown) in [
        (52.887_258_303_105_64, "52.8873"),
        (320.0, "320"),
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (-0.5, "-0.5"),
        (1e-6, "1.0e-6"),
        (0.000_05, "0.0001"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(short(x), shown);
    }
}

#[test]
fn a_checkout_is_told_of_in_place_of_the_package_of_crates_io() {
    let rapier = "rapier3d 0.36.1, parry3d 0.31.1, of crates.io";
    let jolt = "Jolt Physics 5.6.0 by oxijolt 1.5.0, of crates.io";
    assert_eq!(said(rapier, ""), rapier);
    let built = "oxijolt-sys 1.5.0+jolt-5.6.0 from a path;rapier3d 0.36.2 from git+https://host/r#1234abcd";
    assert_eq!(
        said(rapier, built),
        "rapier3d 0.36.1, parry3d 0.31.1; this build has rapier3d 0.36.2 from git+https://host/r#1234abcd"
    );
    assert_eq!(
        said(jolt, built),
        "Jolt Physics 5.6.0 by oxijolt 1.5.0; this build has oxijolt-sys 1.5.0+jolt-5.6.0 from a path"
    );
    assert_eq!(
        said("Box3D by boxddd 0.4.0, of crates.io", built),
        "Box3D by boxddd 0.4.0, of crates.io"
    );
}
