//! `compare play --gallery`: pages of chosen scenes with an index, for any static web host. The scenes are those of this
//! program, so that it needs no file.

use crate::made::provenance;
use crate::output::Output;
use crate::terminal::say;
use crate::verbs::report::renew_index;
use anyhow::{Context, Result};
use clipmark_measure::{outline, profile_of};
use clipmark_report::{Above, Exhibit, Playable, gallery_page, play_page, thumbnail};
use clipmark_scene::Scene;
use clipmark_scenes::{CRATER, GALLERY};
use clipmark_suite::{Effort, ProfileFacts, Suite};
use std::path::{Path, PathBuf};

/// Contestants that play in the crater: the walker as repaired and as printed, and a slide move.
const IN_CRATER: [&str; 3] = ["cylinder", "cylinder:literal", "bsp"];

/// Writes the folder and gives its index.
pub(super) fn write(folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| {
        format!(
            "cannot make the folder {}; give one that can be written",
            folder.display()
        )
    })?;
    let files = files()?;
    for (name, text) in &files {
        Output::open(Some(&folder.join(name)))?.write(text.as_bytes())?;
    }
    renew_index(folder);
    let index = folder.join("index.html");
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    say!(
        "{}\n  {} scenes, {:.1} MB in all; any static web host serves the folder\n",
        index.display(),
        GALLERY.len() + 1,
        bytes as f64 / 1e6
    )?;
    Ok(index)
}

/// The files of the folder, by name.
fn files() -> Result<Vec<(String, String)>> {
    let mut scenes = GALLERY
        .iter()
        .map(|(name, text)| Ok(Scene::parse(text, format!("scenes/{name}.ron"))?))
        .collect::<Result<Vec<_>>>()?;
    scenes.push(crater()?);
    let mut exhibits = Vec::new();
    let mut files = Vec::new();
    for scene in scenes {
        let file = format!("{}.html", scene.name);
        let mut path = format!("scenes/{}.ron", scene.name);
        if scene.name == "crater" {
            // No file of the repository holds it, and `compare replay` wants one.
            path = "crater.ron".into();
            files.push((path.clone(), scene.text.clone()));
        }
        let world = scene.world()?;
        let start = world.spawns.first().context("the scene has no start")?;
        let start = [start.origin.x, start.origin.y, start.origin.z].map(f64::from);
        let picture = thumbnail(&outline(&world, usize::MAX), start);
        let page = play_page(&Playable {
            title: scene.title.clone(),
            description: scene.description.clone(),
            path,
            text: Some(scene.text),
            files: Vec::new(),
            made: provenance(),
            module: None,
            above: Some(Above::Gallery),
        })?;
        files.push((file.clone(), page));
        exhibits.push(Exhibit {
            picture,
            file,
            title: scene.title,
            description: scene.description,
        });
    }
    files.push(("index.html".into(), gallery_page(&exhibits, &provenance())?));
    Ok(files)
}

/// The suite's crater as a scene of its own, in the first place and at the first tick.
fn crater() -> Result<Scene> {
    const FILE: &str = "scenes/suite/17-crater.ron";
    let suite = Suite::parse(CRATER, Path::new(FILE))?;
    let movement = clipmark_movement::profile_named("quake3").context("there is no quake3")?;
    let facts = [ProfileFacts::new(movement)];
    let variants = suite.variants(&facts, Effort::Quick);
    let first = variants.first().context("the suite's crater has no variant")?;
    let mut scene = suite.scene(first, &facts)?;
    scene.name = "crater".into();
    scene.title = suite.title.clone();
    scene.description = suite.description.clone();
    scene.contestants = IN_CRATER.map(String::from).to_vec();
    scene.text = scene.to_text()?;
    profile_of(&scene, FILE)?;
    Ok(scene)
}
