//! Recordings of the original engines: `compare trace --check` and `compare replay --check --restart-from`.
//!
//! Only `bsp` answers as the engine does to the last digit, so that the faults are planted into it whoever else is asked
//! about.

use crate::JudgesError;
use crate::finding::Findings;
use clipmark_collision::TraceRules;
use clipmark_collision::recording::{Answer, read_answers, read_sweeps};
use clipmark_collision::{Sweep, recording::RecordingError};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_measure::Contestant;
use clipmark_measure::agreement::{FAITHFUL, Starts, agree};
use clipmark_measure::answers::compare_answers;
use clipmark_movement::recording::{Commands, StateFormat, read_commands, read_states};
use clipmark_movement::{Body, Profile, profile_named};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Maps with recordings of both engines.
const MAPS: [&str; 3] = ["aggressor", "slimefac", "oacmpdm8"];
/// Runs of a map: the file's part, its states, profile and whether velocity is rounded.
const RUNS: [(&str, &str, &str, bool); 9] = [
    ("q3.1", "nosnap", "quake3", false),
    ("q3.2", "nosnap", "quake3", false),
    ("q3.3", "nosnap", "quake3", false),
    ("q3.1", "snap", "quake3", true),
    ("q3.2", "snap", "quake3", true),
    ("q3.3", "snap", "quake3", true),
    ("qw.1", "out", "quakeworld", false),
    ("qw.2", "out", "quakeworld", false),
    ("qw.3", "out", "quakeworld", false),
];

/// Recordings, read, with their maps.
#[derive(Debug)]
pub struct Recordings {
    maps: Vec<Map>,
}

#[derive(Debug)]
struct Map {
    world: World,
    /// Of each file of answers its name and what was asked and answered.
    answers: Vec<(String, Vec<(Sweep, Answer)>)>,
    runs: Vec<Run>,
}

#[derive(Debug)]
struct Run {
    name: String,
    profile: Profile,
    commands: Commands,
    states: Vec<Body>,
}

impl Recordings {
    /// Reads recordings from a folder, and the maps that they were made on from another.
    ///
    /// # Errors
    /// A recording or map that cannot be read.
    pub fn read(folder: &Path, maps: &Path) -> Result<Self, JudgesError> {
        let read = |name: &&'static str| Map::read(name, folder, maps);
        Ok(Self {
            maps: MAPS.iter().map(read).collect::<Result<_, _>>()?,
        })
    }

    /// The first file of a folder that [`read`](Self::read) would look for and not find.
    pub fn missing(folder: &Path, maps: &Path) -> Option<PathBuf> {
        let maps = MAPS.iter().map(|name| maps.join(format!("{name}.bsp")));
        let traces = MAPS
            .iter()
            .map(|name| folder.join(format!("{name}.traces.txt.gz")));
        maps.chain(traces).find(|path| !path.is_file())
    }

    pub(crate) fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), JudgesError> {
        let bsp: Contestant = "bsp".parse()?;
        let contestant = contestant.fault.map_or(bsp, |fault| bsp.with_fault(fault));
        for map in &self.maps {
            map.judge(contestant, findings)?;
            if findings.enough() {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Map {
    fn read(name: &'static str, folder: &Path, maps: &Path) -> Result<Self, JudgesError> {
        let world = clipmark_scene::load_world(&format!("{name}.bsp"), maps)?;
        let open = |file: String| Input::open(folder.join(file));
        let player = Hull::quake3_player();
        let mut answers = Vec::new();
        for (asked, answered, hull) in [
            ("traces", "trace.point", Hull::Point),
            ("traces", "trace.player", player),
            ("rectraces", "rectrace.player", player),
        ] {
            let questions = open(format!("{name}.{asked}.txt.gz"))?;
            let sweeps = questions.parse(|f| read_sweeps(f, hull, Contents::PLAYER_MASK))?;
            let file = format!("{name}.{answered}");
            let given = open(format!("{file}.txt.gz"))?.parse(read_answers)?;
            answers.push((file, sweeps.into_iter().zip(given).collect()));
        }
        let mut runs = Vec::new();
        for (run, states, profile, snaps) in RUNS {
            let Some(profile) = profile_named(profile) else {
                continue;
            };
            let profile = Profile {
                snap_velocity: snaps,
                ..*profile
            };
            let commands =
                open(format!("{name}.{run}.cmds.txt.gz"))?.parse(|f| read_commands(f, profile.order))?;
            let format = StateFormat::of(profile.order, &commands);
            let start = commands.start(profile.order);
            let file = format!("{name}.{run}.{states}");
            let states = open(format!("{file}.txt.gz"))?.parse(|f| read_states(f, format, &start))?;
            runs.push(Run {
                name: file,
                profile,
                commands,
                states,
            });
        }
        Ok(Self { world, answers, runs })
    }

    fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), JudgesError> {
        // Both engines were recorded on Quake III traces.
        let backend = contestant.build(&self.world, TraceRules::QUAKE3)?;
        // Answers do not depend on the movement.
        let answers = match contestant.movement_fault() {
            Some(_) => &[][..],
            None => &self.answers,
        };
        for (file, pairs) in answers {
            let found = compare_answers(&*backend, &self.world, pairs);
            if !found.faithful() {
                findings.add(file, format!("{file}: answers are not the engine's"));
            }
            if findings.enough() {
                return Ok(());
            }
        }
        for run in &self.runs {
            let setup = contestant.setup(run.profile, &self.world, &*backend)?;
            let agreement = agree(&*backend, &setup, &run.commands, &run.states, Starts::Recorded)?;
            if agreement.share() < FAITHFUL {
                let apart = agreement.ticks - agreement.all;
                let said = format!(
                    "{}: {apart} of {} ticks are not the engine's",
                    run.name, agreement.ticks
                );
                findings.add(&run.name, said);
            }
            if findings.enough() {
                return Ok(());
            }
        }
        Ok(())
    }
}

struct Input {
    path: PathBuf,
    file: File,
}

impl Input {
    fn open(path: PathBuf) -> Result<Self, JudgesError> {
        match File::open(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(source) => Err(JudgesError::Recording {
                file: path,
                source: source.into(),
            }),
        }
    }

    fn parse<T>(self, read: impl Fn(File) -> Result<T, RecordingError>) -> Result<T, JudgesError> {
        let Self { path, file } = self;
        read(file).map_err(|source| JudgesError::Recording { file: path, source })
    }
}
