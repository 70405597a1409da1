//! Relative paths between files that are written and files that they name.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The way from a folder, which need not be there yet, to a file. On another drive it is the file's whole path.
///
/// # Errors
/// A file that is not there.
pub fn relative_path(folder: &Path, file: &Path) -> Result<PathBuf> {
    let whole = |path: &Path| fs::canonicalize(path).with_context(|| path.display().to_string());
    let file = whole(file)?;
    let folder = std::path::absolute(folder)?;
    // Links are followed in what is there; what will be there is none.
    let there = folder.ancestors().find(|parent| parent.exists());
    let there = there.unwrap_or(Path::new("/"));
    let folder = whole(there)?.join(folder.strip_prefix(there)?);
    let pairs = folder.components().zip(file.components());
    let common = pairs.take_while(|(a, b)| a == b).count();
    if common == 0 {
        return Ok(file);
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    Ok(up.chain(file.components().skip(common)).collect())
}
