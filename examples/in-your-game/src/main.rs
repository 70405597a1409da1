//! A player in your level: `in-your-game` runs and jumps in a level of convex pieces, `in-your-game MAP.bsp` in a Quake III map.
//! It prints where the player is, and what a shot from his eyes hits.

use clipmark_bsp::ViaBvhBackend;
use clipmark_bvh::BvhBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_movement::{Body, OwnMover, Profile, Setup, UserCmd, profile_named};
use std::error::Error;
use std::path::Path;

/// Ticks a second. Quake III's movement depends on it; 125 is what its players set.
const HZ: usize = 125;
/// Height of the eyes above the player's origin, which is 24 u above the feet.
const EYES: f32 = 26.0;

fn main() -> Result<(), Box<dyn Error>> {
    let profile = profile_named("quake3").ok_or("no such profile")?;
    match std::env::args().nth(1) {
        // The map's own tree answers, as the engine does to the last bit.
        Some(map) => {
            let world = clipmark_scene::load_world(&map, Path::new("."))?;
            let level = ViaBvhBackend::build(&world, TraceRules::QUAKE3)?;
            let spawn = world.spawns.first().ok_or("the map has no place to start")?;
            play(&level, profile, spawn.origin, spawn.yaw)
        }
        // GJK on a tree of boxes.
        None => {
            let level = BvhBackend::build(&courtyard()?, TraceRules::QUAKE3)?;
            play(&level, profile, Point::new(-300.0, 0.0, 24.125), 0.0)
        }
    }
}

/// A floor, a wall, four steps and a slope: each a convex piece. Units are Quake's: a player is 56 u high, a metre is 32 u.
fn courtyard() -> Result<World, Box<dyn Error>> {
    let cuboid = |mins, maxs| Brush::from_box(mins, maxs, Contents::SOLID);
    let floor = cuboid(Point::new(-512.0, -512.0, -64.0), Point::new(512.0, 512.0, 0.0))?;
    let wall = cuboid(Point::new(500.0, -512.0, 0.0), Point::new(532.0, 512.0, 512.0))?;
    let mut pieces = vec![floor, wall];
    for step in 1..=4 {
        let rise = 16.0 * step as f32;
        let front = Point::new(32.0 * step as f32, -128.0, 0.0);
        pieces.push(cuboid(front, Point::new(256.0, 128.0, rise))?);
    }
    // A piece of any form is its planes, which point out of it.
    let slope = Vec3::new(-1.0, 0.0, 1.0).normalize();
    let plane = |normal: Vec3, at: Point| Plane::new(normal, normal.dot(&at.coords));
    let planes = [
        plane(slope, Point::new(300.0, 0.0, 0.0)),
        plane(Vec3::x(), Point::new(500.0, 0.0, 0.0)),
        plane(Vec3::y(), Point::new(0.0, 128.0, 0.0)),
        plane(-Vec3::y(), Point::new(0.0, -128.0, 0.0)),
        plane(-Vec3::z(), Point::new(0.0, 0.0, 0.0)),
    ];
    pieces.push(Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::default())?);
    Ok(World::of_brushes("courtyard", pieces))
}

/// Four seconds: the player runs ahead, and jumps in the third.
fn play(level: &dyn CollisionBackend, profile: &Profile, start: Point, yaw: f32) -> Result<(), Box<dyn Error>> {
    let setup = Setup::new(*profile, OwnMover::Slide, level);
    let mut player = Body::at(start);
    // Kept from tick to tick, so that a trace allocates nothing.
    let mut work = Work::silent();
    for tick in 0..4 * HZ {
        let is_third_second = tick / HZ == 2;
        let keys = UserCmd {
            msec: 1000.0 / HZ as f32,
            forward: profile.full_key,
            up: if is_third_second { profile.full_key } else { 0.0 },
            yaw,
            ..UserCmd::default()
        };
        clipmark_movement::tick(level, &setup, &mut player, &keys, &mut work)?;
        if tick % (HZ / 2) == 0 {
            let at = player.origin;
            let ground = if player.grounded { "on the ground" } else { "in the air" };
            println!("{:.2} s  {:8.2} {:8.2} {:7.2}  {ground}", tick as f32 / HZ as f32, at.x, at.y, at.z);
        }
    }

    let eyes = player.origin + Vec3::z() * EYES;
    let ahead = Vec3::new(yaw.to_radians().cos(), yaw.to_radians().sin(), 0.0);
    let hit = level.trace(&Sweep::new(Hull::Point, eyes, eyes + ahead * 4096.0), &mut work);
    match hit.plane {
        Some(plane) => {
            println!("a shot hits a wall {:.0} u ahead, normal {:.2?}", hit.fraction * 4096.0, plane.normal.as_slice())
        }
        None => println!("a shot hits nothing"),
    }
    Ok(())
}
