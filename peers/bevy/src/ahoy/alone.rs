//! Ticks of bevy_ahoy as source: what `compare-avian reproduce --for ahoy` writes a program of. A tick is one step of the app.

use super::{FRAME, Walker, ducked};
use crate::alone::{self, Words};
use crate::moving::Going;
use bevy::prelude::{Quat, Vec3};
use clipmark_collision::alone::{Alone, Call, Means, number, numbers};
use clipmark_geometry::{Contents, World as Map};
use clipmark_movement::{Placed, Wanted};

const AHOY: Words = Words {
    library: "bevy_ahoy 0.2.0 on avian3d 0.7.0 (parry3d 0.27.0) with Bevy 0.19.1",
    dependencies: "\
avian3d = { version = \"=0.7.0\", default-features = false, features = [\"3d\", \"f32\", \"parry-f32\"] }
bevy = { version = \"=0.19.1\", default-features = false }
bevy_ahoy = { version = \"=0.2.0\", default-features = false }
bevy_enhanced_input = { version = \"=0.26.0\", default-features = false }
",
    head: HEAD,
    plugins: "app.add_plugins((EnhancedInputPlugin, AhoyPlugins::default()));\n",
    start: "let mut body = None;\n",
    moving: [MOVING_HEAD, "let mut moving = Vec::new();\n"],
};

const HEAD: &str = "\
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::{Stopwatch, TimeUpdateStrategy};
use bevy_ahoy::input::AccumulatedInput;
use bevy_ahoy::prelude::*;
use bevy_enhanced_input::prelude::EnhancedInputPlugin;
use std::time::Duration;

/// One step of so many seconds: the character moves, then avian's world.
fn step(app: &mut App, seconds: f32) {
    let step = Duration::from_secs_f32(seconds.max(0.001));
    let world = app.world_mut();
    world.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    let mut fixed = world.resource_mut::<Time<Fixed>>();
    fixed.set_timestep(step);
    fixed.discard_overstep(Duration::MAX);
    app.update();
}

/// A character there, with ahoy's defaults but for what is set here.
fn begin(app: &mut App, body: &mut Option<Entity>, at: Vec3, crouching: bool) {
    if let Some(old) = body.take() {
        app.world_mut().despawn(old);
    }
    let character = CharacterController {SETTINGS
        ..CharacterController::default()
    };
    let state = CharacterControllerState { crouching, ..CharacterControllerState::default() };
    let collider = Collider::cylinder(CYLINDER);
    let new = app.world_mut().spawn((character, collider, state, Transform::from_translation(at)));
    *body = Some(new.id());
}

/// A step of a character with that velocity, who jumps so high: its place and velocity, and whether it stands.
fn tick(app: &mut App, body: Option<Entity>, velocity: Vec3, seconds: f32, jump: Option<f32>, crouched: bool) -> [f32; 7] {
    let body = body.expect(\"a character\");
    let mut entity = app.world_mut().entity_mut(body);
    entity.get_mut::<LinearVelocity>().expect(\"a velocity\").0 = velocity;
    entity.get_mut::<CharacterController>().expect(\"settings\").jump_height = jump.unwrap_or(0.0);
    let mut input = entity.get_mut::<AccumulatedInput>().expect(\"an input\");
    input.crouched = crouched;
    input.jumped = jump.map(|_| Stopwatch::new());
    step(app, seconds);
    let entity = app.world().entity(body);
    let at = entity.get::<Position>().expect(\"a place\").0;
    let left = entity.get::<LinearVelocity>().expect(\"a velocity\").0;
    let state = entity.get::<CharacterControllerState>().expect(\"a state\");
    let stands = if state.grounded.is_some() { 1.0 } else { 0.0 };
    [at.x, at.y, at.z, left.x, left.y, left.z, stands]
}
";

const MOVING_HEAD: &str = "
/// Where a part is, how it is turned, and its velocities.
type Going = ([f32; 3], [f32; 4], [f32; 3], [f32; 3]);

/// Puts the parts that move in their places, with the velocities that the coming step takes them on by. Queries find what a step has
/// seen, so one runs when they are made.
fn place(app: &mut App, moving: &mut Vec<Entity>, seconds: f32, places: &[Going]) {
    if moving.is_empty() {
        for (corners, (at, turned, ..)) in PARTS.iter().copied().flatten().zip(places) {
            let corners: Vec<Vec3> = corners.iter().map(|p| Vec3::from_array(*p)).collect();
            let hull = Collider::convex_hull(corners).expect(\"a hull\");
            let at = Transform::from_translation(Vec3::from_array(*at)).with_rotation(Quat::from_array(*turned));
            moving.push(app.world_mut().spawn((RigidBody::Kinematic, hull, at)).id());
        }
        step(app, seconds);
    }
    for (part, (at, turned, velocity, turns)) in moving.iter().zip(places) {
        app.world_mut().entity_mut(*part).insert((
            Position(Vec3::from_array(*at)),
            Rotation(Quat::from_array(*turned)),
            LinearVelocity(Vec3::from_array(*velocity)),
            AngularVelocity(Vec3::from_array(*turns)),
        ));
    }
}
";

/// A program without calls.
pub(super) fn program(map: &Map, mask: Contents, walker: &Walker) -> Alone {
    let it = &walker.settings;
    let fields = [
        ("crouch_height", it.crouch_height),
        ("min_walk_cos", it.min_walk_cos),
        ("step_size", it.step_size),
        ("gravity", it.gravity),
        ("unground_speed", it.unground_speed),
        ("friction_hz", it.friction_hz),
        ("water_gravity", it.water_gravity),
    ];
    let fields: String = fields
        .iter()
        .map(|(name, value)| format!("\n        {name}: {},", number(*value)))
        .collect();
    let half = walker.standing.bounds().half_extents() * FRAME.of_unit();
    let radius = walker.standing.radius() * FRAME.of_unit();
    let mut program = alone::program(&AHOY, map, FRAME, mask, &walker.parts);
    program.head = program
        .head
        .replace("SETTINGS", &fields)
        .replace("CYLINDER", &numbers(&[radius, 2.0 * half.z]));
    program
}

/// The statement that puts the parts that move where the tick begins.
pub(super) fn places(going: &[Going], seconds: f32) -> String {
    let mut all = String::new();
    for part in going {
        let [at, velocity, turns] =
            [part.at, part.velocity, part.turns].map(|v: Vec3| numbers(&v.to_array()));
        let turned = numbers(&Quat::to_array(part.turned));
        all += &format!("    ([{at}], [{turned}], [{velocity}], [{turns}]),\n");
    }
    let seconds = number(seconds);
    format!("place(&mut app, &mut moving, {seconds}, &[\n{all}]);\n")
}

/// The statement that makes a character where a body is placed.
pub(super) fn begins(walker: &Walker, body: &Placed) -> String {
    let at = FRAME.to(&(body.origin.coords + walker.standing.bounds().center().coords));
    let crouching = ducked(&walker.standing, body.hull);
    format!(
        "begin(&mut app, &mut body, Vec3::new({}), {crouching});\n",
        numbers(&at.to_array())
    )
}

/// One tick, made now.
pub(super) fn tick(walker: &mut Walker, wanted: &Wanted) -> Option<Call> {
    let (asked, from) = (walker.asked(wanted), walker.at);
    let carried = walker.moved(wanted)?;
    let (at, left, ground) = walker.now()?;
    let stands = ground.is_some();
    let jump = asked
        .jump
        .map_or("None".into(), |high| format!("Some({})", number(high)));
    let [velocity, seconds] = [numbers(&asked.velocity.to_array()), number(wanted.seconds)];
    let crouched = asked.crouched;
    Some(Call {
        about: format!(
            "a step of {} s with velocity {:?}: place, velocity, whether it stands",
            wanted.seconds,
            asked.velocity.to_array()
        ),
        source: format!("tick(&mut app, body, Vec3::new({velocity}), {seconds}, {jump}, {crouched})"),
        came: [at, left]
            .iter()
            .flat_map(Vec3::to_array)
            .chain([f32::from(u8::from(stands))])
            .collect(),
        means: Means::Moved {
            from,
            to: carried.origin,
            wanted: wanted.displacement,
            grounded: Some(stands),
        },
    })
}
