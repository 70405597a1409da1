//! Runs recorded from the original engines: on maps of Quake III, all by its traces, and on the clip hulls of Quake's own maps.

use clipmark_collision::TraceRules;
use clipmark_collision::recording::lines;
use clipmark_geometry::World;
use clipmark_movement::recording::{Commands, StateFormat, read_commands, read_states};
use clipmark_movement::{Body, Profile, profile_named};
use std::fs::File;
use std::path::{Path, PathBuf};

pub(crate) const MAPS: [&str; 3] = ["aggressor", "slimefac", "oacmpdm8"];
const QUAKE_MAPS: [&str; 4] = ["cm_steps", "cm_pillars", "cm_pool_a", "cm_rubble_a"];
/// Ticks of a run.
pub(crate) const TICKS: usize = 2000;

/// A kind of recording.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) profile: &'static str,
    pub(crate) maps: &'static [&'static str],
    pub(crate) runs: &'static [&'static str],
    /// In the names of its files.
    states: &'static str,
    snaps: bool,
    pub(crate) is_on_hulls: bool,
}

pub(crate) const QUAKE3: Kind = Kind {
    profile: "quake3",
    maps: &MAPS,
    runs: &["q3.1", "q3.2", "q3.3"],
    states: "nosnap",
    snaps: false,
    is_on_hulls: false,
};
pub(crate) const QUAKE3_SNAPPED: Kind = Kind {
    states: "snap",
    snaps: true,
    ..QUAKE3
};
pub(crate) const QUAKEWORLD: Kind = Kind {
    profile: "quakeworld",
    runs: &["qw.1", "qw.2", "qw.3"],
    states: "out",
    ..QUAKE3
};
/// With crouching, its own grip and the ground carried over. Its sines are the platform's own: off glibc the last digit may
/// differ.
pub(crate) const SOURCE: Kind = Kind {
    profile: "source",
    maps: &["aggressor"],
    runs: &["source.1", "source.2", "source.3", "source.4"],
    states: "states",
    ..QUAKE3
};
const NETQUAKE_ON_HULLS: Kind = Kind {
    profile: "netquake",
    maps: &QUAKE_MAPS,
    runs: &["nq.1", "nq.2", "nq.3", "nq.4"],
    states: "states",
    snaps: false,
    is_on_hulls: true,
};
const QUAKEWORLD_ON_HULLS: Kind = Kind {
    profile: "quakeworld",
    runs: &["qw.1", "qw.2", "qw.3", "qw.4"],
    ..NETQUAKE_ON_HULLS
};
const GOLDSRC_ON_HULLS: Kind = Kind {
    profile: "goldsrc",
    maps: &["cm_steps_hl"],
    runs: &["gs.1", "gs.2", "gs.3", "gs.4"],
    ..NETQUAKE_ON_HULLS
};
pub(crate) const ON_MAPS: [Kind; 4] = [QUAKE3, QUAKE3_SNAPPED, QUAKEWORLD, SOURCE];
pub(crate) const ON_HULLS: [Kind; 3] = [NETQUAKE_ON_HULLS, QUAKEWORLD_ON_HULLS, GOLDSRC_ON_HULLS];

/// A recorded run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) name: String,
    pub(crate) profile: Profile,
    pub(crate) format: StateFormat,
    pub(crate) commands: Commands,
    pub(crate) states: Vec<Body>,
    /// The states as text.
    pub(crate) written: Vec<String>,
}

impl Kind {
    pub(crate) fn profile(&self) -> Profile {
        let mut profile = *profile_named(self.profile).unwrap();
        profile.snap_velocity &= self.snaps;
        profile
    }

    /// All engines were recorded on Quake III traces, but for those on clip hulls.
    pub(crate) fn rules(&self) -> TraceRules {
        match self.is_on_hulls {
            true => self.profile().trace_rules,
            false => TraceRules::QUAKE3,
        }
    }

    /// A map of Quake III, which is fetched, or one of clip hulls, which lies beside its recordings.
    pub(crate) fn world(&self, map: &str) -> World {
        let file = match self.is_on_hulls {
            true => format!("tests/recordings/{map}.bsp"),
            false => format!("scenes/maps/{map}.bsp"),
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        clipmark_scene::load_world(&file, root).expect("run scenes/fetch-maps.sh first")
    }

    pub(crate) fn read(&self, map: &str, run: &str) -> Run {
        let profile = self.profile();
        let commands = open(&format!("{map}.{run}.cmds.txt.gz"));
        let commands = read_commands(commands, profile.order).unwrap();
        let name = format!("{map}.{run}.{}", self.states);
        let file = format!("{name}.txt.gz");
        let format = StateFormat::new(profile.order, &commands);
        let start = commands.start(profile.order);
        let run = Run {
            states: read_states(open(&file), format, &start).unwrap(),
            written: lines(open(&file)).unwrap(),
            name,
            profile,
            format,
            commands,
        };
        let lengths = [run.commands.ticks.len(), run.states.len(), run.written.len()];
        assert_eq!(lengths, [TICKS; 3], "{}", run.name);
        run
    }
}

/// A recording's file.
pub(crate) fn open(name: &str) -> File {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    File::open(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
