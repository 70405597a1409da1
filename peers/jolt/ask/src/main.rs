//! Asks Jolt alone, by its wrapper `oxijolt`, what Clipmark asked, and compares the answers:
//! `cargo run --release -- question.json`.
//!
//! The file holds the world as Jolt was given it, in its metres, and every call as data. The exit code is 0 where the answers
//! repeat, 1 where they differ, and 2 where the file cannot be read or holds something that this program does not know.

use oxijolt::{
    Activation, BodyId, BodySettings, CharacterId, CharacterSettings, CompoundChild, ExtendedUpdateSettings,
    GroundState, PhysicsWorld, Quat, QueryFilter, RVec3, RayCast, Shape, ShapeCast, Vec3, WorldSettings,
};
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
    let path = std::env::args().nth(1).ok_or("usage: ask-jolt QUESTION.json")?;
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

/// The world, the bodies of the parts that move, and the character.
struct World {
    physics: PhysicsWorld,
    /// None for a part of which nothing is met.
    parts: Vec<Option<BodyId>>,
    character: Option<CharacterId>,
}

/// Creates the bodies in the order of the file, each as a compound of its shapes.
fn build_world(bodies: &[Value]) -> Result<World> {
    let settings = WorldSettings::default()
        .max_bodies(bodies.len() as u32 + 1)
        .single_threaded();
    let mut world = World {
        physics: PhysicsWorld::new(settings)?,
        parts: Vec::new(),
        character: None,
    };
    for body in bodies {
        let mut shapes = Vec::new();
        for it in list(&body["shapes"]) {
            shapes.push((
                shape(it, &it["radius"])?,
                vec3(&it["position"])?,
                quat(&it["rotation"])?,
            ));
        }
        let child = |(shape, position, rotation)| CompoundChild {
            shape,
            position,
            rotation,
            user_data: 0,
        };
        let children: Vec<_> = shapes
            .iter()
            .map(|(shape, at, turn)| child((shape, *at, *turn)))
            .collect();
        let moves = !body["part"].is_null();
        if children.is_empty() {
            world.parts.extend(moves.then_some(None));
            continue;
        }
        let compound = Shape::new_compound(&children)?;
        let settings = if moves {
            BodySettings::new_kinematic()
        } else {
            BodySettings::new_static()
        };
        let settings = settings.position(rvec3(&body["position"])?);
        let id = world.physics.create_body(&compound, &settings)?;
        world.parts.extend(moves.then_some(Some(id)));
    }
    world.physics.optimize_broad_phase();
    Ok(world)
}

fn ask(world: &mut World, operation: &Value, arguments: &Value) -> Result<Vec<f32>> {
    match operation.as_str() {
        Some("move_parts") => move_parts(world, arguments),
        Some("create_character") => {
            let made = create_character(&mut world.physics, arguments)?;
            if let Some(old) = world.character.replace(made) {
                world.physics.remove_character(old)?;
            }
            refresh(world, made, arguments)
        }
        Some("set_position") => {
            let id = world.character.ok_or("no character was made")?;
            let at = rvec3(&arguments["position"])?;
            world.physics.character_mut(id)?.set_position(at)?;
            refresh(world, id, arguments)
        }
        Some("extended_update") => {
            let id = world.character.ok_or("no character was made")?;
            extended_update(&mut world.physics, id, arguments)
        }
        Some("cast_ray") => cast_ray(&world.physics, arguments),
        Some("cast_shape") => cast_shape(&world.physics, arguments),
        _ => Err(format!("unknown operation {operation}").into()),
    }
}

/// Parts are where the tick begins, with the velocity that takes them to its end.
fn move_parts(world: &mut World, arguments: &Value) -> Result<Vec<f32>> {
    let seconds = number(&arguments["seconds"])?;
    for (id, part) in world.parts.iter().zip(list(&arguments["parts"])) {
        let Some(id) = id else { continue };
        let (from, to) = (&part["from"], &part["to"]);
        let mut body = world.physics.body_mut(*id)?;
        let (at, turned) = (rvec3(&from["position"])?, quat(&from["rotation"])?);
        body.set_position_and_rotation(at, turned, Activation::Activate)?;
        let (at, turned) = (rvec3(&to["position"])?, quat(&to["rotation"])?);
        body.move_kinematic(at, turned, seconds)?;
    }
    Ok(Vec::new())
}

fn create_character(physics: &mut PhysicsWorld, it: &Value) -> Result<CharacterId> {
    let value = |name: &str| number(&it[name]);
    let shape = shape(&it["shape"], &it["convex_radius"])?;
    let [x, y, z, support] = array(&it["supporting_volume"])?;
    let settings = CharacterSettings::new(&shape)
        .up(vec3(&it["up"])?)
        .supporting_volume(Vec3::new(x, y, z), support)
        .max_slope_angle(value("max_slope_angle")?)
        .enhanced_internal_edge_removal(it["enhanced_internal_edge_removal"] == true)
        .mass(value("mass")?)
        .max_strength(value("max_strength")?)
        .shape_offset(vec3(&it["shape_offset"])?)
        .back_face_collision(it["back_face_collision"] == true)
        .predictive_contact_distance(value("predictive_contact_distance")?)
        .max_collision_iterations(value("max_collision_iterations")? as u32)
        .max_constraint_iterations(value("max_constraint_iterations")? as u32)
        .min_time_remaining(value("min_time_remaining")?)
        .collision_tolerance(value("collision_tolerance")?)
        .character_padding(value("character_padding")?)
        .max_num_hits(value("max_num_hits")? as u32)
        .hit_reduction_cos_max_angle(value("hit_reduction_cos_max_angle")?)
        .penetration_recovery_speed(value("penetration_recovery_speed")?);
    let at = rvec3(&it["position"])?;
    Ok(physics.create_character(&settings, at, quat(&it["rotation"])?)?)
}

fn refresh(world: &mut World, id: CharacterId, arguments: &Value) -> Result<Vec<f32>> {
    let physics = &mut world.physics;
    let velocity = vec3(&arguments["velocity"])?;
    physics.character_mut(id)?.set_linear_velocity(velocity)?;
    physics.refresh_character_contacts(id, &QueryFilter::new())?;
    let at = physics.character(id)?.position();
    Ok(vec![at.x, at.y, at.z])
}

fn extended_update(physics: &mut PhysicsWorld, id: CharacterId, it: &Value) -> Result<Vec<f32>> {
    let how = ExtendedUpdateSettings::default()
        .stick_to_floor_step_down(vec3(&it["stick_to_floor_step_down"])?)
        .walk_stairs_step_up(vec3(&it["walk_stairs_step_up"])?)
        .walk_stairs_min_step_forward(number(&it["walk_stairs_min_step_forward"])?)
        .walk_stairs_step_forward_test(number(&it["walk_stairs_step_forward_test"])?)
        .walk_stairs_cos_angle_forward_contact(number(&it["walk_stairs_cos_angle_forward_contact"])?)
        .walk_stairs_step_down_extra(vec3(&it["walk_stairs_step_down_extra"])?);
    let (velocity, gravity) = (vec3(&it["velocity"])?, vec3(&it["gravity"])?);
    let seconds = number(&it["seconds"])?;
    let set = physics.character_mut(id)?.set_linear_velocity(velocity);
    let updated =
        set.and_then(|()| physics.update_character(id, seconds, gravity, &how, &QueryFilter::new()));
    if let Err(why) = updated {
        println!("refused: {why}");
        return Ok(vec![f32::NAN; 4]);
    }
    let character = physics.character(id)?;
    let (at, state) = (character.position(), character.ground_state());
    Ok(vec![
        at.x,
        at.y,
        at.z,
        f32::from(u8::from(state == GroundState::OnGround)),
    ])
}

fn cast_ray(physics: &PhysicsWorld, it: &Value) -> Result<Vec<f32>> {
    let ray = RayCast::new(rvec3(&it["position"])?, vec3(&it["way"])?);
    let hit = physics.cast_ray(&ray, &QueryFilter::new())?;
    Ok(hit.map_or(vec![1.0, 0.0, 0.0, 0.0, 0.0], |hit| {
        let n = hit.normal;
        vec![
            hit.fraction,
            n.x,
            n.y,
            n.z,
            f32::from(u8::from(hit.fraction == 0.0)),
        ]
    }))
}

fn cast_shape(physics: &PhysicsWorld, it: &Value) -> Result<Vec<f32>> {
    let shape = shape(&it["shape"], &it["convex_radius"])?;
    let (at, turned, way) = (rvec3(&it["position"])?, quat(&it["rotation"])?, vec3(&it["way"])?);
    let cast = ShapeCast::new(&shape, at, turned, way)
        .collide_with_back_faces(it["collide_with_back_faces"] == true)
        .return_deepest_point(it["return_deepest_point"] == true);
    let deep = number(&it["inside_from_depth"])?;
    let hit = physics.cast_shape(&cast, &QueryFilter::new())?;
    Ok(hit.map_or(vec![1.0, 0.0, 0.0, 0.0, 0.0], |hit| {
        let (n, inside) = (hit.normal, hit.fraction == 0.0 && hit.penetration_depth > deep);
        vec![hit.fraction, n.x, n.y, n.z, f32::from(u8::from(inside))]
    }))
}

/// Jolt's capsules and cylinders stand along y; the file turns them.
fn shape(it: &Value, convex_radius: &Value) -> Result<Shape> {
    let length = |name: &str| number(&it[name]);
    let made = match it["kind"].as_str() {
        Some("corners") => {
            let points = list(&it["points"]).iter().map(vec3).collect::<Result<Vec<_>>>()?;
            Shape::new_convex_hull_with_convex_radius(&points, number(convex_radius)?)
        }
        Some("box") => Shape::new_box_with_convex_radius(vec3(&it["half_extents"])?, number(convex_radius)?),
        Some("ball") => Shape::new_sphere(length("radius")?),
        Some("capsule") => Shape::new_capsule(length("half_height")?, length("radius")?),
        Some("cylinder") => {
            let (half, radius) = (length("half_height")?, length("radius")?);
            Shape::new_cylinder_with_convex_radius(half, radius, number(convex_radius)?)
        }
        _ => return Err(format!("unknown shape {}", it["kind"]).into()),
    };
    Ok(made?)
}

fn vec3(value: &Value) -> Result<Vec3> {
    array(value).map(|[x, y, z]| Vec3::new(x, y, z))
}

fn rvec3(value: &Value) -> Result<RVec3> {
    array(value).map(|[x, y, z]| RVec3::new(x, y, z))
}

fn quat(value: &Value) -> Result<Quat> {
    array(value).map(|[x, y, z, w]| Quat::from_xyzw(x, y, z, w))
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
