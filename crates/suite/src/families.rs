//! Families of scenes: which scenes are played, and by which contestants.

use crate::runner::{Group, describe_contestant};
use crate::{Effort, ProfileFacts, Suite, SuiteError, Variant, cell, files};
use clipmark_measure::{Contestant, MeasureError, contestants_named, this_machine};
use clipmark_movement::custom;
use clipmark_rows::known::{Known, Names};
use clipmark_rows::{Axes, Axis, Case, RULES, Run, Subject, key_of_debug};
use clipmark_scene::{Scene, SceneError};
use std::fs;
use std::path::Path;
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
    /// The scenes that are listed as exempt.
    pub exempt: Known,
}

/// The option of a run that is the [`Effort`].
pub const EFFORT: &str = "effort";

/// Families with the facts that their worlds are built from, and who plays.
#[derive(Debug)]
struct Families {
    suites: Vec<(Suite, Vec<ProfileFacts>)>,
    contestants: Vec<Contestant>,
    exempt: Known,
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
        exempt: wanted.exempt.clone(),
    });
    let mut groups = Vec::new();
    for (i, (suite, facts)) in families.suites.iter().enumerate() {
        for variant in suite.variants(facts, wanted.effort) {
            let exemption = families.exempt.reason(&case_of(&variant));
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
        ..Run::new("suite families")
    };
    Ok((run, groups))
}

/// The file in a folder of suites that lists the exempt scenes, as known failures are listed.
const EXEMPT: &str = "known.toml";

/// The scenes of a folder's suites that are listed as exempt: none where there is no list.
///
/// The movement's own rules fail there, and the reference mover with them. A contestant that fails as the reference does is not
/// counted. A scene that would be exempt but is not listed fails. So does a listed scene that the reference passes. Otherwise a
/// fault of the movement, which the reference mover shares, would excuse itself.
///
/// # Errors
/// A list that cannot be read, or names what there is not, or a contestant, a check or a severity.
pub fn read_exempt(folder: &Path) -> Result<Known, SuiteError> {
    let file = folder.join(EXEMPT);
    if !file.exists() {
        return Ok(Known::default());
    }
    let text =
        fs::read_to_string(&file).map_err(SuiteError::file(format!("cannot read {}", file.display())))?;
    let mut suites = files::matching(folder, &[])?;
    suites.retain(|suite| text.contains(&suite.name));
    Ok(Known::read_exempt(
        &text,
        &file.display().to_string(),
        &names(&suites)?,
    )?)
}

/// What a list of known failures may name: every scene of these families.
///
/// # Errors
/// An unknown profile.
pub fn names(suites: &[Suite]) -> Result<Names, SuiteError> {
    let mut names = Names::default();
    for suite in suites {
        let facts = facts(suite)?;
        // A quick run turns and moves a scene at once.
        let variants = [Effort::Full, Effort::Quick].map(|effort| suite.variants(&facts, effort));
        variants
            .iter()
            .flatten()
            .for_each(|variant| names.add(&case_of(variant)));
    }
    Ok(names)
}

/// The case of a scene before anybody plays it.
fn case_of(variant: &Variant) -> Case {
    Case {
        subject: variant.suite.clone(),
        axes: Axes::default()
            .with(Axis::Scene, variant.name())
            .with(Axis::Case, &variant.case)
            .with(Axis::Profile, &variant.profile)
            .with(Axis::Tick, variant.tick_name())
            .with(Axis::Place, variant.place_name()),
        checklist: cell::CHECKLIST.into(),
        ..Case::default()
    }
}

fn facts(suite: &Suite) -> Result<Vec<ProfileFacts>, MeasureError> {
    let named = suite.profiles.iter().enumerate();
    named
        .map(|(i, name)| {
            let profile = custom(name, &[]).map_err(|(_, fault)| {
                let place = suite.place(format!("profiles[{i}]"));
                MeasureError::in_scene(suite.file.display().to_string(), place, fault)
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
        let own = case_of(&self.variant);
        let case = |contestant: &Contestant| Case {
            group: self.key.clone(),
            contestant: contestant.to_string(),
            ..own.clone()
        };
        self.families.contestants.iter().map(case).collect()
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        let scene = self.scene()?;
        let exemption = self.families.exempt.reason(&case_of(&self.variant));
        Ok(cell::play(
            &scene,
            &self.families.contestants,
            self.cases(),
            exemption,
        )?)
    }
}
