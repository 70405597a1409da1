//! Plays a world of a few shapes with a profile and commands.

use crate::LawError;
use crate::player::LawPlayer;
use clipmark_collision::CollisionBackend;
use clipmark_measure::{InputSource, Played, ReferenceSpace, play_input};
use clipmark_movement::{Body, Profile, Setup};
use clipmark_scene::{Key, Scene, Shape, Side, Step, Tick, WorldSource};
use nalgebra::{Point3, Vector3};

/// What a bench's world and tick are put into.
const BLANK: &str = r#"(version: 1, title: "a law's world", world: Shapes([Box(min: (0, 0, 0), max: (1, 1, 1))]),
    player: (start: At(0, 0, 0)), profile: "quakeworld", tick: Msec(8), input: [Wait(1)])"#;

/// A world made ready for one movement and one player.
pub(crate) struct Bench {
    stage: Stage,
    profile: Profile,
    scene: Scene,
    msec: f64,
}

enum Stage {
    Backend(Box<dyn CollisionBackend>, Box<Setup>),
    Exact(Box<ReferenceSpace>),
}

impl Bench {
    pub(crate) fn new(
        player: LawPlayer,
        profile: Profile,
        msec: f64,
        shapes: Vec<Shape>,
    ) -> Result<Self, LawError> {
        let mut scene = Scene::parse(BLANK, "law.ron")?;
        scene.world = WorldSource::Shapes(shapes);
        scene.tick = Tick::Msec(msec);
        let mut world = scene.world()?;
        let stage = match player {
            LawPlayer::Reference => {
                let space = ReferenceSpace::new(&world, profile);
                let why = "knows neither patches nor triangles";
                Stage::Exact(Box::new(space.ok_or_else(|| refused(player, why))?))
            }
            LawPlayer::Contestant(contestant) => {
                world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
                let backend = contestant.build(&world, profile.trace_rules)?;
                if !backend.facts().declaration.hulls.aabb {
                    return Err(refused(player, "sweeps none"));
                }
                let setup = contestant.setup(profile, &world, &*backend)?;
                Stage::Backend(backend, Box::new(setup))
            }
        };
        Ok(Self {
            stage,
            profile,
            scene,
            msec,
        })
    }

    /// In the air at the origin, moving along +x.
    pub(crate) fn flying(&self, speed: f64) -> Body<f64> {
        let mut body = Body::at(Point3::origin());
        body.velocity.x = speed;
        body
    }

    /// Standing with its feet so far above a floor at a height.
    pub(crate) fn standing(&self, floor: f64, gap: f64) -> Body<f64> {
        let mut body = self.flying(0.0);
        body.origin.z = floor + gap - f64::from(self.profile.size.feet);
        body.grounded = true;
        body
    }

    /// On a floor at z = 0, as near as the skin lets it, moving along +x.
    pub(crate) fn running(&self, speed: f64) -> Body<f64> {
        let mut body = self.standing(0.0, f64::from(self.profile.trace_rules.skin));
        body.velocity.x = speed;
        body
    }

    /// Plays steps with a view along +x at first. A contestant starts from the nearest state that f32 has.
    pub(crate) fn play(&self, start: Body<f64>, steps: &[Step]) -> Played<f64> {
        let mut script = self.scene.clone();
        script.input = steps.to_vec();
        let input = InputSource::Script {
            segments: script.segments(),
            yaw: 0.0,
            msec: self.msec,
        };
        let played = match &self.stage {
            Stage::Backend(backend, setup) => {
                play_input(&**backend, setup, start.cast(), &input).map(|run| run.cast())
            }
            Stage::Exact(space) => space.play(start, &input),
        };
        // A command is refused only where the player's own state is no number any more; then no check may hold.
        played.unwrap_or_else(|_| {
            let mut lost = start;
            lost.origin = Point3::from(Vector3::repeat(f64::NAN));
            lost.velocity = Vector3::repeat(f64::NAN);
            Played {
                states: vec![start, lost],
                ..Played::default()
            }
        })
    }

    pub(crate) fn end(&self, start: Body<f64>, steps: &[Step]) -> Body<f64> {
        last(&self.play(start, steps))
    }

    /// The state after one tick with these keys.
    pub(crate) fn tick(&self, start: Body<f64>, keys: &[Key]) -> Body<f64> {
        let played = self.play(start, &[hold(keys, self.msec / 1000.0)]);
        played.states.get(1).copied().unwrap_or(start)
    }
}

pub(crate) fn refused(player: LawPlayer, why: &'static str) -> LawError {
    LawError::NoBox {
        contestant: player.to_string(),
        why,
    }
}

pub(crate) fn last(played: &Played<f64>) -> Body<f64> {
    played.states[played.states.len() - 1]
}

pub(crate) fn speed(body: &Body<f64>) -> f64 {
    body.velocity.x.hypot(body.velocity.y)
}

/// Horizontal speed at the start and after each tick.
pub(crate) fn speeds(played: &Played<f64>) -> Vec<f64> {
    played.states.iter().map(speed).collect()
}

/// Keys held, with the view as it is.
pub(crate) fn hold(keys: &[Key], seconds: f64) -> Step {
    Step::Hold {
        keys: keys.to_vec(),
        seconds,
        turn: 0.0,
        yaw: None,
        pitch: None,
    }
}

/// Keys held, with the view turned to a yaw in degrees.
pub(crate) fn hold_at(yaw: f64, keys: &[Key], seconds: f64) -> Step {
    Step::Hold {
        keys: keys.to_vec(),
        seconds,
        turn: 0.0,
        yaw: Some(yaw),
        pitch: None,
    }
}

/// Strafing to the left at the best angle, or at one in degrees.
pub(crate) fn strafe(seconds: f64, angle: Option<f64>) -> Step {
    Step::Strafe {
        seconds,
        side: Side::Left,
        toward: None,
        angle,
        hop: false,
    }
}

/// Strafing at the best angle and jumping at each landing, to the left all the time or along a heading.
pub(crate) fn strafe_and_hop(seconds: f64, toward: Option<f64>) -> Step {
    Step::Strafe {
        seconds,
        side: Side::Left,
        toward,
        angle: None,
        hop: true,
    }
}
