//! `compare SCENE.ron`: the comparison and its report.

use crate::cli::SceneArgs;
use crate::output::Output;
use crate::progress::Bar;
use crate::terminal::say;
use anyhow::{Context, Result};
use clipmark_measure::{Options, compare};
use clipmark_report::{Style, csv, markdown, prepare, table, write_report};
use clipmark_scene::{ProfileChoice, Scene, is_map};
use std::path::{Path, PathBuf};

/// Says whether every expectation of the scene held and every contestant was timed on the answers that were judged.
pub(crate) fn run(args: &SceneArgs) -> Result<bool> {
    let path = args
        .scene
        .as_deref()
        .context("no scene is given; try `compare scenes/stairs.ron`")?;
    let mut scene = match path.to_str().filter(|p| is_map(p)) {
        Some(map) => Scene::of_map(map)?,
        None => Scene::load(path)?,
    };
    if let Some(profile) = &args.profile {
        scene.profile = ProfileChoice::named(profile.name);
    }
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("reports/latest").join(&scene.name));
    prepare(&out)?;
    let exports = [&args.export_json, &args.export_csv, &args.export_markdown];
    let open = |path: &&Option<PathBuf>| path.as_deref().map(|p| Output::open(Some(p))).transpose();
    let [json, csv_file, markdown_file] = [open(&exports[0])?, open(&exports[1])?, open(&exports[2])?];
    let options = Options {
        contestants: args.contestants.clone(),
        seed: args.seed,
        quick: args.quick,
        explain: args.explain,
    };
    let bar = Bar::new();
    let comparison = compare(&scene, &options, &mut |stage, done, all| bar.at(stage, done, all))?;
    drop(bar);
    let index = write_report(&comparison, &out)?;
    if let Some(file) = json {
        file.write((serde_json::to_string_pretty(&comparison)? + "\n").as_bytes())?;
    }
    if let Some(file) = csv_file {
        file.write(csv(&comparison)?.as_bytes())?;
    }
    if let Some(file) = markdown_file {
        file.write(markdown(&comparison).as_bytes())?;
    }
    let to_stdout = exports.iter().any(|path| path.as_deref() == Some(Path::new("-")));
    if !to_stdout {
        say!("{}", table(&comparison, Style::Colour, Some(&index)))?;
    }
    Ok(comparison.expectations.iter().all(|e| e.held) && comparison.all_timed())
}
