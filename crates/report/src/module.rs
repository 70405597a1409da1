//! The WebAssembly module of the page to walk in, and the commit that it was built from.
//!
//! `crates/play/build.sh` makes it and puts the commit behind it, as a section that no engine runs. It is renewed when answers or
//! exports change, not with every change of a backend. The gate asks it for the bits of the native program.

/// The module that is committed.
pub(crate) const MODULE: &[u8] = include_bytes!("../assets/play.wasm");
/// Name of the section that holds the commit, as `build.sh` writes it.
const SECTION: &[u8] = b"clipmark-commit";
/// Longest name of a commit: as many digits as `build.sh` asks git for, and a word.
const LONGEST: usize = 40;

/// The commit that a module was built from, if its last section says so: a few hexadecimal digits.
pub(crate) fn built_from(module: &[u8]) -> Option<&str> {
    let tail = &module[module.len().saturating_sub(SECTION.len() + LONGEST)..];
    let at = tail.windows(SECTION.len()).rposition(|w| w == SECTION)?;
    let commit = std::str::from_utf8(&tail[at + SECTION.len()..]).ok()?;
    let is_name = !commit.is_empty() && commit.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    is_name.then_some(commit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commit_is_read_from_the_end_and_from_nowhere_else() {
        assert_eq!(
            built_from(b"\0asm..\x00\x1c\x0fclipmark-commita8bfd65a8bfd"),
            Some("a8bfd65a8bfd")
        );
        for none in [
            &b""[..],
            b"\0asm",
            b"clipmark-commit",
            b"clipmark-commit<b>",
            b"clipmark-commita8bf\xff",
        ] {
            assert_eq!(built_from(none), None, "{none:?}");
        }
        assert!(
            built_from(MODULE).is_some(),
            "the committed module does not name its commit: crates/play/build.sh"
        );
    }
}
