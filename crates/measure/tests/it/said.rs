//! Digits of numbers, places and times.

use clipmark_measure::inner::{beside, beyond, corner, figure, short, time};

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
