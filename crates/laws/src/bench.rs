//! Plays a law's scene on one contestant.

use crate::LawError;
use crate::player::LawPlayer;
use clipmark_collision::CollisionBackend;
use clipmark_measure::{BackendKind, Contestant, InputSource, Played, ReferenceSpace, beginning, play_input};
use clipmark_movement::{Body, Profile, Setup};
use clipmark_scene::{Key, Scene, Step, Tick};

/// A scene made ready for one movement and one player.
pub(crate) struct Bench {
    stage: Stage,
    profile: Profile,
    scene: Scene,
    start: Body<f64>,
}

/// The source of answers about the world.
enum Stage {
    Backend(Box<dyn CollisionBackend>, Box<Setup>),
    Exact(Box<ReferenceSpace>),
}

impl Bench {
    /// The scene, with another movement.
    pub(crate) fn new(scene: &Scene, profile: Profile, player: LawPlayer) -> Result<Self, LawError> {
        let contestant = match player {
            LawPlayer::Reference => return Self::exact(scene, profile),
            LawPlayer::Contestant(contestant) => contestant,
        };
        let bench = Self::of(scene, profile, contestant)?;
        if contestant.mover.slides() {
            Ok(bench)
        } else {
            Err(refused(player, "does not slide"))
        }
    }

    /// The same, carried by a mover of this name on the player's backend.
    pub(crate) fn carried_by(
        scene: &Scene,
        profile: Profile,
        player: LawPlayer,
        mover: &str,
    ) -> Result<Self, LawError> {
        let (backend, fault) = match player {
            LawPlayer::Reference => (BackendKind::BSP, None),
            LawPlayer::Contestant(contestant) => (contestant.backend, contestant.fault),
        };
        let sound: Contestant = format!("{}+{mover}", backend.name()).parse()?;
        let contestant = fault.map_or(sound, |fault| sound.with_fault(fault));
        Self::of(scene, profile, contestant)
    }

    fn exact(scene: &Scene, profile: Profile) -> Result<Self, LawError> {
        let world = scene.world()?;
        let space = ReferenceSpace::new(&world, profile);
        let why = "knows neither patches nor triangles";
        let space = space.ok_or_else(|| refused(LawPlayer::Reference, why))?;
        let (start, _) = beginning(scene, &world, profile.order)?;
        Ok(Self {
            stage: Stage::Exact(Box::new(space)),
            profile,
            scene: scene.clone(),
            start: start.cast(),
        })
    }

    fn of(scene: &Scene, profile: Profile, contestant: Contestant) -> Result<Self, LawError> {
        let mut world = scene.world()?;
        world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
        let backend = contestant.build(&world, profile.trace_rules)?;
        if !backend.declares().hulls.aabb {
            return Err(refused(LawPlayer::Contestant(contestant), "sweeps none"));
        }
        let setup = contestant.setup(profile, &world, &*backend)?;
        let (start, _) = beginning(scene, &world, profile.order)?;
        Ok(Self {
            stage: Stage::Backend(backend, Box::new(setup)),
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

    /// The state after one tick from another state with these keys.
    pub(crate) fn tick_from(&mut self, start: Body<f64>, keys: &[Key]) -> Body<f64> {
        let step = Step::Hold {
            keys: keys.to_vec(),
            seconds: self.scene.tick.seconds(),
            turn: 0.0,
            yaw: None,
            pitch: None,
        };
        let played = self.play_steps(start, vec![step]);
        played.states.get(1).copied().unwrap_or(start)
    }

    /// Plays other steps from another state.
    pub(crate) fn play_steps(&mut self, start: Body<f64>, steps: Vec<Step>) -> Played<f64> {
        self.scene.input = steps;
        self.play_from(start)
    }
}

fn refused(player: LawPlayer, why: &'static str) -> LawError {
    LawError::NoBox {
        contestant: player.to_string(),
        why,
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
