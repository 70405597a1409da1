//! The cost of the movement outside of collision: ticks in a world whose answers are one comparison each.
//!
//! `pipeline_cost PROFILE TICKS [air|floor|jump] [generic|dynamic]` prints time per tick and a hash of all states. It also prints
//! the time of the answers alone: the same questions, noted down and asked again. For instruction counts run it under `valgrind
//! --tool=callgrind` with two numbers of ticks; the difference is the ticks'.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../tests/it/plain_world/mod.rs"]
mod plain_world;

use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_geometry::Point;
use clipmark_movement::{
    Body, OwnMover, Profile, ProfileError, Setup, TickSpace, UserCmd, profile_named, tick,
};
use plain_world::{Floor, Nothing, Noting};
use std::error::Error;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &'static str| args.get(i).map_or(default, |s| s.as_str()).to_owned();
    let name = arg(0, "quake3");
    let profile = *profile_named(&name).ok_or_else(|| ProfileError::no_profile(&name))?;
    let ticks: u32 = arg(1, "1000000").parse()?;
    let (scene, dispatch) = (arg(2, "floor"), arg(3, "generic"));
    let (floor, air) = (Floor(profile.trace_rules), Nothing(profile.trace_rules));
    let (setup, body) = (
        Setup::new(profile, OwnMover::Slide, &floor),
        start(&profile, &scene),
    );
    let commands = commands(&profile, scene == "jump");
    let once = || match (scene.as_str(), dispatch.as_str()) {
        ("air", "generic") => Ok(run(&air, &setup, body, &commands)),
        ("air", "dynamic") => Ok(run::<dyn CollisionBackend>(
            black_box(&air),
            &setup,
            body,
            &commands,
        )),
        ("floor" | "jump", "generic") => Ok(run(&floor, &setup, body, &commands)),
        ("floor" | "jump", "dynamic") => Ok(run::<dyn CollisionBackend>(
            black_box(&floor),
            &setup,
            body,
            &commands,
        )),
        _ => Err("give PROFILE TICKS [air|floor|jump] [generic|dynamic]"),
    };
    let questions = if scene == "air" {
        asked(Nothing(profile.trace_rules), &setup, body, &commands)
    } else {
        asked(Floor(profile.trace_rules), &setup, body, &commands)
    };
    let (mut best, mut answers, mut hash) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..ticks / ROUND {
        let clock = Instant::now();
        hash = once()?;
        best = best.min(clock.elapsed().as_nanos() as f64 / f64::from(ROUND));
        let clock = Instant::now();
        if scene == "air" {
            answer(&air, &questions);
        } else {
            answer(&floor, &questions);
        }
        answers = answers.min(clock.elapsed().as_nanos() as f64 / f64::from(ROUND));
    }
    let each = questions.len() as f64 / f64::from(ROUND);
    say(&format!(
        "{name} {scene} {dispatch}: best round {best:.1} ns a tick, of which {answers:.1} for {each:.2} answers, so \
         {:.1} without; states {hash:016x}",
        best - answers
    ));
    Ok(())
}

fn asked<W>(world: W, setup: &Setup, body: Body, commands: &[UserCmd]) -> Vec<Sweep>
where
    Noting<W>: CollisionBackend,
{
    let noting = Noting(world, Mutex::default());
    run(&noting, setup, body, commands);
    noting.1.into_inner().expect("one thread")
}

#[inline(never)]
fn answer<B: CollisionBackend>(backend: &B, questions: &[Sweep]) {
    let mut work = Work::silent();
    for sweep in questions {
        black_box(&backend.trace(sweep, &mut work));
    }
}

/// Ticks a round: 0.2 ms, so that the best of many rounds was not disturbed.
const ROUND: u32 = 1_000;

#[expect(clippy::print_stdout, reason = "a tool's result")]
fn say(line: &str) {
    println!("{line}");
}

fn start(profile: &Profile, scene: &str) -> Body {
    let height = if scene == "air" { 1000.0 } else { 0.2 };
    let mut body = Body::at(Point::new(0.0, 0.0, height - profile.size.feet));
    body.velocity.x = 300.0;
    body
}

/// A round's commands in memory, as recorded ones: runs in circles. With `jumps`, the jump key is pressed anew every other tick.
fn commands(profile: &Profile, jumps: bool) -> Vec<UserCmd> {
    let full = profile.full_key;
    let of = |i: u32| UserCmd {
        msec: 8.0,
        forward: full,
        right: if i & 64 == 0 { full } else { -full },
        up: if jumps && i & 1 == 0 { full } else { 0.0 },
        yaw: (i & 1023) as f32 * 0.351_562_5,
        ..UserCmd::default()
    };
    (0..ROUND).map(of).collect()
}

#[inline(never)]
fn run<S: TickSpace<Real = f32> + ?Sized>(
    backend: &S,
    setup: &Setup,
    mut body: Body,
    commands: &[UserCmd],
) -> u64 {
    let mut work = Work::silent();
    let mut hash = 0_u64;
    let height = body.origin.z;
    for cmd in commands {
        let _ = black_box(&tick(backend, setup, &mut body, cmd, &mut work));
        // A run in the air is to stay there.
        if body.origin.z < -1000.0 {
            body.origin.z = height;
            body.velocity.z = 0.0;
        }
        hash = hash.rotate_left(1) ^ u64::from(body.origin.x.to_bits());
    }
    hash
}
