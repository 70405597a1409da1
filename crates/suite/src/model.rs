//! A suite file, as it is written.

use crate::family::Family;
use clipmark_scene::{Tick, Triple};
use serde::Deserialize;
use std::path::PathBuf;

/// A suite file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Version of this format; always 1.
    pub version: u32,
    /// Number in the table of scenes.
    pub number: u32,
    /// Heading.
    pub title: String,
    /// Its purpose.
    pub description: String,
    /// The varied parameters and their values.
    pub(crate) family: Family,
    /// Movements that play it. Default: QuakeWorld and Quake III.
    #[serde(default = "profiles")]
    pub profiles: Vec<String>,
    /// Ticks that it is played at. Default: 125 Hz, 13 ms, 60 Hz and 33 Hz.
    #[serde(default = "ticks")]
    pub ticks: Vec<Tick>,
    /// The whole scene is turned in this many directions. Default: 16.
    #[serde(default = "turns")]
    pub turns: u32,
    /// Where it is moved to once more. Default: (1/3, 1/7, 1/5), which no grid divides.
    #[serde(default = "shift")]
    pub shift: Triple,
    /// Random sweeps refereed in each world; a quarter of them in a quick run. Default: none.
    #[serde(default)]
    pub sweeps: u32,
    /// A quick run plays one case of this many. Default: all.
    #[serde(default = "every")]
    pub quick_every: usize,
    /// Short name, from its file.
    #[serde(skip)]
    pub name: String,
    /// Where it was read from.
    #[serde(skip)]
    pub file: PathBuf,
    /// The text it was read from, and its named files' text: a result belongs to these.
    #[serde(skip)]
    pub(crate) text: String,
    /// The suites that it plays far away.
    #[serde(skip)]
    pub(crate) others: Vec<Suite>,
}

impl Suite {
    /// The same for the two-cylinder walker: by the paper's movement, at the rates of its promises, and turned to no side. Its
    /// backends answer sweeps as in the plain suite, so none are asked.
    #[must_use]
    pub fn of_the_walker(self) -> Self {
        Self {
            profiles: vec!["paper2006".into()],
            ticks: [33.0, 60.0, 77.0, 125.0].map(Tick::Hz).to_vec(),
            turns: 1,
            sweeps: 0,
            ..self
        }
    }
}

fn profiles() -> Vec<String> {
    ["quakeworld", "quake3"].map(String::from).to_vec()
}

fn ticks() -> Vec<Tick> {
    vec![Tick::Hz(125.0), Tick::Msec(13.0), Tick::Hz(60.0), Tick::Hz(33.0)]
}

fn turns() -> u32 {
    16
}

fn shift() -> Triple {
    [1.0 / 3.0, 1.0 / 7.0, 1.0 / 5.0]
}

fn every() -> usize {
    1
}
