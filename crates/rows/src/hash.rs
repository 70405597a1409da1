//! FNV-1a in 64 bits (Fowler, Noll, Vo 1991), by which scenes and groups are told apart in files.
//!
//! Results hold its values, so it stays: another hash would make stopped runs begin anew.

use std::fmt::{self, Write as _};

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The hash of bytes.
pub fn fnv1a(bytes: impl AsRef<[u8]>) -> u64 {
    bytes_hash(START, bytes.as_ref())
}

// No generic function, so that it is compiled here: callers are not optimised.
fn bytes_hash(from: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(from, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// The key of a value by its `Debug` form. That text is never held as a whole.
pub fn key_of_debug(of: &impl fmt::Debug) -> String {
    let mut hash = Written(START);
    // Hashing cannot fail.
    let _ = write!(hash, "{of:?}");
    format!("{:016x}", hash.0)
}

struct Written(u64);

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = bytes_hash(self.0, text.as_bytes());
        Ok(())
    }
}

/// A key of a file as large as a program. It hashes eight bytes a step, FNV one. So its value differs from FNV's.
pub fn key_of_words(bytes: &[u8]) -> String {
    let (words, rest) = bytes.as_chunks::<8>();
    let start = bytes_hash(START, rest) ^ bytes.len() as u64;
    let hash = words.iter().fold(start, |h, word| {
        let mixed = (h ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME);
        // A multiplication carries bits only upwards; the shift brings them down.
        mixed ^ (mixed >> 32)
    });
    format!("{hash:016x}")
}
