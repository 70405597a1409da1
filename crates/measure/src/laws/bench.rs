//! Plays a law's scene on one contestant.

use crate::MeasureError;
use crate::contestant::Contestant;
use crate::driver::Driver;
use crate::play::{Hands, Played, play_hands};
use crate::setting::beginning;
use clipmark_collision::CollisionBackend;
use clipmark_movement::{Body, Mover, Profile, Setup};
use clipmark_scene::{Scene, Step, Tick};

/// A scene made ready for one movement and one contestant.
pub(super) struct Bench {
    backend: Box<dyn CollisionBackend>,
    setup: Setup,
    scene: Scene,
    start: Body,
}

impl Bench {
    /// The scene, with another movement.
    pub(super) fn new(scene: &Scene, profile: Profile, contestant: Contestant) -> Result<Self, MeasureError> {
        let world = scene.world()?;
        let backend = contestant.backend.build(&world, profile.trace_rules)?;
        let refuse = |why| MeasureError::NoBox {
            contestant: contestant.to_string(),
            why,
        };
        if !backend.declares().hulls.aabb {
            return Err(refuse("sweeps none"));
        }
        if contestant.mover != Mover::SlideStep {
            return Err(refuse("does not slide"));
        }
        let (start, _) = beginning(scene, &world)?;
        Ok(Self {
            setup: Setup::new(profile, contestant.mover, &*backend),
            backend,
            scene: scene.clone(),
            start,
        })
    }

    /// The state in which the scene begins.
    pub(super) fn start(&self) -> Body {
        self.start
    }

    /// The same, standing with its feet so far above a floor at a height.
    pub(super) fn standing(&self, floor: f64, gap: f64) -> Body {
        let mut body = self.start;
        body.origin.z = (floor + gap - f64::from(self.setup.profile.size.feet)) as f32;
        body.grounded = true;
        body
    }

    /// The same, standing on a floor at z = 0, as near as the skin lets it.
    pub(super) fn at_rest(&self) -> Body {
        self.standing(0.0, f64::from(self.setup.profile.trace_rules.skin))
    }

    /// Plays the scene's script from another state.
    pub(super) fn play_from(&self, start: Body) -> Played {
        let yaw = self.scene.player.yaw.unwrap_or(0.0) as f32;
        let driver = Driver::new(self.scene.segments(), yaw);
        let mut hands = Hands::Script(driver, self.scene.tick.msec());
        // A command is refused only where the player's own state is no number any more; then nothing was played.
        play_hands(&*self.backend, &self.setup, start, &mut hands).unwrap_or_else(|_| Played {
            states: vec![start],
            ..Played::default()
        })
    }

    /// Plays other steps from another state.
    pub(super) fn play_steps(&mut self, start: Body, steps: Vec<Step>) -> Played {
        self.scene.input = steps;
        self.play_from(start)
    }
}

/// The scene at another tick.
pub(super) fn at_tick(scene: &Scene, msec: f64) -> Scene {
    let mut scene = scene.clone();
    scene.tick = Tick::Msec(msec);
    scene
}

/// Horizontal speed in f64: the sum of squares is not to round again.
pub(super) fn speed(body: &Body) -> f64 {
    f64::from(body.velocity.x).hypot(f64::from(body.velocity.y))
}
