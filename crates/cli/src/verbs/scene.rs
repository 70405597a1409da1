//! `compare SCENE.ron`: the comparison and its report, for one scene or several.

use super::known::{declared_cases, is_as_known, read_known};
use super::suite::fails;
use super::{check, report::renew_index};
use crate::cli::{self, SceneArgs};
use crate::made::provenance;
use crate::progress::Bar;
use crate::publish::close;
use crate::terminal::{say, tell};
use crate::weigh::{Scale, Where};
use crate::who::with_guests;
use anyhow::{Result, anyhow, bail};
use clap::CommandFactory;
use clipmark_measure::{Options, compare, hush_caught_panics};
use clipmark_report::{prepare, scene_sheet, write_report};
use clipmark_rows::known::{Known, Names};
use clipmark_rows::results::FILE;
use clipmark_rows::{Axes, Axis, Case, Check, Results, Row, write_csv};
use clipmark_scene::{ProfileChoice, Scene, is_map};
use std::fs;
use std::path::{Path, PathBuf};
use strsim::damerau_levenshtein;

/// Where reports go unless another folder is named.
const REPORTS: &str = "reports/latest";
/// A word this many letters from another may be meant to be it.
const SLIPS: usize = 2;

/// Returns whether every contestant passes every check and every expectation of the scenes, or fails as is known.
pub(crate) fn run(args: &SceneArgs) -> Result<bool> {
    if args.dry_run {
        check::run(&args.scenes)?;
    }
    hush_caught_panics();
    // All are read before the first is played: no long run ends at a slip in the last file.
    let mut scenes = args
        .scenes
        .iter()
        .map(|path| read(path))
        .collect::<Result<Vec<_>>>()?;
    let several = scenes.len() > 1;
    if several && args.exports.any() {
        bail!("--export-… is of one scene; give one, or leave it out");
    }
    for (i, scene) in scenes.iter().enumerate() {
        if let Some(other) = scenes[..i].iter().find(|other| other.name == scene.name) {
            bail!(
                "{} and {} are both called {}; give one at a time, or another `name` in the file",
                other.file.display(),
                scene.file.display(),
                scene.name
            );
        }
    }
    for scene in &mut scenes {
        scene.contestants = with_guests(scene.contestants.iter().map(String::as_str));
        if let Some(profile) = &args.profile {
            scene.profile = ProfileChoice::named(profile.name);
        }
    }
    let known = read_list(args, &scenes)?;
    if args.dry_run {
        return Ok(true);
    }
    let mut all_well = true;
    for (i, scene) in scenes.iter().enumerate() {
        if i > 0 {
            say!("\n")?;
        }
        let out = match &args.out {
            Some(out) if several => out.join(&scene.name),
            Some(out) => out.clone(),
            None => folder(args, scene),
        };
        all_well &= one(args, scene, &args.scenes[i], &out, known.as_ref())?;
    }
    Ok(all_well)
}

/// A scene file, or a scene for a map.
pub(crate) fn read(path: &Path) -> Result<Scene> {
    if let Some(map) = path.to_str().filter(|p| is_map(p)) {
        return Ok(Scene::of_map(map)?);
    }
    if !path.exists() {
        bail!("{}: there is no such file{}", path.display(), meant(path));
    }
    let name = cli::called();
    let shown = path.display();
    if path.is_dir() {
        bail!(
            "{shown}: it is a folder; give one of its scenes, which `{name} list scenes --scenes {shown}` names"
        );
    }
    let is_scene = path.extension().is_some_and(|ending| ending == "ron");
    Scene::load(path).map_err(|error| match error.problem.is_unreadable && !is_scene {
        true => anyhow!(
            "{shown}: it is no scene and no map; a scene ends in .ron, a map in .bsp, .map, .glb or .gltf; \
                 `{name} new MINE.ron` writes a scene"
        ),
        false => error.into(),
    })
}

/// A guess at the meaning of a path that leads nowhere: a verb, or a scene of the same folder.
pub(crate) fn meant(path: &Path) -> String {
    let name = path.to_string_lossy();
    let nearest = |names: Vec<String>, word: &str| {
        let near = names.into_iter().map(|n| (damerau_levenshtein(&n, word), n));
        near.filter(|(slips, _)| *slips <= SLIPS)
            .min()
            .map(|(_, name)| name)
    };
    if path.components().count() == 1 && path.extension().is_none() {
        let verbs = cli::CommandLine::command();
        let verbs = verbs.get_subcommands().map(|verb| verb.get_name().to_owned());
        return match nearest(verbs.collect(), &name) {
            Some(verb) => format!(", nor a verb `{name}`; did you mean `{} {verb}`?", cli::called()),
            None => format!(", nor a verb `{name}`; `{} help` names the verbs", cli::called()),
        };
    }
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    let entries = fs::read_dir(parent.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten()
        .flatten();
    let files = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let file = path
        .file_name()
        .map_or(String::new(), |f| f.to_string_lossy().into_owned());
    match nearest(files.filter(|f| f.ends_with(".ron")).collect(), &file) {
        Some(near) => format!("; did you mean {}?", path.with_file_name(near).display()),
        None => format!("; `{} list scenes` names those of this repository", cli::called()),
    }
}

/// The folder of a report without `--out`. A quick report does not overwrite a full one: it goes to a folder beside it.
fn folder(args: &SceneArgs, scene: &Scene) -> PathBuf {
    let usual = Path::new(REPORTS).join(&scene.name);
    let held = match args.quick {
        true => full_report(&usual, scene),
        false => None,
    };
    let Some(held) = held else {
        return usual;
    };
    let beside = Path::new(REPORTS).join(format!("{}-quick", scene.name));
    tell!(
        "{} holds {held}, which stays; this quick one goes to {}",
        usual.display(),
        beside.display()
    );
    beside
}

/// The report of a folder in words, if it has more sweeps than a quick one. One that cannot be read may have.
fn full_report(folder: &Path, scene: &Scene) -> Option<&'static str> {
    const FULL: &str = "a full report";
    const UNREADABLE: &str = "a report whose results cannot be read";
    let file = folder.join(FILE);
    if !file.exists() {
        return None;
    }
    let Ok(results) = Results::read(&file) else {
        return Some(UNREADABLE);
    };
    match results.run.options.get("sweeps")?.parse::<u32>() {
        Ok(sweeps) => (sweeps > scene.sweeps / 4).then_some(FULL),
        Err(_) => Some(UNREADABLE),
    }
}

/// The list of known failures, which may name these scenes.
fn read_list(args: &SceneArgs, scenes: &[Scene]) -> Result<Option<Known>> {
    let Some(file) = &args.verdict.known else {
        return Ok(None);
    };
    let mut names = Names {
        // An entry may be about another one of them.
        is_part: scenes.len() > 1,
        ..Names::default()
    };
    let mut contestants = Vec::new();
    for scene in scenes {
        // As its cases have it, to three decimals.
        let hz = (1e6 / scene.tick.msec()).round() / 1e3;
        let axes = Axes::default()
            .with(Axis::Profile, &scene.profile)
            .with(Axis::Hz, hz);
        names.add(&Case {
            subject: scene.name.clone(),
            axes,
            ..Case::default()
        });
        contestants.extend(&scene.contestants);
    }
    let takes_part = |who: &str| contestants.iter().any(|contestant| *contestant == who);
    read_known(file, &names, takes_part).map(Some)
}

fn one(args: &SceneArgs, scene: &Scene, path: &Path, out: &Path, known: Option<&Known>) -> Result<bool> {
    prepare(out)?;
    let exports = args.exports.open()?;
    let options = Options {
        contestants: args.contestants.clone(),
        seed: args.seed,
        quick: args.quick,
    };
    let scale = Scale::of_this_program();
    let bar = Bar::new();
    let mut comparison = compare(scene, &options, &mut |stage, done, all| bar.at(stage, done, all))?;
    drop(bar);
    let results = &mut comparison.results;
    results.run.made = provenance();
    let names: Vec<String> = results.cases.iter().map(|case| case.contestant.clone()).collect();
    for case in &mut results.cases {
        let world = Where::Scene {
            file: path.into(),
            profile: args.profile.as_ref().map(|profile| profile.name.to_owned()),
            contestants: names.clone(),
        };
        let said = case.row(Check::BytesDeclared).and_then(|row| row.value);
        let bytes = scale.held(&case.contestant, world, said.unwrap_or_default() as usize);
        let counted = bytes
            .counted
            .map(|bytes| Row::counted(Check::Bytes, bytes as f64));
        case.rows.extend(counted);
    }
    let fail_on = args.verdict.fail_on;
    let fails = |case: &Case| fails(case, fail_on);
    let sheet = scene_sheet(&comparison, out, &fails)?;
    let page = write_report(&comparison, &sheet, out)?;
    renew_index(out);
    let shows_table = exports.shows_table();
    let results = &comparison.results;
    let passed = match known {
        Some(known) => {
            let declared = declared_cases(results, results.cases.iter().collect());
            is_as_known(known, results, &declared, fail_on)
        }
        None => !results.cases.iter().any(fails),
    };
    let markdown = sheet.markdown(&results.run.made);
    exports.results(results, &write_csv(&results.run, &results.cases)?, &markdown)?;
    if shows_table {
        let closing = close(results, passed, &fails);
        say!("{}{closing} · {}\n", sheet.text(), page.display())?;
    }
    Ok(passed)
}
