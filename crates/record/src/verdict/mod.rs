//! Whether a contestant passes in a scene, by the table of [fault classes](crate::faults).

mod scene;

use crate::counts::Counts;
use crate::faults::{Fault, FaultRow, Source};
use crate::{Entry, SkinScore};

impl FaultRow {
    /// How often a contestant of a scene shows it.
    pub fn count(&self, entry: &Entry) -> usize {
        let (queries, movement) = (&entry.queries, &entry.movement);
        match self.fault {
            Fault::InSolid => movement.embedded_ticks,
            Fault::Stuck => movement.stuck_ticks,
            Fault::FellOut => movement.fell_out.into(),
            Fault::WalkUnreliable => movement.unreliable,
            of_gaps if self.source == Source::Gaps => queries.skin.counts()[of_gaps],
            of_answers => queries.faults[of_answers],
        }
    }

    /// The faults in words that follow a name, where a size tells more than a count.
    pub fn measured(&self, skin: &SkinScore) -> Vec<String> {
        match self.fault {
            Fault::WrongSkin => skin.wrong_skin().into_iter().collect(),
            Fault::WrongHull => skin.wrong_hull(),
            _ => Vec::new(),
        }
    }
}

impl SkinScore {
    /// The classes of fault that all gaps together show.
    pub fn counts(&self) -> Counts<Fault> {
        Counts::collect(&[
            (Fault::WrongSkin, self.wrong.into()),
            (Fault::WrongHull, self.hull.len()),
        ])
    }
}
