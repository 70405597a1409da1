//! Families of scenes: which scenes are played, and by which contestants.

use crate::runner::{Group, describe_contestant};
use crate::{Effort, ProfileFacts, Suite, SuiteError, Variant, cell};
use clipmark_measure::{Contestant, MeasureError, contestants_named, this_machine};
use clipmark_movement::custom;
use clipmark_rows::{Axes, Axis, Case, RULES, Run, Subject, key_of_debug};
use clipmark_scene::{Scene, SceneError};
use std::collections::HashMap;
use std::sync::Arc;

/// The wanted run.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// By name.
    pub contestants: Vec<String>,
    /// How much of it.
    pub effort: Effort,
    /// Hash of the program.
    pub program: String,
    /// Reasons of the scenes that are listed as exempt, by name.
    pub exemptions: HashMap<String, String>,
}

/// The study as results name it, and its option that is the [`Effort`].
pub const STUDY: &str = "suite families";
/// See [`STUDY`].
pub const EFFORT: &str = "effort";

/// Families with the facts that their worlds are built from, and who plays.
#[derive(Debug)]
struct Families {
    suites: Vec<(Suite, Vec<ProfileFacts>)>,
    contestants: Vec<Contestant>,
    exemptions: HashMap<String, String>,
}

/// One scene of a family, for all contestants.
#[derive(Clone, Debug)]
pub struct SceneGroup {
    families: Arc<Families>,
    suite: usize,
    /// The scene, by its parameters.
    pub variant: Variant,
    key: String,
}

/// The run of these families, and its groups.
///
/// # Errors
/// An unknown contestant or profile.
pub fn plan(suites: Vec<Suite>, wanted: &Wanted) -> Result<(Run, Vec<SceneGroup>), SuiteError> {
    let contestants = contestants_named(&wanted.contestants)?;
    let facts = suites.iter().map(facts).collect::<Result<Vec<_>, _>>()?;
    let families = Arc::new(Families {
        suites: suites.into_iter().zip(facts).collect(),
        contestants,
        exemptions: wanted.exemptions.clone(),
    });
    let mut groups = Vec::new();
    for (i, (suite, facts)) in families.suites.iter().enumerate() {
        for variant in suite.variants(facts, wanted.effort) {
            let exemption = families.exemptions.get(&variant.name());
            let asked = (&wanted.program, RULES, suite.fingerprint(), &wanted.contestants);
            let key = key_of_debug(&(asked, variant.sweeps, variant.id(), exemption));
            groups.push(SceneGroup {
                families: Arc::clone(&families),
                suite: i,
                variant,
                key,
            });
        }
    }
    let subject = |(suite, _): &(Suite, Vec<ProfileFacts>)| Subject {
        name: suite.name.clone(),
        title: suite.title.clone(),
        description: suite.description.clone(),
    };
    let run = Run {
        version: env!("CARGO_PKG_VERSION").into(),
        program: wanted.program.clone(),
        machine: this_machine().cpu,
        options: [(EFFORT.into(), format!("{:?}", wanted.effort))].into(),
        checklists: [(cell::CHECKLIST.to_owned(), cell::CHECKS.to_vec())].into(),
        contestants: families.contestants.iter().map(describe_contestant).collect(),
        subjects: families.suites.iter().map(subject).collect(),
        groups: groups.len(),
        ..Run::new(STUDY)
    };
    Ok((run, groups))
}

fn facts(suite: &Suite) -> Result<Vec<ProfileFacts>, MeasureError> {
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

impl SceneGroup {
    /// Its scene.
    ///
    /// # Errors
    /// Parameters that make no world.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        let (suite, facts) = &self.families.suites[self.suite];
        suite.scene(&self.variant, facts)
    }
}

impl Group for SceneGroup {
    fn key(&self) -> &str {
        &self.key
    }

    fn label(&self) -> String {
        self.variant.suite.clone()
    }

    fn cases(&self) -> Vec<Case> {
        let axes = Axes::default()
            .with(Axis::Scene, self.variant.name())
            .with(Axis::Case, &self.variant.case)
            .with(Axis::Profile, &self.variant.profile)
            .with(Axis::Tick, self.variant.tick_name())
            .with(Axis::Place, self.variant.place_name());
        let case = |contestant: &Contestant| Case {
            group: self.key.clone(),
            subject: self.variant.suite.clone(),
            contestant: contestant.to_string(),
            axes: axes.clone(),
            checklist: cell::CHECKLIST.into(),
            ..Case::default()
        };
        self.families.contestants.iter().map(case).collect()
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        let scene = self.scene()?;
        let exemption = self.families.exemptions.get(&scene.name);
        let exemption = exemption.map(String::as_str);
        Ok(cell::play(
            &scene,
            &self.families.contestants,
            self.cases(),
            exemption,
        )?)
    }
}
