//! The folder of a suite's run: its plan, its journal, the scenes of its worst failures, and later its results.
//!
//! Only the scenes on the folder's own list are ever deleted.

use crate::SuiteError;
use clipmark_record::suite::Plan;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The played plan; it marks a folder as a suite's.
const PLAN: &str = "plan.json";
/// The beginning of a plan's name while it is written, before the number of the process. It is renamed when it is whole. So a
/// full disk, or another run at the same time, leaves no half plan that would block every later run.
const DRAFT: &str = ".plan.json.";
/// Names of the scenes that a run wrote to the folder of its scenes, one a line.
const WRITTEN: &str = "scenes.txt";
/// One cell a line.
pub(crate) const JOURNAL: &str = "cells.jsonl";

/// Makes the folder ready for a plan.
///
/// # Errors
/// A folder that cannot be written, or holds something else than a run.
pub fn begin(dir: &Path, plan: &Plan) -> Result<(), SuiteError> {
    let unwritable = |source| SuiteError::Folder {
        folder: dir.into(),
        source,
    };
    if dir.join(PLAN).is_file() {
        // A run overwrites only files of a run.
        self::plan(dir)?;
    } else if dir.is_dir() {
        for entry in fs::read_dir(dir).map_err(unwritable)? {
            let name = entry.map_err(unwritable)?.file_name();
            let found = name.to_string_lossy();
            if !found.starts_with(DRAFT) {
                return Err(SuiteError::Foreign {
                    folder: dir.into(),
                    found: found.into(),
                });
            }
        }
    }
    fs::create_dir_all(dir).map_err(unwritable)?;
    let draft = dir.join(format!("{DRAFT}{}", std::process::id()));
    let text = serde_json::to_string_pretty(plan)? + "\n";
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, dir.join(PLAN)));
    if written.is_err() {
        // The error names the fault; the draft is of no use.
        let _ = fs::remove_file(&draft);
    }
    written.map_err(unwritable)
}

/// The plan of a run.
///
/// # Errors
/// A folder without a plan, or with one of another version.
pub fn plan(dir: &Path) -> Result<Plan, SuiteError> {
    let file = dir.join(PLAN);
    let text = match fs::read(&file) {
        Ok(text) => text,
        Err(source) if source.kind() == io::ErrorKind::NotFound => {
            return Err(SuiteError::NoRun {
                folder: dir.into(),
                plan: PLAN,
                source,
            });
        }
        Err(source) => return Err(SuiteError::file("read", &file, source)),
    };
    serde_json::from_slice(&text).map_err(|source| SuiteError::OtherVersion { file, source })
}

/// Deletes the scenes that an earlier run wrote, by its own list. An empty folder goes too.
///
/// # Errors
/// A list that cannot be deleted.
pub fn clear_scenes(dir: &Path) -> Result<(), SuiteError> {
    let list = dir.join(WRITTEN);
    let names = match fs::read(&list) {
        Ok(names) => names,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(SuiteError::file("read", &list, e)),
    };
    // A folder may come from somebody else: a name that is a path leads out of it, and is passed over.
    let is_in_folder = |name: &&str| Path::new(name).file_name() == Some(OsStr::new(name));
    for name in String::from_utf8_lossy(&names).lines().filter(is_in_folder) {
        // A file that somebody deleted is gone already.
        let _ = fs::remove_file(scenes(dir).join(format!("{name}.ron")));
    }
    let _ = fs::remove_dir(scenes(dir));
    fs::remove_file(&list).map_err(|e| SuiteError::file("delete", &list, e))
}

/// Writes a scene of the run, and its name to the list of written scenes.
///
/// # Errors
/// A folder that cannot be written.
pub fn write_scene(dir: &Path, name: &str, text: &str) -> Result<(), SuiteError> {
    let path = scenes(dir).join(format!("{name}.ron"));
    fs::create_dir_all(scenes(dir))
        .and_then(|()| {
            OpenOptions::new()
                .append(true)
                .create(true)
                .open(dir.join(WRITTEN))
        })
        .and_then(|mut list| writeln!(list, "{name}"))
        .and_then(|()| fs::write(&path, text))
        .map_err(|e| SuiteError::file("write", &path, e))
}

/// Where full reports of its scenes are written.
pub fn reports(dir: &Path) -> PathBuf {
    dir.join("reports")
}

/// Where a scene of a run is written.
pub fn scenes(dir: &Path) -> PathBuf {
    dir.join("scenes")
}
