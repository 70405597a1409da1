//! Recordings of the original engines: `compare trace --check` and `compare replay --check --restart-from`.
//!
//! Only `bsp` and, on clip hulls, `hull` answer as the engines do to the last digit. So the faults are planted into them, for
//! any requested contestants.

use crate::Failure;
use crate::engine_runs::{Kind, MAPS, ON_HULLS, ON_MAPS, Run, open};
use crate::finding::Findings;
use clipmark_collision::recording::{Answer, read_answers, read_sweeps};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_measure::Contestant;
use clipmark_measure::agreement::{Starts, agree};
use clipmark_measure::answers::compare_answers;

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

impl Recordings {
    pub(crate) fn read() -> Self {
        let on_maps = MAPS.map(|map| Map {
            answers: answers(map),
            ..Map::read(map, &ON_MAPS, "bsp")
        });
        let on_hulls = ON_HULLS.iter().flat_map(|kind| {
            let of_kind = std::slice::from_ref(kind);
            kind.maps.iter().map(move |map| Map::read(map, of_kind, "hull"))
        });
        Self {
            maps: on_maps.into_iter().chain(on_hulls).collect(),
        }
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
    /// A map and its runs of these kinds, without answers.
    fn read(name: &str, kinds: &[Kind], backend: &'static str) -> Self {
        let of_map = kinds.iter().filter(|kind| kind.maps.contains(&name));
        Self {
            backend,
            rules: kinds[0].rules(),
            world: kinds[0].world(name),
            answers: Vec::new(),
            runs: of_map
                .flat_map(|kind| kind.runs.iter().map(move |run| kind.read(name, run)))
                .collect(),
        }
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

/// The sweeps that are recorded on a map, with the engine's answers.
fn answers(map: &str) -> Vec<(String, Vec<(Sweep, Answer)>)> {
    let player = Hull::quake3_player();
    let capsule = Hull::Capsule {
        bounds: player.bounds(),
    };
    let files = [
        ("traces", "trace.point", Hull::Point),
        ("traces", "trace.player", player),
        ("traces", "trace.capsule", capsule),
        ("rectraces", "rectrace.player", player),
    ];
    let read = |(asked, answered, hull): (&str, &str, Hull)| {
        let sweeps = open(&format!("{map}.{asked}.txt.gz"));
        let sweeps = read_sweeps(sweeps, hull, Contents::PLAYER_MASK).unwrap();
        let file = format!("{map}.{answered}");
        let given = read_answers(open(&format!("{file}.txt.gz"))).unwrap();
        (file, sweeps.into_iter().zip(given).collect())
    };
    files.map(read).to_vec()
}
