//! A run's work, as written down before it begins.

use crate::shard::{self, dealt};
use crate::{JournalError, PLAN};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{fs, io};

/// The first words of a plan: the version of its form.
const FORMAT: &str = "clipmark run 1";

/// The question to each unit, as JSON; equal in all shards of a run.
pub type Asked = serde_json::Value;

/// A run's work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    format: String,
    /// The verb that runs it.
    pub verb: String,
    /// Version of the program.
    pub version: String,
    /// Hash of the program: results of another build are not taken for its own.
    pub program: String,
    /// Where it runs.
    pub machine: serde_json::Value,
    /// Which shard of how many this is, from 1.
    pub shard: [usize; 2],
    /// The question to each unit.
    pub asked: Asked,
    /// All units of the run, those of other shards among them. Units of one group follow each other.
    pub units: Vec<Unit>,
}

/// A piece of a run that has results of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its common part with its neighbours: a map, or the contestants.
    pub group: String,
    /// Which of them it is.
    pub part: String,
}

impl Plan {
    /// The plan of a run by this program.
    ///
    /// # Errors
    /// A value without a form in JSON.
    pub fn new(
        verb: &str,
        program: String,
        shard: [usize; 2],
        machine: impl Serialize,
        asked: impl Serialize,
        units: Vec<Unit>,
    ) -> Result<Self, JournalError> {
        // Read back from its own text, so that it equals a plan read from a file.
        let value = |text: String| serde_json::from_str(&text);
        Ok(Self {
            format: FORMAT.into(),
            verb: verb.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            program,
            machine: value(serde_json::to_string(&machine)?)?,
            shard,
            asked: value(serde_json::to_string(&asked)?)?,
            units,
        })
    }

    /// The plan of a folder, which `verb` wrote.
    ///
    /// # Errors
    /// A folder without a plan, or with one of another version or verb.
    pub fn read(dir: &Path, verb: &str) -> Result<Self, JournalError> {
        let plan = read(dir)?;
        if plan.verb == verb {
            return Ok(plan);
        }
        Err(JournalError::OtherVerb {
            folder: dir.into(),
            verb: plan.verb,
            wanted: verb.into(),
        })
    }

    /// The units of its shard, by their place.
    pub fn mine(&self) -> Vec<usize> {
        let groups = self.units.chunk_by(|a, b| a.group == b.group);
        dealt(&groups.map(<[Unit]>::len).collect::<Vec<_>>(), self.shard)
    }

    /// Hash of all that the results of a unit depend on. `input` stands for the contents of the measured files.
    pub fn key(&self, unit: usize, input: &str) -> String {
        let Unit { group, part } = &self.units[unit];
        crate::key(format!(
            "{} {} {} {} {group}\0{part}\0{input}",
            self.verb, self.version, self.program, self.asked
        ))
    }
}

fn read(dir: &Path) -> Result<Plan, JournalError> {
    let file = dir.join(PLAN);
    let text = match fs::read(&file) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(JournalError::NoRun {
                folder: dir.into(),
                plan: PLAN,
            });
        }
        text => text.map_err(|e| JournalError::file("read", &file, e))?,
    };
    match serde_json::from_slice::<Plan>(&text) {
        Ok(plan) if plan.format == FORMAT => Ok(plan),
        _ => Err(JournalError::OtherVersion { file }),
    }
}

/// Shards of one run, given by folder and plan: as one plan, and whether one build and one machine ran them all.
///
/// # Errors
/// Shards of different runs, and a missing or doubled shard.
pub fn one_run(plans: &[(String, Plan)]) -> Result<(Plan, [bool; 2]), JournalError> {
    let Some(((first_name, first), rest)) = plans.split_first() else {
        return Err(JournalError::Shards(
            "no run is named; give the folders of all shards".into(),
        ));
    };
    for (name, plan) in rest {
        let differs = [
            (plan.version != first.version, "the version of the program"),
            (plan.asked != first.asked, "what is asked"),
            (plan.units != first.units, "what is measured"),
            (plan.shard[1] != first.shard[1], "how many shards there are"),
        ];
        if let Some((_, what)) = differs.iter().find(|(differs, _)| *differs) {
            return Err(JournalError::Shards(format!(
                "{first_name} and {name} are no shards of one run: {what} differs; run them again alike"
            )));
        }
    }
    let shards: Vec<_> = plans
        .iter()
        .map(|(name, plan)| (name.as_str(), plan.shard))
        .collect();
    shard::complete(&shards).map_err(JournalError::Shards)?;
    let one = Plan {
        shard: [1, 1],
        ..first.clone()
    };
    let alike = [
        rest.iter().all(|(_, p)| p.program == first.program),
        rest.iter().all(|(_, p)| p.machine == first.machine),
    ];
    Ok((one, alike))
}
