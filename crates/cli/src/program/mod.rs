//! A program of any language as a contestant. It is asked over its standard input, a JSON line each, and answers on its
//! standard output.
//!
//! What it does wrong is kept as a [`Failure`] and ends it. Later questions get no answer at once, so that their caller comes
//! to an end. For the next case it is started again ([`Program::is_ready`]).

mod controller;
mod failure;
pub(crate) mod group;
mod pipe;
pub(crate) mod transcript;
mod words;

pub(crate) use controller::contestant;
pub(crate) use failure::{Failure, Why};
pub(crate) use pipe::Pipe;
pub(crate) use words::{Answers, Hello};

use clipmark_collision::recording::Answer;
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Contents, Hull, Model, Vec3, World};
use clipmark_movement::Profile;
use failure::shortened;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use words::{
    Ask, Fields, NumberedAsk, PROTOCOL, Pong, Step, StepReply, SweepsReply, WorldReply, ends, point, vector,
};

/// Sweeps in one question.
pub(crate) const BATCH: usize = 64;
/// Empty questions asked for the time that a pipe takes.
const PINGS: usize = 200;

/// It is started again so often.
const RESTARTS: usize = 10;

/// A program that answers.
pub(crate) struct Program {
    name: String,
    file: PathBuf,
    arguments: Vec<String>,
    pub(crate) hello: Hello,
    asking: Mutex<Conversation>,
    folder: TempDir,
    limits: Limits,
}

/// How long is waited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// For one answer.
    pub(crate) answer: Duration,
    /// For all together.
    pub(crate) all: Duration,
}

/// Answers of a kind and the time they took, pipe and JSON included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Took {
    pub(crate) answers: u64,
    pub(crate) time: Duration,
}

impl Took {
    /// Microseconds of one; none without any.
    pub(crate) fn each(&self) -> Option<f64> {
        (self.answers > 0).then(|| self.time.as_secs_f64() * 1e6 / self.answers as f64)
    }

    fn add(&mut self, answers: u64, time: Duration) {
        self.answers += answers;
        self.time += time;
    }
}

struct Conversation {
    pipe: Pipe,
    id: u64,
    bodies: u64,
    /// The text of the world that the program has, and of its moving parts.
    world: Vec<String>,
    failure: Option<Failure>,
    /// Those before it was started again.
    survived: Vec<Failure>,
    /// Why a file of a world could not be written, which is no fault of the program.
    unwritten: Option<String>,
    waited: Duration,
    sweeps: Took,
    steps: Took,
}

impl Conversation {
    fn answer<T: DeserializeOwned>(
        &mut self,
        program: &str,
        ask: &Ask,
        limits: Limits,
    ) -> Option<(T, Duration)> {
        if self.failure.is_some() {
            return None;
        }
        self.id += 1;
        let id = self.id;
        let mut line = serde_json::to_vec(&NumberedAsk { id, ask }).unwrap_or_default();
        let asked = shortened(&line);
        line.push(b'\n');
        let begun = Instant::now();
        let answer = self
            .pipe
            .ask(line, limits.answer)
            .and_then(|line| understood(id, &line));
        let took = begun.elapsed();
        self.waited += took;
        let answer = answer.and_then(|answer| match self.waited > limits.all {
            true => Err(Why::Slow(limits.all)),
            false => Ok(answer),
        });
        match answer {
            Ok(answer) => Some((answer, took)),
            Err(why) => {
                self.pipe.stop();
                self.failure = Some(Failure {
                    program: program.into(),
                    why,
                    asked,
                    said: self.pipe.last_error_line(),
                });
                None
            }
        }
    }
}

/// An answer to the question of this number, without the number.
fn understood<T: DeserializeOwned>(id: u64, line: &[u8]) -> Result<T, Why> {
    let nonsense = |why: String| Why::Nonsense(why, shortened(line));
    let Fields(mut answer) = serde_json::from_slice(line).map_err(|e| nonsense(e.to_string()))?;
    match answer.remove("id") {
        Some(own) if own == id => {}
        Some(other) => return Err(nonsense(format!("its id is {other}, not {id}"))),
        None => return Err(nonsense("it has no id".into())),
    }
    serde_json::from_value(answer.into()).map_err(|e| nonsense(e.to_string()))
}

impl Program {
    /// Starts a program and asks who it is.
    ///
    /// # Errors
    /// No folder for the files of worlds; and inside, the program's failure to answer.
    pub(crate) fn start(
        file: &Path,
        arguments: &[String],
        limits: Limits,
    ) -> std::io::Result<Result<Self, Box<Failure>>> {
        let folder = tempfile::tempdir()?;
        let name = file.display().to_string();
        // A name without a folder is looked for here before it is looked for in the PATH.
        let here = if file.exists() {
            std::path::absolute(file)?
        } else {
            PathBuf::from(file)
        };
        let pipe = match Pipe::start(&here, arguments, &[]) {
            Ok(pipe) => pipe,
            Err(why) => {
                return Ok(Err(Box::new(Failure {
                    program: name,
                    why,
                    asked: String::new(),
                    said: None,
                })));
            }
        };
        let mut asking = Conversation {
            pipe,
            id: 0,
            bodies: 0,
            world: Vec::new(),
            failure: None,
            survived: Vec::new(),
            unwritten: None,
            waited: Duration::ZERO,
            sweeps: Took::default(),
            steps: Took::default(),
        };
        let hello = asking.answer(&name, &Ask::Hello { protocol: PROTOCOL }, limits);
        let hello = hello.map(|(hello, _): (Hello, _)| hello);
        let problem = hello.as_ref().and_then(Hello::problem);
        Ok(match (hello, problem, asking.failure.take()) {
            (Some(hello), None, None) => Ok(Self {
                name,
                file: here,
                arguments: arguments.to_vec(),
                hello,
                asking: Mutex::new(asking),
                folder,
                limits,
            }),
            (hello, problem, failure) => Err(Box::new(failure.unwrap_or_else(|| Failure {
                program: name,
                why: Why::Nonsense(
                    problem.unwrap_or_default(),
                    hello.map_or_else(String::new, |h| serde_json::to_string(&h).unwrap_or_default()),
                ),
                asked: "who it is (hello)".into(),
                said: None,
            }))),
        })
    }

    fn asking(&self) -> std::sync::MutexGuard<'_, Conversation> {
        // After a panic the program is either asked on, or has failed.
        self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its failure to answer, if any.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.asking().failure.clone()
    }

    /// All its failures, those after which it was started again first.
    pub(crate) fn failures(&self) -> Vec<Failure> {
        let asking = self.asking();
        asking.survived.iter().chain(&asking.failure).cloned().collect()
    }

    /// Whether it can be asked about another case. After a failure it is started again, unless it failed too often or its
    /// time is over.
    pub(crate) fn is_ready(&self) -> bool {
        let mut asking = self.asking();
        let Some(failure) = asking.failure.clone() else {
            return true;
        };
        if matches!(failure.why, Why::Slow(_)) || asking.survived.len() >= RESTARTS {
            return false;
        }
        let Ok(pipe) = Pipe::start(&self.file, &self.arguments, &[]) else {
            return false;
        };
        asking.survived.push(failure);
        (asking.pipe, asking.failure) = (pipe, None);
        asking.world.clear();
        // It counts from 1 anew.
        asking.id = 0;
        let hello = Ask::Hello { protocol: PROTOCOL };
        let hello: Option<(Hello, _)> = asking.answer(&self.name, &hello, self.limits);
        hello.is_some()
    }

    /// Why a file of a world could not be written, if one could not: then nothing is known of the program.
    pub(crate) fn unwritten(&self) -> Option<String> {
        self.asking().unwritten.clone()
    }

    /// Sweeps and steps, and their times.
    pub(crate) fn took(&self) -> [Took; 2] {
        let asking = self.asking();
        [asking.sweeps, asking.steps]
    }

    /// Microseconds of an empty question, the middle one of some; none if it failed.
    pub(crate) fn ping(&self) -> Option<f64> {
        let mut asking = self.asking();
        let mut times = Vec::with_capacity(PINGS);
        for _ in 0..PINGS {
            let (_, took): (Pong, _) = asking.answer(&self.name, &Ask::Ping {}, self.limits)?;
            times.push(took.as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        times.get(PINGS / 2).copied()
    }

    /// Gives it a world and its moving parts, a file each, unless it has them already. A failure of its is kept and is no error.
    ///
    /// # Errors
    /// A world that it refuses, or a file that cannot be written.
    pub(crate) fn world(&self, world: &World, parts: &[Model], profile: &Profile) -> Result<(), BuildError> {
        let refused = |why: String| BuildError::Library {
            backend: "program",
            why,
        };
        let texts = transcript::texts(world, parts);
        let mut asking = self.asking();
        if texts == asking.world {
            return Ok(());
        }
        let mut files = Vec::with_capacity(texts.len());
        for (i, text) in texts.iter().enumerate() {
            let file = self.folder.path().join(transcript::name(i));
            if let Err(why) = fs::write(&file, text) {
                let why = format!("cannot write {}: {why}", file.display());
                asking.unwritten = Some(why.clone());
                return Err(refused(why));
            }
            files.push(file.display().to_string());
        }
        let ask = Ask::World {
            file: &files[0],
            format: "map",
            movement: profile.into(),
            parts: &files[1..],
        };
        let Some((answer, _)) = asking.answer::<WorldReply>(&self.name, &ask, self.limits) else {
            return Ok(());
        };
        asking.world.clear();
        match answer.refused {
            Some(why) => Err(refused(shortened(why.as_bytes()))),
            None => {
                asking.world = texts;
                Ok(())
            }
        }
    }

    /// Asks sweeps of one hull; none if it failed.
    pub(crate) fn sweeps(&self, hull: &Hull, sweeps: &[Sweep]) -> Option<Vec<Answer>> {
        let rows: Vec<[f32; 6]> = sweeps.iter().map(ends).collect();
        let ask = Ask::Sweep {
            hull: hull.into(),
            sweeps: &rows,
        };
        let mut asking = self.asking();
        let (reply, took): (SweepsReply, _) = asking.answer(&self.name, &ask, self.limits)?;
        if reply.answers.len() != sweeps.len() {
            let said = format!("{} answers for {} sweeps", reply.answers.len(), sweeps.len());
            asking.pipe.stop();
            asking.failure = Some(Failure {
                program: self.name.clone(),
                why: Why::Nonsense(said, String::from("a list")),
                asked: shortened(&serde_json::to_vec(&ask).unwrap_or_default()),
                said: asking.pipe.last_error_line(),
            });
            return None;
        }
        asking.sweeps.add(sweeps.len() as u64, took);
        let answer = |s: &words::Swept| {
            let normal = s.normal.map_or_else(Vec3::zeros, vector);
            let stopped = s.fraction < 1.0 || s.start_solid;
            let usual = if stopped {
                Contents::SOLID
            } else {
                Contents::empty()
            };
            Answer {
                fraction: s.fraction,
                end: point(s.end),
                normal,
                // Not judged.
                dist: 0.0,
                start_solid: s.start_solid,
                all_solid: s.all_solid,
                contents: s.contents.map_or(usual, Contents::from_bits_retain),
            }
        };
        Some(reply.answers.iter().map(answer).collect())
    }

    /// A number for one more body.
    fn body(&self) -> u64 {
        let mut asking = self.asking();
        asking.bodies += 1;
        asking.bodies
    }

    /// Asks for one tick of a body; none if it failed.
    fn step(&self, step: Step) -> Option<StepReply> {
        let mut asking = self.asking();
        let (reply, took) = asking.answer(&self.name, &Ask::Step(step), self.limits)?;
        asking.steps.add(1, took);
        Some(reply)
    }
}
