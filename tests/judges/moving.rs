//! Recordings of worlds that move, each played whole: `compare replay --movers … --simulate`.
//!
//! Only `bsp` and, on clip hulls, `hull` answer as the engines do to the last digit. So faults are planted into their worlds,
//! for any requested contestants. Compared are poses, blocks and damage to the bit, and players except for the sign of a
//! zero. A pendulum that goes through a player is left out.

use crate::Failure;
use crate::finding::Findings;
use crate::moving_runs::{IN_THE_MOVER, OF_MOVERS, Run, beginning, unsigned};
use clipmark_measure::Contestant;

/// Recorded runs, read, with their maps.
#[derive(Debug)]
pub(crate) struct MovingRecordings {
    runs: Vec<Run>,
}

impl MovingRecordings {
    pub(crate) fn read() -> Self {
        Self {
            runs: Run::all().filter(|run| run.name != IN_THE_MOVER).collect(),
        }
    }

    /// Plays all with the contestant's fault.
    pub(crate) fn judge(&self, contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
        for run in &self.runs {
            judge(run, contestant, findings)?;
            if findings.are_enough() {
                return Ok(());
            }
        }
        Ok(())
    }
}

fn judge(run: &Run, contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
    let mut planted = run.clone();
    planted.push_fault = contestant.push_fault();
    if let Some(fault) = contestant.movement_fault() {
        planted.profile = fault.of(&run.profile).profile;
    }
    let [states, movers] = planted.play(false)?;
    let name = &run.name;
    let mut say = |what: &str, apart: Option<usize>| {
        if let Some(line) = apart {
            let said = format!("{name}: {what} are not the engine's, from line {line} of them on");
            findings.add(said);
        }
    };
    for (head, what) in OF_MOVERS {
        let [own, recorded] = [&movers, &run.movers].map(|lines| beginning(lines, head));
        say(what, first_apart(&own, &recorded));
    }
    let [states, recorded] =
        [&states, &run.states].map(|lines| lines.iter().map(|line| unsigned(line)).collect::<Vec<_>>());
    say("players", first_apart(&states, &recorded));
    Ok(())
}

/// The first line, from 1, in which texts differ.
fn first_apart<T: PartialEq>(own: &[T], recorded: &[T]) -> Option<usize> {
    let differs = |i: &usize| own.get(*i) != recorded.get(*i);
    (0..own.len().max(recorded.len())).find(differs).map(|i| i + 1)
}
