//! A contestant that has entered a scene, and its play there.

use crate::MeasureError;
use crate::clock::stopwatch::process_seconds;
use crate::run::contestant::Contestant;
use crate::run::moving::MovingWorld;
use crate::run::play::{Played, play_input};
use crate::run::setting::Setting;
use crate::run::{sweeps, weigh};
use clipmark_collision::clock::Instant;
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::{Aabb, Hull, World};
use clipmark_movement::{Profile, Setup};

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
    /// The CPU time of all threads meanwhile, or the same where the system does not tell it.
    pub build_cpu_seconds: f64,
}

/// A play that is made ready.
pub type Play<'a> = Box<dyn FnOnce() -> Result<Played, MeasureError> + 'a>;

/// Does a job. Returns its seconds by the wall clock, and the CPU time of all threads or the same where the system does not
/// tell it.
fn seconds_of<T>(job: impl FnOnce() -> T) -> (T, [f64; 2]) {
    let (began, cpu) = (Instant::now(), process_seconds());
    let done = job();
    let seconds = began.elapsed().as_secs_f64();
    let cpu_seconds = match (cpu, process_seconds()) {
        (Some(from), Some(to)) => to - from,
        _ => seconds,
    };
    (done, [seconds, cpu_seconds])
}

impl BuiltContestant {
    /// Builds a contestant of a world that errors call `file`.
    pub(crate) fn build(
        contestant: Contestant,
        world: &World,
        profile: Profile,
        file: &str,
    ) -> Result<Self, MeasureError> {
        let (backend, [build_seconds, build_cpu_seconds]) =
            seconds_of(|| contestant.build(world, profile.trace_rules));
        let backend = backend?;
        let setup = contestant.setup(profile, world, &*backend)?;
        let hull = setup.shape().hull(profile.bounds(false));
        let built = Self {
            contestant,
            backend,
            setup,
            hull,
            build_seconds,
            build_cpu_seconds,
        };
        built.fits(&hull, file)?;
        contestant.check_sizes(&built.setup, &*built.backend, file)?;
        let solid = built.setup.mover().solid_bounds(&profile);
        built.fits(&built.setup.shape().hull(solid), file)?;
        Ok(built)
    }

    /// Asks one sweep of its world, and counts its time as the build's: what was put off until the first question is a build
    /// too.
    pub(crate) fn answer_first(&mut self, world: &World) {
        let ((), [seconds, cpu_seconds]) = seconds_of(|| weigh::ask(&*self.backend, world));
        self.build_seconds += seconds;
        self.build_cpu_seconds += cpu_seconds;
    }

    /// Refuses a body that the backend has no answer for.
    pub(crate) fn fits(&self, body: &Hull, file: &str) -> Result<(), MeasureError> {
        if self.backend.facts().supports(body) {
            return Ok(());
        }
        let Aabb { mins, maxs } = body.bounds();
        let (who, kind) = (self.contestant, body.kind());
        let bounds = format!(
            "({} {} {}) to ({} {} {})",
            mins.x, mins.y, mins.z, maxs.x, maxs.y, maxs.z
        );
        Err(MeasureError::Refused(format!(
            "{file}: {who} cannot move a {kind} {bounds}: it has no hull of that size; leave {who} out, or play by a profile \
             whose player the map was compiled for"
        )))
    }

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
