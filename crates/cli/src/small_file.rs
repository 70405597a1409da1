//! Files that are read whole: only regular ones, and only up to a size. A device never ends, a pipe never begins.

use std::fs::{self, File};
use std::io::{Error, Read, Result};
use std::path::Path;

/// Largest file that is read as text, in bytes. Files that the program writes have some kilobytes.
const LARGEST: u64 = 16 << 20;

/// Reads a text file.
///
/// # Errors
/// Whatever reading fails by; a file that is no regular file, is larger than 16 MB, or is no UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut text = String::new();
    opened(path, LARGEST)?.read_to_string(&mut text)?;
    whole(text, LARGEST, |t| t.len())
}

/// Reads a file of at most `largest` bytes.
///
/// # Errors
/// Whatever reading fails by; a file that is no regular file or is larger.
pub(crate) fn read_bytes(path: &Path, largest: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    opened(path, largest)?.read_to_end(&mut bytes)?;
    whole(bytes, largest, Vec::len)
}

fn opened(path: &Path, largest: u64) -> Result<impl Read> {
    // Looked at before it is opened: to open a pipe waits for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(Error::other("it is no regular file; copy it into one first"));
    }
    Ok(File::open(path)?.take(largest + 1))
}

fn whole<T>(read: T, largest: u64, length: impl Fn(&T) -> usize) -> Result<T> {
    if length(&read) as u64 > largest {
        return Err(Error::other(format!("it is larger than {} MB", largest >> 20)));
    }
    Ok(read)
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
        assert_eq!(read_text(&path).unwrap(), "abcd");
        assert_eq!(read_bytes(&path, 4).unwrap(), b"abcd");
        assert!(read_bytes(&path, 3).is_err());
        File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
        assert!(
            read_text(&path)
                .unwrap_err()
                .to_string()
                .contains("larger than 16 MB")
        );
        assert!(read_text(dir.path()).is_err());
        #[cfg(unix)]
        assert!(read_text(Path::new("/dev/zero")).is_err());
    }
}
