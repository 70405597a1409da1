//! Where a scene's maps and meshes come from: the disk, its `.pk3` (zip) and `.pak` archives, or whatever else holds their bytes.
//! All reading has a limit.
//!
//! A pak is "PACK", the directory's offset and length, and 64 bytes a member: name, offset, length. Nothing is compressed.
//! Source: the published description of the format (Quake Specs, 1996).

use crate::Problem;
use crate::problem::{LONGEST_QUOTE, empty, quoted, shortened};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Largest map read, in bytes: some ten times the largest in the OpenArena packages. A zip bomb ends here.
pub(crate) const MAX_MAP_BYTES: u64 = 128 << 20;

/// Gives the bytes of the files that a scene names.
pub trait Files {
    /// A whole file, or its `member`, of at most `limit` bytes.
    ///
    /// # Errors
    /// A file that is missing, empty, too large or damaged. A [`Problem`] may be the error's source.
    fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> io::Result<Vec<u8>>;
}

/// The disk. Members are those of `.pk3` and `.pak` archives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> io::Result<Vec<u8>> {
        let ends = |e: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(e));
        match member {
            _ if ends("pak") => pak_member(path, member.unwrap_or_default(), limit),
            _ if member.is_some() || ends("pk3") => zip_member(path, member.unwrap_or_default(), limit),
            _ => read_file(path, limit),
        }
    }
}

/// `a.pk3:maps/b.bsp` or `a.pak:maps/b.bsp` as archive and member.
pub(crate) fn split(spec: &str) -> Option<(&str, &str)> {
    let lower = spec.to_ascii_lowercase();
    let ends = [".pk3:", ".pak:"].map(|ending| lower.find(ending));
    let colon = ends.into_iter().flatten().min()? + ".pk3".len();
    Some((&spec[..colon], &spec[colon + 1..]))
}

/// A whole file, not empty and not beyond the limit.
pub(crate) fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    small_enough(file.metadata()?.len(), limit)?;
    to_the_end(file, limit)
}

/// Refuses more bytes than are read, and none.
///
/// # Errors
/// That fault.
pub fn check_size(bytes: u64, limit: u64) -> io::Result<()> {
    match bytes {
        0 => Err(empty().into()),
        bytes => small_enough(bytes, limit),
    }
}

fn small_enough(bytes: u64, limit: u64) -> io::Result<()> {
    if bytes <= limit {
        return Ok(());
    }
    let message = format_args!("the file holds {bytes} bytes, and {limit} are the most that are read");
    Err(Problem::new(message, "give a smaller one").into())
}

/// Reads to the end but never past the limit, whatever the size was said to be.
fn to_the_end(from: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    from.take(limit + 1).read_to_end(&mut out)?;
    check_size(out.len() as u64, limit)?;
    Ok(out)
}

/// Opens a regular file. A pipe would block until somebody writes to it, and a device may have no end.
fn open(path: &Path) -> io::Result<File> {
    let found = std::fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return File::open(path);
    }
    Err(io::Error::other("it is a pipe or a device; give a regular file"))
}

/// A page brings the members that it needs as files of their own.
#[cfg(target_family = "wasm")]
fn zip_member(_: &Path, member: &str, _: u64) -> io::Result<Vec<u8>> {
    Err(no_package(format_args!("{member}: archives are not read here")).into())
}

/// A member of a package; letter case does not matter, as in the game.
#[cfg(not(target_family = "wasm"))]
fn zip_member(path: &Path, member: &str, limit: u64) -> io::Result<Vec<u8>> {
    use zip::result::ZipError;
    let broken = |error| match error {
        ZipError::Io(e) if e.kind() != io::ErrorKind::UnexpectedEof => e,
        e => no_package(e).into(),
    };
    let file = open(path)?;
    if file.metadata()?.is_file() {
        check_size(file.metadata()?.len(), u64::MAX)?;
    }
    let mut archive = zip::ZipArchive::new(io::BufReader::new(file)).map_err(broken)?;
    let names = archive.file_names().flatten().map(|n| n.into_owned());
    let names: Vec<String> = names.collect();
    let name = named(&names, member)?;
    let entry = archive.by_name(name).map_err(broken)?;
    small_enough(entry.size(), limit)?;
    to_the_end(entry, limit).map_err(|e| match e.downcast::<Problem>() {
        Ok(problem) => problem.into(),
        Err(e) => no_package(format_args!("{member}: {e}")).into(),
    })
}

fn no_package(why: impl std::fmt::Display) -> Problem {
    let message = format_args!("no readable pk3 (zip) package: {why}");
    Problem::new(message, "fetch or pack it again")
}

/// A member of a pak; letter case does not matter, as in the game.
fn pak_member(path: &Path, member: &str, limit: u64) -> io::Result<Vec<u8>> {
    const HEADER: usize = 12;
    const ENTRY: usize = 64;
    const NAME: usize = 56;
    /// Largest directory read, in bytes: 16,384 members, eight times those of the game's own.
    const MAX_DIRECTORY: u64 = 1 << 20;
    let damaged = |why: &str| -> io::Error {
        let message = format_args!("no readable pak archive: {why}");
        Problem::new(message, "fetch or pack it again").into()
    };
    let mut file = open(path)?;
    let size = file.metadata()?.len();
    check_size(size, u64::MAX)?;
    if size < HEADER as u64 {
        return Err(damaged("it is cut off"));
    }
    // A stretch of the file, which is known to be inside it.
    let mut part = |offset: u64, length: u64| {
        file.seek(SeekFrom::Start(offset))?;
        let mut out = vec![0; length as usize];
        file.read_exact(&mut out)?;
        io::Result::Ok(out)
    };
    let header = part(0, HEADER as u64)?;
    if !header.starts_with(b"PACK") {
        return Err(damaged("it does not begin with \"PACK\""));
    }
    let word = |from: &[u8], at: usize| {
        let bytes = from[at..].first_chunk().copied().unwrap_or_default();
        u64::from(u32::from_le_bytes(bytes))
    };
    let (offset, length) = (word(&header, 4), word(&header, 8));
    if offset + length > size || length > MAX_DIRECTORY || !length.is_multiple_of(ENTRY as u64) {
        return Err(damaged("its directory lies outside of it or is too long"));
    }
    let directory = part(offset, length)?;
    let names = directory.chunks_exact(ENTRY).map(|entry| {
        let end = entry[..NAME].iter().position(|b| *b == 0).unwrap_or(NAME);
        String::from_utf8_lossy(&entry[..end]).into_owned()
    });
    let names: Vec<String> = names.collect();
    let found = named(&names, member)?;
    let number = names.iter().position(|name| name == found).unwrap_or_default();
    let entry = &directory[number * ENTRY..];
    let (offset, bytes) = (word(entry, NAME), word(entry, NAME + 4));
    if offset + bytes > size {
        return Err(damaged("a member reaches past its end"));
    }
    check_size(bytes, limit)?;
    part(offset, bytes)
}

/// The member as the archive names it. The message for one that is missing, or not named, lists some of the maps.
fn named<'a>(names: &'a [String], member: &str) -> Result<&'a str, Problem> {
    const LISTED: usize = 5;
    if let Some(name) = names.iter().find(|n| n.eq_ignore_ascii_case(member)) {
        return Ok(name);
    }
    let is_map = |n: &&String| {
        [".bsp", ".map"]
            .iter()
            .any(|e| n.to_ascii_lowercase().ends_with(e))
    };
    let mut maps: Vec<&str> = names.iter().filter(is_map).map(String::as_str).collect();
    maps.sort_unstable();
    let shown = maps.iter().take(LISTED).map(|map| shortened(map, LONGEST_QUOTE));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let holds = match maps.len() {
        0 => "it holds no maps".into(),
        n if n > LISTED => format!("it holds {shown}, and {} more", n - LISTED),
        _ => format!("it holds {shown}"),
    };
    Err(match member.is_empty() {
        true => Problem::new(
            "which map of the package?",
            format!("write `x.pk3:maps/y.bsp`; {holds}"),
        ),
        false => Problem::new(format_args!("the package has no {}", quoted(member)), holds),
    })
}
