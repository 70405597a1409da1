//! A session: a scene made from bytes, the contestants in play, and a page's questions to them.

use crate::advice::advice;
use crate::input::{Keys, command};
use crate::judge::Judge;
use crate::live::Live;
use crate::memory::Memory;
use crate::run::{self, Recorded, Saved};
use crate::{Mark, Outline, PlayError, faces};
use clipmark_geometry::{Point, Vec3, World};
use clipmark_measure::{Contestant, InputSource, SPAWN_LIFT, all_backends, beginning, movers, profile_of};
use clipmark_movement::{Body, MoveFlags, PROFILES, Profile, custom};
use clipmark_scene::{Drive, ProfileChoice, Scene, WorldSource};
use serde::Serialize;

/// Words that [`Session::states`] gives for each contestant.
pub const STATE_WORDS: usize = 12;

/// A scene in play.
#[derive(Default)]
pub struct Session {
    files: Memory,
    stage: Option<Stage>,
    lives: Vec<Live>,
    recorded: Option<Recorded>,
    judge: Option<Judge>,
}

/// A scene made ready.
struct Stage {
    scene: Scene,
    world: World,
    profile: Profile,
    /// The movement as a scene writes it.
    choice: ProfileChoice,
    start: Body,
    yaw: f32,
    input: InputSource,
}

/// A scene's facts for a page.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Short name, for files.
    pub name: String,
    /// The title for a reader.
    pub title: String,
    /// The scene's purpose.
    pub description: String,
    /// The movement.
    pub profile: String,
    /// Movements there are.
    pub profiles: Vec<&'static str>,
    /// Length of the scene's tick in milliseconds.
    pub msec: f64,
    /// Position, view yaw and velocity at the start.
    pub start: [f32; 7],
    /// Position and yaw of each spawn.
    pub spawns: Vec<[f32; 4]>,
    /// The scene's contestants.
    pub contestants: Vec<String>,
    /// All contestants with an own mover, and their descriptions.
    pub known: Vec<(String, &'static str)>,
    /// Height of the feet of the scene's own player above its position, in units. Starts and spawns are places of its origin.
    pub feet: f32,
    /// Low and high corner of the world.
    pub bounds: [[f32; 3]; 2],
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
        self.lives.clear();
        self.recorded = None;
        self.judge = None;
        let choice = scene.profile.clone();
        let stage = self.stage.insert(Stage {
            scene,
            world,
            profile,
            choice,
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
        let live = Live::build(contestant, &stage.world, stage.profile, body)?;
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

    /// Changes the movement of all contestants. Each keeps the place of its feet and its velocity.
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
        let mut lives = Vec::new();
        for live in &self.lives {
            let body = on_its_feet(live.body, &live.setup().profile, &profile);
            let body = run::beginning(&profile, &body, yaw);
            lives.push(Live::build(live.name().parse()?, &world, profile, body)?);
        }
        self.lives = lives;
        self.recorded = None;
        if let Some(stage) = &mut self.stage {
            stage.profile = profile;
            stage.choice = choice;
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
                recorded.add(cmd, live.body);
            }
        }
        if let (Some(judge), Some(live)) = (&mut self.judge, self.lives.get(judged)) {
            outcome = outcome.map(|_| judge.look(live));
        }
        outcome
    }

    /// Adds every contestant's state to its hash, [`Live::chain`].
    pub fn mix(&mut self) {
        self.lives.iter_mut().for_each(Live::mix);
    }

    /// Puts all contestants at a place with a velocity; ends a recording.
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

    /// Brings one contestant to where another is, with its velocity.
    ///
    /// # Errors
    /// A number that none has.
    pub fn bring(&mut self, index: usize, to: usize, yaw: f32) -> Result<(), PlayError> {
        let body = self.live(to)?.body;
        let live = self.live_mut(index)?;
        let body = run::beginning(&live.setup().profile, &body, yaw);
        live.put(body);
        let name = live.name().to_owned();
        self.recorded = self.recorded.take().filter(|r| r.contestant != name);
        self.look_again();
        Ok(())
    }

    /// The state of each contestant in [`STATE_WORDS`] words: position, velocity, on the ground, crouched, depth in liquid (0 to
    /// 3). Then the last tick's queries, those with a hit, and those that were unreliable or began in a solid.
    pub fn states(&self) -> Vec<f32> {
        let flag = |x: bool| f32::from(u8::from(x));
        let words = |live: &Live| -> [f32; STATE_WORDS] {
            let (b, f) = (&live.body, live.facts());
            let (o, v) = (b.origin, b.velocity);
            let ducked = flag(b.flags.contains(MoveFlags::DUCKED));
            let level = f32::from(b.water_level);
            let odd = f.unreliable + f.start_solid;
            [
                o.x,
                o.y,
                o.z,
                v.x,
                v.y,
                v.z,
                flag(b.grounded),
                ducked,
                level,
                f.queries as f32,
                f.hits as f32,
                odd as f32,
            ]
        };
        self.lives.iter().flat_map(words).collect()
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

    /// Begins to record a contestant. Its timers and flags begin anew, as those of a replay do.
    ///
    /// # Errors
    /// A number that none has.
    pub fn record(&mut self, index: usize, yaw: f32) -> Result<(), PlayError> {
        self.bring(index, index, yaw)?;
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
        Ok(run::path(&run::played(live, stage.start, &stage.input)?))
    }

    /// The same with the text of a command file.
    ///
    /// # Errors
    /// A number that none has, text that is no command file, or commands that cannot be played.
    pub fn ghost(&self, index: usize, name: &str, text: &[u8]) -> Result<Vec<f32>, PlayError> {
        let live = self.live(index)?;
        let (start, input) = run::of_text(name, text, &live.setup().profile)?;
        Ok(run::path(&run::played(live, start, &input)?))
    }

    /// Turns the exact judge on or off. Turning it on builds the exact reference of the world, which takes a moment.
    ///
    /// # Errors
    /// Nothing is loaded.
    pub fn judge(&mut self, on: bool) -> Result<(), PlayError> {
        let world = &self.stage()?.world;
        self.judge = on.then(|| Judge::of(world));
        Ok(())
    }

    /// The judge forgets the run it has watched: another contestant is judged from now on, or the body was moved.
    pub fn look_again(&mut self) {
        if let Some(judge) = &mut self.judge {
            judge.begin_again();
        }
    }
}

/// A body of one movement as a body of another in the same place: origins differ in their height above the feet.
fn on_its_feet(mut body: Body, from: &Profile, to: &Profile) -> Body {
    body.origin.z += from.size.feet - to.size.feet;
    body
}

fn bodies(profile: &Profile) -> Vec<clipmark_geometry::Aabb> {
    [false, true].map(|ducked| profile.bounds(ducked)).to_vec()
}

fn about(stage: &Stage) -> About {
    let (o, v) = (stage.start.origin, stage.start.velocity);
    let lift = match stage.scene.world {
        WorldSource::Shapes(_) => 0.0,
        _ => SPAWN_LIFT,
    };
    let spawn = |s: &clipmark_geometry::Spawn| [s.origin.x, s.origin.y, s.origin.z + lift, s.yaw];
    let bounds = &stage.world.bounds;
    let backends = all_backends().map(|b| (b.name().to_owned(), b.about()));
    let foreign = movers().filter(|m| m.laws == clipmark_movement::MoverLaws::Foreign);
    let foreign = foreign.map(|m| (format!("bsp+{}", m.name), m.about));
    About {
        name: stage.scene.name.clone(),
        title: stage.scene.title.clone(),
        description: stage.scene.description.clone(),
        profile: stage.scene.profile.base.clone(),
        profiles: PROFILES.iter().map(|p| p.name).collect(),
        msec: stage.scene.tick.msec(),
        start: [o.x, o.y, o.z, stage.yaw, v.x, v.y, v.z],
        spawns: stage.world.spawns.iter().map(spawn).collect(),
        contestants: stage.scene.contestants.clone(),
        known: backends.chain(foreign).collect(),
        feet: stage.profile.size.feet,
        bounds: [bounds.mins.into(), bounds.maxs.into()],
    }
}
