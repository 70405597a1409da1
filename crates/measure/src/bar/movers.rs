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
fn among(
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::run::contestant::Contestant;
    use clipmark_geometry::{Brush, Model, Plane, Point, Pose, SurfaceFlags, Vec3};
    use clipmark_movement::{Profile, profile_named};
    use clipmark_record::bar::Sizes;
    use clipmark_record::faults::Fault;

    /// A floor, and as models a block and a wedge that no axis is normal to.
    fn world(profile: &Profile) -> World {
        let block = |mins, maxs| Brush::from_box(mins, maxs, Contents::SOLID).unwrap();
        let floor = block(Point::new(-512.0, -512.0, -64.0), Point::new(512.0, 512.0, 0.0));
        let slope = Vec3::new(0.3, 0.4, 1.2).normalize();
        let planes = [
            Plane::new(-Vec3::z(), 0.0),
            Plane::new(-Vec3::x(), 40.0),
            Plane::new(Vec3::x(), 40.0),
            Plane::new(-Vec3::y(), 40.0),
            Plane::new(Vec3::y(), 40.0),
            Plane::new(slope, 50.0),
        ];
        let wedge = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        let door = block(Point::new(-32.0, -8.0, 0.0), Point::new(32.0, 8.0, 96.0));
        World {
            models: vec![
                Model::of_brushes("*1", vec![door]),
                Model::of_brushes("*2", vec![wedge]),
            ],
            bodies: [false, true].map(|ducked| profile.bounds(ducked)).to_vec(),
            ..World::of_brushes("movers", vec![floor])
        }
    }

    fn at(model: usize, x: f32, y: f32, z: f32) -> Placement {
        Placement {
            model,
            pose: Pose::at(Point::new(x, y, z)),
        }
    }

    fn asked(name: &str, placed: &[Placement], told: &[Placement]) -> HullAnswers {
        let contestant: Contestant = name.parse().unwrap();
        let profile = *profile_named("quake3").unwrap();
        let world = world(&profile);
        let asking = Asking {
            contestants: &[contestant],
            profile,
            hull: None,
            sizes: Sizes {
                sweeps: 0,
                rest: 0,
                hulls: 3000,
                walkers: 0,
                ticks: 1,
            },
            seed: 3,
        };
        let backend = contestant.build(&world, profile.trace_rules).unwrap();
        let setup = contestant.setup(profile, &world, &*backend).unwrap();
        let hull = setup.shape().hull(profile.bounds(false));
        let judges = [Judge::new(contestant, backend, (setup, hull), &world)];
        let mut all = among(&world, &judges, &asking, [placed, told]).unwrap();
        all.remove(0).unwrap()
    }

    #[test]
    fn sound_backends_are_right_among_movers() {
        let here = [
            at(0, 100.3, -60.7, 3.1),
            at(1, -90.9, 45.45, 0.4),
            at(1, 250.0, 250.0, 128.0),
        ];
        // The tops of clip hulls' contacts are wrong in rigid worlds too (docs/results.md#every-hull).
        for name in ["bsp", "bvh", "cylinder"] {
            let answers = asked(name, &here, &here);
            let all = answers.all();
            assert!(all.asked > 2500 && all.true_hits > 500, "{name}: {all:?}");
            let wrong: Vec<_> = clipmark_record::faults::FAULTS
                .iter()
                .filter(|class| answers.parts().any(|part| class.is_beyond_limit(part)))
                .map(|class| class.name)
                .collect();
            assert_eq!(wrong, [""; 0], "{name}: {:?} {all:?}", answers.wrong_places);
        }
    }

    /// A mover that is asked a unit beside where it is.
    #[test]
    fn a_mover_in_the_wrong_place_is_found() {
        let told = [at(0, 100.0, -60.0, 0.0), at(1, -90.0, 45.0, 0.0)];
        let placed = [at(0, 100.0, -60.0, 0.0), at(1, -91.0, 45.0, 0.0)];
        let faults = asked("bvh", &placed, &told).all().faults;
        assert!(faults[Fault::TooDeep] + faults[Fault::Missed] > 0, "{faults:?}");
        assert!(faults[Fault::Phantom] > 0, "{faults:?}");
    }
}
