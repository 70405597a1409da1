//! The bar among movers: sound backends are right, and a mover in the wrong place is found.

use crate::planted::Spoilt;
use crate::planted::worlds::solid;
use clipmark_collision::{CollisionBackend, Sweep, Trace};
use clipmark_geometry::{
    Brush, Contents, Model, Placement, Plane, Point, Pose, Rotation, SurfaceFlags, Vec3, World,
};
use clipmark_measure::bar::{BarOptions, Sizes};
use clipmark_measure::inner::{BarJudge, Part, among};
use clipmark_measure::{Contestant, SweepCounts};
use clipmark_movement::{Profile, profile_named};
use clipmark_rows::faults::Fault;

const SIZES: Sizes = Sizes {
    sweeps: 0,
    rest: 0,
    hulls: 3000,
    walkers: 0,
    ticks: 1,
};

/// A floor, and as models a block and a wedge that no axis is normal to.
fn world(profile: &Profile) -> World {
    let floor = solid([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0]);
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
    let door = solid([-32.0, -8.0, 0.0], [32.0, 8.0, 96.0]);
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

fn asked(name: &str, placed: &[Placement], told: &[Placement]) -> Vec<Part> {
    let contestant: Contestant = name.parse().unwrap();
    let profile = *profile_named("quake3").unwrap();
    let world = world(&profile);
    let options = BarOptions {
        contestants: &[contestant],
        profile,
        hull: None,
        sizes: SIZES,
        seed: 3,
    };
    let backend = contestant.build(&world, profile.trace_rules).unwrap();
    let setup = contestant.setup(profile, &world, &*backend).unwrap();
    let hull = setup.shape().hull(profile.bounds(false));
    let judges = [BarJudge::new(contestant, backend, (setup, hull), &world)];
    let mut all = among(&world, &judges, &options, [placed, told]).unwrap();
    all.remove(0).parts
}

/// But for `hull`: the tops of clip hulls' contacts are wrong in rigid worlds too (docs/results.md#every-hull).
#[track_caller]
fn ours_are_right(here: &[Placement]) {
    for name in ["bsp", "bvh", "cylinder"] {
        let parts = asked(name, here, here);
        let all = all(&parts);
        assert!(all.queries > 2500 && all.true_hits > 500, "{name}: {all:?}");
        let wrong: Vec<_> = parts
            .iter()
            .flat_map(|part| part.beyond_limits().iter())
            .collect();
        assert_eq!(wrong, [], "{name}: {parts:?}");
    }
}

#[test]
fn sound_backends_are_right_among_movers() {
    let here = [
        at(0, 100.3, -60.7, 3.1),
        at(1, -90.9, 45.45, 0.4),
        at(1, 250.0, 250.0, 128.0),
    ];
    ours_are_right(&here);
}

fn turned(mut placement: Placement, pitch: f32, yaw: f32, roll: f32) -> Placement {
    placement.pose.rotation = Rotation::of_angles(Vec3::new(pitch, yaw, roll));
    placement
}

fn panics_after_a_while(b: &Spoilt, _: &Sweep, answer: Trace) -> Trace {
    assert!(b.calls() < 200, "no memory");
    answer
}

/// It has stopped by itself. The others are asked as without it.
#[test]
fn a_panic_costs_one_contestant_and_leaves_its_message() {
    let contestant: Contestant = "bsp".parse().unwrap();
    let profile = *profile_named("quake3").unwrap();
    let world = world(&profile);
    let here = [at(0, 100.3, -60.7, 3.1)];
    let judge = |backend: Box<dyn CollisionBackend>| {
        let setup = contestant.setup(profile, &world, &*backend).unwrap();
        let hull = setup.shape().hull(profile.bounds(false));
        BarJudge::new(contestant, backend, (setup, hull), &world)
    };
    let panics = Spoilt::build(&world, profile.trace_rules, panics_after_a_while);
    let judges = [
        judge(Box::new(panics)),
        judge(contestant.build(&world, profile.trace_rules).unwrap()),
    ];
    let options = BarOptions {
        contestants: &[contestant; 2],
        profile,
        hull: None,
        sizes: SIZES,
        seed: 3,
    };
    let all = among(&world, &judges, &options, [&here, &here]).unwrap();
    assert_eq!(judges[0].stopped(), Some("it panicked: no memory"));
    assert_eq!(judges[1].stopped(), None);
    let answers = |parts: &[Part]| {
        let each = parts
            .iter()
            .map(|part| (part.answers.queries, part.answers.true_hits));
        each.collect::<Vec<_>>()
    };
    assert_eq!(answers(&all[1].parts), answers(&asked("bsp", &here, &here)));
}

/// All answers together.
fn all(parts: &[Part]) -> SweepCounts {
    SweepCounts::sum(parts.iter().map(|part| &part.answers))
}

/// A cylinder is not asked among what is tilted.
#[test]
fn sound_backends_are_right_among_turned_movers() {
    let here = [
        turned(at(0, 100.3, -60.7, 3.1), 0.0, 37.0, 0.0),
        turned(at(1, -90.9, 45.45, 40.4), 20.0, 110.5, -33.0),
        turned(at(0, 250.0, 250.0, 60.0), 71.0, 12.0, 5.0),
        turned(at(1, -220.0, -170.0, 0.5), 0.0, -90.0, 0.0),
        at(1, -200.0, 250.0, 0.5),
    ];
    ours_are_right(&here);
}

/// The faults `turned-half` and `turned-back` of movement, for movers at rest.
#[test]
fn a_mover_turned_by_another_angle_is_found() {
    let told = [
        turned(at(0, 100.0, -60.0, 0.0), 0.0, 40.0, 0.0),
        turned(at(1, -90.0, 45.0, 30.0), 20.0, 0.0, 0.0),
    ];
    for (fault, share) in [("turned-half", 0.5), ("turned-back", -1.0)] {
        let placed = told.map(|p| {
            let [pitch, yaw, roll] = <[f32; 3]>::from(p.pose.rotation.angles() * share);
            turned(p, pitch, yaw, roll)
        });
        for name in ["bsp", "bvh", "cylinder"] {
            let faults = all(&asked(name, &placed, &told)).faults;
            assert!(
                faults[Fault::TooDeep] + faults[Fault::Missed] > 0,
                "{name}, {fault}: {faults:?}"
            );
            assert!(faults[Fault::Phantom] > 0, "{name}, {fault}: {faults:?}");
        }
    }
}

/// Quake III leaves a turned model out where the bounds of sweep and model say so, which is no fault. To leave it out always is
/// one.
#[test]
fn a_turned_mover_that_is_never_asked_is_found() {
    let told = [
        at(0, 100.0, -60.0, 0.0),
        turned(at(1, -90.0, 45.0, 30.0), 60.0, 20.0, 10.0),
    ];
    for name in ["bsp", "bvh"] {
        let faults = all(&asked(name, &told[..1], &told)).faults;
        assert!(faults[Fault::Missed] > 20, "{name}: {faults:?}");
    }
}

/// A mover that is asked a unit beside where it is.
#[test]
fn a_mover_in_the_wrong_place_is_found() {
    let told = [at(0, 100.0, -60.0, 0.0), at(1, -90.0, 45.0, 0.0)];
    let placed = [at(0, 100.0, -60.0, 0.0), at(1, -91.0, 45.0, 0.0)];
    let faults = all(&asked("bvh", &placed, &told)).faults;
    assert!(faults[Fault::TooDeep] + faults[Fault::Missed] > 0, "{faults:?}");
    assert!(faults[Fault::Phantom] > 0, "{faults:?}");
}
