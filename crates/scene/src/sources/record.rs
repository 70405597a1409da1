//! Checked access to compiled maps: their lumps, and the fixed-size records of these. Numbers are little-endian.

use crate::Problem;
use clipmark_geometry::{Brush, BrushError, BrushSide, Plane, Point};
use std::fmt::Display;
use std::ops::Range;

/// Largest coordinate and plane distance read, in units: four times Quake III's own bound for maps. No honest map
/// exceeds it, and windings would be cut.
pub(crate) const MAX_COORDINATE: f32 = 262_144.0;

/// A part of a map: its place in the directory, the length of a record in bytes, and the records' names for messages.
#[derive(Clone, Copy)]
pub(crate) struct Lump {
    pub(crate) place: usize,
    pub(crate) stride: usize,
    pub(crate) one: &'static str,
    pub(crate) many: &'static str,
}

impl Lump {
    pub(crate) const fn new(place: usize, stride: usize, one: &'static str, many: &'static str) -> Self {
        Self {
            place,
            stride,
            one,
            many,
        }
    }
}

/// A map that does not hold together.
pub(crate) fn damaged(what: impl Display) -> Problem {
    let message = format_args!("the map is damaged: {what}");
    Problem::new(message, "fetch or compile it again")
}

/// Records that share parts which every real map keeps apart: a damaged map would multiply them.
pub(crate) fn overlap(what: &str) -> Problem {
    damaged(format_args!("its {what} overlap"))
}

/// A tree so deep that walking it could exhaust the stack.
pub(crate) fn too_deep(most: usize) -> Problem {
    let message = format_args!("the map's tree is deeper than {most} nodes");
    Problem::new(message, "give a smaller map")
}

/// A node that is reached twice, or a loop.
pub(crate) fn no_tree(node: usize) -> Problem {
    damaged(format_args!(
        "node {node} is reached twice, so its nodes are no tree"
    ))
}

/// A compiled map, its header whole.
#[derive(Clone, Copy)]
pub(crate) struct MapFile<'a> {
    bytes: &'a [u8],
    /// Where the directory begins.
    directory: usize,
}

impl<'a> MapFile<'a> {
    /// A file whose directory of so many lumps begins there.
    pub(crate) fn new(bytes: &'a [u8], directory: usize, lumps: usize) -> Result<Self, Problem> {
        let header = directory + 8 * lumps;
        if bytes.len() >= header {
            return Ok(Self { bytes, directory });
        }
        let size = bytes.len();
        let message = format_args!("the map is cut off: {size} bytes, and its header alone takes {header}");
        Err(Problem::new(message, "fetch or compile it again"))
    }

    /// A lump, which is inside the file and a whole number of records.
    pub(crate) fn lump(&self, lump: Lump) -> Result<&'a [u8], Problem> {
        let Lump {
            place, stride, many, ..
        } = lump;
        let entry = self.directory + 8 * place;
        let word = |at: usize| u64::from(u32::from_le_bytes(four(self.bytes, at)));
        let (offset, end) = (word(entry), word(entry) + word(entry + 4));
        let size = self.bytes.len();
        if end > size as u64 {
            let message = format_args!(
                "the map is cut off or damaged: its {many} reach from byte {offset} to {end}, the file ends at {size}"
            );
            return Err(Problem::new(message, "fetch or compile it again"));
        }
        let bytes = &self.bytes[offset as usize..end as usize];
        match bytes.len().is_multiple_of(stride) {
            true => Ok(bytes),
            false => Err(damaged(format_args!(
                "its {many} take {} bytes, no multiple of {stride}",
                bytes.len()
            ))),
        }
    }

    pub(crate) fn records(&self, lump: Lump) -> Result<Records<'a>, Problem> {
        let bytes = self.lump(lump)?;
        Ok(Records { bytes, lump })
    }
}

/// The records of a lump, where they lie in the file: a damaged map may call all of its bytes one lump of small records.
#[derive(Clone, Copy)]
pub(crate) struct Records<'a> {
    bytes: &'a [u8],
    lump: Lump,
}

impl<'a> Records<'a> {
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() / self.lump.stride
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The record of that number, which is below [`len`](Self::len).
    pub(crate) fn at(&self, number: usize) -> Record<'a> {
        let stride = self.lump.stride;
        Record {
            bytes: &self.bytes[number * stride..][..stride],
            what: self.lump.one,
            number,
        }
    }

    pub(crate) fn run(self, numbers: Range<usize>) -> impl Iterator<Item = Record<'a>> {
        numbers.map(move |number| self.at(number))
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Record<'a>> {
        self.run(0..self.len())
    }
}

fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    word
}

/// A record of a lump; offsets are in bytes and constants of the format.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    bytes: &'a [u8],
    /// Its name for messages.
    what: &'static str,
    /// Its place in the lump.
    number: usize,
}

impl Record<'_> {
    pub(crate) fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    pub(crate) fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(four(self.bytes, at))
    }

    pub(crate) fn i32(&self, at: usize) -> i32 {
        self.u32(at) as i32
    }

    pub(crate) fn coordinate(&self, at: usize) -> Result<f32, Problem> {
        let value = f32::from_bits(self.u32(at));
        if value.abs() <= MAX_COORDINATE {
            return Ok(value);
        }
        Err(self.damaged(format_args!(
            "has a coordinate that is no number below {MAX_COORDINATE}"
        )))
    }

    pub(crate) fn point(&self, at: usize) -> Result<Point, Problem> {
        Ok(Point::new(
            self.coordinate(at)?,
            self.coordinate(at + 4)?,
            self.coordinate(at + 8)?,
        ))
    }

    /// A plane: its normal, of unit length, and its distance.
    pub(crate) fn plane(&self) -> Result<Plane, Problem> {
        let plane = Plane::new(self.point(0)?.coords, self.coordinate(12)?);
        match plane.is_valid() {
            true => Ok(plane),
            false => Err(self.damaged("has a normal that is not of unit length")),
        }
    }

    /// Three whole numbers, as leaves and nodes store bounds.
    pub(crate) fn whole_point(&self, at: usize) -> Point {
        Point::new(
            self.i32(at) as f32,
            self.i32(at + 4) as f32,
            self.i32(at + 8) as f32,
        )
    }

    /// An index, stored here, into `count` records of a lump.
    pub(crate) fn index(&self, at: usize, of: Lump, count: usize) -> Result<usize, Problem> {
        Ok(self.within(i64::from(self.i32(at)), 1, of.many, count)?.start)
    }

    /// A run in `count` records of a lump, stored as first and count.
    pub(crate) fn run(&self, at: usize, of: Lump, count: usize) -> Result<Range<usize>, Problem> {
        let (first, length) = (i64::from(self.i32(at)), i64::from(self.i32(at + 4)));
        // An empty run may point anywhere; nothing is ever read from it.
        match length {
            0 => Ok(0..0),
            _ => self.within(first, length, of.many, count),
        }
    }

    /// A child of a node, stored here: a node, or negative `-1 - leaf`.
    pub(crate) fn child(&self, at: usize, [nodes, leafs]: [usize; 2]) -> Result<i32, Problem> {
        let child = self.i32(at);
        match i64::from(child) {
            node @ 0.. => self.within(node, 1, "nodes", nodes)?,
            leaf => self.within(-1 - leaf, 1, "leafs", leafs)?,
        };
        Ok(child)
    }

    /// A run that this record refers to, if there are so many of the things.
    pub(crate) fn within(
        &self,
        first: i64,
        length: i64,
        of: &str,
        count: usize,
    ) -> Result<Range<usize>, Problem> {
        let end = first + length;
        if first < 0 || length < 0 || end > count as i64 {
            let message = format_args!("refers to {of} {first} to {end}, but there are {count}");
            return Err(self.damaged(message));
        }
        Ok(first as usize..end as usize)
    }

    /// A map in which this record makes no sense.
    pub(crate) fn damaged(&self, what: impl Display) -> Problem {
        let Self {
            what: name, number, ..
        } = self;
        damaged(format_args!("{name} {number} {what}"))
    }
}

/// The brushes that are kept, each with its run of sides: `side` reads one, `brush` makes the solid.
pub(crate) fn read_brushes(
    brushes: Records,
    sides: Records,
    kept: &[bool],
    side: impl Fn(Record) -> Result<BrushSide, Problem>,
    brush: impl Fn(Record, Vec<BrushSide>) -> Result<Result<Brush, BrushError>, Problem>,
) -> Result<Vec<Option<Brush>>, Problem> {
    // Brushes of a damaged file that all claim the same sides would multiply them.
    let mut left = sides.len();
    let read = |(record, kept): (Record, &bool)| {
        let run = record.run(0, sides.lump, sides.len())?;
        left = left.checked_sub(run.len()).ok_or_else(|| overlap("brushes"))?;
        if !kept {
            return Ok(None);
        }
        let own = sides.run(run).map(&side).collect::<Result<Vec<_>, Problem>>()?;
        let solid = brush(record, own)?;
        solid.map(Some).map_err(|why| {
            let message = format_args!("brush {} of the map is no solid: {why}", record.number);
            Problem::new(message, "fetch or compile it again")
        })
    };
    brushes.iter().zip(kept).map(read).collect()
}
