//! FNV-1a in 64 bits (Fowler, Noll, Vo 1991), by which units, scenes and cells are told apart in files.
//!
//! Journals hold its values, so it stays: another hash would make killed runs begin anew.

/// The hash of bytes.
pub fn fnv1a(bytes: impl AsRef<[u8]>) -> u64 {
    bytes_hash(bytes.as_ref())
}

// No generic function, so that it is compiled here: a caller that is not optimised hashes a whole program with it.
fn bytes_hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The same as 16 hexadecimal digits.
pub fn key(bytes: impl AsRef<[u8]>) -> String {
    format!("{:016x}", fnv1a(bytes))
}

#[cfg(test)]
mod tests {
    #[test]
    fn published_values_are_given() {
        // From the test vectors of the reference code.
        assert_eq!(super::fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(super::fnv1a("foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(super::key("a"), "af63dc4c8601ec8c");
    }
}
