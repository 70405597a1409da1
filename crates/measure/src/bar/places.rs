//! Asks about hulls at rest: overlaps, near features, intersecting polygons, and the contents of points beside
//! them.

use super::answers::Swept;
use super::parallel;
use super::part::Answers;
use crate::run::standing::Standing;
use crate::run::sweeps::Draw;
use clipmark_collision::Sweep;
use clipmark_geometry::Point;
use clipmark_referee::{HullReference, PlaceAnswers, judge_fill, judge_place};
use clipmark_rows::faults::Fault;

/// Margins of contacts, in units: none, twice Quake III's skin, and the walker's search distance.
const MARGINS: [f32; 3] = [0.0, 0.25, 8.0];
/// Places that are drawn and asked at a time.
const PIECE: usize = 512;

/// Results on a contestant's places.
#[derive(Default)]
pub(super) struct Stood {
    pub(super) answers: Answers,
    wrong: Vec<WrongPlaces>,
}

/// Places with the same error.
struct WrongPlaces {
    fault: Fault,
    /// In words.
    what: String,
    count: usize,
    /// The first, in units.
    at: Point,
    /// The margin of contacts that was asked there, in units.
    margin: f32,
}

/// Asks that many places, the same for every contestant. `points` is the reference of a point, of all contents.
pub(super) fn places<'a>(
    count: usize,
    swept: &[Swept],
    points: &HullReference,
    draw: impl Fn(usize) -> Draw<'a> + Sync,
) -> Vec<Stood> {
    let work = |piece: usize| -> Vec<Stood> {
        let mut draw = draw(piece);
        let largest = swept.first().map(|swept| swept.hull);
        let support = |n: &_| largest.map_or(0.0, |hull| hull.support(n));
        let drawn: Vec<Standing> = (0..PIECE.min(count - piece * PIECE))
            .map(|_| draw.standing(support))
            .collect();
        let stand = |swept: &Swept| swept.contestant.ask_unless_stopped(|| ask(swept, points, &drawn));
        swept.iter().map(stand).collect()
    };
    let found = parallel::pieces(count.div_ceil(PIECE), work);
    let none = swept.iter().map(|_| Stood::default()).collect();
    found.into_iter().fold(none, |sum: Vec<Stood>, part| {
        sum.into_iter().zip(part).map(|(a, b)| a.and(b)).collect()
    })
}

fn ask(swept: &Swept, points: &HullReference, drawn: &[Standing]) -> Stood {
    let mut stood = Stood::default();
    let (backend, hull) = (&*swept.contestant.backend, swept.hull);
    for (i, place) in drawn.iter().enumerate() {
        let (at, margin) = (&place.at, MARGINS[i % MARGINS.len()]);
        let here = Sweep::new(hull, *at, *at).against(swept.mask);
        let answers = PlaceAnswers::ask(backend, &here, margin);
        let faults = judge_place(swept.truth, at, &answers, &swept.contestant.declared);
        stood.answers.asked += 1;
        // With a margin more models are asked than without.
        let is_judged = || !swept.is_unclear(&[*at, *at]);
        if let Some(fault) = faults.first().filter(|_| is_judged()) {
            stood.answers.faults[Fault::WrongPlace] += 1;
            stood.add(Fault::WrongPlace, fault.what, at, margin);
        }
        for point in &place.points {
            if let Some(what) = judge_fill(points, point, backend.contents(point), &swept.contestant.declared)
            {
                stood.answers.faults[Fault::WrongFill] += 1;
                stood.add(Fault::WrongFill, what, point, 0.0);
            }
        }
    }
    stood
}

impl Stood {
    /// What is wrong at places, each kind with the first place: `3 places: is deeper than it says; the first at (1 2 3), margin 8
    /// u`.
    pub(super) fn notes(&self) -> Vec<(Fault, String)> {
        let note = |wrong: &WrongPlaces| {
            let (places, [x, y, z]) = (
                if wrong.count == 1 { "place" } else { "places" },
                <[f32; 3]>::from(wrong.at),
            );
            format!(
                "{} {places}: {}; the first at ({x} {y} {z}), margin {} u",
                wrong.count, wrong.what, wrong.margin
            )
        };
        self.wrong
            .iter()
            .map(|wrong| (wrong.fault, note(wrong)))
            .collect()
    }

    fn add(&mut self, fault: Fault, what: &str, at: &Point, margin: f32) {
        match self.wrong.iter_mut().find(|known| known.what == what) {
            Some(known) => known.count += 1,
            None => self.wrong.push(WrongPlaces {
                fault,
                what: what.into(),
                count: 1,
                at: *at,
                margin,
            }),
        }
    }

    fn and(mut self, later: Self) -> Self {
        self.answers = self.answers.and(&later.answers);
        for other in later.wrong {
            match self.wrong.iter_mut().find(|known| known.what == other.what) {
                Some(known) => known.count += other.count,
                None => self.wrong.push(other),
            }
        }
        self
    }
}
