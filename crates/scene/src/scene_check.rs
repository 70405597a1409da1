//! The checks that a scene must pass before anything is built or run.

use crate::check::*;
use crate::file::unknown_variant;
use crate::input::{MAX_SEGMENTS, Step, flatten, recorded, script};
use crate::model::{Scene, Start, WorldSource};
use crate::sources::shapes;
use crate::{Change, SceneError, Segment};

impl Scene {
    /// Rejects a scene that cannot be run. [`Scene::load`] and [`Scene::parse`] have done this; do it again after changing a
    /// scene by hand.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), SceneError> {
        self.checks().map_err(|problem| self.error(problem))
    }

    fn checks(&self) -> Checked {
        version(self.version)?;
        name("name", &self.name)?;
        self.check_profile()?;
        tick_length("tick", self.tick)?;
        counted("sweeps", "sweeps", self.sweeps.into(), 0, MAX_SWEEPS)?;
        self.check_contestants()?;
        self.check_player()?;
        self.check_input()?;
        let mut work = 0;
        for (i, expectation) in self.expect.iter().enumerate() {
            self.check_expectation(&At::Root("expect").item(i), expectation, &mut work)?;
        }
        coordinates("frame.at", &self.frame.at)?;
        finite("frame.yaw", &[self.frame.yaw])?;
        self.check_movers(&mut work)?;
        self.check_others()?;
        match &self.world {
            WorldSource::Shapes(list) => {
                let at = At::Root("world.Shapes");
                work += shapes::build(&at, list, &self.frame, None)?.work;
                shapes::affordable(at, work)
            }
            _ if self.frame.is_none() => Ok(()),
            _ => fault(
                "frame",
                "a map cannot be turned or moved",
                "leave `frame` out, or use Shapes",
            ),
        }
    }

    /// Only that it is written as a profile is. Whether there is one of that name is for the movement to say.
    fn check_profile(&self) -> Checked {
        // RON reads `Anything(base: ..)` alike.
        if let Some((line, column)) = self.place("profile".into()).position {
            let row = self.text.lines().nth(line - 1).unwrap_or_default();
            let rest: String = row.chars().skip(column - 1).collect();
            let quoted = ["\"", "r\"", "r#"].iter().any(|quote| rest.starts_with(quote));
            let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            if let Some(found) = word.filter(|word| !quoted && *word != "Custom") {
                if found.is_empty() {
                    let hint = "write Custom(base: \"quake3\", changes: {\"gravity\": 400})";
                    return fault("profile", "a profile with changes begins with `Custom`", hint);
                }
                return Err(unknown_variant(found, &["Custom"]).at("profile"));
            }
        }
        profile_name(self.profile.path(None), &self.profile.base)?;
        for (i, (constant, value)) in self.profile.changes.iter().enumerate() {
            let word = match value {
                Change::Word(word) => word.as_str(),
                Change::Number(_) | Change::Flag(_) => "",
            };
            let mut texts = [constant.as_str(), word].into_iter();
            if let Some(long) = texts.find(|text| text.len() > LONGEST_NAME) {
                let allowed = "the name of a constant or of a rule";
                return no_name(self.profile.path(Some(i)), long, allowed);
            }
        }
        Ok(())
    }

    fn check_contestants(&self) -> Checked {
        let at = At::Root("contestants");
        counted(at, "contestants", self.contestants.len() as u64, 1, 32)?;
        for (i, contestant) in self.contestants.iter().enumerate() {
            // One variant and one mover at most, in that order.
            let (backend, mover) = match contestant.split_once('+') {
                Some((backend, mover)) => (backend, Some(mover)),
                None => (contestant.as_str(), None),
            };
            let parts = backend.splitn(2, ':').chain(mover);
            if !parts.into_iter().all(is_name) {
                let allowed = "`backend`, `backend:variant` or `backend+mover`, for example \"bsp\", \
                               \"bsp:tutorial\" or \"cylinder+pair\"";
                return no_name(at.item(i), contestant, allowed);
            }
        }
        once(&at, &self.contestants)
    }

    fn check_player(&self) -> Checked {
        let player = &self.player;
        if let Start::At(x, y, z) = player.start {
            coordinates("player.start", &[x, y, z])?;
        }
        finite("player.yaw", &[player.yaw.unwrap_or(0.0)])?;
        for v in player.velocity {
            within("player.velocity", v, &VELOCITY)?;
        }
        match player.hull.map(|h| h.hull()) {
            Some(Err(why)) => fault("player.hull", why, ""),
            Some(Ok(hull)) => {
                let b = hull.bounds();
                let ends = [b.mins.coords.min(), b.maxs.coords.max()].map(f64::from);
                coordinates("player.hull", &ends)
            }
            None => Ok(()),
        }
    }

    fn check_input(&self) -> Checked {
        let at = At::Root("input");
        counted(at, "steps", self.input.len() as u64, 1, MAX_SEGMENTS)?;
        let (count, seconds) = script(&at, &self.input)?;
        counted(at, "steps when unrolled", count as u64, 1, MAX_SEGMENTS)?;
        if let [Step::Recorded(path)] = &self.input[..] {
            // A page has no disk; there a file that was not brought is missed when it is read.
            if cfg!(target_family = "wasm") || self.resolve(path).is_file() {
                return Ok(());
            }
            return fault(
                "input[0].Recorded",
                "there is no such recording",
                "its path is relative to the scene's folder",
            );
        }
        if let Some(path) = recorded(&at, &self.input) {
            return fault(
                path,
                "a Recorded step must be the only one, since its file holds the whole input",
                "remove the other steps",
            );
        }
        within(
            at,
            seconds,
            &range(self.tick.seconds(), SECONDS.high, "seconds in all"),
        )
    }

    /// The script as a plain list of stretches, `Repeat` unrolled and views turned with the scene.
    pub fn segments(&self) -> Vec<Segment> {
        flatten(&self.input, &self.frame)
    }

    /// Length of the script in seconds; `None` for a recording, whose file says it.
    pub fn seconds(&self) -> Option<f64> {
        let at = At::Root("input");
        if recorded(&at, &self.input).is_some() {
            return None;
        }
        script(&at, &self.input).ok().map(|(_, seconds)| seconds)
    }
}
