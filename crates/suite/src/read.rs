//! From a path to a checked suite.

use crate::Suite;
use crate::budget;
use crate::family::Family;
use clipmark_scene::check::{
    At, Checked, MAX_SWEEPS, coordinates, counted, name, once, profile_name, tick_length, version,
};
use clipmark_scene::file::{self, Extensions};
use clipmark_scene::{Place, Problem, SceneError};
use std::path::Path;

/// Largest suite file read, in bytes: parameters are short.
const MAX_BYTES: u64 = 1 << 20;
/// Most directions that a scene is turned to.
const MAX_TURNS: u64 = 360;

impl Suite {
    /// Reads and checks a suite file, and those it names.
    ///
    /// # Errors
    /// A file that cannot be read, is no RON, or describes an impossible scene.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let mut suite = Self::alone(path)?;
        if let Family::Far(far) = &suite.family {
            for (i, other) in far.of.iter().enumerate() {
                let found = path.parent().unwrap_or(Path::new("")).join(other);
                let other = Self::alone(&found)?;
                if matches!(other.family, Family::Far(_)) {
                    let message = "a far-origin family cannot contain another one";
                    let problem = Problem::new(message, "name the file of another family");
                    return Err(suite.error(problem.at(format_args!("family.Far.of[{i}]"))));
                }
                suite.text.push_str(&other.text);
                suite.others.push(other);
            }
        }
        Ok(suite)
    }

    fn alone(path: &Path) -> Result<Self, SceneError> {
        Self::parse(&file::read(path, MAX_BYTES)?, path)
    }

    /// Reads and checks the text of a suite file. The path gives it its name, and nothing is read from it.
    ///
    /// # Errors
    /// Text that is no RON, or describes an impossible scene.
    pub fn parse(text: &str, path: &Path) -> Result<Self, SceneError> {
        let mut suite: Self = file::parse(text, path, Extensions::UNWRAP_VARIANT_NEWTYPES)?;
        suite.name = path
            .file_stem()
            .map_or(String::new(), |s| s.to_string_lossy().into_owned());
        suite.file = path.into();
        suite.text = text.into();
        suite.checks().map_err(|f| suite.error(f))?;
        Ok(suite)
    }

    fn checks(&self) -> Checked {
        version(self.version)?;
        name("name", &self.name)?;
        let profiles = At::Root("profiles");
        counted(profiles, "profiles", self.profiles.len() as u64, 1, 32)?;
        for (i, profile) in self.profiles.iter().enumerate() {
            profile_name(profiles.item(i), profile)?;
        }
        once(&profiles, &self.profiles)?;
        counted("ticks", "ticks", self.ticks.len() as u64, 1, 32)?;
        for (i, tick) in self.ticks.iter().enumerate() {
            tick_length(At::Root("ticks").item(i), *tick)?;
        }
        counted("turns", "turns", self.turns.into(), 1, MAX_TURNS)?;
        coordinates("shift", &self.shift)?;
        counted("sweeps", "sweeps", self.sweeps.into(), 0, MAX_SWEEPS)?;
        counted("quick_every", "cases", self.quick_every as u64, 1, 1000)?;
        let places = u64::from(self.turns) + 1;
        let scenes_a_case = self.profiles.len() as u64 * self.ticks.len() as u64 * places;
        budget::check(&self.text, scenes_a_case)?;
        if let Family::Far(far) = &self.family {
            counted("family.Far.of", "files", far.of.len() as u64, 1, 100)?;
            counted("family.Far.shifts", "shifts", far.shifts.len() as u64, 1, 100)?;
            counted("family.Far.cases", "cases", far.cases as u64, 1, 1000)?;
        }
        Ok(())
    }

    pub(crate) fn error(&self, problem: Problem) -> SceneError {
        file::located(problem, &self.file, &self.text)
    }

    /// Where in the file a value such as `profiles[1]` is.
    pub fn place(&self, path: String) -> Place {
        file::place(&self.text, path)
    }
}
