//! A session: a scene made from bytes, the contestants in play, and a page's questions to them.

use crate::advice::advice;
use crate::input::{Keys, command};
use crate::judge::Judge;
use crate::live::{Ground, Live};
use crate::memory::Memory;
use crate::motion::{self, Motion};
use crate::run::{self, Recorded, Saved};
use crate::stage::{About, Stage, about, bodies, on_its_feet};
use crate::{Mark, Outline, PlayError, faces, states};
use clipmark_geometry::{Point, Vec3, World};
use clipmark_measure::moving::add_bodies;
use clipmark_measure::{Contestant, InputSource, beginning, profile_of};
use clipmark_movement::{Body, Profile, custom};
use clipmark_scene::{Drive, ProfileChoice, Scene};

/// A scene in play.
#[derive(Default)]
pub struct Session {
    files: Memory,
    stage: Option<Stage>,
    lives: Vec<Live>,
    recorded: Option<Recorded>,
    judge: Option<Judge>,
}

impl Session {
    /// Brings a file that a scene names. A member of an archive is named `archive:member`.
    pub fn file(&mut self, name: &str, bytes: &[u8]) {
        self.files.put(name, bytes);
    }

    /// Loads a scene from its text; `path` is where it would lie, and where its relative paths start. All contestants
    /// leave.
    ///
    /// # Errors
    /// A scene that cannot be played, or a file that was not brought.
    pub fn load(&mut self, text: &str, path: &str) -> Result<About, PlayError> {
        let scene = Scene::parse(text, path)?;
        let profile = profile_of(&scene, path)?;
        let world = scene.world_from(&self.files)?;
        self.enter_scene(scene, world, profile)
    }

    /// The same for a map alone, entered at its first spawn by the movement of its game.
    ///
    /// # Errors
    /// A map that is damaged or has no spawn.
    pub fn load_map(&mut self, name: &str) -> Result<About, PlayError> {
        let scene = Scene::of_map_from(name, &self.files)?;
        let profile = profile_of(&scene, name)?;
        let world = scene.world_from(&self.files)?;
        self.enter_scene(scene, world, profile)
    }

    fn enter_scene(&mut self, scene: Scene, mut world: World, profile: Profile) -> Result<About, PlayError> {
        world.bodies = bodies(&profile);
        let (start, input) = match scene.segments().first().map(|s| &s.drive) {
            Some(Drive::Recorded(file)) => {
                let name = scene.resolve(file).display().to_string();
                let text = self
                    .files
                    .get(&name)
                    .ok_or_else(|| PlayError::NoFile(name.clone()))?;
                run::of_text(&name, text, &profile)?
            }
            _ => beginning(&scene, &world, profile.order)?,
        };
        let yaw = match &input {
            InputSource::Script { yaw, .. } => *yaw as f32,
            InputSource::Recorded(ticks) => ticks.first().map_or(0.0, |cmd| cmd.yaw),
        };
        let choice = scene.profile.clone();
        add_bodies(&mut world, &scene, &profile);
        let moving = motion::moving(&scene, &choice, &world, profile)?;
        self.lives.clear();
        self.recorded = None;
        self.judge = None;
        let stage = self.stage.insert(Stage {
            scene,
            world,
            profile,
            choice,
            moving,
            start,
            yaw,
            input,
        });
        Ok(about(stage))
    }

    fn stage(&self) -> Result<&Stage, PlayError> {
        self.stage.as_ref().ok_or(PlayError::NoScene)
    }

    /// The contestants in play, in the order in which they entered.
    pub fn lives(&self) -> &[Live] {
        &self.lives
    }

    /// One of the contestants.
    ///
    /// # Errors
    /// A number that none has.
    pub fn live(&self, index: usize) -> Result<&Live, PlayError> {
        self.lives.get(index).ok_or(PlayError::NoContestant(index))
    }

    fn live_mut(&mut self, index: usize) -> Result<&mut Live, PlayError> {
        self.lives.get_mut(index).ok_or(PlayError::NoContestant(index))
    }

    /// Builds a contestant and puts it at the scene's start.
    ///
    /// # Errors
    /// An unknown name, a name in play, or a world, rules or body that it cannot use.
    pub fn enter(&mut self, name: &str) -> Result<Outline, PlayError> {
        let stage = self.stage()?;
        let contestant: Contestant = name.parse()?;
        if self
            .lives
            .iter()
            .any(|live| live.name() == contestant.to_string())
        {
            return Err(PlayError::Twice(contestant.to_string()));
        }
        let own = profile_of(&stage.scene, "")?;
        let start = on_its_feet(stage.start, &own, &stage.profile);
        let body = run::beginning(&stage.profile, &start, stage.yaw);
        let live = Live::build(contestant, &stage.ground(), body)?;
        let outline = live.outline();
        self.lives.push(live);
        Ok(outline)
    }

    /// Takes a contestant out; those after it move up by one.
    ///
    /// # Errors
    /// A number that none has.
    pub fn leave(&mut self, index: usize) -> Result<(), PlayError> {
        let name = self.live(index)?.name();
        if self.recorded.as_ref().is_some_and(|r| r.contestant == name) {
            self.recorded = None;
        }
        self.lives.remove(index);
        self.look_again();
        Ok(())
    }

    /// Changes the movement of all contestants. Each keeps the place of its feet and its velocity; movers begin anew.
    ///
    /// # Errors
    /// An unknown movement, or one whose rules or body a contestant cannot use; nothing changes then.
    pub fn profile(&mut self, name: &str, yaw: f32) -> Result<Vec<Outline>, PlayError> {
        let stage = self.stage()?;
        let (profile, choice) = if name == stage.scene.profile.base {
            let profile = profile_of(&stage.scene, "")?;
            (profile, stage.scene.profile.clone())
        } else {
            let profile = custom(name, &[]).map_err(|(_, fault)| PlayError::Profile(Box::new(fault)))?;
            (profile, ProfileChoice::named(name))
        };
        let mut world = stage.world.clone();
        world.bodies = bodies(&profile);
        add_bodies(&mut world, &stage.scene, &profile);
        let moving = motion::moving(&stage.scene, &choice, &world, profile)?;
        let ground = Ground {
            world: &world,
            profile,
            moving: moving.as_ref().filter(|moving| !moving.is_still()),
        };
        let mut lives = Vec::new();
        for live in &self.lives {
            let body = on_its_feet(live.body, &live.setup().profile, &profile);
            let body = run::beginning(&profile, &body, yaw);
            lives.push(Live::build(live.name().parse()?, &ground, body)?);
        }
        self.lives = lives;
        self.recorded = None;
        if let Some(stage) = &mut self.stage {
            stage.profile = profile;
            stage.choice = choice;
            stage.moving = moving;
            stage.world = world;
        }
        self.look_again();
        Ok(self.lives.iter().map(Live::outline).collect())
    }

    /// Moves every contestant by the same command. With the judge on, returns the faults of the tick of `judged`.
    ///
    /// # Errors
    /// A command that no player can give, or a body that cannot go on; all others have moved.
    pub fn step(
        &mut self,
        keys: Keys,
        pitch: f32,
        yaw: f32,
        msec: f32,
        judged: usize,
    ) -> Result<Vec<Mark>, PlayError> {
        let profile = self.stage()?.profile;
        let cmd = command(&profile, keys, pitch, yaw, msec);
        let mut outcome = Ok(Vec::new());
        for live in &mut self.lives {
            if let Err(source) = live.step(&cmd) {
                outcome = Err(PlayError::Tick {
                    contestant: live.name().into(),
                    source,
                });
                continue;
            }
            if let Some(recorded) = self.recorded.as_mut().filter(|r| r.contestant == live.name()) {
                let played = live.last().map_or(cmd, |last| last.keys);
                recorded.add(played, live.body);
            }
        }
        if let (Some(judge), Some(live), Some(stage)) = (&mut self.judge, self.lives.get(judged), &self.stage)
        {
            outcome = outcome.map(|_| judge.look(live, &stage.ground()));
        }
        outcome
    }

    /// Adds every contestant's state to its hash, [`Live::chain`].
    pub fn mix(&mut self) {
        self.lives.iter_mut().for_each(Live::mix);
    }

    /// Puts all contestants at a place with a velocity; ends a recording. Movers begin anew.
    ///
    /// # Errors
    /// Nothing is loaded.
    pub fn place(&mut self, at: [f32; 3], velocity: [f32; 3], yaw: f32) -> Result<(), PlayError> {
        let profile = self.stage()?.profile;
        let mut body = Body::at(Point::from(at));
        body.velocity = Vec3::from(velocity);
        let body = run::beginning(&profile, &body, yaw);
        self.lives.iter_mut().for_each(|live| live.put(body));
        self.recorded = None;
        self.look_again();
        Ok(())
    }

    /// Brings one contestant to where another is, with its velocity, and its movers to where that one's are.
    ///
    /// # Errors
    /// A number that none has.
    pub fn bring(&mut self, index: usize, to: usize, yaw: f32) -> Result<(), PlayError> {
        let body = self.live(to)?.body;
        let live = self.live(index)?;
        let body = run::beginning(&live.setup().profile, &body, yaw);
        let name = live.name().to_owned();
        if let Ok([live, other]) = self.lives.get_disjoint_mut([index, to]) {
            live.join(other, body);
        } else {
            self.live_mut(index)?.put(body);
        }
        self.recorded = self.recorded.take().filter(|r| r.contestant != name);
        self.look_again();
        Ok(())
    }

    /// The state of each contestant, in [`STATE_WORDS`](crate::STATE_WORDS) words.
    pub fn states(&self) -> Vec<f32> {
        self.lives.iter().flat_map(states::state_words).collect()
    }

    /// The strafe helper: degrees from the velocity to the wish of the keys, positive to the left. Then the angle of the
    /// greatest gain. `None` without keys or speed.
    ///
    /// # Errors
    /// A number that no contestant has.
    pub fn advice(
        &self,
        index: usize,
        keys: Keys,
        yaw: f32,
        msec: f32,
    ) -> Result<Option<[f32; 2]>, PlayError> {
        let live = self.live(index)?;
        Ok(advice(&live.setup().profile, &live.body, keys, yaw, msec))
    }

    /// The world's faces, packed: see `faces::faces`.
    ///
    /// # Errors
    /// Nothing is loaded.
    pub fn faces(&self) -> Result<Vec<u8>, PlayError> {
        Ok(faces::faces(&self.stage()?.world))
    }

    /// What moves in the world, and what is left out. Movers and triggers are those of the first contestant in play.
    ///
    /// # Errors
    /// Nothing is loaded.
    pub fn motion(&self) -> Result<Motion, PlayError> {
        let stage = self.stage()?;
        let (world, moving) = (&stage.world, stage.moving.as_ref());
        Ok(motion::motion(&stage.scene, world, moving, self.lives.first()))
    }

    /// Where the movers are in the world of a contestant, [`POSE_WORDS`](crate::POSE_WORDS) numbers each.
    ///
    /// # Errors
    /// A number that none has.
    pub fn poses(&self, index: usize) -> Result<Vec<f32>, PlayError> {
        Ok(motion::poses(self.live(index)?))
    }

    /// The faces of a mover's model in its own frame, packed as those of the world.
    ///
    /// # Errors
    /// Nothing is loaded.
    pub fn mover_faces(&self, model: usize) -> Result<Vec<u8>, PlayError> {
        Ok(motion::faces_of(&self.stage()?.world, model))
    }

    /// Begins to record a contestant. Its timers and flags begin anew, as those of a replay do. So do movers, for all.
    ///
    /// # Errors
    /// A number that none has.
    pub fn record(&mut self, index: usize, yaw: f32) -> Result<(), PlayError> {
        let recorded = self.live(index)?.name().to_owned();
        for live in &mut self.lives {
            if live.name() == recorded || live.moving().is_some() {
                let body = run::beginning(&live.setup().profile, &live.body, yaw);
                live.put(body);
            }
        }
        self.look_again();
        self.recorded = Some(Recorded::begin(self.live(index)?, yaw));
        Ok(())
    }

    /// Ticks recorded so far; `None` while nothing is.
    pub fn recording(&self) -> Option<usize> {
        self.recorded.as_ref().map(Recorded::ticks)
    }

    /// Ends the recording and gives its files.
    ///
    /// # Errors
    /// Nothing is being recorded.
    pub fn saved(&mut self) -> Result<Saved, PlayError> {
        let recorded = self.recorded.take().ok_or(PlayError::NotRecording)?;
        let stage = self.stage()?;
        recorded.saved(&stage.scene, &stage.choice)
    }

    /// Plays the scene's own script on a contestant's backend. Returns the way, as words a tick: seconds, x, y, z, crouched.
    ///
    /// # Errors
    /// A number that none has, or a script that leads where no tick can be played.
    pub fn script(&self, index: usize) -> Result<Vec<f32>, PlayError> {
        let stage = self.stage()?;
        let live = self.live(index)?;
        Ok(run::path(&run::played(
            live,
            &stage.ground(),
            stage.start,
            &stage.input,
        )?))
    }

    /// The same with the text of a command file.
    ///
    /// # Errors
    /// A number that none has, text that is no command file, or commands that cannot be played.
    pub fn ghost(&self, index: usize, name: &str, text: &[u8]) -> Result<Vec<f32>, PlayError> {
        let (stage, live) = (self.stage()?, self.live(index)?);
        let (start, input) = run::of_text(name, text, &live.setup().profile)?;
        Ok(run::path(&run::played(live, &stage.ground(), start, &input)?))
    }

    /// Turns the exact judge on or off. Turning it on builds the exact reference of the world, which takes a moment.
    ///
    /// # Errors
    /// Nothing is loaded.
    pub fn judge(&mut self, on: bool) -> Result<(), PlayError> {
        let world = &self.stage()?.world;
        self.judge = on.then(|| Judge::new(world));
        Ok(())
    }

    /// The judge forgets the run it has watched: another contestant is judged from now on, or the body was moved.
    pub fn look_again(&mut self) {
        if let Some(judge) = &mut self.judge {
            judge.begin_again();
        }
    }
}
