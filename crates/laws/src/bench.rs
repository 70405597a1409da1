//! Plays a law's scene on one contestant.

use crate::LawError;
use crate::performer::Performer;
use clipmark_collision::CollisionBackend;
use clipmark_measure::ReferenceSpace;
use clipmark_measure::beginning;
use clipmark_measure::{InputSource, Played, play_input};
use clipmark_movement::{Body, Profile, Setup};
use clipmark_scene::{Scene, Step, Tick};

/// A scene made ready for one movement and one performer.
pub(crate) struct Bench {
    stage: Stage,
    profile: Profile,
    scene: Scene,
    start: Body<f64>,
}

/// Who answers what the world is.
enum Stage {
    Backend(Box<dyn CollisionBackend>, Box<Setup>),
    Exact(Box<ReferenceSpace>),
}

impl Bench {
    /// The scene, with another movement.
    pub(crate) fn new(scene: &Scene, profile: Profile, performer: Performer) -> Result<Self, LawError> {
        let mut world = scene.world()?;
        world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
        let refuse = |why| LawError::NoBox {
            contestant: performer.to_string(),
            why,
        };
        let stage = match performer {
            Performer::Reference => {
                let space = ReferenceSpace::new(&world, profile);
                Stage::Exact(Box::new(
                    space.ok_or_else(|| refuse("knows neither patches nor triangles"))?,
                ))
            }
            Performer::Contestant(contestant) => {
                let backend = contestant.build(&world, profile.trace_rules)?;
                if !backend.declares().hulls.aabb {
                    return Err(refuse("sweeps none"));
                }
                if !contestant.mover.slides() {
                    return Err(refuse("does not slide"));
                }
                let setup = contestant.setup(profile, &world, &*backend)?;
                Stage::Backend(backend, Box::new(setup))
            }
        };
        let (start, _) = beginning(scene, &world, profile.order)?;
        Ok(Self {
            stage,
            profile,
            scene: scene.clone(),
            start: start.cast(),
        })
    }

    /// The state in which the scene begins.
    pub(crate) fn start(&self) -> Body<f64> {
        self.start
    }

    /// The same, standing with its feet so far above a floor at a height.
    pub(crate) fn standing(&self, floor: f64, gap: f64) -> Body<f64> {
        let mut body = self.start;
        body.origin.z = floor + gap - f64::from(self.profile.size.feet);
        body.grounded = true;
        body
    }

    /// The same, standing on a floor at z = 0, as near as the skin lets it.
    pub(crate) fn at_rest(&self) -> Body<f64> {
        self.standing(0.0, f64::from(self.profile.trace_rules.skin))
    }

    /// Plays the scene's script from another state. A contestant starts from the nearest that f32 has.
    pub(crate) fn play_from(&self, start: Body<f64>) -> Played<f64> {
        let input = InputSource::Script {
            segments: self.scene.segments(),
            yaw: self.scene.player.yaw.unwrap_or(0.0),
            msec: self.scene.tick.msec(),
        };
        // A command is refused only where the player's own state is no number any more; then nothing was played.
        let played = match &self.stage {
            Stage::Backend(backend, setup) => {
                play_input(&**backend, setup, start.cast(), &input).map(|run| run.cast())
            }
            Stage::Exact(space) => space.play(start, &input),
        };
        played.unwrap_or_else(|_| Played {
            states: vec![start],
            ..Played::default()
        })
    }

    /// Plays other steps from another state.
    pub(crate) fn play_steps(&mut self, start: Body<f64>, steps: Vec<Step>) -> Played<f64> {
        self.scene.input = steps;
        self.play_from(start)
    }
}

/// The scene at another tick.
pub(crate) fn at_tick(scene: &Scene, msec: f64) -> Scene {
    let mut scene = scene.clone();
    scene.tick = Tick::Msec(msec);
    scene
}

/// Horizontal speed.
pub(crate) fn speed(body: &Body<f64>) -> f64 {
    body.velocity.x.hypot(body.velocity.y)
}
