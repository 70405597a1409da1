//! Colours stand out from their ground, and each is used once.

use clipmark_report::inner::{CONTESTANTS, FAIL, INK, MUTED, PLATE, Pair, WALL, variables};
use std::collections::HashSet;

/// Contrast of two colours by WCAG 2.2.
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |c: &str| {
        let part = |at: usize| {
            let x = f64::from(u8::from_str_radix(&c[at..at + 2], 16).unwrap()) / 255.0;
            if x <= 0.04045 {
                x / 12.92
            } else {
                ((x + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for the lines that a drawing is read by (1.4.11), in both themes.
#[test]
fn text_and_lines_stand_out_from_their_ground() {
    assert!((contrast("#000000", "#FFFFFF") - 21.0).abs() < 1e-9);
    let of = |p: Pair| [(p.light, PLATE.light), (p.dark, PLATE.dark)];
    for (colour, ground) in [INK, MUTED, FAIL].into_iter().flat_map(of) {
        assert!(contrast(colour, ground) >= 4.5, "{colour} on {ground}");
    }
    for (colour, ground) in CONTESTANTS.into_iter().chain([WALL]).flat_map(of) {
        assert!(
            contrast(colour, ground) >= 3.0,
            "{colour} on {ground}: {}",
            contrast(colour, ground)
        );
    }
}

/// A plot is recoloured for the page by replacing colours: two uses of one colour would get mixed up.
#[test]
fn every_light_colour_is_used_once() {
    let all = variables();
    let distinct: HashSet<_> = all.iter().map(|(_, p)| p.light).collect();
    assert_eq!(distinct.len(), all.len());
}
