//! Asks about hulls at rest: overlaps, near features, intersecting polygons, and the contents of points beside
//! them.

use super::answers::{AnswerResults, Panel, Swept};
use crate::run::standing::Standing;
use clipmark_collision::Sweep;
use clipmark_geometry::Point;
use clipmark_referee::{HullReference, PlaceAnswers, judge_fill, judge_place};
use clipmark_rows::faults::Fault;

/// Margins of contacts, in units: none, twice Quake III's skin, and the walker's search distance.
const MARGINS: [f32; 3] = [0.0, 0.25, 8.0];
/// Places that are drawn and asked at a time.
const PIECE: usize = 512;

/// Places with the same error.
pub(super) struct WrongPlaces {
    fault: Fault,
    /// In words.
    what: &'static str,
    count: usize,
    /// The first, in units.
    at: Point,
    /// The margin of contacts that was asked there, in units.
    margin: f32,
}

/// Asks that many places, the same for every contestant. `points` is the reference of a point, of all contents.
pub(super) fn places(panel: &Panel, count: usize, from: u64, points: &HullReference) -> Vec<AnswerResults> {
    let first = panel.swept.first().map(|swept| swept.hull);
    panel.ask(
        (count, PIECE),
        from,
        |draw, count| {
            let support = |n: &_| first.map_or(0.0, |hull| hull.support(n));
            (0..count).map(|_| draw.standing(support)).collect()
        },
        |swept, places| ask(swept, points, places),
    )
}

fn ask(swept: &Swept, points: &HullReference, places: &[Standing]) -> AnswerResults {
    let mut found = AnswerResults::new(1);
    let (backend, hull) = (&*swept.contestant.backend, swept.hull);
    let declared = &swept.contestant.declared;
    for (i, place) in places.iter().enumerate() {
        let (at, margin) = (&place.at, MARGINS[i % MARGINS.len()]);
        let here = Sweep::new(hull, *at, *at).against(swept.mask);
        let answers = PlaceAnswers::ask(backend, &here, margin);
        let faults = judge_place(&swept.truth, at, &answers, declared);
        found.answers[0].queries += 1;
        // With a margin more models are asked than without.
        let is_judged = || !swept.is_unclear(&[*at, *at]);
        let wrong = faults.first().filter(|_| is_judged());
        let wrong = wrong.map(|wrong| (Fault::WrongPlace, wrong.what, *at, margin));
        let fills = place.points.iter().filter_map(|point| {
            let what = judge_fill(points, point, backend.contents(point), declared)?;
            Some((Fault::WrongFill, what, *point, 0.0))
        });
        for (fault, what, at, margin) in wrong.into_iter().chain(fills) {
            found.answers[0].faults[fault] += 1;
            let one = WrongPlaces {
                fault,
                what,
                count: 1,
                at,
                margin,
            };
            one.add_to(&mut found.wrong);
        }
    }
    found
}

impl WrongPlaces {
    /// Counts them with earlier ones of the same error.
    pub(super) fn add_to(self, all: &mut Vec<Self>) {
        match all.iter_mut().find(|known| known.what == self.what) {
            Some(known) => known.count += self.count,
            None => all.push(self),
        }
    }

    /// With the first place: `3 places: is deeper than it says; the first at (1 2 3), margin 8 u`.
    pub(super) fn note(&self) -> (Fault, String) {
        let places = if self.count == 1 { "place" } else { "places" };
        let [x, y, z] = <[f32; 3]>::from(self.at);
        let note = format!(
            "{} {places}: {}; the first at ({x} {y} {z}), margin {} u",
            self.count, self.what, self.margin
        );
        (self.fault, note)
    }
}
