//! Asks about hulls at rest: overlaps, near features, intersecting polygons, and the contents of points beside
//! them.

use super::answers::Swept;
use super::parallel;
use crate::run::standing::Standing;
use crate::run::sweeps::Draw;
use clipmark_collision::Work;
use clipmark_geometry::{Contents, Point};
use clipmark_record::bar::{Answers, WrongPlaces};
use clipmark_record::faults::Fault;
use clipmark_truth::{HullReference, PlaceAnswers, judge_fill, judge_standing};

/// Margins of contacts, in units: none, twice Quake III's skin, and the walker's search distance.
const MARGINS: [f32; 3] = [0.0, 0.25, 8.0];
/// Places that are drawn and asked at a time.
const PIECE: usize = 512;

/// Results on a contestant's places.
#[derive(Default)]
pub(super) struct Stood {
    pub(super) answers: Answers,
    pub(super) wrong: Vec<WrongPlaces>,
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
        swept.iter().map(|swept| ask(swept, points, &drawn)).collect()
    };
    let found = parallel::pieces(count.div_ceil(PIECE), work, &mut |_, _| ());
    let none = swept.iter().map(|_| Stood::default()).collect();
    found.into_iter().fold(none, |sum: Vec<Stood>, part| {
        sum.into_iter().zip(part).map(|(a, b)| a.and(b)).collect()
    })
}

fn ask(swept: &Swept, points: &HullReference, drawn: &[Standing]) -> Stood {
    let mut stood = Stood::default();
    let (mut contacts, mut touching, mut reached) = (Vec::new(), Vec::new(), Vec::new());
    let (backend, hull, mask) = (&swept.judge.backend, &swept.hull, Contents::PLAYER_MASK);
    let mut work = Work::silent();
    for (i, place) in drawn.iter().enumerate() {
        let (at, margin) = (&place.at, MARGINS[i % MARGINS.len()]);
        contacts.clear();
        touching.clear();
        reached.clear();
        backend.contacts(hull, at, margin, mask, &mut contacts, &mut work);
        backend.contacts(hull, at, 0.0, mask, &mut touching, &mut work);
        backend.reached(hull, at, mask, &mut work, &mut |found| reached.push(*found));
        let overlap = backend.overlap(hull, at, mask, &mut work);
        let said = PlaceAnswers {
            overlap: overlap.as_ref(),
            occupied: backend.occupied(hull, at, mask, &mut work),
            contacts: &contacts,
            margin,
            reached: &reached,
            touching: &touching,
        };
        let verdict = judge_standing(swept.truth, at, &said, &swept.judge.declared);
        stood.answers.asked += 1;
        // With a margin more models are asked than without.
        let is_judged = || !swept.is_unclear(&[*at, *at]);
        if let Some(what) = verdict.wrong.filter(|_| is_judged()) {
            stood.answers.faults[Fault::WrongPlace] += 1;
            stood.add(what, at, margin);
        }
        for point in &place.points {
            if let Some(what) = judge_fill(points, point, backend.contents(point), &swept.judge.declared) {
                stood.answers.faults[Fault::WrongFill] += 1;
                stood.add(what, point, 0.0);
            }
        }
    }
    stood
}

impl Stood {
    fn add(&mut self, what: &str, at: &Point, margin: f32) {
        match self.wrong.iter_mut().find(|known| known.what == what) {
            Some(known) => known.count += 1,
            None => self.wrong.push(WrongPlaces {
                what: what.into(),
                count: 1,
                at: (*at).into(),
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
