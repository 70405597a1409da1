//! Asks every hull that a contestant sweeps a share of questions: sweeps of every length, chains, and sweeps from rest.
//!
//! One body's hull proves nothing about others: a backend may be right about the player and let a point pass walls.

use super::answers::{BuiltContestant, Swept, all, seed};
use super::part::{Answers, Part};
use super::{BarOptions, chains, places, rest};
use crate::judge::worst::Worst;
use crate::run::sweeps::Draw;
use clipmark_collision::RoundHulls;
use clipmark_geometry::{Aabb, Contents, Hull, Point, World};
use clipmark_movement::{Profile, ShapeKind};
use clipmark_referee::{HullReference, Reference};
use clipmark_rows::Questions;
use clipmark_rows::faults::{Counts, Fault};

/// A hull by name: the bodies of the profile have the shape that the contestant's movement gives them.
#[derive(Clone, Copy)]
pub(super) struct Named {
    name: &'static str,
    /// What stops it.
    mask: Contents,
    of: fn(&Profile, ShapeKind) -> Hull,
}

/// QuakeWorld's player, for profiles whose own is narrower; in units.
const QUAKEWORLD: [[f32; 3]; 2] = [[-16.0, -16.0, -24.0], [16.0, 16.0, 32.0]];
/// A body whose position is not below its middle, and one larger than 64 u, in units.
const OFF_CENTRE: [[f32; 3]; 2] = [[-8.0, -20.0, -10.0], [30.0, 6.0, 40.0]];
const LARGE: [[f32; 3]; 2] = [[-48.0, -48.0, -24.0], [48.0, 48.0, 72.0]];
/// A projectile, smaller than any body, and a monster, larger than a player, in units. Their masks are not the player's: shots
/// pass player clips, and the monster keeps out of liquids.
const PROJECTILE: [[f32; 3]; 2] = [[-2.0, -2.0, -1.0], [2.0, 2.0, 3.0]];
const MONSTER: [[f32; 3]; 2] = [[-24.0, -24.0, -24.0], [24.0, 24.0, 40.0]];
const SHOT: Contents = Contents::SOLID.union(Contents::BODY);
const DRY: Contents = Contents::SOLID.union(Contents::LIQUID);
/// Half a player's width, in units.
const RADIUS: f32 = 12.0;

/// The first of the hulls are bodies of the movement, without which a contestant is no good to a player.
const BODIES: usize = 2;

/// All hulls: those of the movement, then others of every kind.
pub(super) const HULLS: [Named; 11] = [
    Named {
        name: "player",
        mask: Contents::PLAYER_MASK,
        of: |profile, shape| shape.hull(profile.bounds(false)),
    },
    Named {
        name: "crouched",
        mask: Contents::PLAYER_MASK,
        of: |profile, shape| shape.hull(profile.bounds(true)),
    },
    Named {
        name: "point",
        mask: Contents::PLAYER_MASK,
        of: |_, _| Hull::Point,
    },
    Named {
        name: "sphere",
        mask: Contents::PLAYER_MASK,
        of: |_, _| Hull::Sphere { radius: RADIUS },
    },
    Named {
        name: "capsule",
        mask: Contents::PLAYER_MASK,
        of: |profile, _| Hull::Capsule {
            bounds: profile.bounds(false),
        },
    },
    Named {
        name: "cylinder",
        mask: Contents::PLAYER_MASK,
        of: |profile, _| Hull::Cylinder {
            bounds: profile.bounds(false),
        },
    },
    Named {
        name: "quakeworld",
        mask: Contents::PLAYER_MASK,
        of: |_, _| boxed(QUAKEWORLD),
    },
    Named {
        name: "off centre",
        mask: Contents::PLAYER_MASK,
        of: |_, _| boxed(OFF_CENTRE),
    },
    Named {
        name: "large",
        mask: Contents::PLAYER_MASK,
        of: |_, _| boxed(LARGE),
    },
    Named {
        name: "projectile",
        mask: SHOT,
        of: |_, _| boxed(PROJECTILE),
    },
    Named {
        name: "monster",
        mask: DRY,
        of: |_, _| boxed(MONSTER),
    },
];

/// Among the questions with a hull, one in 3 is a sweep of any length, one in 4 a step of a chain, one in 6 a place. The rest are
/// sweeps from rest.
const LENGTHS: usize = 3;
const CHAINS: usize = 4;
const PLACES: usize = 6;

/// A surface met more flatly than this cosine (78 degrees) proves nothing about the skin of round hulls.
pub(super) const FLAT: f64 = 0.2;

fn boxed([mins, maxs]: [[f32; 3]; 2]) -> Hull {
    Hull::Box {
        bounds: Aabb::new(Point::from(mins), Point::from(maxs)),
    }
}

/// Results on a contestant's answers with all hulls.
#[derive(Default)]
pub(super) struct OfHulls {
    pub(super) parts: Vec<Part>,
    /// The worst answers of all of them.
    pub(super) worst: Worst,
}

/// Asks each contestant with every hull that it sweeps.
pub(super) fn hulls(
    world: &World,
    truth: &Reference,
    contestants: &[BuiltContestant],
    options: &BarOptions,
) -> Vec<OfHulls> {
    let mut out: Vec<OfHulls> = contestants.iter().map(|_| OfHulls::default()).collect();
    if options.sizes.hulls == 0 {
        return out;
    }
    // Contents questions concern everything that fills a point, not only what stops a player.
    let points = Reference::build(world, Contents::all()).for_hull(&Hull::Point);
    for (n, named) in (0_u64..).zip(HULLS) {
        let of = |contestant: &BuiltContestant| (named.of)(&options.profile, contestant.setup.shape());
        let is_swept = |contestant: &BuiltContestant| {
            contestant.ask_unless_stopped(|| contestant.backend.facts().supports(&of(contestant)))
        };
        let who: Vec<usize> = (0..contestants.len())
            .filter(|&i| is_swept(&contestants[i]))
            .collect();
        for (one, out) in contestants.iter().zip(&mut out).take_while(|_| n < BODIES as u64) {
            if one.stopped().is_none() && !is_swept(one) {
                out.parts.push(refused(named.name, options.sizes.hulls));
            }
        }
        if who.is_empty() {
            continue;
        }
        let other = (named.mask != Contents::PLAYER_MASK).then(|| Reference::build(world, named.mask));
        let truth = other.as_ref().unwrap_or(truth);
        let references: Vec<HullReference> = who
            .iter()
            .map(|&i| contestants[i].reference(truth, &of(&contestants[i])))
            .collect();
        let swept: Vec<Swept> = who
            .iter()
            .zip(&references)
            .map(|(&i, truth)| Swept {
                contestant: &contestants[i],
                hull: of(&contestants[i]),
                mask: named.mask,
                truth,
                least_cosine: FLAT,
                turned: None,
            })
            .collect();
        // The largest that any of them sweeps: a cylinder lies in its box.
        let whole = (named.of)(&options.profile, ShapeKind::Box);
        let is_whole = |swept: &&Swept| swept.hull == whole && swept.truth.round_hulls() == RoundHulls::Round;
        let own = match swept.iter().find(is_whole) {
            Some(_) => None,
            None => Some(truth.for_hull(&whole)),
        };
        let Some(largest) = own
            .as_ref()
            .or_else(|| swept.iter().find(is_whole).map(|s| s.truth))
        else {
            continue;
        };
        let asked = ask(named.name, (world, largest, &points), &swept, options, n);
        for (&i, (parts, worst)) in who.iter().zip(asked) {
            out[i].worst.merge(worst);
            out[i].parts.extend(parts);
        }
    }
    out
}

/// A body of the movement that a contestant says it does not sweep: it has no answer to any question with it.
fn refused(name: &str, count: usize) -> Part {
    let answers = Answers {
        asked: count,
        faults: Counts::collect(&[(Fault::Unreliable, count)]),
        ..Answers::default()
    };
    let why = "it says that it does not sweep this body".to_owned();
    Part {
        notes: vec![(Fault::Unreliable, why)],
        ..Part::new(name, Questions::Lengths, answers)
    }
}

/// Asks all kinds of question with one hull of that name. `number` tells seeds of hulls apart.
pub(super) fn ask(
    name: &str,
    (world, largest, points): (&World, &HullReference, &HullReference),
    swept: &[Swept],
    options: &BarOptions,
    number: u64,
) -> Vec<(Vec<Part>, Worst)> {
    let skin = options.profile.trace_rules.skin;
    let count = options.sizes.hulls;
    // Other places than those of the player's sweeps.
    let own_seed = options.seed ^ ((number + 1) << 32);
    let draw = |from: u64, piece: usize| Draw::new(world, largest, skin, seed(from, piece));
    let lines = |piece: usize, count: usize| {
        let mut draw = draw(own_seed, piece);
        (0..count).map(|_| draw.any_length()).collect()
    };
    let lengths = all((count / LENGTHS, 1), 1, swept, lines);
    let chained = chains::chains(count / CHAINS, swept, |piece| draw(!own_seed, piece));
    let classes = rest::classes().count();
    let stood = places::places(count / PLACES, swept, points, |piece| {
        draw(own_seed.rotate_left(13), piece)
    });
    let left = (count - count / LENGTHS - count / CHAINS - count / PLACES).next_multiple_of(classes);
    let lines = |piece: usize, count: usize| {
        let mut draw = draw(own_seed.rotate_left(7), piece);
        rest::lines(&mut draw, largest, count / classes)
    };
    let rested = all((left, classes), 1, swept, lines);
    let all = lengths.into_iter().zip(chained).zip(rested).zip(stood);
    all.map(|(((lengths, chained), rested), places)| {
        let (mut skin, mut worst) = (lengths.skin, lengths.worst);
        for other in [chained.skin, rested.skin] {
            skin.merge(other);
        }
        for other in [chained.worst, rested.worst] {
            worst.merge(other);
        }
        let of_kind = |questions, answers| Part::new(name, questions, answers);
        let parts = vec![
            of_kind(Questions::Lengths, Answers::sum(&lengths.answers)),
            of_kind(Questions::Chains, Answers::sum(&chained.answers)),
            of_kind(Questions::HullRest, Answers::sum(&rested.answers)),
            Part {
                notes: places.notes(),
                ..of_kind(Questions::Places, places.answers)
            },
            Part::of_gaps(name, Questions::HullGaps, &skin.verdict()),
        ];
        (parts, worst)
    })
    .collect()
}
