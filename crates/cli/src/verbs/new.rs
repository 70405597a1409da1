//! `compare new`: a scene with comments, to begin with.

use crate::cli::{self, NewArgs};
use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};

/// The scene that is written.
const SCENE: &str = include_str!("new.ron");

pub(crate) fn run(args: &NewArgs) -> Result<()> {
    let path = &args.scene;
    let shown = path.display();
    if path.extension().is_none_or(|e| e != "ron") {
        bail!("{shown}: a scene's name ends in .ron; try {shown}.ron");
    }
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} is there already and stays as it is; give another name");
        }
        Err(e) => {
            return Err(e).with_context(|| {
                format!("cannot write {shown}; give a file in a folder that may be written")
            });
        }
    };
    if let Err(error) = file.write_all(SCENE.as_bytes()).and_then(|()| file.sync_all()) {
        // The next try would keep half a scene as an existing one. The error names a file that cannot be removed.
        let _ = fs::remove_file(path);
        return Err(error)
            .with_context(|| format!("cannot write {shown}; give a file on a disk with room for it"));
    }
    tell!("wrote {shown}; play it with `{} {shown}`", cli::called());
    Ok(())
}
