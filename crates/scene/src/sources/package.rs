//! Reading files and members of `.pk3` packages (zip archives), with limits on memory. `pak` reads the other kind.

use crate::Problem;
use std::fs::File;
#[cfg(not(target_family = "wasm"))]
use std::io::BufReader;
use std::io::Read;
use std::path::Path;
#[cfg(not(target_family = "wasm"))]
use zip::{ZipArchive, result::ZipError};

/// Largest map read, in bytes: some ten times the largest in the OpenArena packages. A zip bomb ends here.
pub(crate) const MAX_MAP_BYTES: u64 = 128 << 20;
/// How many maps of a package a message names.
const NAMED: usize = 5;

/// Endings of archives.
const ARCHIVES: [&str; 2] = [".pk3:", ".pak:"];
/// Endings of maps that a message names.
const MAPS: [&str; 2] = [".bsp", ".map"];

/// `a.pk3:maps/b.bsp` or `a.pak:maps/b.bsp` as archive and member.
pub(crate) fn split(spec: &str) -> Option<(&str, &str)> {
    let lower = spec.to_ascii_lowercase();
    let at = ARCHIVES
        .iter()
        .filter_map(|a| Some(lower.find(a)? + a.len() - 1))
        .min()?;
    Some((&spec[..at], &spec[at + 1..]))
}

/// A whole file, not empty and not beyond the limit.
pub(crate) fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
    let file = open(path)?;
    let bytes = file.metadata().map_err(Problem::Unreadable)?.len();
    if bytes > limit {
        return Err(Problem::TooLarge { bytes, limit });
    }
    all(file, limit)
}

/// A page brings the members that it needs as files of their own.
#[cfg(target_family = "wasm")]
pub(crate) fn read_member(_: &Path, member: &str) -> Result<Vec<u8>, Problem> {
    Err(Problem::NotAPackage(format!(
        "{member}: archives are not read here"
    )))
}

/// A member of a package; letter case does not matter, as in the game.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn read_member(path: &Path, member: &str) -> Result<Vec<u8>, Problem> {
    let file = open(path)?;
    let metadata = file.metadata().map_err(Problem::Unreadable)?;
    if metadata.is_file() && metadata.len() == 0 {
        return Err(Problem::EmptyFile);
    }
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(broken)?;
    let names: Vec<String> = archive
        .file_names()
        .filter_map(|n| n.ok().map(|n| n.into_owned()))
        .collect();
    let Some(name) = names.iter().find(|n| n.eq_ignore_ascii_case(member)) else {
        return Err(no_member(member, names));
    };
    let entry = archive.by_name(name).map_err(broken)?;
    let bytes = entry.size();
    if bytes > MAX_MAP_BYTES {
        return Err(Problem::TooLarge {
            bytes,
            limit: MAX_MAP_BYTES,
        });
    }
    all(entry, MAX_MAP_BYTES).map_err(|p| match p {
        Problem::Unreadable(e) => Problem::NotAPackage(format!("{member}: {e}")),
        p => p,
    })
}

/// Opens a regular file. A pipe would block until somebody writes to it, and a device may have no end.
fn open(path: &Path) -> Result<File, Problem> {
    let found = std::fs::metadata(path).map_err(Problem::Unreadable)?;
    if found.is_file() || found.is_dir() {
        return File::open(path).map_err(Problem::Unreadable);
    }
    let why = "it is a pipe or a device; give a regular file";
    Err(Problem::Unreadable(std::io::Error::other(why)))
}

/// The message for a member that is missing, or not named: some of the existing maps.
pub(super) fn no_member(member: &str, names: Vec<String>) -> Problem {
    let is_map = |n: &String| MAPS.iter().any(|e| n.to_ascii_lowercase().ends_with(e));
    let mut maps: Vec<String> = names.into_iter().filter(is_map).collect();
    maps.sort();
    let more = maps.len().saturating_sub(NAMED);
    maps.truncate(NAMED);
    if more > 0 {
        maps.push(format!("and {more} more"));
    }
    if member.is_empty() {
        Problem::NoMemberNamed(maps)
    } else {
        let member = member.into();
        Problem::NoMember { member, maps }
    }
}

/// Reads to the end but never past the limit, whatever the size was said to be.
fn all(from: impl Read, limit: u64) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    from.take(limit + 1)
        .read_to_end(&mut out)
        .map_err(Problem::Unreadable)?;
    match out.len() as u64 {
        0 => Err(Problem::EmptyFile),
        bytes if bytes > limit => Err(Problem::TooLarge { bytes, limit }),
        _ => Ok(out),
    }
}

#[cfg(not(target_family = "wasm"))]
fn broken(error: ZipError) -> Problem {
    match error {
        ZipError::Io(e) if e.kind() != std::io::ErrorKind::UnexpectedEof => Problem::Unreadable(e),
        e => Problem::NotAPackage(e.to_string()),
    }
}
