//! Asks the player's hull a share of questions in the world with its movers, each somewhere on its way.
//!
//! The backend is [`Placed`]: one of the rigid part, one of each model. The truth is one rigid world, in which the models' solids
//! are shifted exactly ([`Reference::placed`]). Sweeps begin near the movers. Movers that are turned are not placed. Planes are
//! carried into the world, where Quake III leaves their distance in the model's frame.

use super::answers::{Judge, Swept};
use super::{Asking, hulls};
use crate::MeasureError;
use crate::run::moving::poses;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Contents, Hull, Placement, World};
use clipmark_record::bar::{HullAnswers, MOVERS};
use clipmark_truth::{HullReference, Reference};

type Any<'a> = Box<dyn CollisionBackend + 'a>;

/// For each judge its answers; `None` where no mover is placed without a turn.
pub(super) fn movers(
    world: &World,
    judges: &[Judge],
    asking: &Asking,
    done: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Option<HullAnswers>>, MeasureError> {
    if asking.sizes.hulls == 0 || world.models.is_empty() {
        return Ok(judges.iter().map(|_| None).collect());
    }
    done(0, 1);
    let mut placements = poses(world, &asking.profile, asking.seed);
    placements.retain(|p| p.pose.rotation.is_none() && p.model < world.models.len());
    let answers = among(world, judges, asking, [&placements, &placements]);
    done(1, 1);
    answers
}

/// Asks with the models at the first placements, and judges as if they were at the second.
pub fn among(
    world: &World,
    judges: &[Judge],
    asking: &Asking,
    [placed, told]: [&[Placement]; 2],
) -> Result<Vec<Option<HullAnswers>>, MeasureError> {
    if placed.is_empty() {
        return Ok(judges.iter().map(|_| None).collect());
    }
    let merged = world.with_models_at(told);
    let truth = Reference::placed(world, told, Contents::PLAYER_MASK);
    let points = Reference::placed(world, told, Contents::all()).for_hull(&Hull::Point);
    let largest = truth.for_hull(&asking.hull.unwrap_or(Hull::Box {
        bounds: asking.profile.bounds(false),
    }));
    let (mut built, mut who) = (Vec::new(), Vec::new());
    for (i, judge) in judges.iter().enumerate() {
        let mut backend = match moving(judge, world) {
            Ok(backend) => backend,
            // A part that its library refuses cannot be asked about.
            Err(BuildError::Brush { .. } | BuildError::TooLarge { .. } | BuildError::Library { .. }) => {
                continue;
            }
            Err(e) => return Err(e.into()),
        };
        backend.place(placed);
        let setup = (judge.setup.clone(), judge.hull);
        built.push(Judge::new(judge.contestant, Box::new(backend), setup, &merged));
        who.push(i);
    }
    let references: Vec<HullReference> = built.iter().map(|j| j.reference(&truth, &j.hull)).collect();
    let swept: Vec<Swept> = built
        .iter()
        .zip(&references)
        .map(|(judge, truth)| Swept {
            judge,
            hull: judge.hull,
            truth,
            least_cosine: hulls::FLAT,
        })
        .collect();
    let near = models_alone(world, told);
    let number = hulls::HULLS.len() as u64;
    let asked = hulls::ask((&near, &largest, &points), &swept, asking, number);
    let mut out: Vec<Option<HullAnswers>> = judges.iter().map(|_| None).collect();
    for (i, (answers, _)) in who.into_iter().zip(asked) {
        out[i] = Some(HullAnswers {
            hull: MOVERS.into(),
            ..answers
        });
    }
    Ok(out)
}

/// The judge's backend for the rigid part, and one built for each model.
fn moving<'a>(judge: &'a Judge, world: &World) -> Result<Placed<Any<'a>>, BuildError> {
    let mut rigid = Some(&*judge.backend);
    let rules = judge.setup.profile.trace_rules;
    let build = |world: &World| -> Result<Any<'a>, BuildError> {
        match rigid.take() {
            Some(lent) => Ok(Box::new(lent)),
            None => Ok(judge.contestant.build(world, rules)?),
        }
    };
    let rules = PlacedRules {
        plane_as_met: false,
        starts_replace: false,
        starts_stay: true,
        ..PlacedRules::of(&rules)
    };
    Placed::build(world, rules, build)
}

/// Sweeps begin near these: the models where they are, alone.
fn models_alone(world: &World, placements: &[Placement]) -> World {
    let models = World {
        models: world.models.clone(),
        ..World::default()
    };
    models.with_models_at(placements)
}
