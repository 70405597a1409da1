//! A contestant that has entered a scene, and its play there.

use crate::MeasureError;
use crate::run::contestant::Contestant;
use crate::run::moving::MovingWorld;
use crate::run::play::{Played, play_input};
use crate::run::setting::Setting;
use crate::run::sweeps;
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::Hull;
use clipmark_movement::Setup;

/// A contestant that has entered: built, and with the body it moves.
pub struct BuiltContestant {
    /// The contestant.
    pub contestant: Contestant,
    /// Answers questions about the world.
    pub backend: Box<dyn CollisionBackend>,
    /// Movement, mover and shape of the body.
    pub setup: Setup,
    /// The standing body.
    pub hull: Hull,
    /// Seconds that the build of its backend took by the wall clock, taken outside of it.
    pub build_seconds: f64,
}

/// A play that is made ready.
pub type Play<'a> = Box<dyn FnOnce() -> Result<Played, MeasureError> + 'a>;

impl BuiltContestant {
    /// Plays the scene's script or recording.
    ///
    /// # Errors
    /// A command refused. A script only gives a player's commands and recordings are checked when read. So the run has led to an
    /// impossible state of the player.
    pub fn play(&self, setting: &Setting) -> Result<Played, MeasureError> {
        self.ready(setting)?()
    }

    /// Prepares a play, its moving world included, and returns the play: only that is timed.
    ///
    /// # Errors
    /// Errors of its backend; for the play, those of [`play`](Self::play).
    pub fn ready<'a>(&'a self, setting: &'a Setting) -> Result<Play<'a>, MeasureError> {
        let moving = setting.in_motion();
        let mut world = moving
            .map(|moving| MovingWorld::of(setting, moving, self))
            .transpose()?;
        Ok(Box::new(move || {
            let played = match &mut world {
                Some(world) => world.play(&setting.input),
                None => play_input(&*self.backend, &self.setup, setting.start, &setting.input),
            };
            played.map_err(|source| MeasureError::RunLost {
                contestant: self.contestant.to_string(),
                file: setting.file.clone(),
                source,
            })
        }))
    }

    /// Lines as sweeps of its body.
    pub fn sweeps(&self, lines: &[sweeps::Line]) -> Vec<Sweep> {
        lines
            .iter()
            .map(|&[start, end]| Sweep::new(self.hull, start, end))
            .collect()
    }
}
