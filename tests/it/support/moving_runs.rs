//! Recorded runs of worlds that move, and their maps: `tests/recordings/moving/`.

use clipmark_collision::TraceRules;
use clipmark_collision::recording::lines;
use clipmark_geometry::World;
use clipmark_measure::placed::{Engine, MovingRun, play_moving};
use clipmark_measure::{BackendKind, MeasureError};
use clipmark_movement::moving::PushFault;
use clipmark_movement::{Profile, profile_named};
use std::fs::File;
use std::path::Path;

/// Maps and runs.
pub(crate) const RUNS: [(&str, &str, Engine); 17] = [
    ("case_door_team_1", "stuckbetween8", Engine::Quake3),
    ("case_lift_stack_1", "three8", Engine::Quake3),
    ("case_pad_tele_1", "tele8", Engine::Quake3),
    ("case_pendulum_1", "on8", Engine::Quake3),
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
/// A pendulum goes through a player: he departs by 0.015 u, the cause is not known, and then he goes his own way.
pub(crate) const IN_THE_MOVER: &str = "case_pendulum_1.on8";
/// The lines of movers that a whole run must repeat: how they begin, and their meaning.
pub(crate) const OF_MOVERS: [(&str, &str); 3] = [("P ", "poses"), ("B ", "blocks"), ("D ", "damage")];

/// A recorded run, by whom it is played, and lines of commands, states and movers.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) name: String,
    pub(crate) engine: Engine,
    pub(crate) profile: Profile,
    pub(crate) push_fault: Option<PushFault>,
    kind: BackendKind,
    rules: TraceRules,
    pub(crate) world: World,
    pub(crate) commands: Vec<String>,
    pub(crate) states: Vec<String>,
    pub(crate) movers: Vec<String>,
}

impl Run {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        RUNS.into_iter()
            .map(|(map, run, engine)| Self::read(map, run, engine))
    }

    /// By its name, such as `q1_mix_1.qw2`.
    pub(crate) fn named(name: &str) -> Self {
        let is_it = |(map, run, _): &&(&str, &str, Engine)| format!("{map}.{run}") == name;
        let &(map, run, engine) = RUNS.iter().find(is_it).unwrap();
        Self::read(map, run, engine)
    }

    fn read(map: &str, run: &str, engine: Engine) -> Self {
        let (profile, backend) = match engine {
            Engine::Quake3 => ("quake3", "bsp"),
            Engine::QuakeWorld => ("quakeworld", "hull"),
            Engine::NetQuake => ("netquake", "hull"),
        };
        let profile = *profile_named(profile).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/moving");
        let name = format!("{map}.{run}");
        let open = |kind: &str| {
            let file = File::open(folder.join(format!("{name}.{kind}.txt.gz"))).unwrap();
            lines(file).unwrap()
        };
        Self {
            engine,
            profile,
            push_fault: None,
            kind: BackendKind::named(backend).unwrap(),
            rules: profile.trace_rules,
            world: clipmark_scene::load_world(&format!("{map}.bsp"), &folder).unwrap(),
            commands: open("cmds"),
            states: open("states"),
            movers: open("movers"),
            name,
        }
    }

    /// Plays it whole, or each step from the state before it. Lines of states and of movers.
    pub(crate) fn play(&self, is_restarted: bool) -> Result<[Vec<String>; 2], MeasureError> {
        let run = MovingRun {
            profile: self.profile,
            engine: self.engine,
            kind: self.kind,
            rules: self.rules,
            commands: &self.commands,
            movers: &self.movers,
            states: is_restarted.then_some(&self.states),
            push_fault: self.push_fault,
        };
        let (mut states, mut movers) = (Vec::new(), Vec::new());
        play_moving(&self.world, &run, &mut states, &mut movers)?;
        let split = |text: Vec<u8>| {
            String::from_utf8_lossy(&text)
                .lines()
                .map(str::to_owned)
                .collect()
        };
        Ok([states, movers].map(split))
    }
}

/// The lines that begin so.
pub(crate) fn beginning<'a>(lines: &'a [String], head: &str) -> Vec<&'a String> {
    lines.iter().filter(|line| line.starts_with(head)).collect()
}

/// The line with its zeros without a sign.
pub(crate) fn unsigned(line: &str) -> String {
    let words = line.split(' ').map(|word| if word == "-0" { "0" } else { word });
    words.collect::<Vec<_>>().join(" ")
}
