//! Lines of text by tables of columns.

use clipmark_collision::recording::{Column, Table, Within};
use clipmark_geometry::{Contents, Vec3};

#[derive(Clone, Debug, Default)]
struct Inner {
    height: f32,
    is_on: bool,
}

#[derive(Clone, Debug, Default)]
struct Record {
    frame: i32,
    place: Vec3,
    is_flagged: bool,
    depth: u8,
    contents: Contents,
    kind: i32,
    inner: Inner,
}

const INNER: Table<Inner> = Table::new(&[
    Column::float("height", |i| &mut i.height),
    Column::switch("on", [-1, 7], |i| &mut i.is_on),
]);
const TABLE: Table<Record> = Table::marked(
    "P",
    &[
        Column::whole("n", |r: &mut Record| &mut r.frame).unwatched(),
        Column::vector("x y z", |r| &mut r.place),
        Column::flag("flag", |r| &mut r.is_flagged),
        Column::byte("depth", |r| &mut r.depth),
        Column::contents("contents", |r| &mut r.contents),
        Column::choice(
            "kind",
            |r| r.kind,
            |r, n| {
                r.kind = n;
                (n != 3).then_some(()).ok_or("there is none")
            },
        ),
        Column::within(&Within::new(INNER, |r| &mut r.inner)),
    ],
);

fn read(text: &str) -> Result<Record, String> {
    let mut record = Record::default();
    let read = TABLE.read(text, 9, &mut record);
    read.map(|()| record).map_err(|e| e.to_string())
}

#[test]
fn a_line_is_written_as_it_was_read() {
    for line in [
        "P 1 0.100000001 -0 2.99999997e-10 1 2 -2147483648 5 9.5 -1",
        "P 1 0 0 0 0 255 1 0 -9.5 7",
    ] {
        assert_eq!(TABLE.row(&read(line).unwrap()), line);
    }
    assert_eq!(TABLE.width(), 11);
}

#[test]
fn records_are_compared_to_the_bit_where_columns_are_watched() {
    let base = read("P 1 0 0 0 0 2 1 5 9.5 7").unwrap();
    let differs = |line| !TABLE.same(&base, &read(line).unwrap());
    assert!(!differs("P 2 0 0 0 0 2 1 5 9.5 7"));
    for line in [
        "P 1 -0 0 0 0 2 1 5 9.5 7",
        "P 1 0 0 0 1 2 1 5 9.5 7",
        "P 1 0 0 0 0 2 1 5 9.5 -1",
    ] {
        assert!(differs(line), "{line}");
    }
}

#[test]
fn words_and_unused_numbers_are_passed_over() {
    const HEADED: Table<f32> = Table::marked(
        "G",
        &[
            Column::word("class"),
            Column::unused("speed wait"),
            Column::float("height", |height| height),
        ],
    );
    let read = |text| {
        let mut height = 0.0;
        let read = HEADED.read(text, 4, &mut height);
        read.map(|()| height).map_err(|e| e.to_string())
    };
    assert_eq!(read("G func_door 1 2.5 7"), Ok(7.0));
    let wanted = "`G class speed wait height`";
    let number = format!("line 4: `x` is not a finite number; wanted {wanted}");
    assert_eq!(read("G func_door 1 x 7"), Err(number));
    assert_eq!(
        read("G 1 2.5 7"),
        Err(format!("line 4: 4 fields; wanted 5, {wanted}"))
    );
}

#[test]
fn a_bad_word_is_named_with_the_columns_wanted() {
    for (line, why) in [
        ("P 1 0 0 0 0 2 1 3 9.5 7", "kind 3: there is none"),
        ("P 1 0 0 0 2 2 1 5 9.5 7", "flag 2 is neither 0 nor 1"),
        ("P 1 0 0 inf 0 2 1 5 9.5 7", "`inf` is not a finite number"),
        (
            "P 1 0 0 0 0 256 1 5 9.5 7",
            "`256` is not a whole number from 0 to 255",
        ),
        (
            "P 1 0 0 0 0 2 4294967296 5 9.5 7",
            "`4294967296` is not a whole number of 32 bits",
        ),
        (
            "P 1 0 0 0 0 2 1 5 9.5 7.5",
            "`7.5` is not a whole number of 32 bits",
        ),
        ("Q 1 0 0 0 0 2 1 5 9.5 7", "it does not begin with `P`"),
        ("P 1 0 0 0 0 2 1 5 9.5", "10 fields; wanted 11, `P n x"),
        ("P 1 0 0 0 0 2 1 5 9.5 7 8", "12 fields; wanted 11, `P n x"),
    ] {
        let error = read(line).unwrap_err();
        let named = error.contains(&format!("line 9: {why}")) && error.ends_with("height on`");
        assert!(named, "{line}: {error}");
    }
}
