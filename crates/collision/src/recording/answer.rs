//! Sweeps and their answers as lines of text.

use super::{Column, RecordingError, Table, all_of, written};
use crate::{Sweep, Trace};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use std::io::{self, Read, Write};

/// An answer as written: [`Trace`] without the values that have no field in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Answer {
    /// Share of the path that is free.
    pub fraction: f32,
    /// Where the hull comes to rest, in units.
    pub end: Point,
    /// Normal of the surface met; null when none.
    pub normal: Vec3,
    /// Distance of its plane.
    pub dist: f32,
    /// The sweep starts inside a solid.
    pub start_solid: bool,
    /// The sweep starts and ends inside one solid.
    pub all_solid: bool,
    /// Contents of the solid that was met.
    pub contents: Contents,
}

impl From<&Trace> for Answer {
    fn from(t: &Trace) -> Self {
        let (normal, dist) = t.plane.map_or((Vec3::zeros(), 0.0), |p| (p.normal, p.dist));
        Self {
            fraction: t.fraction,
            end: t.end,
            normal,
            dist,
            start_solid: t.start_solid,
            all_solid: t.all_solid,
            contents: t.contents,
        }
    }
}

impl Answer {
    /// The columns of an answer.
    pub const COLUMNS: Table<Self> = Table::new(&[
        Column::float("fraction", |a| &mut a.fraction),
        Column::vector("endx endy endz", |a| &mut a.end.coords),
        Column::vector("nx ny nz", |a| &mut a.normal),
        Column::float("planedist", |a| &mut a.dist),
        Column::flag("startsolid", |a| &mut a.start_solid),
        Column::flag("allsolid", |a| &mut a.all_solid),
        Column::contents("contents", |a| &mut a.contents),
    ]);

    /// Whether all fields are equal to the bit.
    pub fn same(&self, other: &Self) -> bool {
        Self::COLUMNS.same(self, other)
    }
}

/// The columns of a sweep, whose hull and mask are not written.
const SWEEP: Table<Sweep> = Table::new(&[
    Column::vector("sx sy sz", |s| &mut s.start.coords),
    Column::vector("ex ey ez", |s| &mut s.end.coords),
]);

/// Reads `sx sy sz ex ey ez` lines as sweeps of one hull.
///
/// # Errors
/// The file itself, a line that is not six finite numbers, or more than [`MOST_LINES`](super::MOST_LINES) of them.
pub fn read_sweeps(from: impl Read, hull: Hull, mask: Contents) -> Result<Vec<Sweep>, RecordingError> {
    all_of(stream_sweeps(from, hull, mask)?, "sweeps")
}

/// The same, one by one.
///
/// # Errors
/// The file itself; a line that is not six finite numbers shows as it is reached.
pub fn stream_sweeps<'a>(
    from: impl Read + 'a,
    hull: Hull,
    mask: Contents,
) -> Result<impl Iterator<Item = Result<Sweep, RecordingError>>, RecordingError> {
    let blank = Sweep {
        mask,
        ..Sweep::new(hull, Point::origin(), Point::origin())
    };
    Ok(written(from)?.map(move |line| {
        let (line, text) = line?;
        let mut sweep = blank;
        SWEEP.read(&text, line, &mut sweep)?;
        Ok(sweep)
    }))
}

/// Reads lines as [`write_trace`] writes them.
///
/// # Errors
/// The file itself, a line that is not an answer, or more than [`MOST_LINES`](super::MOST_LINES) of them.
pub fn read_answers(from: impl Read) -> Result<Vec<Answer>, RecordingError> {
    all_of(stream_answers(from)?, "answers")
}

/// The same, one by one.
///
/// # Errors
/// The file itself; a line that is not an answer shows as it is reached.
pub fn stream_answers<'a>(
    from: impl Read + 'a,
) -> Result<impl Iterator<Item = Result<Answer, RecordingError>>, RecordingError> {
    Ok(written(from)?.map(|line| {
        let (line, text) = line?;
        let mut answer = Answer::default();
        match Answer::COLUMNS.read(&text, line, &mut answer) {
            Err(_) if text.split_ascii_whitespace().count() == SWEEP.width() => {
                let why = "these six fields are a sweep; give the file of answers here";
                Err(Answer::COLUMNS.error(line, why))
            }
            read => read.map(|()| answer),
        }
    }))
}

/// Writes one answer as `fraction endx endy endz nx ny nz planedist startsolid allsolid contents`.
///
/// # Errors
/// The stream itself.
pub fn write_trace(to: &mut impl Write, t: &Trace) -> io::Result<()> {
    writeln!(to, "{}", Answer::COLUMNS.row(&t.into()))
}
