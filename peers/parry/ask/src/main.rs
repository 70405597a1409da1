//! Asks parry alone what Clipmark asked, and compares the answers: `cargo run --release -- question.json`.
//!
//! The file holds the world as the library was given it, in its lengths, and every call as data. The exit code is 0 where the
//! answers repeat, 1 where they differ, and 2 where the file cannot be read or holds something that this program does not know.

use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{self, Ray, RayCast, ShapeCastOptions, ShapeCastStatus};
use parry3d::shape::{Ball, Capsule, Compound, ConvexPolyhedron, Cuboid, Cylinder, Shape, SharedShape};
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
    let path = std::env::args().nth(1).ok_or("usage: ask-parry QUESTION.json")?;
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let question: Value = serde_json::from_str(&text).map_err(|why| format!("{path}: {why}"))?;
    if question["format"] != "clipmark question 1" {
        return Err(format!("{path}: its format is {}", question["format"]).into());
    }
    for line in list(&question["about"]).iter().chain([&question["library"]]) {
        println!("{}", line.as_str().unwrap_or_default());
    }
    let world = build_world(list(&question["bodies"]))?;
    let within = number(&question["repeats_within"])?;
    let mut repeats = true;
    for (i, call) in list(&question["calls"]).iter().enumerate() {
        let now = ask(&world, &call["operation"], &call["arguments"])?;
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

/// The hulls of the bodies, in the order of the file, as one compound.
fn build_world(bodies: &[Value]) -> Result<Compound> {
    let mut hulls = Vec::new();
    for shape in bodies.iter().flat_map(|body| list(&body["shapes"])) {
        if shape["kind"] != "corners" {
            return Err(format!("unknown shape {}", shape["kind"]).into());
        }
        let points = list(&shape["points"])
            .iter()
            .map(vector)
            .collect::<Result<Vec<_>>>()?;
        // A solid that parry makes no hull of was left out.
        if let Some(hull) = ConvexPolyhedron::from_convex_hull(&points) {
            hulls.push((Pose::IDENTITY, SharedShape::new(hull)));
        }
    }
    Ok(Compound::new(hulls))
}

fn ask(world: &Compound, operation: &Value, arguments: &Value) -> Result<Vec<f32>> {
    let reach = number(&arguments["max_time_of_impact"])?;
    let direction = vector(&arguments["direction"])?;
    match operation.as_str() {
        Some("cast_shapes") => cast_shapes(world, direction, reach, arguments),
        Some("cast_local_ray_and_get_normal") => {
            let ray = Ray::new(vector(&arguments["position"])?, direction);
            let hit = world.cast_local_ray_and_get_normal(&ray, reach, true);
            let hit = hit.map(|hit| (hit.time_of_impact, hit.normal, hit.time_of_impact == 0.0));
            Ok(answer(reach, hit))
        }
        _ => Err(format!("unknown operation {operation}").into()),
    }
}

fn cast_shapes(world: &Compound, direction: Vector, reach: f32, arguments: &Value) -> Result<Vec<f32>> {
    let options = ShapeCastOptions {
        max_time_of_impact: reach,
        target_distance: number(&arguments["target_distance"])?,
        stop_at_penetration: arguments["stop_at_penetration"] == true,
        compute_impact_geometry_on_penetration: arguments["compute_impact_geometry_on_penetration"] == true,
    };
    let [x, y, z, w] = array(&arguments["rotation"])?;
    let pose = Pose::from_parts(vector(&arguments["position"])?, Rotation::from_xyzw(x, y, z, w));
    let (shape, home) = (shape(&arguments["shape"])?, Pose::IDENTITY);
    let hit = query::cast_shapes(&home, Vector::ZERO, world, &pose, direction, &*shape, options);
    let inside = |status| status == ShapeCastStatus::PenetratingOrWithinTargetDist;
    Ok(answer(
        reach,
        hit?.map(|hit| (hit.time_of_impact, hit.normal1, inside(hit.status))),
    ))
}

fn answer(reach: f32, hit: Option<(f32, Vector, bool)>) -> Vec<f32> {
    let (time, normal, inside) = hit.unwrap_or((reach, Vector::ZERO, false));
    let [x, y, z] = normal.to_array();
    vec![time, x, y, z, f32::from(u8::from(inside))]
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
