//! Left-out parts, odd speeds, and targets in a loop.

use super::*;

#[test]
fn what_is_left_out_is_solid_all_the_same() {
    let bad = entity(3, "func_door", "model *1; speed fast");
    let world = world(vec![], &[LIFT], vec![bad]);
    let parts = parts(&world);
    let mut setup = Quake3Setup {
        profile: *profile_named("quake3").unwrap(),
        entities: Entities::default(),
        players: 1,
        god: true,
        start_msec: START,
    };
    let part = |model| EntityPart {
        number: 72,
        model,
        captain: 72,
        next: None,
        bounds: world.models[0].bounds.grown(1.0),
        places: [Vec3::zeros(); 2],
    };
    let build = |setup: &Quake3Setup| {
        Quake3World::new(&world, &parts, setup, |w| {
            BspBackend::build(w, TraceRules::QUAKE3)
        })
    };
    setup.entities.parts = vec![part(1)];
    let mut moving = Moving::of(build(&setup).unwrap());
    moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
    (0..5).for_each(|_| frame(&mut moving));
    assert_eq!(moving.players()[0].ground, 72);
    setup.entities.parts = vec![part(2)];
    let error = build(&setup).err().unwrap().to_string();
    assert!(
        error.contains("entity 72") && error.contains("model 2"),
        "{error}"
    );
}

#[test]
fn odd_speeds_move_without_a_hang() {
    for speed in ["0", "-200", "1e-6", "999999"] {
        let world = world(vec![], &[LIFT], vec![lift(speed)]);
        let mut moving = moving(&world, 1);
        moving.restart(0, Point::new(5.0, 3.0, RESTS + 0.5), 0.0);
        for k in 0..300 {
            if k % 50 == 0 {
                moving.fire(72);
            }
            frame(&mut moving);
            assert!(place(&moving, 0).iter().all(|x| x.is_finite()));
        }
    }
}

#[test]
fn a_thousand_targets_in_a_loop_end() {
    let mut entities = Vec::new();
    for i in 0..100 {
        let (name, next) = (format!("n{i}"), format!("n{}", (i + 1) % 100));
        entities.push(entity(
            i,
            "func_door",
            &format!("model *1; angle -1; targetname {name}; target {next}; wait 0.1"),
        ));
    }
    let world = world(vec![], &[LIFT], entities);
    let mut moving = moving(&world, 0);
    moving.fire(72);
    for _ in 0..500 {
        moving.step();
    }
}
