//! Lines that are damaged, too long or cut short are passed over. A path that is no file is refused.
use clipmark_journal::{JournalError, lines};
use std::fs;
use tempfile::TempDir;

fn read(text: &[u8], longest: u64) -> (Vec<(usize, u32)>, usize) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("l");
    fs::write(&path, text).unwrap();
    let mut seen = Vec::new();
    let damaged = lines::read(&path, longest, |number, value: u32| {
        seen.push((number, value));
        Ok::<(), JournalError>(())
    });
    (seen, damaged.unwrap())
}

fn sealed(values: &[&str]) -> Vec<u8> {
    values.iter().map(|v| lines::sealed(v)).collect::<String>().into()
}

#[test]
fn a_line_that_somebody_changed_is_damaged() {
    let good = String::from_utf8(sealed(&["10", "20"])).unwrap();
    assert_eq!(read(good.as_bytes(), 100), (vec![(1, 10), (2, 20)], 0));
    for (from, to) in [
        ("10}", "11}"),
        ("10}", "10 }"),
        ("\"sum\":\"", "\"sum\":\"0"),
        ("\"sum\"", "\"some\""),
        ("10}", "10,\"more\":1}"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        assert_eq!(read(bad.as_bytes(), 100), (vec![(2, 20)], 1), "{to}");
    }
    assert_eq!(read(b"10\n", 100), (vec![], 1), "a line without a sum");
}

#[test]
fn good_lines_are_read_around_bad_ones() {
    assert_eq!(read(b"", 100), (vec![], 0));
    let three = sealed(&["1", "2", "3"]);
    assert_eq!(
        read(three.trim_ascii_end(), 100),
        (vec![(1, 1), (2, 2), (3, 3)], 0)
    );
    let bad = [&sealed(&["1"])[..], b"\xff\xfe\n\n", &sealed(&["3"]), b"{"].concat();
    assert_eq!(read(&bad, 100), (vec![(1, 1), (4, 3)], 3));
    // A line of the greatest length is read, one byte more is damage, and the next line is itself again.
    let [seven, longer] = [sealed(&["12345", "7"]), sealed(&["123456", "7"])];
    let longest = lines::sealed("12345").len() as u64;
    assert_eq!(read(&seven, longest), (vec![(1, 12345), (2, 7)], 0));
    assert_eq!(read(&longer, longest), (vec![(2, 7)], 1));
    let long = [&vec![b' '; 100_000][..], b"\n", &sealed(&["7"])].concat();
    assert_eq!(read(&long, longest), (vec![(2, 7)], 1));
    assert_eq!(read(&vec![b'1'; 100_000], 6), (vec![], 1));
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
    let keep = |_, value: f64| {
        seen.push(value.to_bits());
        Ok::<(), JournalError>(())
    };
    assert_eq!(lines::read(&path, 100, keep).unwrap(), 0);
    assert_eq!(seen, values.map(f64::to_bits));
}

#[cfg(unix)]
#[test]
fn a_device_is_no_journal_and_a_link_is_not_followed_when_written() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("l");
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    let read = lines::read(&path, 100, |_, _: u32| Ok::<(), JournalError>(()));
    assert!(matches!(read, Err(JournalError::NoFile(_))), "{read:?}");
    let victim = dir.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    for name in ["l", "l.draft"] {
        let _ = fs::remove_file(dir.path().join(name));
        std::os::unix::fs::symlink(&victim, dir.path().join(name)).unwrap();
    }
    lines::replace(&path, "1\n").unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
}
