//! A program for `compare judge --program peers/bevy/target/release/examples/judge`: bevy_ahoy's character controller in a headless Bevy app,
//! without a line of Clipmark's crates. Copy it, and put your own controller in the place of `step`. Questions and answers:
//! docs/judge-program.md.
mod map;

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::{Stopwatch, TimeUpdateStrategy};
use bevy_ahoy::input::AccumulatedInput;
use bevy_ahoy::prelude::*;
use bevy_enhanced_input::prelude::EnhancedInputPlugin;
use map::{Brush, METRE, brushes, number, solid, turned, units, vector};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::BufRead;
use std::time::Duration;

/// One body, in an app of its own, and the parts that move there.
struct Game {
    app: App,
    body: Option<Entity>,
    parts: Vec<Entity>,
    /// The hull of the first question, which stands: lowest and highest corner.
    hull: [Vec3; 2],
}

fn game(rigid: &[Brush], parts: &[Vec<Brush>], asked: &Value) -> Game {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
    app.add_plugins((EnhancedInputPlugin, AhoyPlugins::default()));
    let mut spawn = |kind: RigidBody, brushes: &[Brush], pose: &Value| {
        let at = Transform::from_translation(vector(pose)).with_rotation(turned(pose));
        // A part turns about its own origin.
        let centre = (NoAutoCenterOfMass, CenterOfMass(Vec3::ZERO));
        app.world_mut().spawn((kind, solid(brushes), at, centre)).id()
    };
    spawn(RigidBody::Static, rigid, &json!([0, 0, 0, 0, 0, 0]));
    let parts = parts.iter().enumerate();
    let spawned = parts.map(|(k, part)| spawn(RigidBody::Kinematic, part, &asked["parts"][k]["from"]));
    let parts = spawned.collect();
    app.finish();
    app.cleanup();
    // Queries find solids that a step has seen.
    (0..3).for_each(|_| tick(&mut app, 0.016));
    let hull = ["mins", "maxs"].map(|end| vector(&asked["hull"][end]));
    Game {
        app,
        body: None,
        parts,
        hull,
    }
}

fn tick(app: &mut App, seconds: f32) {
    let step = Duration::from_secs_f32(seconds);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    let mut fixed = app.world_mut().resource_mut::<Time<Fixed>>();
    fixed.set_timestep(step);
    fixed.discard_overstep(Duration::MAX);
    app.update();
}

fn step(game: &mut Game, asked: &Value, movement: &Value) -> Option<Value> {
    let [low, high] = game.hull;
    let (middle, top) = (low.midpoint(high), vector(&asked["hull"]["maxs"]).y);
    let (seconds, mut velocity) = (number(&asked["seconds"]), vector(&asked["velocity"]));
    let gravity = number(&movement["gravity"]) / METRE;
    let world = game.app.world_mut();
    for (k, part) in game.parts.iter().enumerate() {
        let [from, to] = ["from", "to"].map(|end| &asked["parts"][k][end]);
        let turn = turned(to) * turned(from).inverse();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        world.entity_mut(*part).insert((
            (Position(vector(from)), Rotation(turned(from))),
            LinearVelocity((vector(to) - vector(from)) / seconds),
            AngularVelocity(turn.to_scaled_axis() / seconds),
        ));
    }
    if let Some(place) = asked.get("place") {
        game.body.map(|old| world.despawn(old));
        let settings = CharacterController {
            step_size: number(&movement["step_height"]) / METRE,
            min_walk_cos: number(&movement["walkable_normal"]),
            gravity,
            // As much below the game's jump of 270 u/s as its own is below its jump.
            unground_speed: 8.26,
            crouch_height: 1.25,
            // Acceleration and friction are the game's.
            friction_hz: 0.0,
            ..default()
        };
        let collider = Collider::cylinder(high.x, high.y - low.y);
        let at = Transform::from_translation(vector(&place["origin"]) + middle);
        game.body = Some(world.spawn((settings, collider, at)).id());
    }
    let mut body = world.entity_mut(game.body?);
    // Ahoy pulls by half a tick's gravity before the move, and by half after it. The wanted velocity is that of the move.
    let pulls = if asked["way"] == "swims" { 0.0 } else { 0.5 };
    let half = pulls * gravity * seconds;
    velocity.y += half;
    if asked["jumped"] == true {
        body.get_mut::<CharacterController>()?.jump_height = velocity.y * velocity.y / (2.0 * gravity);
        body.get_mut::<AccumulatedInput>()?.jumped = Some(Stopwatch::new());
        velocity.y = 0.0;
    }
    body.get_mut::<AccumulatedInput>()?.crouched = top < high.y;
    body.get_mut::<LinearVelocity>()?.0 = velocity;
    tick(&mut game.app, seconds);
    let body = game.app.world().entity(game.body?);
    let ground = body.get::<CharacterControllerState>()?.grounded;
    let mut left = body.get::<LinearVelocity>()?.0;
    left.y = ground.map_or(left.y + half, |_| 0.0);
    Some(json!({
        "origin": units(body.get::<Position>()?.0 - middle),
        "velocity": units(left),
        "ground": ground.map(|hit| units(hit.normal1 / METRE)),
    }))
}

fn main() {
    let (mut rigid, mut parts, mut movement) = (Vec::new(), Vec::new(), Value::Null);
    let mut games: HashMap<u64, Game> = HashMap::new();
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line.expect("a line")).expect("a question");
        let mut answer = json!({});
        if asked["ask"] == "hello" {
            answer = json!({ "name": "bevy_ahoy", "version": "0.2", "answers": ["step", "parts"] });
            answer["declares"] = json!({ "shape": "cylinder" });
        } else if asked["ask"] == "world" {
            rigid = brushes(&asked["file"]);
            parts = asked["parts"]
                .as_array()
                .into_iter()
                .flatten()
                .map(brushes)
                .collect();
            movement = asked["movement"].clone();
            games.clear();
        } else if asked["ask"] == "step" {
            let new = || game(&rigid, &parts, &asked);
            let game = games
                .entry(asked["body"].as_u64().unwrap_or(0))
                .or_insert_with(new);
            answer = step(game, &asked, &movement).expect("a body that was placed");
        }
        answer["id"] = asked["id"].clone();
        println!("{answer}");
    }
}
