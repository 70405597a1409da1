//! Files that appear whole or not at all, and `-` for standard output.
//!
//! A regular file is replaced by renaming a finished draft over it, so that no reader sees half of one; a symbolic link
//! is followed first, and the mode is the old file's or what the umask gives. What is no regular file (a device, a pipe)
//! is written to as it is and never replaced.

use anyhow::{Context, Result, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Somewhere to write: opened before the work starts, so that a place that cannot be written is known at once.
pub(crate) enum Output {
    Standard,
    /// A device or a pipe, written in place.
    Stream {
        path: PathBuf,
        stream: File,
    },
    File {
        /// As asked for.
        path: PathBuf,
        /// Where that leads.
        target: PathBuf,
        draft: BufWriter<NamedTempFile>,
    },
}

/// Symbolic links followed at most, as Linux does.
const MOST_LINKS: usize = 40;

impl Output {
    /// Opens a file, or standard output for none and for `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|p| *p != Path::new("-")) else {
            return Ok(Self::Standard);
        };
        let remedy = || {
            format!(
                "cannot write {}; give a file in a folder that exists and may be written",
                path.display()
            )
        };
        let target = followed(path).with_context(remedy)?;
        let old = match fs::metadata(&target) {
            Ok(old) if old.is_dir() => {
                bail!("cannot write {}: it is a folder; give a file", path.display())
            }
            Ok(old) if !old.is_file() => {
                let stream = OpenOptions::new()
                    .write(true)
                    .open(&target)
                    .with_context(remedy)?;
                return Ok(Self::Stream {
                    path: path.into(),
                    stream,
                });
            }
            Ok(old) => Some(old.permissions()),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e).with_context(remedy),
        };
        let folder = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let draft = draft_builder().tempfile_in(folder).with_context(remedy)?;
        if let Some(permissions) = old {
            draft
                .as_file()
                .set_permissions(permissions)
                .with_context(remedy)?;
        }
        Ok(Self::File {
            path: path.into(),
            target,
            draft: BufWriter::new(draft),
        })
    }

    /// Writes everything and puts the file in place.
    pub(crate) fn write(self, text: &[u8]) -> Result<()> {
        match self {
            Self::Standard => {
                let mut out = io::stdout().lock();
                out.write_all(text)
                    .and_then(|()| out.flush())
                    .context("cannot write to standard output")
            }
            Self::Stream { path, mut stream } => stream
                .write_all(text)
                .with_context(|| format!("cannot write {}", path.display())),
            Self::File {
                path,
                target,
                mut draft,
            } => {
                let named = || format!("cannot write {}", path.display());
                draft.write_all(text).with_context(named)?;
                let draft = draft
                    .into_inner()
                    .map_err(io::IntoInnerError::into_error)
                    .with_context(named)?;
                draft.persist(&target).map_err(|e| e.error).with_context(named)?;
                Ok(())
            }
        }
    }
}

/// Where a path leads: symbolic links are followed, also one to a file that does not exist yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let to = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(to);
            }
            // What does not exist is created; other faults show when it is opened.
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Drafts with the mode that programs ask for when they create a file; the umask takes its share.
fn draft_builder() -> Builder<'static, 'static> {
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
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
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
