//! The directory of a map file and checked access to its records.

use super::MapError;
use crate::sources::record::{Record, lump as lump_of};

/// A part of the file: number in the directory, length of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lump {
    Entities,
    Shaders,
    Planes,
    Nodes,
    Leafs,
    LeafSurfaces,
    LeafBrushes,
    Models,
    Brushes,
    BrushSides,
    Vertices,
    Surfaces,
}

pub(super) const HEADER: usize = 8 + 17 * 8;

impl Lump {
    pub(super) const ALL: [Self; 12] = [
        Self::Entities,
        Self::Shaders,
        Self::Planes,
        Self::Nodes,
        Self::Leafs,
        Self::LeafSurfaces,
        Self::LeafBrushes,
        Self::Models,
        Self::Brushes,
        Self::BrushSides,
        Self::Vertices,
        Self::Surfaces,
    ];

    /// Place in the directory, length of a record in bytes, name for messages.
    pub(super) const fn facts(self) -> (usize, usize, &'static str) {
        match self {
            Self::Entities => (0, 1, "entities"),
            Self::Shaders => (1, 72, "shaders"),
            Self::Planes => (2, 16, "planes"),
            Self::Nodes => (3, 36, "nodes"),
            Self::Leafs => (4, 48, "leafs"),
            Self::LeafSurfaces => (5, 4, "leaf surfaces"),
            Self::LeafBrushes => (6, 4, "leaf brushes"),
            Self::Models => (7, 40, "models"),
            Self::Brushes => (8, 12, "brushes"),
            Self::BrushSides => (9, 8, "brush sides"),
            Self::Vertices => (10, 44, "vertices"),
            Self::Surfaces => (13, 104, "surfaces"),
        }
    }
}

/// The lumps of a file, each inside the file and a whole number of records.
pub(super) struct Lumps<'a> {
    lumps: [&'a [u8]; Lump::ALL.len()],
}

impl<'a> Lumps<'a> {
    pub(super) fn new(file: &'a [u8]) -> Result<Self, MapError> {
        if file.len() >= 4 && !file.starts_with(b"IBSP") {
            return Err(MapError::Magic(String::from_utf8_lossy(&file[..4]).into_owned()));
        }
        if file.len() < HEADER {
            return Err(MapError::NoHeader {
                bytes: file.len(),
                header: HEADER,
            });
        }
        let header = Record(file);
        if header.u32(4) != 46 {
            return Err(MapError::Version(header.u32(4)));
        }
        let mut lumps = [&file[..0]; Lump::ALL.len()];
        for (lump, out) in Lump::ALL.into_iter().zip(&mut lumps) {
            let (place, stride, name) = lump.facts();
            *out = lump_of(file, 8 + place * 8, stride, name)?;
        }
        Ok(Self { lumps })
    }

    pub(super) fn bytes(&self, lump: Lump) -> &'a [u8] {
        self.lumps[lump as usize]
    }

    pub(super) fn count(&self, lump: Lump) -> usize {
        self.bytes(lump).len() / lump.facts().1
    }

    /// The records of a lump with their numbers.
    pub(super) fn records(&self, lump: Lump) -> impl ExactSizeIterator<Item = (usize, Record<'a>)> + use<'a> {
        self.bytes(lump)
            .chunks_exact(lump.facts().1)
            .map(Record)
            .enumerate()
    }
}
