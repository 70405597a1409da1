//! Lines of text by tables of columns. A table is written down once, and its records are read, written and compared by it.

use super::{Float, RecordingError};
use clipmark_geometry::{Contents, Vec3};
use std::fmt::{self, Write};
use std::str::{FromStr, SplitAsciiWhitespace};

/// The columns of a line, after the word that all lines of its kind begin with, if any.
pub struct Table<T: 'static> {
    mark: &'static str,
    columns: &'static [Column<T>],
}

/// A column of a record, or a few of one meaning.
pub struct Column<T: 'static> {
    names: &'static str,
    field: Field<T>,
    is_watched: bool,
}

/// How a column lies in its record.
enum Field<T: 'static> {
    Float(fn(&mut T) -> &mut f32),
    Vector(fn(&mut T) -> &mut Vec3),
    Flag(fn(&mut T) -> &mut bool),
    Switch(fn(&mut T) -> &mut bool, [i32; 2]),
    Byte(fn(&mut T) -> &mut u8),
    Whole(fn(&mut T) -> &mut i32),
    Contents(fn(&mut T) -> &mut Contents),
    Number(fn(&T) -> f32, fn(&mut T, f32)),
    Choice(fn(&T) -> i32, fn(&mut T, i32) -> Result<(), &'static str>),
    Word,
    Unused,
    Within(&'static dyn Part<T>),
}

/// The columns of a record within another.
pub struct Within<T, U: 'static> {
    table: Table<U>,
    at: fn(&mut T) -> &mut U,
}

/// A number of a line.
#[derive(Clone, Copy, Debug)]
enum Number {
    Float(f32),
    Whole(i32),
}

/// Why a word is not one of its column; `None` where the line has ended.
type Wrong = Option<String>;

trait Part<T>: Sync {
    fn columns(&self) -> Vec<&'static str>;
    fn read(&self, words: &mut SplitAsciiWhitespace, record: &mut T) -> Result<(), Wrong>;
    fn visit(&self, record: &mut T, visit: &mut dyn FnMut(Number));
    fn same(&self, a: &mut T, b: &mut T) -> bool;
}

impl PartialEq for Number {
    /// To the bit.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            (Self::Whole(a), Self::Whole(b)) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Float(x) => Float(*x).fmt(f),
            Self::Whole(n) => n.fmt(f),
        }
    }
}

impl<T, U> Within<T, U> {
    /// By its columns, and where it lies.
    pub const fn new(table: Table<U>, at: fn(&mut T) -> &mut U) -> Self {
        Self { table, at }
    }
}

impl<T> Column<T> {
    const fn new(names: &'static str, field: Field<T>) -> Self {
        Self {
            names,
            field,
            is_watched: true,
        }
    }

    /// A finite number.
    pub const fn float(name: &'static str, at: fn(&mut T) -> &mut f32) -> Self {
        Self::new(name, Field::Float(at))
    }

    /// Three finite numbers, whose names are separated by one space.
    pub const fn vector(names: &'static str, at: fn(&mut T) -> &mut Vec3) -> Self {
        Self::new(names, Field::Vector(at))
    }

    /// 0 or 1.
    pub const fn flag(name: &'static str, at: fn(&mut T) -> &mut bool) -> Self {
        Self::new(name, Field::Flag(at))
    }

    /// One of two whole numbers, off and on; any other is on.
    pub const fn switch(name: &'static str, numbers: [i32; 2], at: fn(&mut T) -> &mut bool) -> Self {
        Self::new(name, Field::Switch(at, numbers))
    }

    /// A whole number from 0 to 255.
    pub const fn byte(name: &'static str, at: fn(&mut T) -> &mut u8) -> Self {
        Self::new(name, Field::Byte(at))
    }

    /// A whole number of 32 bits.
    pub const fn whole(name: &'static str, at: fn(&mut T) -> &mut i32) -> Self {
        Self::new(name, Field::Whole(at))
    }

    /// Bits of contents, written as a whole number with a sign and read with or without.
    pub const fn contents(name: &'static str, at: fn(&mut T) -> &mut Contents) -> Self {
        Self::new(name, Field::Contents(at))
    }

    /// A finite number that the record holds in another form.
    pub const fn number(name: &'static str, get: fn(&T) -> f32, set: fn(&mut T, f32)) -> Self {
        Self::new(name, Field::Number(get, set))
    }

    /// A whole number that stands for one of several things; `set` says what is wrong with any other.
    pub const fn choice(
        name: &'static str,
        get: fn(&T) -> i32,
        set: fn(&mut T, i32) -> Result<(), &'static str>,
    ) -> Self {
        Self::new(name, Field::Choice(get, set))
    }

    /// Any word, which is passed over. Lines that have one are read and not written.
    pub const fn word(name: &'static str) -> Self {
        Self::new(name, Field::Word)
    }

    /// Finite numbers that the record does not hold, a name each. Lines that have them are read and not written.
    pub const fn unused(names: &'static str) -> Self {
        Self::new(names, Field::Unused)
    }

    /// All columns of a record within this one.
    pub const fn within<U>(part: &'static Within<T, U>) -> Self {
        Self::new("", Field::Within(part))
    }

    /// The same column, in which a difference is none.
    #[must_use]
    pub const fn unwatched(mut self) -> Self {
        self.is_watched = false;
        self
    }

    fn read(&self, words: &mut SplitAsciiWhitespace, record: &mut T) -> Result<(), Wrong> {
        match self.field {
            Field::Float(at) => *at(record) = read_float(words)?,
            Field::Vector(at) => {
                *at(record) = Vec3::new(read_float(words)?, read_float(words)?, read_float(words)?);
            }
            Field::Flag(at) => {
                *at(record) = match read_float(words)? {
                    0.0 => false,
                    1.0 => true,
                    other => return Err(Some(format!("flag {other} is neither 0 nor 1"))),
                }
            }
            Field::Switch(at, [off, _]) => *at(record) = read_whole(words)? != off,
            Field::Byte(at) => *at(record) = read_byte(words)?,
            Field::Whole(at) => *at(record) = read_whole(words)?,
            Field::Contents(at) => *at(record) = read_contents(words)?,
            Field::Number(_, set) => set(record, read_float(words)?),
            Field::Choice(_, set) => {
                let number = read_whole(words)?;
                set(record, number).map_err(|why| Some(format!("{} {number}: {why}", self.names)))?;
            }
            Field::Word => drop(next_word(words)?),
            Field::Unused => {
                for _ in self.names.split(' ') {
                    read_float(words)?;
                }
            }
            Field::Within(part) => part.read(words, record)?,
        }
        Ok(())
    }

    /// The numbers of a column that is not of a record within this one.
    fn numbers(&self, record: &mut T) -> [Option<Number>; 3] {
        let number = match self.field {
            Field::Float(at) => Number::Float(*at(record)),
            Field::Vector(at) => return (*at(record)).map(|x| Some(Number::Float(x))).into(),
            Field::Flag(at) => Number::Whole((*at(record)).into()),
            Field::Switch(at, numbers) => Number::Whole(numbers[usize::from(*at(record))]),
            Field::Byte(at) => Number::Whole((*at(record)).into()),
            Field::Whole(at) => Number::Whole(*at(record)),
            Field::Contents(at) => Number::Whole(at(record).bits() as i32),
            Field::Number(get, _) => Number::Float(get(record)),
            Field::Choice(get, _) => Number::Whole(get(record)),
            Field::Word | Field::Unused | Field::Within(_) => return [None; 3],
        };
        [Some(number), None, None]
    }

    fn visit(&self, record: &mut T, visit: &mut dyn FnMut(Number)) {
        match self.field {
            Field::Within(part) => part.visit(record, visit),
            _ => self.numbers(record).into_iter().flatten().for_each(visit),
        }
    }

    fn same(&self, a: &mut T, b: &mut T) -> bool {
        match self.field {
            _ if !self.is_watched => true,
            Field::Within(part) => part.same(a, b),
            _ => self.numbers(a) == self.numbers(b),
        }
    }
}

fn next_word<'a>(words: &mut SplitAsciiWhitespace<'a>) -> Result<&'a str, Wrong> {
    words.next().ok_or(None)
}

fn read_number<N: FromStr>(
    words: &mut SplitAsciiWhitespace,
    kind: &str,
    is_one: impl Fn(&N) -> bool,
) -> Result<N, Wrong> {
    let word = next_word(words)?;
    let number = word.parse().ok().filter(is_one);
    number.ok_or_else(|| Some(format!("`{word}` is not a {kind}")))
}

pub(super) fn read_float(words: &mut SplitAsciiWhitespace) -> Result<f32, Wrong> {
    read_number(words, "finite number", |x: &f32| x.is_finite())
}

fn read_whole(words: &mut SplitAsciiWhitespace) -> Result<i32, Wrong> {
    read_number(words, WHOLE, |_| true)
}

fn read_byte(words: &mut SplitAsciiWhitespace) -> Result<u8, Wrong> {
    let range = 0..=i32::from(u8::MAX);
    let byte = read_number(words, "whole number from 0 to 255", |n| range.contains(n))?;
    Ok(byte as u8)
}

fn read_contents(words: &mut SplitAsciiWhitespace) -> Result<Contents, Wrong> {
    let range = i64::from(i32::MIN)..=i64::from(u32::MAX);
    let bits = read_number(words, WHOLE, |n| range.contains(n))?;
    Ok(Contents::from_bits_retain(bits as u32))
}

const WHOLE: &str = "whole number of 32 bits";

impl<T> Table<T> {
    /// Columns of lines that begin with no mark.
    pub const fn new(columns: &'static [Column<T>]) -> Self {
        Self::marked("", columns)
    }

    /// Columns after a word that all lines of the kind begin with.
    pub const fn marked(mark: &'static str, columns: &'static [Column<T>]) -> Self {
        Self { mark, columns }
    }

    /// The names of all columns, the mark before them, separated by one space.
    pub fn names(&self) -> String {
        let mark = Some(self.mark).filter(|mark| !mark.is_empty());
        let names: Vec<&str> = mark.into_iter().chain(self.columns()).collect();
        names.join(" ")
    }

    /// How many words a line has.
    pub fn width(&self) -> usize {
        self.names().split_ascii_whitespace().count()
    }

    /// Whether a line begins with the mark.
    pub fn marks(&self, text: &str) -> bool {
        text.split_ascii_whitespace().next() == Some(self.mark)
    }

    /// Reads a line into a record; its number counts from 1, for the error. An error leaves a record of which some columns are
    /// read.
    ///
    /// # Errors
    /// A wrong count of words, or a word that is not of its column.
    pub fn read(&self, text: &str, line: usize, record: &mut T) -> Result<(), RecordingError> {
        let mut words = text.split_ascii_whitespace();
        if !self.mark.is_empty() && words.next() != Some(self.mark) {
            return Err(self.error(line, format!("it does not begin with `{}`", self.mark)));
        }
        let read = Part::read(self, &mut words, record);
        if read.is_ok() && words.next().is_none() {
            return Ok(());
        }
        let (count, width) = (text.split_ascii_whitespace().count(), self.width());
        match read {
            Err(Some(why)) if count == width => Err(self.error(line, why)),
            _ => {
                let why = format!("{count} fields; wanted {width}, `{}`", self.names());
                Err(RecordingError::Line { line, why })
            }
        }
    }

    /// An error about a line of this kind.
    pub fn error(&self, line: usize, why: impl fmt::Display) -> RecordingError {
        RecordingError::Line {
            line,
            why: format!("{why}; wanted `{}`", self.names()),
        }
    }
}

impl<T: Clone> Table<T> {
    /// The line of a record, without its end.
    pub fn row(&self, record: &T) -> String {
        let mut row = self.mark.to_owned();
        self.visit(&mut record.clone(), &mut |number| {
            let gap = if row.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(row, "{gap}{number}");
        });
        row
    }

    /// Whether two records are equal to the bit in all columns that are watched.
    pub fn same(&self, a: &T, b: &T) -> bool {
        Part::same(self, &mut a.clone(), &mut b.clone())
    }
}

impl<T> Part<T> for Table<T> {
    fn columns(&self) -> Vec<&'static str> {
        let names = self.columns.iter().map(|column| match column.field {
            Field::Within(part) => part.columns(),
            _ => vec![column.names],
        });
        names.flatten().collect()
    }

    fn read(&self, words: &mut SplitAsciiWhitespace, record: &mut T) -> Result<(), Wrong> {
        self.columns
            .iter()
            .try_for_each(|column| column.read(words, record))
    }

    fn visit(&self, record: &mut T, visit: &mut dyn FnMut(Number)) {
        for column in self.columns {
            column.visit(record, visit);
        }
    }

    fn same(&self, a: &mut T, b: &mut T) -> bool {
        self.columns.iter().all(|column| column.same(a, b))
    }
}

impl<T, U> Part<T> for Within<T, U> {
    fn columns(&self) -> Vec<&'static str> {
        Part::columns(&self.table)
    }

    fn read(&self, words: &mut SplitAsciiWhitespace, record: &mut T) -> Result<(), Wrong> {
        Part::read(&self.table, words, (self.at)(record))
    }

    fn visit(&self, record: &mut T, visit: &mut dyn FnMut(Number)) {
        self.table.visit((self.at)(record), visit);
    }

    fn same(&self, a: &mut T, b: &mut T) -> bool {
        Part::same(&self.table, (self.at)(a), (self.at)(b))
    }
}
