//! Files that appear whole or not at all, and `-` for standard output.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Somewhere to write: opened before the work starts, so that a place that cannot be written is known at once.
pub(crate) enum Output {
    Standard,
    File {
        path: PathBuf,
        draft: BufWriter<NamedTempFile>,
    },
}

impl Output {
    /// Opens a file, or standard output for none and for `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|p| *p != Path::new("-")) else {
            return Ok(Self::Standard);
        };
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let remedy = || {
            format!(
                "cannot write {}; give a file in a folder that exists and may be written",
                path.display()
            )
        };
        if path.is_dir() {
            anyhow::bail!("cannot write {}: it is a folder; give a file", path.display());
        }
        let draft = NamedTempFile::new_in(folder).with_context(remedy)?;
        Ok(Self::File {
            path: path.into(),
            draft: BufWriter::new(draft),
        })
    }

    /// Writes everything and puts the file in place.
    pub(crate) fn write(self, text: &[u8]) -> Result<()> {
        match self {
            Self::Standard => {
                let mut out = io::stdout().lock();
                out.write_all(text)?;
                Ok(out.flush()?)
            }
            Self::File { path, mut draft } => {
                let named = || format!("cannot write {}", path.display());
                draft.write_all(text).with_context(named)?;
                let draft = draft
                    .into_inner()
                    .map_err(io::IntoInnerError::into_error)
                    .with_context(named)?;
                draft.persist(&path).with_context(named)?;
                Ok(())
            }
        }
    }
}

/// Opens a file to read, or standard input for `-`.
pub(crate) fn input(path: &Path) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    if path.is_dir() {
        anyhow::bail!("cannot read {}: it is a folder; give a file", path.display());
    }
    Ok(Box::new(file))
}

/// Whether an error only says that nobody reads our output any more (`compare … | head`).
pub(crate) fn reader_has_gone(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
