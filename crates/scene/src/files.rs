//! Where a scene's maps and meshes come from: the disk, or whatever else holds their bytes.

use crate::Problem;
use crate::sources::{package, pak};
use std::path::Path;

/// Gives the bytes of the files that a scene names.
pub trait Files {
    /// A whole file, or its `member`, of at most `limit` bytes.
    ///
    /// # Errors
    /// A file that is missing, empty, too large or damaged.
    fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> Result<Vec<u8>, Problem>;
}

/// The disk. Members are those of `.pk3` and `.pak` archives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> Result<Vec<u8>, Problem> {
        let ends = |e: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(e));
        match member {
            _ if ends("pak") => pak::read_member(path, member.unwrap_or_default()),
            _ if member.is_some() || ends("pk3") => package::read_member(path, member.unwrap_or_default()),
            _ => package::read_file(path, limit),
        }
    }
}
