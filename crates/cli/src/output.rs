//! Files that appear whole or not at all, and `-` for standard output.
//!
//! A regular file is replaced by renaming a finished draft over it, so that no reader sees half of one. A symbolic link is
//! followed first, and the mode is the old file's or what the umask gives. A device or a pipe is written to as it is and never
//! replaced.

use crate::terminal::tell;
use anyhow::{Context, Result, anyhow, bail};
use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tempfile::{Builder, NamedTempFile};

/// Somewhere to write: opened before the work starts, so that a place that cannot be written is known at once.
pub(crate) enum Output {
    /// Text to look at, which a reader may leave before its end.
    Standard,
    /// Standard output in place of a file, by `-`: half of it is of no use.
    StandardFile,
    /// A device or a pipe, written in place.
    Stream { path: PathBuf, stream: File },
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
        let Some(path) = path else {
            return Ok(Self::Standard);
        };
        if path == Path::new("-") {
            return Ok(Self::StandardFile);
        }
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

    /// The same for a file beside the shown result: it is said where the file went.
    pub(crate) fn export(self, text: &[u8]) -> Result<()> {
        let path = match &self {
            Self::Standard | Self::StandardFile => None,
            Self::Stream { path, .. } | Self::File { path, .. } => Some(path.clone()),
        };
        self.write(text)?;
        if let Some(path) = path {
            tell!("wrote {}", path.display());
        }
        Ok(())
    }

    /// Writes everything and puts the file in place.
    pub(crate) fn write(mut self, text: &[u8]) -> Result<()> {
        self.put(text)?;
        self.finish()
    }

    /// For a text that is too long to be held at once.
    pub(crate) fn pieces(self) -> Pieces {
        Pieces {
            to: self,
            held: Vec::with_capacity(PIECE + PIECE / 4),
        }
    }

    fn put(&mut self, text: &[u8]) -> Result<()> {
        let (done, named) = match self {
            Self::Standard => (io::stdout().lock().write_all(text), "to standard output".into()),
            Self::StandardFile => return whole(io::stdout().lock().write_all(text)),
            Self::Stream { path, stream } => (stream.write_all(text), path.display().to_string()),
            Self::File { path, draft, .. } => (draft.write_all(text), path.display().to_string()),
        };
        done.with_context(|| format!("cannot write {named}"))
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Standard => io::stdout().flush().context("cannot write to standard output"),
            Self::StandardFile => whole(io::stdout().flush()),
            Self::Stream { .. } => Ok(()),
            Self::File { path, target, draft } => {
                let named = || format!("cannot write {}", path.display());
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

/// A reader that ends early leaves half a file: that is a fault, unlike `compare … | head`.
fn whole(written: io::Result<()>) -> Result<()> {
    written.map_err(|e| anyhow!("cannot write all to standard output: {e}; give a file in place of `-`"))
}

/// Text held before it is written, in bytes: a fault in the first thousands of lines is reported before any output.
const PIECE: usize = 1 << 20;

/// An output that grows piece by piece. A file is put in place when it is whole. After an earlier drop nothing more is written.
pub(crate) struct Pieces {
    to: Output,
    held: Vec<u8>,
}

impl Pieces {
    /// Where to write the next line.
    pub(crate) fn text(&mut self) -> Result<&mut Vec<u8>> {
        if self.held.len() >= PIECE {
            self.to.put(&self.held)?;
            self.held.clear();
        }
        Ok(&mut self.held)
    }

    /// Writes the held text and puts the file in place.
    pub(crate) fn finish(self) -> Result<()> {
        self.to.write(&self.held)
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
            // A missing file is created; other faults show when it is opened.
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

/// Opens a short file to read whole, or standard input for `-`. A pipe with a name is refused: to open it waits for its other
/// end.
pub(crate) fn small_input(path: &Path) -> Result<Box<dyn Read>> {
    let is_other = |about: fs::Metadata| !about.is_file() && !about.is_dir();
    if path != Path::new("-") && fs::metadata(path).is_ok_and(is_other) {
        bail!(
            "cannot read {}: it is no regular file; copy it into one first, or give - and the text on standard input",
            path.display()
        );
    }
    input(path)
}

/// Opens a file to read, or standard input for `-`.
pub(crate) fn input(path: &Path) -> Result<Box<dyn Read>> {
    Ok(Box::new(watched_input(path)?.0))
}

/// The same, with a counter of the bytes read so far and the length of the file. The length is 0 for a pipe, which has none.
pub(crate) fn watched_input(path: &Path) -> Result<(Watched, Rc<Cell<u64>>, u64)> {
    let (from, all): (Box<dyn Read>, u64) = if path == Path::new("-") {
        (Box::new(io::stdin()), 0)
    } else {
        let named = || {
            format!(
                "cannot read {}; give a file that exists and may be read",
                path.display()
            )
        };
        let file = File::open(path).with_context(named)?;
        let about = file.metadata().with_context(named)?;
        if about.is_dir() {
            bail!("cannot read {}: it is a folder; give a file", path.display());
        }
        (Box::new(file), about.len())
    };
    let read = Rc::new(Cell::new(0));
    let watched = Watched {
        from,
        read: Rc::clone(&read),
    };
    Ok((watched, read, all))
}

/// Counts the bytes read.
pub(crate) struct Watched {
    from: Box<dyn Read>,
    read: Rc<Cell<u64>>,
}

impl Read for Watched {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.from.read(into)?;
        self.read.set(self.read.get() + n as u64);
        Ok(n)
    }
}

/// Whether an error only says that the reader of our output has ended (`compare … | head`).
pub(crate) fn reader_has_gone(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
