//! Sweeps and answers as lines of text: read as they are written, and refused with their line.

use clipmark_collision::recording::{
    Answer, Float, LONGEST_LINE, MOST_LINES, lines, read_answers, read_sweeps, write_trace,
};
use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::{Contents, Hull, Plane, Point, Vec3};
use proptest::prelude::*;
use std::io;

#[test]
fn a_line_without_an_end_is_refused_and_not_held() {
    for zeroes in [lines(io::repeat(0)), lines(io::repeat(b'7'))] {
        let error = zeroes.unwrap_err().to_string();
        assert_eq!(error, "line 1: the line has more than 4096 bytes");
    }
    let longest = "0".repeat(LONGEST_LINE) + "\nnext\r\n";
    assert_eq!(lines(longest.as_bytes()).unwrap()[1], "next");
    let invalid = lines(&b"1\n\xff\n"[..]).unwrap_err().to_string();
    assert_eq!(invalid, "line 2: the line is not UTF-8 text");
}

#[test]
fn more_lines_than_are_held_at_once_are_refused() {
    let error = lines("\n".repeat(MOST_LINES + 1).as_bytes())
        .unwrap_err()
        .to_string();
    assert!(error.contains("more than 2000000 lines"), "{error}");
}

#[test]
fn answers_are_read_as_they_are_written() {
    let sweep = Sweep::new(Hull::Point, Point::origin(), Point::new(1.0, 2.0, 3.0));
    let trace = Trace {
        fraction: 0.1,
        end: Point::new(-0.0, 1e-9, 0.3),
        plane: Some(Plane::new(Vec3::z(), -7.25)),
        contents: Contents::from_bits_retain(0x8201_0001),
        start_solid: true,
        ..Trace::free(&sweep)
    };
    let mut text = Vec::new();
    write_trace(&mut text, &trace).unwrap();
    let [read] = read_answers(&text[..]).unwrap()[..] else {
        panic!()
    };
    assert!(read.same(&Answer::from(&trace)));
    for bad in ["1 2 3", "1 0 0 0 0 0 0 0 2 0 1", "1 0 0 0 0 0 0 0 0 0 x"] {
        let error = read_answers(bad.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("line 1") && error.contains("planedist"), "{error}");
    }
}

#[test]
fn a_file_of_sweeps_is_no_file_of_answers() {
    let said = |text: &str| read_answers(text.as_bytes()).unwrap_err().to_string();
    let six = said("0 0 0 1 1 1\n");
    assert!(
        six.starts_with(
            "line 1: these six fields are a sweep; give the file of answers here; wanted `fraction "
        ),
        "{six}"
    );
    assert!(said("1\n").starts_with("line 1: 1 fields; wanted 11, `fraction endx "));
}

#[test]
fn a_bad_line_is_named() {
    let error = |text: &str| {
        let read = read_sweeps(text.as_bytes(), Hull::Point, Contents::SOLID);
        read.unwrap_err().to_string()
    };
    assert_eq!(
        error("0 0 0 1 1 1\n0 0 zero 1 1 1\n"),
        "line 2: `zero` is not a finite number; wanted `sx sy sz ex ey ez`"
    );
    assert_eq!(
        error("0 0 0 1 1\n"),
        "line 1: 5 fields; wanted 6, `sx sy sz ex ey ez`"
    );
}

#[test]
fn floats_print_as_c_does() {
    // Taken from the engine's own recordings.
    for text in [
        "-267.232025",
        "0.11478167",
        "9.99999972e-10",
        "-31",
        "0",
        "1.40129846e-45",
        "3.40282347e+38",
        "360",
        "0.000119999997",
        "-1.04823351",
        "123456789",
    ] {
        let x: f32 = text.parse().unwrap();
        let back = Float(x).to_string();
        assert_eq!(back.parse::<f32>().unwrap(), x, "{text} -> {back}");
        if text != "123456789" {
            assert_eq!(back, text);
        }
    }
}

proptest! {
    #[test]
    fn every_float_survives_the_text(bits: u32) {
        let x = f32::from_bits(bits);
        prop_assume!(x.is_finite());
        prop_assert_eq!(Float(x).to_string().parse::<f32>().unwrap().to_bits(), bits);
    }
}
