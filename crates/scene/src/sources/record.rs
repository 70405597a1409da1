//! Checked access to the fixed-size records of compiled maps; numbers are little-endian.

use super::MapError;
use clipmark_geometry::Point;
use std::ops::Range;

/// Largest coordinate and plane distance read, in units: four times Quake III's own bound for maps. No honest map
/// exceeds it, and windings would be cut.
pub(crate) const MAX_COORDINATE: f32 = 262_144.0;

/// A lump of a file by its entry in the directory, offset and length. It is inside the file and a whole number of
/// records.
pub(crate) fn lump<'a>(
    file: &'a [u8],
    entry: usize,
    stride: usize,
    name: &'static str,
) -> Result<&'a [u8], MapError> {
    let directory = Record(file);
    let offset = u64::from(directory.u32(entry));
    let end = offset + u64::from(directory.u32(entry + 4));
    let size = file.len() as u64;
    if end > size {
        return Err(MapError::LumpRange {
            lump: name,
            offset,
            end,
            size,
        });
    }
    let lump = &file[offset as usize..end as usize];
    if !lump.len().is_multiple_of(stride) {
        return Err(MapError::LumpLength {
            lump: name,
            length: lump.len(),
            stride,
        });
    }
    Ok(lump)
}

/// A record of a lump; offsets are in bytes and constants of the format.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a>(pub(crate) &'a [u8]);

impl Record<'_> {
    pub(crate) fn u16(&self, at: usize) -> u16 {
        let mut word = [0; 2];
        word.copy_from_slice(&self.0[at..at + 2]);
        u16::from_le_bytes(word)
    }

    pub(crate) fn u32(&self, at: usize) -> u32 {
        let mut word = [0; 4];
        word.copy_from_slice(&self.0[at..at + 4]);
        u32::from_le_bytes(word)
    }

    pub(crate) fn i32(&self, at: usize) -> i32 {
        self.u32(at) as i32
    }

    pub(crate) fn coordinate(&self, at: usize, what: &'static str, item: usize) -> Result<f32, MapError> {
        let value = f32::from_bits(self.u32(at));
        if value.abs() <= MAX_COORDINATE {
            Ok(value)
        } else {
            let limit = MAX_COORDINATE;
            Err(MapError::Coordinate { what, item, limit })
        }
    }

    pub(crate) fn point(&self, at: usize, what: &'static str, item: usize) -> Result<Point, MapError> {
        Ok(Point::new(
            self.coordinate(at, what, item)?,
            self.coordinate(at + 4, what, item)?,
            self.coordinate(at + 8, what, item)?,
        ))
    }

    /// Three whole numbers, as leaves and nodes store bounds.
    pub(crate) fn whole_point(&self, at: usize) -> Point {
        Point::new(
            self.i32(at) as f32,
            self.i32(at + 4) as f32,
            self.i32(at + 8) as f32,
        )
    }

    /// An index below `count`.
    pub(crate) fn index(
        &self,
        at: usize,
        what: &'static str,
        item: usize,
        of: &'static str,
        count: usize,
    ) -> Result<usize, MapError> {
        let first = i64::from(self.i32(at));
        Ok(checked(first, 1, what, item, of, count)?.start)
    }

    /// A run, stored as first and count.
    pub(crate) fn run(
        &self,
        at: usize,
        what: &'static str,
        item: usize,
        of: &'static str,
        count: usize,
    ) -> Result<Range<usize>, MapError> {
        let (first, length) = (i64::from(self.i32(at)), i64::from(self.i32(at + 4)));
        // An empty run may point anywhere; nothing is ever read from it.
        if length == 0 {
            return Ok(0..0);
        }
        checked(first, length, what, item, of, count)
    }
}

pub(crate) fn checked(
    first: i64,
    length: i64,
    what: &'static str,
    item: usize,
    of: &'static str,
    count: usize,
) -> Result<Range<usize>, MapError> {
    let end = first + length;
    if first < 0 || length < 0 || end > count as i64 {
        return Err(MapError::Range {
            what,
            item,
            of,
            first,
            end,
            count,
        });
    }
    Ok(first as usize..end as usize)
}
