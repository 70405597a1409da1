//! Recordings of the original engines: `compare trace --check` and `compare replay --check --restart-from`.
//!
//! Only `bsp` and, on clip hulls, `hull` answer as the engines do to the last digit. So the faults are planted into them, for any
//! requested contestants.

use crate::Failure;
use crate::finding::Findings;
use clipmark_collision::TraceRules;
use clipmark_collision::recording::{Answer, read_answers, read_sweeps};
use clipmark_collision::{Sweep, recording::RecordingError};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_measure::Contestant;
use clipmark_measure::agreement::{Starts, agree};
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

/// Runs of Source, on one of the maps.
const SOURCE: (&str, [&str; 4]) = ("aggressor", ["source.1", "source.2", "source.3", "source.4"]);
/// Maps with clip hulls, which lie beside their recordings, the file's part and the profile.
const CLIP_RUNS: [(&str, &str, &str); 9] = [
    ("cm_steps", "nq", "netquake"),
    ("cm_pillars", "nq", "netquake"),
    ("cm_pool_a", "nq", "netquake"),
    ("cm_rubble_a", "nq", "netquake"),
    ("cm_steps", "qw", "quakeworld"),
    ("cm_pillars", "qw", "quakeworld"),
    ("cm_pool_a", "qw", "quakeworld"),
    ("cm_rubble_a", "qw", "quakeworld"),
    ("cm_steps_hl", "gs", "goldsrc"),
];
/// Runs of each of these.
const CLIP_NUMBERS: [u32; 4] = [1, 2, 3, 4];

/// Recordings, read, with their maps.
#[derive(Debug)]
pub(crate) struct Recordings {
    maps: Vec<Map>,
}

#[derive(Debug)]
struct Map {
    /// The backend that reproduces its engine.
    backend: &'static str,
    rules: TraceRules,
    world: World,
    /// Each file of answers: its name, and its questions and answers.
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
    pub(crate) fn read(folder: &Path, maps: &Path) -> Result<Self, Failure> {
        let mut all = Vec::new();
        for name in MAPS {
            all.push(Map::read(name, folder, maps)?);
        }
        for (name, tag, profile) in CLIP_RUNS {
            all.push(Map::clip(name, tag, profile, folder)?);
        }
        Ok(Self { maps: all })
    }

    pub(crate) fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
        for map in &self.maps {
            let sound: Contestant = map.backend.parse()?;
            let is_of_sweeps = contestant.fault.is_some() && contestant.movement_fault().is_none();
            // On clip hulls only runs are recorded here.
            if is_of_sweeps && map.answers.is_empty() {
                continue;
            }
            let contestant = contestant.fault.map_or(sound, |fault| sound.with_fault(fault));
            map.judge(contestant, findings)?;
            if findings.are_enough() {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Map {
    fn read(name: &'static str, folder: &Path, maps: &Path) -> Result<Self, Failure> {
        let world = clipmark_scene::load_world(&format!("{name}.bsp"), maps)?;
        let open = |file: String| Input::open(folder.join(file));
        let player = Hull::quake3_player();
        let capsule = Hull::Capsule {
            bounds: player.bounds(),
        };
        let mut answers = Vec::new();
        for (asked, answered, hull) in [
            ("traces", "trace.point", Hull::Point),
            ("traces", "trace.player", player),
            ("traces", "trace.capsule", capsule),
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
            runs.extend(Run::read(name, (run, states), profile, Some(snaps), folder)?);
        }
        if name == SOURCE.0 {
            for run in SOURCE.1 {
                runs.extend(Run::read(name, (run, "states"), "source", None, folder)?);
            }
        }
        Ok(Self {
            backend: "bsp",
            rules: TraceRules::QUAKE3,
            world,
            answers,
            runs,
        })
    }

    /// A map of clip hulls, which lies beside its recordings.
    fn clip(name: &str, tag: &str, profile: &str, folder: &Path) -> Result<Self, Failure> {
        let mut runs = Vec::new();
        for number in CLIP_NUMBERS {
            let run = format!("{tag}.{number}");
            runs.extend(Run::read(name, (&run, "states"), profile, None, folder)?);
        }
        Ok(Self {
            backend: "hull",
            rules: profile_named(profile).map_or(TraceRules::QUAKEWORLD, |p| p.trace_rules),
            world: clipmark_scene::load_world(&format!("{name}.bsp"), folder)?,
            answers: Vec::new(),
            runs,
        })
    }

    fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
        // Both engines were recorded on Quake III traces.
        let backend = contestant.build(&self.world, self.rules)?;
        // Answers do not depend on the movement.
        let answers = match contestant.movement_fault() {
            Some(_) => &[][..],
            None => &self.answers,
        };
        for (file, pairs) in answers {
            let found = compare_answers(&*backend, &self.world, pairs);
            if !found.faithful() {
                findings.add(format!("{file}: answers are not the engine's"));
            }
            if findings.are_enough() {
                return Ok(());
            }
        }
        for run in &self.runs {
            let setup = contestant.setup(run.profile, &self.world, &*backend)?;
            let agreement = agree(&*backend, &setup, &run.commands, &run.states, Starts::Recorded)?;
            if !agreement.is_faithful() {
                let apart = agreement.ticks - agreement.all;
                let said = format!(
                    "{}: {apart} of {} ticks are not the engine's",
                    run.name, agreement.ticks
                );
                findings.add(said);
            }
            if findings.are_enough() {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Run {
    /// A run of a map, by the file's part and its states' part. `snaps` says whether velocity is rounded, where that is not the
    /// profile's.
    fn read(
        map: &str,
        (run, states): (&str, &str),
        profile: &str,
        snaps: Option<bool>,
        folder: &Path,
    ) -> Result<Option<Self>, Failure> {
        let Some(profile) = profile_named(profile) else {
            return Ok(None);
        };
        let profile = Profile {
            snap_velocity: snaps.unwrap_or(profile.snap_velocity),
            ..*profile
        };
        let open = |file: String| Input::open(folder.join(file));
        let commands =
            open(format!("{map}.{run}.cmds.txt.gz"))?.parse(|f| read_commands(f, profile.order))?;
        let format = StateFormat::new(profile.order, &commands);
        let start = commands.start(profile.order);
        let name = format!("{map}.{run}.{states}");
        let states = open(format!("{name}.txt.gz"))?.parse(|f| read_states(f, format, &start))?;
        Ok(Some(Self {
            name,
            profile,
            commands,
            states,
        }))
    }
}

struct Input {
    path: PathBuf,
    file: File,
}

impl Input {
    fn open(path: PathBuf) -> Result<Self, Failure> {
        match File::open(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(source) => Err(format!("{}: {source}", path.display()).into()),
        }
    }

    fn parse<T>(self, read: impl Fn(File) -> Result<T, RecordingError>) -> Result<T, Failure> {
        let Self { path, file } = self;
        read(file).map_err(|source| format!("{}: {source}", path.display()).into())
    }
}
