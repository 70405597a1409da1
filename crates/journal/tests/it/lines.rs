//! Values are read back to the bit, and a line that is cut short or of another form is left out.
use clipmark_journal::lines;
use std::fs;
use tempfile::TempDir;

#[test]
fn lines_that_cannot_be_read_are_left_out() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("l");
    let read = |text: &[u8]| {
        fs::write(&path, text).unwrap();
        let mut seen: Vec<u32> = Vec::new();
        lines::read(&path, |value| seen.push(value)).unwrap();
        seen
    };
    assert_eq!(read(b""), [0; 0]);
    assert_eq!(read(b"1\n2\n3"), [1, 2, 3]);
    assert_eq!(read(b"1\n\"old\"\n\xff\xfe\n\n3\n{"), [1, 3]);
}

#[test]
fn what_is_appended_is_read_back_to_the_bit() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("l");
    let values = [
        0.1_f64 + 0.2,
        f64::MIN_POSITIVE,
        1.0 / 3.0,
        -0.0,
        f64::MAX,
        5e-324,
    ];
    let mut end = lines::End::open(&path).unwrap();
    end.add(&values[..2]).unwrap();
    end.add(&values[2..]).unwrap();
    let mut seen = Vec::new();
    lines::read(&path, |value: f64| seen.push(value.to_bits())).unwrap();
    assert_eq!(seen, values.map(f64::to_bits));
}
