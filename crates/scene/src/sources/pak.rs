//! Members of Quake's `.pak` archives.
//!
//! Source: the published description of the format (Quake Specs, 1996). It is "PACK", the directory's offset and
//! length, and 64 bytes a member: name, offset, length. Nothing is compressed.

use super::package::{MAX_MAP_BYTES, no_member};
use crate::Problem;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const HEADER: usize = 12;
const ENTRY: usize = 64;
const NAME: usize = 56;
/// Largest directory read, in bytes: 16,384 members, eight times those of the game's own.
const MAX_DIRECTORY: u64 = 1 << 20;

/// A member of an archive; letter case does not matter, as in the game.
pub(crate) fn read_member(path: &Path, member: &str) -> Result<Vec<u8>, Problem> {
    let mut file = File::open(path).map_err(Problem::Unreadable)?;
    let size = file.metadata().map_err(Problem::Unreadable)?.len();
    let damaged = |why: &str| Problem::NotAPak(why.into());
    let mut header = [0; HEADER];
    if size < HEADER as u64 {
        return Err(if size == 0 {
            Problem::EmptyFile
        } else {
            damaged("it is cut off")
        });
    }
    file.read_exact(&mut header).map_err(Problem::Unreadable)?;
    if !header.starts_with(b"PACK") {
        return Err(damaged("it does not begin with \"PACK\""));
    }
    let word = |bytes: &[u8], at: usize| {
        u64::from(u32::from_le_bytes([
            bytes[at],
            bytes[at + 1],
            bytes[at + 2],
            bytes[at + 3],
        ]))
    };
    let (offset, length) = (word(&header, 4), word(&header, 8));
    if offset + length > size || length > MAX_DIRECTORY || !length.is_multiple_of(ENTRY as u64) {
        return Err(damaged("its directory lies outside of it or is too long"));
    }
    let directory = part(&mut file, offset, length)?;
    let name = |entry: &[u8]| {
        let end = entry[..NAME].iter().position(|b| *b == 0).unwrap_or(NAME);
        String::from_utf8_lossy(&entry[..end]).into_owned()
    };
    let found = directory
        .chunks_exact(ENTRY)
        .find(|e| name(e).eq_ignore_ascii_case(member));
    let Some(entry) = found else {
        return Err(no_member(
            member,
            directory.chunks_exact(ENTRY).map(name).collect(),
        ));
    };
    let (offset, bytes) = (word(entry, NAME), word(entry, NAME + 4));
    if offset + bytes > size {
        return Err(damaged("a member reaches past its end"));
    }
    if bytes > MAX_MAP_BYTES {
        let limit = MAX_MAP_BYTES;
        return Err(Problem::TooLarge { bytes, limit });
    }
    if bytes == 0 {
        return Err(Problem::EmptyFile);
    }
    part(&mut file, offset, bytes)
}

/// A stretch of a file that is known to be inside it.
fn part(file: &mut File, offset: u64, length: u64) -> Result<Vec<u8>, Problem> {
    file.seek(SeekFrom::Start(offset)).map_err(Problem::Unreadable)?;
    let mut out = vec![0; length as usize];
    file.read_exact(&mut out).map_err(Problem::Unreadable)?;
    Ok(out)
}
