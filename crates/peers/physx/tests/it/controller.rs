//! PhysX's controllers as movers.

use crate::course::{Course, block, floor, ramp};
use crate::shared_controllers::Expected;
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_geometry::{Model, Point, Pose, Vec3, World};
use clipmark_movement::{MovingPart, Placed, Setup, Wanted, Way, profile_named};
use clipmark_physx::{MOVERS, REGISTERED};

/// What PhysX's skin of 0.1 m may add to a gap, in units.
const NEAR: f32 = 3.3;

/// The skin of 0.1 m adds to the step: `own_api.rs` shows it with PhysX alone.
pub(crate) const EXPECTED: [Expected; 2] = [
    Expected {
        mover: MOVERS[PLAIN],
        off_floor: 0.05,
        off_speed: 3.2,
        climbs: &[4.0, 8.0, 21.0],
        too_high: &[22.0],
        jumps: 48.33..48.73,
        gap: -0.05..NEAR,
    },
    Expected {
        mover: MOVERS[TUNED],
        off_floor: 0.05,
        off_speed: 3.2,
        climbs: &[4.0, 8.0, 18.0],
        too_high: &[19.0],
        jumps: 48.33..48.73,
        gap: -0.05..NEAR,
    },
];

#[test]
fn tuned_it_stands_all_the_way_down_a_slope() {
    let mut course = Course::new(MOVERS[TUNED], vec![floor(), ramp(30.0)]);
    course.run(200, |_| (1.0, 0.0));
    let (stood, ticks) = (course.stood, course.ticks);
    course.run(60, |_| (-1.0, 0.0));
    assert_eq!(course.stood - stood, course.ticks - ticks);
}

/// A body stands on the rigid world for two seconds. Then it is put, crouched, on a block that goes along x.
#[test]
fn who_is_put_on_a_part_that_moves_is_told_no_speed_of_the_part() {
    let below = block([-64.0, -64.0, -640.0], [64.0, 64.0, -600.0]);
    let mut world = World::of_brushes("part", vec![below]);
    let carrier = block([-64.0, -64.0, -16.0], [64.0, 64.0, 0.0]);
    world.models.push(Model::of_brushes("*1", vec![carrier]));
    let profile = profile_named("quake3").unwrap();
    let (seconds, speed, pace, tries) = (0.008, 100.0, 10.0, 250);
    let at = |tick: u16| Pose::at(Point::new(f32::from(tick) * speed * seconds, 0.0, 0.0));
    for mover in MOVERS {
        let space = (REGISTERED[TUNED].build)(&world, profile.trace_rules).unwrap();
        let setup = Setup::registered(*profile, mover, &world, &*space).unwrap();
        let setup = setup.in_motion(&world, None).unwrap();
        let mut controller = setup.controllers().unwrap().controller(profile);
        let mut along = 0.0;
        for tick in 0..2 * tries {
            let (from, to) = (at(tick), at(tick + 1));
            controller.parts_move(&[MovingPart { model: 0, from, to }], seconds);
            let rides = tick >= tries;
            let hull = setup.hull(rides);
            let put = |x: f32, feet: f32| Placed {
                origin: Point::new(x, 0.0, feet + 24.0 + NEAR),
                velocity: Vec3::zeros(),
                grounded: true,
                hull,
            };
            match tick {
                0 => controller.place(&put(0.0, -600.0)),
                _ if tick == tries => controller.place(&put(to.origin.x, 0.0)),
                _ => (),
            }
            let velocity = Vec3::x() * if rides { pace } else { 0.0 };
            let carried = controller.carry(&Wanted {
                velocity,
                displacement: velocity * seconds,
                seconds,
                way: Way::Walks,
                jumped: false,
                hull,
                mask: setup.mask,
            });
            let told = carried.velocity.unwrap().x;
            // The first tick finds the part.
            assert!(
                tick <= tries || (told - pace).abs() < 0.5,
                "{} in tick {tick}: {told}",
                mover.name
            );
            along = carried.origin.x - to.origin.x;
        }
        // Part and pace together took it on.
        let own = pace * seconds * f32::from(tries);
        assert!((along - own).abs() < 2.0, "{}: {along}", mover.name);
    }
}
