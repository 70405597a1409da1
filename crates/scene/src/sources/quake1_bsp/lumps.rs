//! The directory of a Quake or Half-Life map and the sizes of its records.

use super::MapError;
use crate::sources::record::{Record, lump as lump_of};

/// Which of the related formats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Version 29: indices of 16 bits.
    Quake,
    /// Version 30, the same layout.
    HalfLife,
    /// "BSP2": indices of 32 bits, bounds of floats.
    Bsp2,
    /// "2PSB": indices of 32 bits, bounds of 16 bits.
    Psb2,
}

impl Format {
    pub(super) fn of(file: &[u8]) -> Option<Self> {
        match *file.first_chunk()? {
            [29, 0, 0, 0] => Some(Self::Quake),
            [30, 0, 0, 0] => Some(Self::HalfLife),
            [b'B', b'S', b'P', b'2'] => Some(Self::Bsp2),
            [b'2', b'P', b'S', b'B'] => Some(Self::Psb2),
            _ => None,
        }
    }

    pub(super) fn is_wide(self) -> bool {
        matches!(self, Self::Bsp2 | Self::Psb2)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lump {
    Entities,
    Planes,
    Nodes,
    ClipNodes,
    Leafs,
    Models,
}

/// Version and the places of 15 lumps.
const HEADER: usize = 4 + 15 * 8;

impl Lump {
    const ALL: [Self; 6] = [
        Self::Entities,
        Self::Planes,
        Self::Nodes,
        Self::ClipNodes,
        Self::Leafs,
        Self::Models,
    ];

    /// Place in the directory, length of a record in bytes, name for messages.
    const fn facts(self, format: Format) -> (usize, usize, &'static str) {
        match self {
            Self::Entities => (0, 1, "entities"),
            Self::Planes => (1, 20, "planes"),
            Self::Nodes => match format {
                Format::Quake | Format::HalfLife => (5, 24, "nodes"),
                Format::Bsp2 => (5, 44, "nodes"),
                Format::Psb2 => (5, 32, "nodes"),
            },
            Self::ClipNodes => match format {
                Format::Quake | Format::HalfLife => (9, 8, "clip nodes"),
                Format::Bsp2 | Format::Psb2 => (9, 12, "clip nodes"),
            },
            Self::Leafs => match format {
                Format::Quake | Format::HalfLife => (10, 28, "leafs"),
                Format::Bsp2 => (10, 44, "leafs"),
                Format::Psb2 => (10, 32, "leafs"),
            },
            Self::Models => (14, 64, "models"),
        }
    }
}

/// The lumps of a file, each inside the file and a whole number of records.
pub(super) struct Lumps<'a> {
    pub(super) format: Format,
    lumps: [&'a [u8]; Lump::ALL.len()],
}

impl<'a> Lumps<'a> {
    pub(super) fn new(file: &'a [u8]) -> Result<Self, MapError> {
        let format = Format::of(file).filter(|_| file.len() >= HEADER);
        let format = format.ok_or(MapError::NoHeader {
            bytes: file.len(),
            header: HEADER,
        })?;
        let mut lumps = [&file[..0]; Lump::ALL.len()];
        for (lump, out) in Lump::ALL.into_iter().zip(&mut lumps) {
            let (place, stride, name) = lump.facts(format);
            *out = lump_of(file, 4 + place * 8, stride, name)?;
        }
        Ok(Self { format, lumps })
    }

    pub(super) fn bytes(&self, lump: Lump) -> &'a [u8] {
        self.lumps[lump as usize]
    }

    pub(super) fn count(&self, lump: Lump) -> usize {
        self.bytes(lump).len() / lump.facts(self.format).1
    }

    /// A record of a lump.
    pub(super) fn record(&self, lump: Lump, number: usize) -> Option<Record<'a>> {
        let stride = lump.facts(self.format).1;
        let from = number.checked_mul(stride)?;
        self.bytes(lump).get(from..from.checked_add(stride)?).map(Record)
    }

    /// The records of a lump with their numbers.
    pub(super) fn records(&self, lump: Lump) -> impl ExactSizeIterator<Item = (usize, Record<'a>)> + use<'a> {
        self.bytes(lump)
            .chunks_exact(lump.facts(self.format).1)
            .map(Record)
            .enumerate()
    }
}
