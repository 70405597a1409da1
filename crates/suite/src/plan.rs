//! Which scenes are to be played, and by which contestants.

use crate::{Effort, ProfileFacts, Suite, SuiteError, Variant, cell};
use clipmark_journal::key;
use clipmark_measure::{Contestant, MeasureError, contestants_named, this_machine};
use clipmark_movement::custom;
use clipmark_record::suite::{Exemption, Plan, Played, SuiteCell};
use clipmark_scene::{Scene, SceneError};
use std::collections::HashSet;

/// The wanted run.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// By name.
    pub contestants: Vec<String>,
    /// How much of it.
    pub effort: Effort,
    /// Which shard of how many, from 1.
    pub shard: [usize; 2],
    /// Hash of the program.
    pub program: String,
}

/// Suites with the facts that their worlds are built from.
#[derive(Debug)]
pub struct Chosen {
    /// The suites.
    pub suites: Vec<Suite>,
    figures: Vec<Vec<ProfileFacts>>,
    contestants: Vec<Contestant>,
    /// Names of scenes that are listed as exempt.
    listed: HashSet<String>,
}

/// One scene of a suite, for all contestants that have not played it.
#[derive(Clone, Debug)]
pub struct Task {
    suite: usize,
    /// The scene.
    pub variant: Variant,
    /// Key of each contestant's cell, in the order of the plan.
    pub keys: Vec<String>,
}

/// The tasks to be played of these suites.
///
/// # Errors
/// An unknown contestant or profile.
pub fn plan(suites: Vec<Suite>, wanted: &Wanted) -> Result<(Plan, Chosen, Vec<Task>), SuiteError> {
    let contestants = contestants_named(&wanted.contestants)?;
    let figures = suites.iter().map(figures).collect::<Result<Vec<_>, _>>()?;
    let version = env!("CARGO_PKG_VERSION");
    let mut tasks = Vec::new();
    let mut played = Vec::new();
    let mut number = 0;
    for (i, (suite, figures)) in suites.iter().zip(&figures).enumerate() {
        let variants = suite.variants(figures, wanted.effort);
        let fingerprint = format!("{:016x}", suite.fingerprint());
        played.push(Played {
            name: suite.name.clone(),
            number: suite.number,
            title: suite.title.clone(),
            description: suite.description.clone(),
            fingerprint: fingerprint.clone(),
            scenes: variants.len(),
        });
        for variant in variants {
            number += 1;
            if number % wanted.shard[1] != wanted.shard[0] % wanted.shard[1] {
                continue;
            }
            let scene = format!(
                "{version} {} {fingerprint} {} {}",
                wanted.program,
                variant.sweeps,
                variant.id()
            );
            let keys = wanted
                .contestants
                .iter()
                .map(|c| key(format!("{scene} {c}")))
                .collect();
            tasks.push(Task {
                suite: i,
                variant,
                keys,
            });
        }
    }
    let plan = Plan {
        version: version.into(),
        program: wanted.program.clone(),
        quick: wanted.effort == Effort::Quick,
        shard: wanted.shard,
        contestants: wanted.contestants.clone(),
        suites: played,
        exemptions: Vec::new(),
        machine: this_machine().cpu,
    };
    let chosen = Chosen {
        suites,
        figures,
        contestants,
        listed: HashSet::new(),
    };
    Ok((plan, chosen, tasks))
}

fn figures(suite: &Suite) -> Result<Vec<ProfileFacts>, MeasureError> {
    let named = suite.profiles.iter().enumerate();
    named
        .map(|(i, name)| {
            let profile = custom(name, &[]).map_err(|(_, fault)| MeasureError::Profile {
                file: suite.file.display().to_string(),
                place: suite.place(format!("profiles[{i}]")),
                fault: Box::new(fault),
            })?;
            Ok(ProfileFacts {
                profile: name.clone(),
                ..ProfileFacts::new(&profile)
            })
        })
        .collect()
}

impl Chosen {
    /// The same, with the reference mover also in the scenes that are listed as exempt: does it still fail them?
    #[must_use]
    pub fn with_exemptions(mut self, exemptions: &[Exemption]) -> Self {
        self.listed = exemptions.iter().map(|e| e.scene.clone()).collect();
        self
    }

    /// The scene of a task.
    ///
    /// # Errors
    /// Parameters that make no world.
    pub fn scene(&self, task: &Task) -> Result<Scene, SceneError> {
        self.suites[task.suite].scene(&task.variant, &self.figures[task.suite])
    }

    /// Plays a task for those contestants whose cells are wanted, by their place in the plan.
    ///
    /// # Errors
    /// A scene that cannot be made: a fault of the suite's file. A contestant's inability is a result.
    pub fn play(&self, task: &Task, wanted: &[usize]) -> Result<Vec<SuiteCell>, SuiteError> {
        let scene = self.scene(task)?;
        let who: Vec<Contestant> = wanted.iter().map(|&c| self.contestants[c]).collect();
        let outcomes = cell::outcomes(&scene, &who, self.listed.contains(&scene.name))?;
        let cells = wanted.iter().zip(outcomes).map(|(&c, outcome)| SuiteCell {
            key: task.keys[c].clone(),
            suite: task.variant.suite.clone(),
            case: task.variant.case.clone(),
            profile: task.variant.profile.clone(),
            tick: task.variant.tick_name(),
            place: task.variant.place_name(),
            scene: scene.name.clone(),
            contestant: self.contestants[c].to_string(),
            outcome,
        });
        Ok(cells.collect())
    }
}
