//! Random sweeps that are refereed before anything is timed: a time of wrong answers is none.

use super::{REFEREED, WRONG};
use crate::MeasureError;
use crate::judge::referee::referee;
use crate::run::moving::{Moving, MovingWorld};
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::draw;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Brush, Contents, Model, Placement, Point, Pose, Rotation, Vec3, World};
use clipmark_movement::push::PushVariation;
use clipmark_record::load::LoadWrong;
use clipmark_truth::Reference;

/// Players among whom sweeps are refereed. More are the same box elsewhere.
pub(super) const BODIES: usize = 64;

/// The wrong answers of a contestant to sweeps of the rigid world.
pub(super) fn wrong_in_world(setting: &Setting, built: &BuiltContestant, seed: u64) -> LoadWrong {
    let near = &setting.world;
    wrong((setting, near, &setting.truth), built, &*built.backend, seed)
}

/// The wrong answers of a contestant to sweeps that begin near movers and players. `among` are placements of the models of the
/// world with bodies.
pub(super) fn wrong_among(
    setting: &Setting,
    (whole, among): (&World, &[Placement]),
    built: &BuiltContestant,
    seed: u64,
) -> Result<LoadWrong, MeasureError> {
    let rules = setting.profile.trace_rules;
    let mut rigid = Some(&*built.backend);
    let build = |world: &World| -> Result<Box<dyn CollisionBackend + '_>, BuildError> {
        match rigid.take() {
            Some(lent) => Ok(Box::new(lent)),
            None => Ok(built.contestant.build(world, rules)?),
        }
    };
    // The engines' own ways to report a plane and a start in a model are judged by recordings.
    let plain = PlacedRules {
        plane_as_met: false,
        starts_replace: false,
        starts_stay: true,
        ..PlacedRules::of(&rules)
    };
    let mut placed = Placed::build(whole, plain, build)?;
    placed.place(among);
    let near = World {
        models: whole.models.clone(),
        ..World::default()
    };
    let (near, truth) = (
        near.with_models_at(among),
        Reference::placed(whole, among, Contents::PLAYER_MASK),
    );
    Ok(wrong((setting, &near, &truth), built, &placed, seed))
}

/// The world with a player's body as its last model, and where its movers and the first players are as they join. Movers that
/// are turned are left out: the exact reference does not turn.
pub(super) fn with_bodies(
    setting: &Setting,
    moving: &Moving,
    built: &BuiltContestant,
    places: &[Point],
) -> Result<(World, Vec<Placement>), MeasureError> {
    let empty = MovingWorld::with_players(setting, moving, built, PushVariation::ENGINE, Vec::new())?;
    let mut whole = setting.world.clone();
    let at = |model: usize, origin: Point| Placement {
        model,
        pose: Pose {
            origin,
            rotation: Rotation::NONE,
        },
    };
    let movers = empty.posed().filter(|p| p.angles == Vec3::zeros());
    let mut among: Vec<Placement> = movers.map(|p| at(p.model, Point::from(p.origin))).collect();
    let bounds = setting.profile.bounds(false);
    if let Ok(brush) = Brush::from_box(bounds.mins, bounds.maxs, Contents::BODY) {
        let body = whole.models.len();
        whole
            .models
            .push(Model::of_brushes("a player's body", vec![brush]));
        among.extend(places.iter().take(BODIES).map(|place| at(body, *place)));
    }
    Ok((whole, among))
}

fn wrong(
    (setting, near, truth): (&Setting, &World, &Reference),
    built: &BuiltContestant,
    backend: &dyn CollisionBackend,
    seed: u64,
) -> LoadWrong {
    let skin = setting.profile.trace_rules.skin;
    let lines = draw(near, truth, &built.hull, skin, REFEREED, seed);
    let truth = truth.for_backend(&built.hull, backend);
    let truth = truth.asked_by(&setting.profile.trace_rules);
    let refereed = referee(backend, &truth, &built.sweeps(&lines), || ());
    LoadWrong {
        contestant: built.contestant.to_string(),
        judged: lines.len(),
        wrong: refereed.score().faults.sum(&WRONG),
    }
}
