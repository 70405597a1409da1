//! A hull at rest in a moving world: the position test and contacts speak of the same box as sweeps.

use crate::planted::worlds::solid;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Model, Placement, Point, Pose, Rotation, Vec3, World};
use clipmark_measure::Contestant;

/// Depths below this are not told apart: the position test counts touching, and a sweep rounds. In units.
const LEAST: f32 = 0.01;

/// The box's middle is 4 u above its position. Turned about the position instead, it would be up to 7 u elsewhere.
#[test]
fn the_position_test_asks_a_tilted_model_about_the_swept_box() {
    let world = World {
        models: vec![Model::of_brushes("*1", vec![solid([-40.0; 3], [40.0; 3])])],
        ..World::default()
    };
    let tilted = Placement {
        model: 0,
        pose: Pose {
            origin: Point::new(10.0, 20.0, 30.0),
            rotation: Rotation::of_angles(Vec3::new(130.0, 20.0, 45.0)),
        },
    };
    let (hull, mask) = (Hull::quake3_player(), Contents::PLAYER_MASK);
    for name in ["bsp", "bvh"] {
        let contestant: Contestant = name.parse().unwrap();
        let build = |world: &World| contestant.build(world, TraceRules::QUAKE3);
        let mut placed = Placed::build(&world, PlacedRules::QUAKE3, build).unwrap();
        placed.place(&[tilted]);
        let placed = placed.seen();
        let mut work = Work::silent();
        let (mut free, mut deep) = (0, 0);
        for i in 0..4000 {
            // A lattice that no axis of the model is along.
            let at = |by: i32, count: i32| (i / by % count) as f32 * 11.3 - 90.0;
            let at = Point::new(at(1, 16), at(16, 16), at(256, 16));
            let sweep = Sweep::new(hull, at, at);
            let starts_solid = placed.trace(&sweep, &mut work).start_solid;
            let depth = placed
                .overlap(&hull, &at, mask, &mut work)
                .map_or(0.0, |p| p.depth);
            let mut contacts = Vec::new();
            placed.contacts(&hull, &at, 0.0, mask, &mut contacts, &mut work);
            let touches = contacts.iter().any(|c| c.distance < -LEAST);
            if depth > LEAST {
                assert!(starts_solid && touches, "{name}, {at}: {depth} {contacts:?}");
                deep += 1;
            } else if depth == 0.0 {
                assert!(!starts_solid && !touches, "{name}, {at}: {contacts:?}");
                free += 1;
            }
        }
        assert!(free > 500 && deep > 500, "{name}: {free} {deep}");
    }
}
