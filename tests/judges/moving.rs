//! Recordings of worlds that move, each played whole: `compare replay --movers … --simulate`.
//!
//! Only `bsp` and, on clip hulls, `hull` answer as the engines do to the last digit. So faults are planted into their worlds, for
//! any requested contestants. Compared are poses, blocks and damage to the bit, and players except for the sign of a zero.

use crate::Failure;
use crate::finding::Findings;
use clipmark_collision::recording::{RecordingError, lines};
use clipmark_geometry::World;
use clipmark_measure::placed::{Engine, MovingRun, play_moving};
use clipmark_measure::{BackendKind, Contestant};
use clipmark_movement::{Profile, profile_named};
use clipmark_scene::load_world;
use std::fs::File;
use std::path::Path;

/// Runs by map and name. A pendulum that goes through a player is left out: the cause of its departure by 0.015 u is not known.
const RUNS: [(&str, &str, Engine); 16] = [
    ("case_door_team_1", "stuckbetween8", Engine::Quake3),
    ("case_lift_stack_1", "three8", Engine::Quake3),
    ("case_pad_tele_1", "tele8", Engine::Quake3),
    ("case_rot_pitch_1", "stand8", Engine::Quake3),
    ("case_train_hits_1", "two8", Engine::Quake3),
    ("mv_mix_1", "run3", Engine::Quake3),
    ("mv_mix_1", "runplayers", Engine::Quake3),
    ("mv_rotors_1", "run3", Engine::Quake3),
    ("q1_mix_1", "qw2", Engine::QuakeWorld),
    ("q1_mix_1", "qwplayers", Engine::QuakeWorld),
    ("q1case_ceil_1", "qwsqueeze", Engine::QuakeWorld),
    ("q1case_train_1", "qwhit", Engine::QuakeWorld),
    ("q1_mix_1", "nq1", Engine::NetQuake),
    ("q1_mix_1", "nqplayers", Engine::NetQuake),
    ("q1case_ceil_1", "nqsqueeze", Engine::NetQuake),
    ("q1case_train_1", "nqhit", Engine::NetQuake),
];

/// The compared lines of a run's movers: how they begin, and their meaning.
const OF_MOVERS: [(&str, &str); 3] = [("P ", "poses"), ("B ", "blocks"), ("D ", "damage")];

/// Recorded runs, read, with their maps.
#[derive(Debug)]
pub(crate) struct MovingRecordings {
    runs: Vec<Run>,
}

#[derive(Debug)]
struct Run {
    name: String,
    engine: Engine,
    profile: Profile,
    kind: BackendKind,
    world: World,
    commands: Vec<String>,
    states: Vec<String>,
    movers: Vec<String>,
}

impl MovingRecordings {
    /// Reads the runs of a folder, in which their maps lie too.
    pub(crate) fn read(folder: &Path) -> Result<Self, Failure> {
        let mut runs = Vec::new();
        for (map, run, engine) in RUNS {
            runs.extend(Run::read(folder, map, run, engine)?);
        }
        Ok(Self { runs })
    }

    /// Plays all with the contestant's fault.
    pub(crate) fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
        for run in &self.runs {
            run.judge(contestant, findings)?;
            if findings.are_enough() {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Run {
    fn read(folder: &Path, map: &str, run: &str, engine: Engine) -> Result<Option<Self>, Failure> {
        let (profile, backend) = match engine {
            Engine::Quake3 => ("quake3", "bsp"),
            Engine::QuakeWorld => ("quakeworld", "hull"),
            Engine::NetQuake => ("netquake", "hull"),
        };
        let Some(profile) = profile_named(profile) else {
            return Ok(None);
        };
        let open = |kind: &str| -> Result<Vec<String>, Failure> {
            let file = folder.join(format!("{map}.{run}.{kind}.txt.gz"));
            let read = File::open(&file).map_err(RecordingError::from).and_then(lines);
            read.map_err(|source| format!("{}: {source}", file.display()).into())
        };
        Ok(Some(Self {
            name: format!("{map}.{run}"),
            engine,
            profile: *profile,
            kind: BackendKind::named(backend)?,
            world: load_world(&format!("{map}.bsp"), folder)?,
            commands: open("cmds")?,
            states: open("states")?,
            movers: open("movers")?,
        }))
    }

    fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
        let profile = match contestant.movement_fault() {
            Some(fault) => fault.of(&self.profile).profile,
            None => self.profile,
        };
        let run = MovingRun {
            profile,
            engine: self.engine,
            kind: self.kind,
            rules: self.profile.trace_rules,
            commands: &self.commands,
            movers: &self.movers,
            states: None,
            push_fault: contestant.push_fault(),
        };
        let (mut states, mut movers) = (Vec::new(), Vec::new());
        play_moving(&self.world, &run, &mut states, &mut movers)?;
        let [states, movers] = [states, movers].map(|text| String::from_utf8_lossy(&text).into_owned());
        let name = &self.name;
        let mut say = |what: &str, apart: Option<usize>| {
            if let Some(line) = apart {
                let said = format!("{name}: {what} are not the engine's, from line {line} of them on");
                findings.add(said);
            }
        };
        for (head, what) in OF_MOVERS {
            let own = movers.lines().filter(|line| line.starts_with(head));
            let recorded = self.movers.iter().map(String::as_str);
            let recorded = recorded.filter(|line| line.starts_with(head));
            say(what, first_apart(own, recorded, |a, b| a == b));
        }
        let recorded = self.states.iter().map(String::as_str);
        say(
            "players",
            first_apart(states.lines(), recorded, |a, b| unsigned(a).eq(unsigned(b))),
        );
        Ok(())
    }
}

/// The first line, from 1, in which texts differ.
fn first_apart<'a>(
    own: impl Iterator<Item = &'a str>,
    recorded: impl Iterator<Item = &'a str>,
    same: impl Fn(&str, &str) -> bool,
) -> Option<usize> {
    let (mut own, mut recorded) = (own, recorded);
    for line in 1.. {
        match (own.next(), recorded.next()) {
            (None, None) => return None,
            (Some(a), Some(b)) if same(a, b) => {}
            _ => return Some(line),
        }
    }
    None
}

/// The words of a line, with zeros without a sign.
fn unsigned(line: &str) -> impl Iterator<Item = &str> {
    line.split(' ').map(|word| if word == "-0" { "0" } else { word })
}
