//! `compare suite families` and `suite walker`: families of scenes over contestants, ticks and places.

use super::evidence::{write_files, write_replays};
use super::suite::{Study, program_hash, run_study};
use crate::cli::{FamiliesArgs, SUITES, called};
use crate::terminal::say;
use crate::who::with_guests;
use anyhow::{Context, Result};
use clipmark_report::{File, count};
use clipmark_rows::known::Names;
use clipmark_rows::{Axis, Case, Results, Run};
use clipmark_suite::runner::CASES;
use clipmark_suite::{EFFORT, Effort, SceneGroup, Suite, Wanted, files, names, plan, read_exempt};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// Whom the families are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preset {
    /// Everybody, by the movements, ticks and places of their files.
    Families,
    /// The two-cylinder walker.
    Walker,
}

impl Preset {
    fn name(self) -> &'static str {
        match self {
            Self::Families => "families",
            Self::Walker => "walker",
        }
    }

    /// The default contestants. Of all families each backend alone, the cylinder with Quake's slide, and the walker as its
    /// authors meant it. Of the walker's the text, its intent, the repair, and the repair on the other backends.
    fn contestants(self) -> &'static [&'static str] {
        match self {
            Self::Families => &[
                "bsp",
                "bvh",
                "hull",
                "cylinder+slide",
                "cylinder",
                "cylinder:intended",
            ],
            Self::Walker => &[
                "cylinder:literal",
                "cylinder:intended",
                "cylinder",
                "bsp+pair",
                "bvh+pair",
            ],
        }
    }

    /// The families of a folder that match one of the filters.
    fn suites(self, folder: &Path, filters: &[String]) -> Result<Vec<Suite>> {
        let suites = files::matching(folder, filters)?;
        Ok(match self {
            Self::Families => suites,
            Self::Walker => suites.into_iter().map(Suite::of_the_walker).collect(),
        })
    }
}

/// Whether a contestant is the walker as its paper describes it, which breaks promises by design and decides nowhere.
pub(super) fn is_of_the_paper(contestant: &str) -> bool {
    [":literal", ":intended"]
        .iter()
        .any(|variant| contestant.ends_with(variant))
}

/// This many of the worst failures of a family and contestant are kept as scenes.
const WORST: usize = 3;

pub(crate) fn run(args: &FamiliesArgs, preset: Preset) -> Result<bool> {
    let contestants = args.contestants.clone();
    let contestants = contestants.unwrap_or_else(|| match preset {
        Preset::Families => with_guests(preset.contestants().iter().copied()),
        // Others do not walk by the paper.
        Preset::Walker => preset.contestants().iter().copied().map(String::from).collect(),
    });
    let effort = if args.quick { Effort::Quick } else { Effort::Full };
    let (mut run, groups) = match args.run.results {
        Some(_) => (Run::new(""), Vec::new()),
        None => plan_families(args, preset, &args.filters, effort, contestants)?,
    };
    run.study = format!("suite {}", preset.name());
    if args.list {
        return list(&groups, args.filters.is_empty()).map(|()| true);
    }
    let of_all = match args.run.verdict.known {
        Some(_) => names(&preset.suites(&args.suites, &[])?)?,
        None => Names::default(),
    };
    let study = Study {
        names: Names {
            is_part: !args.filters.is_empty() || args.quick,
            ..of_all
        },
        is_narrower: !args.filters.is_empty() || args.quick || args.suites != Path::new(SUITES),
        is_counted: match preset {
            Preset::Families => |_| true,
            Preset::Walker => |case| !is_of_the_paper(&case.contestant),
        },
        ..Study::new(preset.name(), run, &groups)
    };
    run_study(&args.run, study, |results, out| {
        match args.run.results {
            Some(_) => keep_worst(results, &groups_of(args, preset, results)?, out)?,
            None => keep_worst(results, &groups, out)?,
        }
        match args.reports {
            true => write_replays(results, out),
            false => Ok(()),
        }
    })
}

fn plan_families(
    args: &FamiliesArgs,
    preset: Preset,
    filters: &[String],
    effort: Effort,
    contestants: Vec<String>,
) -> Result<(Run, Vec<SceneGroup>)> {
    let wanted = Wanted {
        contestants,
        effort,
        program: program_hash()?,
        exempt: read_exempt(&args.suites)?,
    };
    Ok(plan(preset.suites(&args.suites, filters)?, &wanted)?)
}

/// The groups of results that were given, for their scenes.
fn groups_of(args: &FamiliesArgs, preset: Preset, results: &Results) -> Result<Vec<SceneGroup>> {
    let filters: Vec<String> = results.run.subjects.iter().map(|s| s.name.clone()).collect();
    let effort = match results.run.options.get(EFFORT) {
        Some(effort) if *effort == format!("{:?}", Effort::Quick) => Effort::Quick,
        _ => Effort::Full,
    };
    // Who plays makes no scene another.
    let contestants = vec![preset.contestants()[0].to_owned()];
    Ok(plan_families(args, preset, &filters, effort, contestants)?.1)
}

/// Names the scenes of the requested families. Of all families (tens of thousands of scenes) it gives only each one's number.
fn list(groups: &[SceneGroup], all: bool) -> Result<()> {
    if !all {
        let names: String = groups.iter().map(|group| group.variant.id() + "\n").collect();
        return say!("{names}");
    }
    let mut scenes: BTreeMap<&str, usize> = BTreeMap::new();
    for group in groups {
        *scenes.entry(&group.variant.suite).or_default() += 1;
    }
    let lines: String = scenes
        .iter()
        .map(|(suite, scenes)| format!("{:>7}  {suite}\n", count(*scenes)))
        .collect();
    say!(
        "{lines}{:>7}  scenes in all; `{} suite families FILTER --list` names those of a family\n",
        count(groups.len()),
        called()
    )
}

/// Writes the scenes of the worst failures of each contestant in each family, each for all contestants that failed in it.
fn keep_worst(results: &mut Results, groups: &[SceneGroup], out: &Path) -> Result<()> {
    let mut failed: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    let mut by_scene: HashMap<String, Vec<String>> = HashMap::new();
    for (i, case) in results.cases.iter().enumerate() {
        if case.severity().is_some() {
            let key = (case.subject.clone(), case.contestant.clone());
            failed.entry(key).or_default().push(i);
            let scene = case.axes.get(Axis::Scene).to_owned();
            by_scene.entry(scene).or_default().push(case.contestant.clone());
        }
    }
    let mut worst = BTreeSet::new();
    for mut cases in failed.into_values() {
        // Within one severity many failures are worse than one. Among equals the first stays.
        cases.sort_by_key(|&i| {
            let case = &results.cases[i];
            (case.severity(), Reverse(case.failures().len()))
        });
        worst.extend(cases.into_iter().take(WORST));
    }
    let groups: HashMap<String, &SceneGroup> = groups.iter().map(|g| (g.variant.name(), g)).collect();
    let mut files = BTreeMap::new();
    for i in worst {
        let case = &mut results.cases[i];
        let name = case.axes.get(Axis::Scene).to_owned();
        let Some(group) = groups.get(&name) else { continue };
        let path = format!("{CASES}/scenes/{name}.ron");
        let mut scene = group.scene()?;
        scene.contestants = by_scene.get(&name).cloned().unwrap_or_default();
        let text = scene
            .to_text()
            .with_context(|| format!("cannot write the scene {name}"))?;
        set_scene(case, &path);
        files.insert(path, text + "\n");
    }
    let files: Vec<File> = files
        .into_iter()
        .map(|(path, text)| File::new(path, text))
        .collect();
    write_files(&files, out)
}

fn set_scene(case: &mut Case, path: &str) {
    let failed = case.rows.iter_mut().filter(|row| row.severity().is_some());
    if let Some(row) = failed.min_by_key(|row| (row.severity(), row.check)) {
        row.evidence.get_or_insert_default().scene = Some(path.to_owned());
    }
}
