//! The text formats in which sweeps and answers are exchanged with other tools, plain or gzip'd. They have one record a line,
//! one space between fields, and floats in C's `%.9g` (which restores every f32 exactly).

use crate::{Sweep, Trace};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use std::io::{self, BufRead, BufReader, Read, Write};
use thiserror::Error;

/// Why a recording could not be read.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// The file itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line that is not of the format.
    #[error("line {line}: {why}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// The fault and the expected form.
        why: String,
    },
}

/// Longest line read, in bytes: twenty fields of the longest floats have some 400.
pub const LONGEST_LINE: usize = 4096;
/// Lines held at once at most, by readers that need them all: two days of play at 125 Hz.
pub const MOST_LINES: usize = 20_000_000;

/// The lines of a text, each with its number from 1; the text may be gzip'd. Holds one line at a time.
pub struct Lines<'a> {
    text: BufReader<Box<dyn Read + 'a>>,
    number: usize,
    ended: bool,
}

/// Unpacks what is gzip'd, by its first two bytes, and passes on what is not. A few bytes may unpack to very many.
///
/// # Errors
/// A stream that cannot be read. Broken gzip shows as it is reached.
pub fn unpacked<'a>(from: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    // One kind of stream for all: its readers are compiled once, not in every crate that reads.
    let mut from: Box<dyn Read + 'a> = Box::new(from);
    const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
    let mut head = Vec::new();
    from.by_ref().take(2).read_to_end(&mut head)?;
    let is_gzip = head == GZIP_MAGIC;
    let whole = io::Cursor::new(head).chain(from);
    Ok(if is_gzip {
        Box::new(flate2::read::MultiGzDecoder::new(whole))
    } else {
        Box::new(whole)
    })
}

/// The lines of a text, one by one.
///
/// # Errors
/// A stream that cannot be read. Broken gzip and lines of more than [`LONGEST_LINE`] bytes show as they are reached.
pub fn stream<'a>(from: impl Read + 'a) -> Result<Lines<'a>, RecordingError> {
    Ok(Lines {
        text: BufReader::new(unpacked(from)?),
        number: 0,
        ended: false,
    })
}

impl Lines<'_> {
    fn read(&mut self) -> Result<Option<String>, RecordingError> {
        let mut line = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        if (&mut self.text).take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let bad = |why| RecordingError::Line {
            line: self.number,
            why,
        };
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() > LONGEST_LINE {
            return Err(bad(format!("the line has more than {LONGEST_LINE} bytes")));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let text = String::from_utf8(line);
        text.map(Some)
            .map_err(|_| bad("the line is not UTF-8 text".into()))
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<(usize, String), RecordingError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.read();
        self.ended = !matches!(line, Ok(Some(_)));
        let number = self.number;
        line.transpose().map(|line| line.map(|text| (number, text)))
    }
}

/// The lines of a text, which may be gzip'd, all at once.
///
/// # Errors
/// A stream that cannot be read, broken gzip, a line over [`LONGEST_LINE`] bytes, or more than [`MOST_LINES`] lines.
pub fn lines(from: impl Read) -> Result<Vec<String>, RecordingError> {
    all_of(stream(from)?)
}

fn all_of(lines: Lines<'_>) -> Result<Vec<String>, RecordingError> {
    let mut all = Vec::new();
    for line in lines {
        let (number, text) = line?;
        if number > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} lines; cut it into parts");
            return Err(RecordingError::Line { line: number, why });
        }
        all.push(text);
    }
    Ok(all)
}

/// The numbers of a line: exactly `N`, all finite.
///
/// # Errors
/// A wrong count, or a field that is no finite number; `line` counts from 1.
pub fn fields<const N: usize>(text: &str, line: usize, wanted: &str) -> Result<[f32; N], RecordingError> {
    let bad = |why: String| RecordingError::Line { line, why };
    let mut out = [0.0; N];
    let mut count = 0;
    for field in text.split_ascii_whitespace() {
        let x: f32 = field
            .parse()
            .ok()
            .filter(|x: &f32| x.is_finite())
            .ok_or_else(|| bad(format!("`{field}` is not a finite number; wanted `{wanted}`")))?;
        if let Some(slot) = out.get_mut(count) {
            *slot = x;
        }
        count += 1;
    }
    if count == N {
        Ok(out)
    } else {
        Err(bad(format!("{count} fields; wanted {N}, `{wanted}`")))
    }
}

/// Reads `sx sy sz ex ey ez` lines as sweeps of one hull.
///
/// # Errors
/// The file itself, a line that is not six finite numbers, or more than [`MOST_LINES`] of them.
pub fn read_sweeps(from: impl Read, hull: Hull, mask: Contents) -> Result<Vec<Sweep>, RecordingError> {
    let mut all = Vec::new();
    for sweep in stream_sweeps(from, hull, mask)? {
        all.push(sweep?);
        if all.len() > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} sweeps; cut it into parts");
            return Err(RecordingError::Line { line: all.len(), why });
        }
    }
    Ok(all)
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
    let sweep = move |(line, text): (usize, String)| {
        let [sx, sy, sz, ex, ey, ez] = fields(&text, line, "sx sy sz ex ey ez")?;
        Ok(Sweep {
            hull,
            start: Point::new(sx, sy, sz),
            end: Point::new(ex, ey, ez),
            mask,
        })
    };
    let written = stream(from)?.filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty()));
    Ok(written.map(move |line| line.and_then(sweep)))
}

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
/// The file itself, a line that is not an answer, or more than [`MOST_LINES`] of them.
pub fn read_answers(from: impl Read) -> Result<Vec<Answer>, RecordingError> {
    let mut all = Vec::new();
    for answer in stream_answers(from)? {
        all.push(answer?);
        if all.len() > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} answers; cut it into parts");
            return Err(RecordingError::Line { line: all.len(), why });
        }
    }
    Ok(all)
}

/// The same, one by one.
///
/// # Errors
/// The file itself; a line that is not an answer shows as it is reached.
pub fn stream_answers<'a>(
    from: impl Read + 'a,
) -> Result<impl Iterator<Item = Result<Answer, RecordingError>>, RecordingError> {
    let written = stream(from)?.filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty()));
    Ok(written.map(|line| line.and_then(|(line, text)| answer(line, &text))))
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

/// A float that displays as C's `%.9g`.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f32);

impl std::fmt::Display for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const DIGITS: i32 = 9;
        let x = f64::from(self.0);
        if !x.is_finite() {
            return write!(f, "{x}");
        }
        if x == 0.0 {
            return f.write_str(if x.is_sign_negative() { "-0" } else { "0" });
        }
        // The exponent after rounding to nine digits decides between the two notations, as in C.
        let scientific = format!("{x:.*e}", DIGITS as usize - 1);
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let trim = |s: &str| -> String {
            if s.contains('.') {
                s.trim_end_matches('0').trim_end_matches('.').to_owned()
            } else {
                s.to_owned()
            }
        };
        if !(-4..DIGITS).contains(&exponent) {
            let sign = if exponent < 0 { '-' } else { '+' };
            write!(f, "{}e{sign}{:02}", trim(mantissa), exponent.abs())
        } else {
            f.write_str(&trim(&format!("{x:.*}", (DIGITS - 1 - exponent) as usize)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    #[test]
    fn answers_are_read_as_they_are_written() {
        let sweep = Sweep::new(Hull::Point, Point::origin(), Point::new(1.0, 2.0, 3.0));
        let trace = Trace {
            fraction: 0.1,
            end: Point::new(-0.0, 1e-9, 0.3),
            plane: Some(clipmark_geometry::Plane::new(Vec3::z(), -7.25)),
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
    fn a_bad_line_is_named() {
        let text = "0 0 0 1 1 1\n0 0 zero 1 1 1\n";
        let err = read_sweeps(text.as_bytes(), Hull::Point, Contents::SOLID).unwrap_err();
        assert_eq!(
            err.to_string(),
            "line 2: `zero` is not a finite number; wanted `sx sy sz ex ey ez`"
        );
        let err = read_sweeps("0 0 0 1 1\n".as_bytes(), Hull::Point, Contents::SOLID).unwrap_err();
        assert_eq!(err.to_string(), "line 1: 5 fields; wanted 6, `sx sy sz ex ey ez`");
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
