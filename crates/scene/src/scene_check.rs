//! The checks that a scene must pass before anything is built or run.

use crate::check::*;
use crate::input::{Step, flatten};
use crate::locate::{field, locate};
use crate::model::{Player, Scene, Start, WorldSource};
use crate::script_check::{MAX_SECONDS, MAX_SEGMENTS, recorded, script};
use crate::sources::shapes;
use crate::{Place, Problem, SceneError, Segment};

/// Largest speed at the start in units per second. It is far above Quake's velocity limit of 2,000 and the thin wall scene's
/// 20,000. It is low enough that no tick overflows.
pub(crate) const MAX_SPEED: f64 = 100_000.0;
/// Most refereed sweeps of a scene; each costs one exact sweep and some 700 bytes until the report is written. `compare bar`
/// asks more without keeping them.
const MAX_SWEEPS: u64 = 1_000_000;

impl Scene {
    /// Rejects a scene that cannot be run. [`Scene::load`] and [`Scene::parse`] have done this; do it again after changing a
    /// scene by hand.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), SceneError> {
        self.checks().map_err(|f| self.error(f))
    }

    pub(crate) fn error(&self, fault: FieldProblem) -> SceneError {
        SceneError {
            file: self.file.clone(),
            place: self.place(fault.path),
            problem: Box::new(fault.problem),
        }
    }

    fn checks(&self) -> Checked {
        if self.version != 1 {
            return fault("version", Problem::Version(self.version.to_string()));
        }
        name("name", &self.name)?;
        self.check_profile()?;
        tick_length("tick", self.tick)?;
        counted("sweeps", "sweeps", self.sweeps.into(), 0, MAX_SWEEPS)?;
        self.check_contestants()?;
        player(&self.player)?;
        self.check_input()?;
        let mut work = 0;
        for (i, expectation) in self.expect.iter().enumerate() {
            let path = format!("expect[{i}].{}", expectation.name());
            self.check_expectation(&path, expectation, &mut work)?;
        }
        coordinates("frame.at", &self.frame.at)?;
        finite("frame.yaw", &[self.frame.yaw])?;
        self.check_movers(&mut work)?;
        self.check_others()?;
        match &self.world {
            WorldSource::Shapes(list) => {
                work += shapes::build(list, &self.frame, None)?.work;
                shapes::affordable("world.Shapes", work)
            }
            _ if self.frame.is_none() => Ok(()),
            _ => fault("frame", Problem::FramedMap),
        }
    }

    /// Only that it is written as a profile is. Whether there is one of that name is for the movement to say.
    fn check_profile(&self) -> Checked {
        // RON reads `Anything(base: ..)` alike.
        let word = field(&self.text, "profile").filter(|w| !w.starts_with(['"', 'r']));
        if let Some(found) = word.filter(|w| *w != "Custom") {
            return fault(
                "profile",
                Problem::UnknownVariant {
                    found: found.into(),
                    known: &["Custom"],
                },
            );
        }
        let base = &self.profile.base;
        if base.split(':').all(is_name) {
            return Ok(());
        }
        fault(
            self.profile.path(None),
            Problem::Name {
                found: base.clone(),
                allowed: "a profile's name, for example \"quake3\" or \"quake3:ideal\"",
            },
        )
    }

    /// Where in the file a value such as `profile.Custom.changes.\"gravity\"` is.
    pub fn place(&self, path: String) -> Place {
        Place {
            position: locate(&self.text, &path).filter(|_| !path.is_empty()),
            path,
        }
    }

    fn check_contestants(&self) -> Checked {
        counted("contestants", "contestants", self.contestants.len() as u64, 1, 32)?;
        for (i, contestant) in self.contestants.iter().enumerate() {
            let path = format!("contestants[{i}]");
            // One variant and one mover at most, in that order.
            let (backend, mover) = contestant
                .split_once('+')
                .map_or((contestant.as_str(), None), |(b, m)| (b, Some(m)));
            let (backend, variant) = backend
                .split_once(':')
                .map_or((backend, None), |(b, v)| (b, Some(v)));
            if ![Some(backend), variant, mover].into_iter().flatten().all(is_name) {
                let allowed = "`backend`, `backend:variant` or `backend+mover`, for example \"bsp\", \
                               \"bsp:tutorial\" or \"cylinder+pair\"";
                return fault(
                    path,
                    Problem::Name {
                        found: contestant.clone(),
                        allowed,
                    },
                );
            }
            if self.contestants[..i].contains(contestant) {
                return fault(path, Problem::Twice(contestant.clone()));
            }
        }
        Ok(())
    }

    fn check_input(&self) -> Checked {
        counted("input", "steps", self.input.len() as u64, 1, MAX_SEGMENTS as u64)?;
        let (count, seconds) = script("input", &self.input)?;
        if count > MAX_SEGMENTS {
            return counted(
                "input",
                "steps when unrolled",
                count as u64,
                1,
                MAX_SEGMENTS as u64,
            );
        }
        if let [Step::Recorded(path)] = &self.input[..] {
            // A page has no disk; there a file that was not brought is missed when it is read.
            if cfg!(target_family = "wasm") || self.resolve(path).is_file() {
                return Ok(());
            }
            return fault("input[0].Recorded", Problem::MissingRecording);
        }
        if let Some(path) = recorded("input", &self.input) {
            return fault(path, Problem::RecordedAmongOthers);
        }
        within(
            "input",
            seconds,
            self.tick.seconds(),
            MAX_SECONDS,
            "seconds in all",
        )
    }

    /// The script as a plain list of stretches, `Repeat` unrolled and views turned with the scene.
    pub fn segments(&self) -> Vec<Segment> {
        flatten(&self.input, &self.frame)
    }

    /// Length of the script in seconds; `None` for a recording, whose file says it.
    pub fn seconds(&self) -> Option<f64> {
        if recorded("input", &self.input).is_some() {
            return None;
        }
        script("input", &self.input).ok().map(|(_, seconds)| seconds)
    }
}

fn player(player: &Player) -> Checked {
    if let Start::At(x, y, z) = player.start {
        coordinates("player.start", &[x, y, z])?;
    }
    if let Some(yaw) = player.yaw {
        finite("player.yaw", &[yaw])?;
    }
    for v in player.velocity {
        within("player.velocity", v, -MAX_SPEED, MAX_SPEED, "u/s")?;
    }
    match player.hull.map(|h| h.hull()) {
        Some(Err(e)) => fault("player.hull", e),
        Some(Ok(hull)) => {
            let b = hull.bounds();
            let ends = [b.mins.coords.min(), b.maxs.coords.max()].map(f64::from);
            coordinates("player.hull", &ends)
        }
        None => Ok(()),
    }
}
