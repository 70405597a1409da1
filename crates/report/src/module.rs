//! The WebAssembly module of the page to walk in, and the commit that it was built from.
//!
//! `crates/play/build.sh` makes it and puts the commit behind it, as a section that no engine runs. It is renewed when
//! answers or exports change, not with every change of a backend. The gate asks it for the bits of the native program.

/// The module that is committed.
pub const MODULE: &[u8] = include_bytes!("../assets/play.wasm");
/// Name of the section that holds the commit, as `build.sh` writes it.
const SECTION: &[u8] = b"clipmark-commit";
/// Longest name of a commit: as many digits as `build.sh` asks git for, and a word.
const LONGEST: usize = 40;

/// The commit that a module was built from, if its last section says so: a few hexadecimal digits.
pub fn built_from(module: &[u8]) -> Option<&str> {
    let tail = &module[module.len().saturating_sub(SECTION.len() + LONGEST)..];
    let at = tail.windows(SECTION.len()).rposition(|w| w == SECTION)?;
    let commit = std::str::from_utf8(&tail[at + SECTION.len()..]).ok()?;
    let is_name = !commit.is_empty() && commit.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    is_name.then_some(commit)
}
