//! `compare play`: a page in which a scene is walked.

use crate::cli::PlayArgs;
use crate::made::provenance;
use crate::output::Output;
use crate::terminal::{say, tell};
use crate::verbs::play_gallery;
use crate::verbs::report::renew_beside;
use anyhow::{Context, Result};
use clipmark_report::{Above, Playable, play_page};
use clipmark_scene::{Disk, Files, Scene, Step, is_map};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Largest recording that is put into a page, in bytes: an hour of commands has some 30 MB.
const RECORDING: u64 = 256 << 20;

/// Largest module, in bytes: ten times the committed one.
const MODULE: u64 = 32 << 20;

/// Where pages go unless told otherwise.
const FOLDER: &str = "reports/play";

pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    if let Some(folder) = &args.gallery {
        let index = play_gallery::write(folder)?;
        if args.open {
            open(&index);
        }
        return Ok(());
    }
    let path = args
        .scene
        .as_deref()
        .context("no scene is given; try `compare play scenes/stairs.ron`")?;
    let (name, mut scene) = playable(path)?;
    let out = match &args.out {
        Some(out) => out.clone(),
        None => {
            std::fs::create_dir_all(FOLDER).with_context(|| format!("cannot make the folder {FOLDER}"))?;
            PathBuf::from(FOLDER).join(format!("{name}.html"))
        }
    };
    let full = std::path::absolute(&out).ok();
    let usual = full
        .as_deref()
        .and_then(Path::parent)
        .is_some_and(|dir| dir.ends_with(FOLDER));
    scene.above = usual.then_some(Above::Overview);
    if let Some(module) = &args.module {
        let bytes = Disk.read(module, None, MODULE);
        scene.module = Some(bytes.with_context(|| format!("cannot read {}", module.display()))?);
    }
    let file = Output::open(Some(&out))?;
    let page = play_page(&scene)?;
    let bytes = page.len();
    file.write(page.as_bytes())?;
    if usual {
        renew_beside(&out);
    }
    if out != Path::new("-") {
        let size = format!("{:.2} MB", bytes as f64 / 1e6);
        say!(
            "{}\n  {size}, works from disk; open it in a browser\n",
            out.display()
        )?;
    }
    if args.open {
        open(&out);
    }
    Ok(())
}

/// A scene or a map with all files that it names, and its short name. It is loaded once here, so that a scene that cannot be
/// played is reported now.
fn playable(path: &Path) -> Result<(String, Playable)> {
    let spec = path
        .to_str()
        .context("the scene's path is not UTF-8; rename it")?;
    let kept = Kept::default();
    let is_map = is_map(spec);
    let scene = if is_map {
        Scene::of_map_from(spec, &kept)?
    } else {
        let scene = super::scene::read(path)?;
        scene.world_from(&kept)?;
        scene
    };
    if let Some(Step::Recorded(file)) = scene.segments().first().map(|s| &s.step) {
        let file = scene.resolve(file);
        kept.read(&file, None, RECORDING)
            .with_context(|| format!("cannot read {}", file.display()))?;
    }
    let playable = Playable {
        title: scene.title.clone(),
        description: scene.description.clone(),
        path: plain(path),
        text: (!is_map).then(|| scene.text.clone()),
        files: kept.0.into_inner(),
        module: None,
        made: provenance(),
        above: None,
    };
    Ok((scene.name, playable))
}

/// A path as a page reads it: with slashes.
fn plain(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// The disk, keeping the files read.
#[derive(Default)]
struct Kept(RefCell<Vec<(String, Vec<u8>)>>);

impl Kept {
    fn keep(&self, path: &Path, member: Option<&str>, bytes: Vec<u8>) {
        let path = plain(path);
        let name = member.map_or(path.clone(), |member| format!("{path}:{member}"));
        let mut kept = self.0.borrow_mut();
        if !kept.iter().any(|(known, _)| *known == name) {
            kept.push((name, bytes));
        }
    }
}

impl Files for Kept {
    fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> std::io::Result<Vec<u8>> {
        let bytes = Disk.read(path, member, limit)?;
        self.keep(path, member, bytes.clone());
        Ok(bytes)
    }
}

/// Opens a page in the system's browser; says so where it cannot.
fn open(page: &Path) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(opener)
        .arg(page)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        tell!(
            "{opener} cannot be run: open {} in a browser yourself",
            page.display()
        );
    }
}
