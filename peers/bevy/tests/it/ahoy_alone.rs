//! bevy_ahoy's own interface alone: what docs/libraries.md says of it is asked here without a line of ours. Each test
//! states what 0.2 does. When a version does otherwise the test fails, and the page is to be renewed. Lengths are metres, and y is up.

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::{Stopwatch, TimeUpdateStrategy};
use bevy_ahoy::input::AccumulatedInput;
use bevy_ahoy::prelude::*;
use bevy_enhanced_input::prelude::EnhancedInputPlugin;
use std::time::Duration;

/// Half the height of the body, and what ahoy keeps below its feet.
const HALF: f32 = 0.875;
const SKIN: f32 = 0.015;

/// Cuboids as lengths and middles: the world of a test.
type Solids<'a> = &'a [(Vec3, Vec3)];

const FLOOR: (Vec3, Vec3) = (Vec3::new(100.0, 1.0, 100.0), Vec3::new(0.0, -0.5, 0.0));

/// A world of the example's plugins, and the steps of a second.
struct Game {
    app: App,
    body: Entity,
    step: Duration,
}

impl Game {
    /// A character whose feet are there.
    fn new(solids: Solids, settings: CharacterController, feet: Vec3, hertz: f64) -> Self {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            TransformPlugin,
            PhysicsPlugins::default(),
            EnhancedInputPlugin,
            AhoyPlugins::default(),
        ));
        let step = Duration::from_secs_f64(1.0 / hertz);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
        for (lengths, at) in solids {
            app.world_mut().spawn((
                RigidBody::Static,
                Collider::cuboid(lengths.x, lengths.y, lengths.z),
                Transform::from_translation(*at),
            ));
        }
        app.finish();
        app.cleanup();
        app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(step);
        for _ in 0..3 {
            app.update();
        }
        let body = (
            settings,
            Collider::cylinder(0.46875, 2.0 * HALF),
            Transform::from_translation(feet + Vec3::Y * (HALF + SKIN)),
        );
        let body = app.world_mut().spawn(body).id();
        let mut game = Self { app, body, step };
        // It finds its ground.
        game.run(0.1, None);
        game
    }

    /// A kinematic cuboid that goes on by a velocity.
    fn part(&mut self, lengths: Vec3, at: Vec3, velocity: Vec3) -> Entity {
        let part = (
            RigidBody::Kinematic,
            Collider::cuboid(lengths.x, lengths.y, lengths.z),
            Transform::from_translation(at),
            LinearVelocity(velocity),
        );
        self.app.world_mut().spawn(part).id()
    }

    /// Steps for some seconds, while a key is held that leads along -z, ahoy's forward; sideways is x.
    fn run(&mut self, seconds: f32, keys: Option<Vec2>) {
        let steps = (seconds / self.step.as_secs_f32()).round() as u32;
        for _ in 0..steps {
            let mut body = self.app.world_mut().entity_mut(self.body);
            body.get_mut::<AccumulatedInput>().unwrap().last_movement = keys;
            self.app.update();
        }
    }

    /// The highest place of the feet in some seconds.
    fn highest(&mut self, seconds: f32, keys: Option<Vec2>) -> f32 {
        let step = self.step.as_secs_f32();
        let mut highest = f32::NEG_INFINITY;
        for _ in 0..(seconds / step).round() as u32 {
            self.run(step, keys);
            highest = highest.max(self.feet().y);
        }
        highest
    }

    fn jump(&mut self) {
        let mut body = self.app.world_mut().entity_mut(self.body);
        body.get_mut::<AccumulatedInput>().unwrap().jumped = Some(Stopwatch::new());
    }

    fn feet(&self) -> Vec3 {
        self.at(self.body) - Vec3::Y * (HALF + SKIN)
    }

    fn at(&self, entity: Entity) -> Vec3 {
        self.app.world().get::<Position>(entity).unwrap().0
    }

    fn is_grounded(&self) -> bool {
        let state = self.app.world().get::<CharacterControllerState>(self.body);
        state.unwrap().grounded.is_some()
    }
}

/// Ten metres a second, and steps of so many metres.
fn walker(step_size: f32) -> CharacterController {
    CharacterController {
        speed: 10.0,
        step_size,
        ..CharacterController::default()
    }
}

/// Ten steps of so many metres, each 0.5 m deep, which begin at z = -3.
fn stairs(rise: f32) -> Vec<(Vec3, Vec3)> {
    let mut solids = vec![FLOOR];
    for i in 0_u8..10 {
        let (high, begins) = (rise * f32::from(i + 1), -3.0 - 0.5 * f32::from(i));
        let deep = begins + 20.0;
        solids.push((
            Vec3::new(10.0, high, deep),
            Vec3::new(0.0, high / 2.0, begins - deep / 2.0),
        ));
    }
    solids
}

/// The highest place of a run of two seconds up these stairs.
fn climbed(rise: f32, step_size: f32, hertz: f64) -> f32 {
    let mut game = Game::new(&stairs(rise), walker(step_size), Vec3::ZERO, hertz);
    game.highest(2.0, Some(Vec2::Y))
}

/// Steps of just `step_size` are not climbed; with three skins more they are.
#[test]
fn stairs_as_high_as_the_step_size_stop_it() {
    let high = 0.5625;
    for hertz in [33.0, 64.0] {
        let (same, more) = (
            climbed(high, high, hertz),
            climbed(high, high + 3.0 * SKIN, hertz),
        );
        println!("{hertz} Hz: {same} m, {more} m");
        assert!(same < 3.0 * high, "{hertz} Hz: {same} m are climbed now");
        assert!(more > 9.0 * high, "{hertz} Hz: {more} m");
    }
}

/// Stairs of half its step size are climbed at 64 steps a second, Bevy's own number, and stop it at 333.
#[test]
fn stairs_stop_it_at_333_steps_a_second() {
    for rise in [0.25, 0.5] {
        let (bevys, many) = (climbed(rise, 0.7, 64.0), climbed(rise, 0.7, 333.0));
        println!("{rise} m: {bevys} m at 64 Hz, {many} m at 333 Hz");
        assert!(bevys > 9.0 * rise, "{rise} m: {bevys} m");
        assert!(many < 3.0 * rise, "{rise} m: {many} m are climbed now");
    }
}

/// The highest place of the feet in a jump.
fn jumped(settings: CharacterController, hertz: f64) -> f32 {
    let mut game = Game::new(&[FLOOR], settings, Vec3::ZERO, hertz);
    game.jump();
    game.highest(1.0, None)
}

/// A body that rises by less than `ground_distance` in a step, and more slowly than `unground_speed`, is grounded again. So a jump of
/// 1.4 m under 25 m/s2, at 8.4 m/s, is lost at 333 steps a second where `unground_speed` keeps its default of 10 m/s. Below the
/// jump's speed it is not.
#[test]
fn a_jump_slower_than_unground_speed_is_lost_at_333_steps_a_second() {
    let quake = CharacterController {
        gravity: 25.0,
        jump_height: 1.424,
        ..CharacterController::default()
    };
    let told = CharacterController {
        unground_speed: 8.0,
        ..quake.clone()
    };
    let (bevys, many) = (jumped(quake.clone(), 64.0), jumped(quake, 333.0));
    let told = jumped(told, 333.0);
    println!("{bevys} m at 64 Hz, {many} m at 333 Hz, {told} m with a lower unground_speed");
    assert!((told - 1.4).abs() < 0.1, "{told} m");
    assert!((bevys - 1.4).abs() < 0.1, "{bevys} m");
    assert!(many < 0.1, "it jumps {many} m now");
}

/// A wall that comes at 5 m/s is in a body by the way of a step, less the skin, since ahoy moves before avian's step. The next step
/// pushes it out.
#[test]
fn a_wall_is_in_it_by_the_way_of_a_step() {
    let mut game = Game::new(&[FLOOR], walker(0.5), Vec3::ZERO, 64.0);
    let wall = game.part(
        Vec3::new(0.5, 3.8, 10.0),
        Vec3::new(-1.5, 2.0, 0.0),
        Vec3::new(5.0, 0.0, 0.0),
    );
    let mut deepest = f32::NEG_INFINITY;
    for _ in 0..40 {
        game.run(1.0 / 64.0, None);
        deepest = deepest.max(game.at(wall).x + 0.25 - (game.feet().x - 0.46875));
    }
    let way = 5.0 / 64.0 - SKIN;
    println!("{deepest} m of {way} m");
    assert!((deepest - way).abs() < 5e-3, "{deepest} m of {way} m");
    assert!(game.feet().x > 1.0, "it is pushed on: {}", game.feet());
}

/// A platform carries it, level and up.
#[test]
fn a_platform_carries_it() {
    for velocity in [Vec3::new(3.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0)] {
        let mut game = Game::new(&[FLOOR], walker(0.5), Vec3::Y * 0.5, 64.0);
        let part = game.part(Vec3::new(4.0, 0.5, 4.0), Vec3::new(0.0, 0.25, 0.0), velocity);
        game.run(0.05, None);
        let before = game.feet() - game.at(part);
        game.run(1.0, None);
        let after = game.feet() - game.at(part);
        println!("{velocity}: {before} {after}");
        assert!((after - before).length() < 0.1, "{velocity}: {before} {after}");
        assert!(game.is_grounded(), "{velocity}");
    }
}

/// A wall holds the rider while his platform moves on. When the platform stops, the rider moves back.
#[test]
fn who_is_held_by_a_wall_goes_back_when_his_platform_stops() {
    let wall = (Vec3::new(1.0, 4.0, 10.0), Vec3::new(4.0, 2.6, 0.0));
    let mut game = Game::new(&[FLOOR, wall], walker(0.5), Vec3::Y * 0.5, 64.0);
    let part = game.part(
        Vec3::new(20.0, 0.5, 4.0),
        Vec3::new(0.0, 0.25, 0.0),
        Vec3::new(4.0, 0.0, 0.0),
    );
    game.run(1.5, None);
    let held = game.feet().x;
    game.app.world_mut().entity_mut(part).insert(LinearVelocity::ZERO);
    game.run(0.5, None);
    let back = held - game.feet().x;
    println!("held at {held} m, back by {back} m");
    assert!((held - (3.5 - 0.46875 - SKIN)).abs() < 0.02, "held at {held} m");
    assert!(back > 0.05, "it stays at the wall now: {back} m");
}

/// Nothing blocks a kinematic body: who has no room is passed.
#[test]
fn a_wall_that_is_driven_against_it_without_room_passes_its_middle() {
    let behind = (Vec3::new(0.5, 4.0, 10.0), Vec3::new(0.75, 2.0, 0.0));
    let mut game = Game::new(&[FLOOR, behind], walker(0.5), Vec3::ZERO, 64.0);
    let wall = game.part(
        Vec3::new(0.5, 3.8, 10.0),
        Vec3::new(-2.0, 2.0, 0.0),
        Vec3::new(5.0, 0.0, 0.0),
    );
    let mut deepest = f32::NEG_INFINITY;
    for _ in 0..32 {
        game.run(1.0 / 64.0, None);
        deepest = deepest.max(game.at(wall).x + 0.25 - game.feet().x);
    }
    println!("its middle is {deepest} m behind the wall's face");
    assert!(deepest > 0.0, "it keeps off now: {deepest}");
}

/// Who jumps from a platform that sinks at 4 m/s starts with that speed down, and gets less high by it.
#[test]
fn a_platform_that_sinks_takes_its_speed_from_a_jump() {
    let high = |speed: f32| {
        let mut game = Game::new(&[], walker(0.5), Vec3::Y * 0.5, 64.0);
        game.part(
            Vec3::new(4.0, 0.5, 4.0),
            Vec3::new(0.0, 0.25, 0.0),
            Vec3::new(0.0, -speed, 0.0),
        );
        game.run(0.3, None);
        assert!(game.is_grounded(), "{speed}");
        game.jump();
        let before = game.feet().y;
        game.highest(1.0, None) - before
    };
    let (still, sinks) = (high(0.0), high(4.0));
    println!("{still} m, and {sinks} m from a platform that sinks");
    assert!(still > 1.6, "{still} m");
    assert!(sinks < 0.6 * still, "{sinks} m of {still} m");
}
