//! Figures and names as files and pages have them.

use clipmark_report::inner::{exact, figure, other_word, shortened};
use clipmark_rows::{Case, Check, Row};

#[test]
fn a_word_is_quoted_where_it_is_off_by_a_tenth_and_a_page() {
    let is_quoted = |counted: Option<f64>, said: f64| {
        let counted = counted.map(|bytes| Row::counted(Check::Bytes, bytes));
        let case = Case {
            rows: counted
                .into_iter()
                .chain([Row::counted(Check::BytesDeclared, said)])
                .collect(),
            ..Case::default()
        };
        other_word(&case).is_some()
    };
    for said in [5e5, 1.2e6, 0.0] {
        assert!(is_quoted(Some(1e6), said), "{said}");
    }
    assert!(!is_quoted(Some(1e6), 9.5e5) && !is_quoted(Some(5000.0), 2000.0));
    assert!(!is_quoted(None, 7.0), "nobody counted");
}

#[test]
fn long_and_hostile_names_fit() {
    assert_eq!(shortened("cylinder", 10), "cylinder");
    assert_eq!(shortened("cylinder+slide-step", 11).chars().count(), 11);
    assert_eq!(shortened("a\u{1b}[31mb\n", 10), "a [31mb ");
}

#[test]
fn figures_are_rounded_and_zeros_have_no_sign() {
    let figures = [10.727000000000004, 182.38247191, -0.0, -1.5, 123_456_789.4].map(figure);
    assert_eq!(figures, ["10.727", "182.382472", "0", "-1.5", "123456789"]);
    let none = [figure(f64::NAN), figure(f64::INFINITY), exact(f64::NAN)];
    assert_eq!(none, ["", "", ""]);
    assert_eq!(exact(-0.0f32), "0");
}

#[test]
fn what_is_exact_and_every_f32_read_back_to_their_bits() {
    let read = |text: String| text.parse::<f64>().unwrap_or(f64::NAN);
    let third = 1.0f64 / 3.0;
    assert_eq!(read(exact(third)).to_bits(), third.to_bits());
    for bits in (0..u32::MAX).step_by(65_521) {
        let value = f32::from_bits(bits);
        if value.is_finite() && value != 0.0 {
            // As a notebook has it: read as f64, then cast.
            assert_eq!((read(exact(value)) as f32).to_bits(), bits);
            assert_eq!((read(figure(f64::from(value))) as f32).to_bits(), bits);
        }
    }
}
