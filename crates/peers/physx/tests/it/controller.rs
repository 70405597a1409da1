//! PhysX's controllers as movers: they stand, run, climb and jump; they repeat to the bit.

use crate::course::{Course, floor, ramp, stairs, wall};
use clipmark_adapter::TUNED;
use clipmark_geometry::{Brush, Contents, Model, Point, Pose, Vec3, World};
use clipmark_movement::{MoverLaws, MovingPart, Placed, Setup, Wanted, Way, profile_named};
use clipmark_physx::MOVERS;

/// What PhysX's skin of 0.1 m may add to a gap, in units.
const NEAR: f32 = 3.3;

#[test]
fn it_runs_on_a_floor_at_full_speed() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor()]);
        course.run(125, |_| (1.0, 0.0));
        assert!(course.body.grounded, "{}: {:?}", mover.name, course.body);
        assert!(course.feet().abs() < 0.05, "{}: {}", mover.name, course.feet());
        let speed = course.body.horizontal_speed();
        assert!((speed - 320.0).abs() < 3.2, "{}: {speed}", mover.name);
        assert_eq!(course.unreliable, 0, "{}", mover.name);
    }
}

#[test]
fn it_climbs_stairs_up_to_the_step_and_its_skin_and_no_higher() {
    for mover in MOVERS {
        // The skin of 0.1 m adds to the step: `own_api.rs` shows it with PhysX alone.
        let (highest, too_high) = match mover.name {
            "physx:tuned" => (18.0, 19.0),
            _ => (21.0, 22.0),
        };
        for (rise, climbs) in [(4.0, true), (8.0, true), (highest, true), (too_high, false)] {
            let mut course = Course::new(mover, stairs(rise));
            course.run(250, |_| (1.0, 0.0));
            let top = course.feet();
            assert_eq!(
                top > 7.0 * rise,
                climbs,
                "{} on steps of {rise}: feet at {top}",
                mover.name
            );
        }
    }
}

#[test]
fn it_jumps_as_high_as_the_movement_says() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor()]);
        let feet = course.body.origin.z - course.feet();
        let mut highest = 0.0_f32;
        course.watch(
            120,
            |tick| (0.0, 0.0, f32::from(u8::from(tick == 50))),
            |body| highest = highest.max(body.origin.z - feet),
        );
        // 48.53 units at 125 ticks a second, since Quake III rounds velocities in each; 45.6 without.
        assert!((highest - 48.53).abs() < 0.2, "{}: {highest}", mover.name);
    }
}

#[test]
fn it_stops_at_a_wall_and_stays_out_of_it() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor(), wall()]);
        course.run(250, |_| (1.0, 0.0));
        let gap = 200.0 - 15.0 - course.body.origin.x;
        assert!((-0.05..NEAR).contains(&gap), "{}: {gap}", mover.name);
    }
}

#[test]
fn it_walks_up_what_can_be_stood_on_and_not_what_cannot() {
    for (degrees, climbs) in [(30.0_f32, true), (60.0, false)] {
        for mover in MOVERS {
            let mut course = Course::new(mover, vec![floor(), ramp(degrees)]);
            course.run(200, |_| (1.0, 0.0));
            let high = course.feet() > 40.0;
            assert_eq!(high, climbs, "{} on {degrees}: {}", mover.name, course.feet());
        }
    }
}

#[test]
fn tuned_it_stands_all_the_way_down_a_slope() {
    let mut course = Course::new(MOVERS[TUNED], vec![floor(), ramp(30.0)]);
    course.run(200, |_| (1.0, 0.0));
    let (stood, ticks) = (course.stood, course.ticks);
    course.run(60, |_| (-1.0, 0.0));
    assert_eq!(course.stood - stood, course.ticks - ticks);
}

#[test]
fn the_same_run_has_the_same_bits_in_another_world_and_thread() {
    for mover in MOVERS {
        let run = move || {
            let mut course = Course::new(mover, stairs(16.0));
            let mut bits = Vec::new();
            course.watch(
                300,
                |tick| (1.0, 0.0, f32::from(u8::from(tick % 40 == 0))),
                |body| {
                    let (at, v) = (body.origin, body.velocity);
                    bits.extend([at.x, at.y, at.z, v.x, v.y, v.z].map(f32::to_bits));
                },
            );
            bits
        };
        let first = run();
        assert_eq!(first, run(), "{}", mover.name);
        let there = std::thread::spawn(run).join().unwrap();
        assert_eq!(first, there, "{}", mover.name);
    }
}

#[test]
fn its_row_says_whose_laws_hold_and_how_it_is_set_up() {
    for mover in MOVERS {
        assert_eq!(mover.laws, MoverLaws::Foreign);
        assert!(mover.settings.len() >= 8, "{}", mover.name);
    }
}

/// A body stands on the rigid world for two seconds. Then it is put, crouched, on a block that goes along x.
#[test]
fn who_is_put_on_a_part_that_moves_is_told_no_speed_of_the_part() {
    let block = |mins: [f32; 3], maxs: [f32; 3]| {
        Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
    };
    let below = block([-64.0, -64.0, -640.0], [64.0, 64.0, -600.0]);
    let mut world = World::of_brushes("part", vec![below]);
    let carrier = block([-64.0, -64.0, -16.0], [64.0, 64.0, 0.0]);
    world.models.push(Model::of_brushes("*1", vec![carrier]));
    let profile = profile_named("quake3").unwrap();
    let (seconds, speed, pace, tries) = (0.008, 100.0, 10.0, 250);
    let at = |tick: u16| Pose::at(Point::new(f32::from(tick) * speed * seconds, 0.0, 0.0));
    for mover in MOVERS {
        let space = crate::course::library(&world, profile.trace_rules);
        let setup = Setup::registered(*profile, mover, &world, &space).unwrap();
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
