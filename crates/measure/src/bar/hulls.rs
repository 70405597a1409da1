//! Asks every hull that a contestant sweeps a share of questions: sweeps of every length, chains, and sweeps from rest.
//!
//! One body's hull proves nothing about others: a backend may be right about the player and let a point pass walls.

use super::answers::{BuiltContestant, Panel, Swept};
use super::cases::Found;
use super::part::Part;
use super::places::WrongPlaces;
use super::{BarOptions, chains, places};
use crate::judge::referee::SweepCounts;
use crate::judge::worst::Worst;
use clipmark_collision::RoundHulls;
use clipmark_geometry::{Aabb, Contents, Hull, Point, World};
use clipmark_movement::{Profile, ShapeKind};
use clipmark_referee::{HullReference, Reference, SkinCheck};
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
    Named::new("player", |profile, shape| shape.hull(profile.bounds(false))),
    Named::new("crouched", |profile, shape| shape.hull(profile.bounds(true))),
    Named::new("point", |_, _| Hull::Point),
    Named::new("sphere", |_, _| Hull::Sphere { radius: RADIUS }),
    Named::new("capsule", |profile, _| Hull::Capsule {
        bounds: profile.bounds(false),
    }),
    Named::new("cylinder", |profile, _| Hull::Cylinder {
        bounds: profile.bounds(false),
    }),
    Named::new("quakeworld", |_, _| boxed(QUAKEWORLD)),
    Named::new("off centre", |_, _| boxed(OFF_CENTRE)),
    Named::new("large", |_, _| boxed(LARGE)),
    Named::new("projectile", |_, _| boxed(PROJECTILE)).against(SHOT),
    Named::new("monster", |_, _| boxed(MONSTER)).against(DRY),
];

impl Named {
    const fn new(name: &'static str, of: fn(&Profile, ShapeKind) -> Hull) -> Self {
        Self {
            name,
            mask: Contents::PLAYER_MASK,
            of,
        }
    }

    const fn against(self, mask: Contents) -> Self {
        Self { mask, ..self }
    }
}

/// Among the questions with a hull, one in 3 is a sweep of any length, one in 4 a step of a chain, one in 6 a place. The rest
/// are sweeps from rest.
const LENGTHS: usize = 3;
const CHAINS: usize = 4;
const PLACES: usize = 6;

fn boxed([mins, maxs]: [[f32; 3]; 2]) -> Hull {
    Hull::Box {
        bounds: Aabb::new(Point::from(mins), Point::from(maxs)),
    }
}

/// Asks each contestant with every hull that it sweeps, and adds what is found.
pub(super) fn hulls(
    world: &World,
    truth: &Reference,
    contestants: &[BuiltContestant],
    options: &BarOptions,
    found: &mut [Found],
) {
    if options.sizes.hulls == 0 {
        return;
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
        for (one, out) in contestants
            .iter()
            .zip(&mut *found)
            .take_while(|_| n < BODIES as u64)
        {
            if one.stopped().is_none() && !is_swept(one) {
                out.parts.push(refused(named.name, options.sizes.hulls));
            }
        }
        if who.is_empty() {
            continue;
        }
        let other = (named.mask != Contents::PLAYER_MASK).then(|| Reference::build(world, named.mask));
        let truth = other.as_ref().unwrap_or(truth);
        let swept = who.iter().map(|&i| Swept {
            mask: named.mask,
            ..Swept::new(&contestants[i], of(&contestants[i]), truth)
        });
        let swept: Vec<Swept> = swept.collect();
        // The largest that any of them sweeps: a cylinder lies in its box.
        let whole = (named.of)(&options.profile, ShapeKind::Box);
        let is_whole = |swept: &&Swept| swept.hull == whole && swept.truth.round_hulls() == RoundHulls::Round;
        let made;
        let largest = match swept.iter().find(is_whole) {
            Some(swept) => &swept.truth,
            None => {
                made = truth.for_hull(&whole);
                &made
            }
        };
        let panel = Panel {
            swept: &swept,
            world,
            largest,
            skin: options.profile.trace_rules.skin,
        };
        let asked = ask(named.name, &panel, &points, options, n);
        for (&i, (parts, worst)) in who.iter().zip(asked) {
            found[i].worst[0].merge(worst);
            found[i].parts.extend(parts);
        }
    }
}

/// A body of the movement that a contestant says it does not sweep: it has no answer to any question with it.
fn refused(name: &str, count: usize) -> Part {
    let answers = SweepCounts {
        queries: count,
        faults: Counts::collect(&[(Fault::Unreliable, count)]),
        ..SweepCounts::default()
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
    panel: &Panel,
    points: &HullReference,
    options: &BarOptions,
    number: u64,
) -> Vec<(Vec<Part>, Worst)> {
    let count = options.sizes.hulls;
    let [lengths, chained, places] = [LENGTHS, CHAINS, PLACES].map(|share| count / share);
    let rested = count - lengths - chained - places;
    // Other places than those of the player's sweeps.
    let from = options.seed ^ ((number + 1) << 32);
    let lengths = panel.sweeps(lengths, from, 1, |draw| draw.any_length());
    let chained = chains::chains(panel, chained, !from);
    let rested = panel.rest(rested, from.rotate_left(7), 1);
    let places = places::places(panel, places, from.rotate_left(13), points);
    let all = lengths.into_iter().zip(chained).zip(rested).zip(places);
    all.map(|(((lengths, chained), rested), places)| {
        let kinds = [
            (Questions::Lengths, lengths),
            (Questions::Chains, chained),
            (Questions::HullRest, rested),
            (Questions::Places, places),
        ];
        let (mut parts, mut skin, mut worst) = (Vec::new(), SkinCheck::default(), Worst::default());
        for (questions, found) in kinds {
            parts.push(Part {
                notes: found.wrong.iter().map(WrongPlaces::note).collect(),
                ..Part::new(name, questions, SweepCounts::sum(&found.answers))
            });
            skin.merge(found.skin);
            worst.merge(found.worst);
        }
        parts.push(Part::of_gaps(name, Questions::HullGaps, &skin.verdict()));
        (parts, worst)
    })
    .collect()
}
