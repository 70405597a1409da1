//! Asks Rapier alone what Clipmark asked, and compares the answers: `cargo run --release -- question.json`.
//!
//! The file holds the world as Rapier was given it, in its metres, and every call as data. The exit code is 0 where the answers
//! repeat, 1 where they differ, and 2 where the file cannot be read or holds something that this program does not know.

use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::parry::query::{ShapeCastOptions, ShapeCastStatus};
use rapier3d::parry::shape::{Ball, Capsule, Cuboid, Cylinder, Shape};
use rapier3d::prelude::*;
use serde_json::Value;
use std::error::Error;
use std::process::ExitCode;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool> {
    let path = std::env::args().nth(1).ok_or("usage: ask-rapier QUESTION.json")?;
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let question: Value = serde_json::from_str(&text).map_err(|why| format!("{path}: {why}"))?;
    if question["format"] != "clipmark question 1" {
        return Err(format!("{path}: its format is {}", question["format"]).into());
    }
    for line in list(&question["about"]).iter().chain([&question["library"]]) {
        println!("{}", line.as_str().unwrap_or_default());
    }
    let mut world = build_world(list(&question["bodies"]))?;
    let within = number(&question["repeats_within"])?;
    let mut repeats = true;
    for (i, call) in list(&question["calls"]).iter().enumerate() {
        let now = ask(&mut world, &call["operation"], &call["arguments"])?;
        let then = numbers(&call["result"])?;
        let close = |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || (a - b).abs() <= within;
        let same = now.len() == then.len() && now.iter().zip(&then).all(close);
        repeats &= same;
        println!("{}. {}: {}", i + 1, call["operation"], call["returns"]);
        println!("  now    {now:?}{}", if same { "" } else { "   DIFFERS" });
        println!("  then   {then:?}");
        println!(
            "  exact  {} {}",
            call["exact"],
            call["contradicted"].as_str().unwrap_or_default()
        );
    }
    println!("{}", if repeats { "repeats" } else { "does not repeat" });
    Ok(repeats)
}

/// The world, and the bodies of the parts that move.
struct World {
    physics: PhysicsWorld,
    parts: Vec<RigidBodyHandle>,
}

/// Inserts the bodies in the order of the file, since the broad phase depends on it.
fn build_world(bodies: &[Value]) -> Result<World> {
    let mut world = World {
        physics: PhysicsWorld::new(),
        parts: Vec::new(),
    };
    for body in bodies {
        let parent = (!body["part"].is_null()).then(|| {
            let body = RigidBodyBuilder::kinematic_velocity_based();
            world.physics.insert_body(body)
        });
        world.parts.extend(parent);
        for shape in list(&body["shapes"]) {
            if shape["kind"] != "corners" {
                return Err(format!("unknown shape {}", shape["kind"]).into());
            }
            let points = list(&shape["points"])
                .iter()
                .map(vector)
                .collect::<Result<Vec<_>>>()?;
            // A solid that Rapier makes no hull of was left out.
            if let Some(hull) = ColliderBuilder::convex_hull(&points) {
                world.physics.insert_collider(hull, parent);
            }
        }
    }
    // Queries find colliders only after one pass of collision detection.
    world.physics.detect_collisions(&(), &());
    Ok(world)
}

fn ask(world: &mut World, operation: &Value, arguments: &Value) -> Result<Vec<f32>> {
    match operation.as_str() {
        Some("move_parts") => move_parts(world, arguments),
        Some("move_shape") => move_shape(world, arguments),
        Some("intersect_shape") => {
            let (shape, pose) = (shape(&arguments["shape"])?, pose(arguments)?);
            let queries = world.physics.query_pipeline();
            let overlaps = queries.intersect_shape(pose, &*shape).next().is_some();
            Ok(vec![f32::from(u8::from(overlaps))])
        }
        Some("cast_shape") => cast_shape(world, arguments),
        Some("cast_ray_and_get_normal") => cast_ray(world, arguments),
        _ => Err(format!("unknown operation {operation}").into()),
    }
}

fn move_parts(world: &mut World, arguments: &Value) -> Result<Vec<f32>> {
    for (handle, part) in world.parts.iter().zip(list(&arguments["parts"])) {
        let body = &mut world.physics.bodies[*handle];
        body.set_position(pose(part)?, true);
        body.set_linvel(vector(&part["linvel"])?, true);
        body.set_angvel(vector(&part["angvel"])?, true);
    }
    world.physics.detect_collisions(&(), &());
    Ok(Vec::new())
}

fn move_shape(world: &World, arguments: &Value) -> Result<Vec<f32>> {
    let mut filter = QueryFilter::default();
    if let Some(part) = arguments["exclude_part"].as_f64() {
        let part = world.parts.get(part as usize).ok_or("no such part")?;
        filter = filter.exclude_rigid_body(*part);
    }
    let queries = world.physics.query_pipeline_with_filter(filter);
    let moved = controller(&arguments["controller"])?.move_shape(
        number(&arguments["dt"])?,
        &queries,
        &*shape(&arguments["shape"])?,
        &pose(arguments)?,
        vector(&arguments["desired_translation"])?,
        |_| {},
    );
    let [x, y, z] = moved.translation.to_array();
    Ok(vec![x, y, z, f32::from(u8::from(moved.grounded))])
}

fn controller(it: &Value) -> Result<KinematicCharacterController> {
    let step = &it["autostep"];
    let autostep = match step.is_null() {
        true => None,
        false => Some(CharacterAutostep {
            max_height: length(&step["max_height"])?,
            min_width: length(&step["min_width"])?,
            include_dynamic_bodies: step["include_dynamic_bodies"] == true,
        }),
    };
    let snap = &it["snap_to_ground"];
    Ok(KinematicCharacterController {
        up: vector(&it["up"])?,
        offset: length(&it["offset"])?,
        slide: it["slide"] == true,
        autostep,
        max_slope_climb_angle: number(&it["max_slope_climb_angle"])?,
        min_slope_slide_angle: number(&it["min_slope_slide_angle"])?,
        snap_to_ground: if snap.is_null() { None } else { Some(length(snap)?) },
        normal_nudge_factor: number(&it["normal_nudge_factor"])?,
    })
}

fn length(it: &Value) -> Result<CharacterLength> {
    match it.get("relative") {
        Some(share) => number(share).map(CharacterLength::Relative),
        None => number(&it["absolute"]).map(CharacterLength::Absolute),
    }
}

fn cast_shape(world: &World, arguments: &Value) -> Result<Vec<f32>> {
    let reach = number(&arguments["max_time_of_impact"])?;
    let options = ShapeCastOptions {
        max_time_of_impact: reach,
        target_distance: number(&arguments["target_distance"])?,
        stop_at_penetration: arguments["stop_at_penetration"] == true,
        compute_impact_geometry_on_penetration: arguments["compute_impact_geometry_on_penetration"] == true,
    };
    let (direction, shape) = (vector(&arguments["direction"])?, shape(&arguments["shape"])?);
    let queries = world.physics.query_pipeline();
    let hit = queries.cast_shape(&pose(arguments)?, direction, &*shape, options);
    Ok(hit.map_or(vec![reach, 0.0, 0.0, 0.0, 0.0], |(_, hit)| {
        let inside = hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist;
        let [x, y, z] = hit.normal1.to_array();
        vec![hit.time_of_impact, x, y, z, f32::from(u8::from(inside))]
    }))
}

fn cast_ray(world: &World, arguments: &Value) -> Result<Vec<f32>> {
    let reach = number(&arguments["max_time_of_impact"])?;
    let ray = Ray::new(vector(&arguments["position"])?, vector(&arguments["direction"])?);
    let hit = world
        .physics
        .query_pipeline()
        .cast_ray_and_get_normal(&ray, reach, true);
    Ok(hit.map_or(vec![reach, 0.0, 0.0, 0.0, 0.0], |(_, hit)| {
        let [x, y, z] = hit.normal.to_array();
        vec![
            hit.time_of_impact,
            x,
            y,
            z,
            f32::from(u8::from(hit.time_of_impact == 0.0)),
        ]
    }))
}

fn shape(it: &Value) -> Result<Box<dyn Shape>> {
    let length = |name: &str| number(&it[name]);
    Ok(match it["kind"].as_str() {
        Some("ball") => Box::new(Ball::new(length("radius")?)),
        Some("box") => Box::new(Cuboid::new(vector(&it["half_extents"])?)),
        Some("capsule") => Box::new(Capsule::new_z(length("half_height")?, length("radius")?)),
        Some("cylinder") => Box::new(Cylinder::new(length("half_height")?, length("radius")?)),
        _ => return Err(format!("unknown shape {}", it["kind"]).into()),
    })
}

fn pose(it: &Value) -> Result<Pose> {
    let [x, y, z, w] = array(&it["rotation"])?;
    Ok(Pose::from_parts(
        vector(&it["position"])?,
        Rotation::from_xyzw(x, y, z, w),
    ))
}

fn vector(value: &Value) -> Result<Vector> {
    array(value).map(Vector::from_array)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> Result<f32> {
    array(value).map(|[x]| x)
}

fn array<const N: usize>(value: &Value) -> Result<[f32; N]> {
    let all = numbers(value)?;
    all.try_into()
        .map_err(|_| format!("not {N} numbers: {value}").into())
}

/// Numbers are read from their bits: JSON has no NaN, and decimals may be rounded on the way.
fn numbers(value: &Value) -> Result<Vec<f32>> {
    let words = value["bits"]
        .as_str()
        .ok_or_else(|| format!("no numbers: {value}"))?;
    let read = |word| u32::from_str_radix(word, 16).map(f32::from_bits);
    let all = words
        .split_whitespace()
        .map(read)
        .collect::<std::result::Result<_, _>>();
    all.map_err(|why| format!("{value}: {why}").into())
}
