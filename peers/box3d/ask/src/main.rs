//! Asks Box3D alone, by its wrapper `boxddd`, what Clipmark asked, and compares the answers: `cargo run --release -- question.json`.
//!
//! The file holds the world as the library was given it, in its lengths, and every call as data. The exit code is 0 where the
//! answers repeat, 1 where they differ, and 2 where the file cannot be read or holds something that this program does not know.

use boxddd::{
    BodyId, BodyType, BoxHull, Capsule, CollisionPlane, Foundation, Hull, Plane, Quat, QueryFilter,
    ShapeCastInput, ShapeProxy, Transform, Vec3, WorldTransform, solve_planes,
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
    let path = std::env::args().nth(1).ok_or("usage: ask-box3d QUESTION.json")?;
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
    physics: boxddd::World,
    parts: Vec<BodyId>,
}

/// Creates the bodies in the order of the file.
fn build_world(bodies: &[Value]) -> Result<World> {
    let foundation = Foundation::initialize_default()?;
    let mut world = World {
        physics: foundation.create_world(foundation.world_def())?,
        parts: Vec::new(),
    };
    for body in bodies {
        for shape in list(&body["shapes"]) {
            let id = create_body(&mut world.physics, &foundation, body, shape)?;
            world.parts.extend((!body["part"].is_null()).then_some(id));
        }
    }
    Ok(world)
}

fn create_body(
    physics: &mut boxddd::World,
    foundation: &Foundation,
    it: &Value,
    shape: &Value,
) -> Result<BodyId> {
    const MOST_CORNERS: i32 = 64;
    let at = pose(it)?;
    let mut body = foundation.body_def_builder().position(at.p);
    if !it["part"].is_null() {
        body = body.body_type(BodyType::Kinematic).rotation(at.q);
    }
    let body = physics.create_body(body.build()?)?;
    let def = foundation.shape_def();
    match shape["kind"].as_str() {
        Some("corners") => {
            let points = list(&shape["points"])
                .iter()
                .map(vec3)
                .collect::<Result<Vec<_>>>()?;
            let hull = Hull::from_points(&points, MOST_CORNERS)?;
            physics.create_created_hull_shape(body, &def, &hull)?;
        }
        Some("box") => {
            let [x, y, z] = array(&shape["half_extents"])?;
            let turned = Transform::new(Vec3::ZERO, quat(&shape["rotation"])?);
            let hull = BoxHull::transformed(x, y, z, turned)?;
            physics.create_hull_shape(body, &def, &hull)?;
        }
        _ => return Err(format!("unknown shape {}", shape["kind"]).into()),
    }
    Ok(body)
}

fn ask(world: &mut World, operation: &Value, arguments: &Value) -> Result<Vec<f32>> {
    let (physics, filter) = (&world.physics, QueryFilter::default());
    let place = || array::<3>(&arguments["position"]);
    let way = || array::<3>(&arguments["translation"]);
    match operation.as_str() {
        Some("move_parts") => move_parts(world, arguments),
        Some("collide_mover") => {
            let found = physics.collide_mover(place()?, &capsule(arguments)?, filter)?;
            let plane = |p: &Plane| [p.normal.x, p.normal.y, p.normal.z, p.offset];
            let mut found: Vec<[f32; 4]> = found.iter().map(|it| plane(&it.plane)).collect();
            // Box3D promises no order.
            found.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
            Ok(found.concat())
        }
        Some("cast_mover") => {
            let free = physics.cast_mover(place()?, &capsule(arguments)?, way()?, filter);
            Ok(vec![free?])
        }
        Some("solve_planes") => solve(arguments),
        Some("add_rounds") => add_rounds(arguments),
        Some("cast_ray_closest") => {
            let hit = physics.cast_ray_closest(place()?, way()?, filter)?;
            Ok(hit.map_or(vec![1.0, 0.0, 0.0, 0.0], |hit| {
                vec![hit.fraction, hit.normal.x, hit.normal.y, hit.normal.z]
            }))
        }
        Some("cast_shape") => cast_shape(physics, arguments),
        _ => Err(format!("unknown operation {operation}").into()),
    }
}

/// Moves kinematic bodies to their targets by a step of the world, and puts there what the step left elsewhere.
fn move_parts(world: &mut World, it: &Value) -> Result<Vec<f32>> {
    let targets = list(&it["to"]).iter().map(pose).collect::<Result<Vec<_>>>()?;
    let (seconds, off) = (number(&it["seconds"])?, number(&it["put_there_if_off_by"])?);
    let physics = &mut world.physics;
    if seconds > 0.0 {
        for (part, to) in world.parts.iter().zip(&targets) {
            physics.set_body_target_transform(*part, *to, seconds, true)?;
        }
        physics.step(seconds, number(&it["substeps"])? as i32)?;
    }
    for (part, to) in world.parts.iter().zip(&targets) {
        let values = |t: &WorldTransform| [t.p.x, t.p.y, t.p.z, t.q.v.x, t.q.v.y, t.q.v.z, t.q.s];
        let (a, b) = (values(&physics.body_transform(*part)?), values(to));
        // A quaternion and its negative turn alike.
        let alike: f32 = (3..7).map(|i| a[i] * b[i]).sum();
        let sign = |i: usize| if i > 2 && alike < 0.0 { -1.0 } else { 1.0 };
        if (0..7).any(|i| (a[i] - sign(i) * b[i]).abs() > off) {
            physics.set_body_transform(*part, to.p, to.q)?;
        }
    }
    Ok(Vec::new())
}

fn solve(it: &Value) -> Result<Vec<f32>> {
    let mut planes = Vec::new();
    for plane in list(&it["planes"]) {
        let [x, y, z, offset] = array(plane)?;
        let plane = Plane {
            normal: Vec3::new(x, y, z),
            offset,
        };
        planes.push(CollisionPlane::new(plane, f32::MAX, true)?);
    }
    let delta = solve_planes(array::<3>(&it["target"])?, &mut planes)?.delta;
    Ok(vec![delta.x, delta.y, delta.z])
}

/// As `CharacterMover::SolveMove` of Box3D's samples adds up what its rounds leave.
fn add_rounds(it: &Value) -> Result<Vec<f32>> {
    let mut at: [f32; 3] = array(&it["position"])?;
    for round in list(&it["rounds"]) {
        let (way, share): ([f32; 3], f32) = (array(&round["way"])?, number(&round["share"])?);
        at = [0, 1, 2].map(|i| at[i] + way[i] * share);
    }
    Ok(at.to_vec())
}

fn cast_shape(physics: &boxddd::World, it: &Value) -> Result<Vec<f32>> {
    let shape = &it["shape"];
    let points = list(&shape["points"])
        .iter()
        .map(vec3)
        .collect::<Result<Vec<_>>>()?;
    let body = ShapeProxy::new(points, number(&shape["radius"])?)?;
    let input = ShapeCastInput::new(body, array::<3>(&it["translation"])?)?;
    let passes_over = it["passes_over_hits_at_the_start"] == true;
    let mut closest = vec![1.0, 0.0, 0.0, 0.0];
    let cast = physics.visit_cast_shape(
        array::<3>(&it["position"])?,
        input,
        QueryFilter::default(),
        |hit| {
            if passes_over && hit.fraction == 0.0 {
                return -1.0;
            }
            closest = vec![hit.fraction, hit.normal.x, hit.normal.y, hit.normal.z];
            hit.fraction
        },
    );
    cast?;
    Ok(closest)
}

fn capsule(it: &Value) -> Result<Capsule> {
    Ok(Capsule::new(
        array::<3>(&it["center1"])?,
        array::<3>(&it["center2"])?,
        number(&it["radius"])?,
    ))
}

fn vec3(value: &Value) -> Result<Vec3> {
    array(value).map(|[x, y, z]| Vec3::new(x, y, z))
}

fn quat(value: &Value) -> Result<Quat> {
    array(value).map(|[x, y, z, w]| Quat::new(Vec3::new(x, y, z), w))
}

fn pose(it: &Value) -> Result<WorldTransform> {
    let position: [f32; 3] = array(&it["position"])?;
    Ok(WorldTransform {
        p: position.into(),
        q: quat(&it["rotation"])?,
    })
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
