//! Files that are read whole: only regular ones, and only up to a size. A device never ends, a pipe never begins.

use std::fs::{self, File};
use std::io::{Error, Read, Result};
use std::path::Path;

/// Reads a file of at most `largest` bytes.
///
/// # Errors
/// Whatever reading fails by; a file that is no regular file or is larger.
pub(crate) fn read_bytes(path: &Path, largest: u64) -> Result<Vec<u8>> {
    // Looked at before it is opened: to open a pipe waits for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(Error::other("it is no regular file; copy it into one first"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(Error::other(format!("it is larger than {} MB", largest >> 20)));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;

    #[test]
    fn what_is_too_large_or_no_file_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "abcd").unwrap();
        assert_eq!(read_bytes(&path, 4).unwrap(), b"abcd");
        assert!(read_bytes(&path, 3).is_err());
        File::create(&path).unwrap().set_len((16 << 20) + 1).unwrap();
        let error = read_bytes(&path, 16 << 20).unwrap_err();
        assert!(error.to_string().contains("larger than 16 MB"));
        assert!(read_bytes(dir.path(), 4).is_err());
        #[cfg(unix)]
        assert!(read_bytes(Path::new("/dev/zero"), 4).is_err());
    }
}
