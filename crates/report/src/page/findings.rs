//! The table of failures that detectors found, each with the moment that the replay goes to.

use crate::docs_link;
use crate::format;
use crate::palette;
use clipmark_record::findings::Finding;
use clipmark_record::{Comparison, Entry};

/// A failure that a detector found.
pub(super) struct FindingRow {
    pub(super) contestant: String,
    pub(super) colour: usize,
    pub(super) id: String,
    /// Where it is explained.
    pub(super) link: String,
    pub(super) name: String,
    pub(super) says: String,
    /// Count, rate and worst.
    pub(super) cells: [String; 3],
    /// Where the worst is.
    pub(super) place: String,
    /// Where the replay goes to show it.
    pub(super) moment: Option<Moment>,
}

/// A page button's message to the replay.
pub(super) enum Moment {
    /// A tick of a contestant.
    Tick(usize, usize),
    /// A place, as the data of the button has it.
    Place(String),
}

pub(super) fn findings(comparison: &Comparison) -> Vec<FindingRow> {
    let row = |index: usize, entry: &Entry, f: &Finding| {
        let [x, y, z] = f.place.map(|c| format::fixed(c, 1));
        let (place, moment) = match f.at {
            Some(k) if f.per == "per minute" => (
                format!("at {x} {y} {z}"),
                (k < entry.ticks.len()).then_some(Moment::Tick(k, index)),
            ),
            Some(k) => (
                format!("sweep {} from {x} {y} {z}", format::count(k + 1)),
                f.place.iter().all(|c| c.is_finite()).then(|| {
                    let [x, y, z] = f.place;
                    Moment::Place(format!("{x} {y} {z}"))
                }),
            ),
            None => (f.example.clone(), None),
        };
        FindingRow {
            contestant: entry.name.clone(),
            colour: index % palette::CONTESTANTS.len(),
            id: f.id.clone(),
            link: docs_link(&f.id).unwrap_or_default(),
            name: f.name.clone(),
            says: f.says.clone(),
            cells: [
                format::count(f.count),
                format::with_unit(format::three_digits(f.rate), &f.per),
                format::with_unit(format::small(f.worst), &f.unit),
            ],
            place,
            moment,
        }
    };
    let entries = comparison.contestants.iter().enumerate();
    entries
        .flat_map(|(i, e)| e.detection.findings.iter().map(move |f| row(i, e, f)))
        .collect()
}
