//! Answers as lines of text: [`Trace`] without the values that have no field.

use super::{Float, RecordingError, all_of, fields, written};
use crate::Trace;
use clipmark_geometry::{Contents, Point, Vec3};
use std::io::{self, Read, Write};

/// An answer as written: [`Trace`] without the values that have no field in a line.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// All fields, floats as their bits.
    pub fn bits(&self) -> [u32; 11] {
        let (e, n) = (&self.end, &self.normal);
        let [a, b, c, d, f, g, h, i] =
            [self.fraction, e.x, e.y, e.z, n.x, n.y, n.z, self.dist].map(f32::to_bits);
        let flags = [self.start_solid, self.all_solid].map(u32::from);
        [a, b, c, d, f, g, h, i, flags[0], flags[1], self.contents.bits()]
    }
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
    Ok(written(from)?.map(|line| line.and_then(|(line, text)| answer(line, &text))))
}

fn answer(line: usize, text: &str) -> Result<Answer, RecordingError> {
    const WANTED: &str = "fraction endx endy endz nx ny nz planedist startsolid allsolid contents";
    const FIELDS: usize = 11;
    /// Fields of a sweep.
    const OF_SWEEP: usize = 6;
    let bad = |why: String| RecordingError::Line { line, why };
    let count = text.split_ascii_whitespace().count();
    if count != FIELDS {
        let hint = match count {
            OF_SWEEP => "; these six are a sweep: give the file of answers here",
            _ => "",
        };
        return Err(bad(format!(
            "{count} fields; an answer has {FIELDS}, `{WANTED}`{hint}"
        )));
    }
    // Contents have more bits than a float: they are cut off and read as a whole number.
    let (floats, contents) = text
        .trim_end()
        .rsplit_once(' ')
        .ok_or_else(|| bad(format!("wanted `{WANTED}`")))?;
    let [fraction, ex, ey, ez, nx, ny, nz, dist, start_solid, all_solid] = fields(floats, line, WANTED)?;
    let contents: i32 = contents.parse().map_err(|_| {
        bad(format!(
            "contents `{contents}` are not a whole number; wanted `{WANTED}`"
        ))
    })?;
    let flag = |x: f32| match x {
        0.0 => Ok(false),
        1.0 => Ok(true),
        _ => Err(bad(format!("flag {x} is neither 0 nor 1; wanted `{WANTED}`"))),
    };
    Ok(Answer {
        fraction,
        end: Point::new(ex, ey, ez),
        normal: Vec3::new(nx, ny, nz),
        dist,
        start_solid: flag(start_solid)?,
        all_solid: flag(all_solid)?,
        contents: Contents::from_bits_retain(contents as u32),
    })
}

/// Writes one answer as `fraction endx endy endz nx ny nz planedist startsolid allsolid contents`.
///
/// # Errors
/// The stream itself.
pub fn write_trace(to: &mut impl Write, t: &Trace) -> io::Result<()> {
    let (n, d) = t.plane.map_or(([0.0; 3], 0.0), |p| {
        ([p.normal.x, p.normal.y, p.normal.z], p.dist)
    });
    writeln!(
        to,
        "{} {} {} {} {} {} {} {} {} {} {}",
        Float(t.fraction),
        Float(t.end.x),
        Float(t.end.y),
        Float(t.end.z),
        Float(n[0]),
        Float(n[1]),
        Float(n[2]),
        Float(d),
        u8::from(t.start_solid),
        u8::from(t.all_solid),
        t.contents.bits() as i32,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sweep;
    use clipmark_geometry::{Hull, Plane};

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
        assert_eq!(read.bits(), Answer::from(&trace).bits());
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
            six.starts_with("line 1: 6 fields; an answer has 11, `fraction endx ")
                && six.ends_with("give the file of answers here"),
            "{six}"
        );
        assert!(said("1\n").starts_with("line 1: 1 fields; an answer has 11"));
    }
}
