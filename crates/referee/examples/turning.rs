//! Random ticks of a box beside a solid that turns, for another program to answer: `contrib/fcl/check.sh`.
//!
//! `turning write SEED COUNT` prints questions, a line each. `turning compare SEED COUNT < ANSWERS` compares answers (`free`,
//! or `hit` and the progress) with what is proven of the same ticks. It ends with 1 where one differs without a reason.

#![allow(clippy::print_stdout, reason = "a script reads what it prints")]

use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Pose, Rotation, SurfaceFlags, Vec3, World};
use clipmark_referee::{Ends, Reference, Turning, Upright, Wanted};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::io::BufRead;
use std::process::ExitCode;

/// How far apart two answers put the first contact, in units that the fastest corner goes in between. FCL advances until two
/// solids are nearer than its own tolerance and stops there.
const APART: f64 = 0.02;
/// A contact that is nowhere deeper, in units, is a graze. There either answer is right.
const GRAZE: f64 = 0.02;
/// Places asked for the greatest depth of a tick.
const PLACES: u32 = 256;

struct Question {
    corners: [Vec3; 8],
    poses: [Pose; 2],
    half: Vec3,
    way: Ends,
}

fn question(random: &mut Pcg64Mcg) -> Question {
    let mut within = |reach: f32| random.random_range(-reach..=reach);
    let middle = Vec3::new(64.0 + within(32.0), within(32.0), within(32.0));
    let half = Vec3::from_fn(|_, _| 24.0 + within(20.0));
    let half_body = Vec3::from_fn(|_, _| 20.0 + within(12.0));
    let side = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
    let corners = std::array::from_fn(|i| middle + Vec3::from_fn(|k, _| half[k] * side(i, k)));
    let angles = Vec3::from_fn(|_, _| within(180.0));
    let turned = Vec3::from_fn(|_, _| within(15.0));
    let origin = Vec3::from_fn(|_, _| within(100.0));
    let shift = Vec3::from_fn(|_, _| within(16.0));
    let pose = |origin: Vec3, angles: Vec3| Pose {
        origin: Point::from(origin),
        rotation: Rotation::of_angles(angles),
    };
    let poses = [pose(origin, angles), pose(origin + shift, angles + turned)];
    // Beside where the solid is half-way.
    let there = poses[0].into_world(&Point::from(middle));
    let from = there + Vec3::from_fn(|_, _| within(80.0));
    let to = from + Vec3::from_fn(|_, _| within(16.0));
    Question {
        corners,
        poses,
        half: half_body,
        way: [from, to].map(|p| p.cast()),
    }
}

fn questions(seed: u64, count: usize) -> impl Iterator<Item = Question> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    (0..count).map(move |_| question(&mut random))
}

impl Question {
    fn print(&self) {
        let mut words: Vec<String> = Vec::new();
        let mut say = |all: &[f64]| words.extend(all.iter().map(f64::to_string));
        for corner in &self.corners {
            say(corner.cast::<f64>().as_slice());
        }
        for pose in &self.poses {
            say(pose.origin.coords.cast::<f64>().as_slice());
            let axes = pose.rotation.axes().map(|a| a.cast::<f64>());
            let matrix = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&axes));
            let turn = UnitQuaternion::from_rotation_matrix(&matrix);
            say(&[turn.w, turn.i, turn.j, turn.k]);
        }
        say(self.half.cast::<f64>().as_slice());
        self.way.iter().for_each(|p| say(p.coords.as_slice()));
        println!("{}", words.join(" "));
    }

    fn solid(&self) -> Option<Turning> {
        let (least, most) = (self.corners[0], self.corners[7]);
        let planes = (0..3).flat_map(|k| {
            let axis = Vec3::from_fn(|i, _| f32::from(u8::from(i == k)));
            [Plane::new(axis, most[k]), Plane::new(-axis, -least[k])]
        });
        let planes: Vec<Plane> = planes.collect();
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).ok()?;
        let world = World::of_brushes("turning", vec![brush]);
        Some(Turning::new(&Reference::build(&world, Contents::SOLID)))
    }

    fn body(&self) -> Option<Upright> {
        let corner = Point::from(self.half);
        Upright::from_hull(&Hull::new_box(-corner, corner).ok()?)
    }

    /// No corner goes farther in the tick, from the body.
    fn fastest(&self) -> f64 {
        let body = self.way[1] - self.way[0];
        let way = |c: &Vec3| {
            let [a, b] = self
                .poses
                .map(|pose| pose.into_world(&Point::from(*c)).cast::<f64>());
            (b - a - body).norm()
        };
        self.corners.iter().map(way).fold(0.0, f64::max)
    }
}

#[derive(Default)]
struct Counts {
    free: usize,
    hits: usize,
    undecided: usize,
    graze: usize,
    apart: Vec<f64>,
    wrong: usize,
}

fn compare(seed: u64, count: usize) -> Result<Counts, String> {
    let mut out = Counts::default();
    let mut answers = std::io::stdin().lock().lines();
    for (i, question) in questions(seed, count).enumerate() {
        let line = answers.next().transpose().map_err(|e| e.to_string())?;
        let line = line.ok_or(format!("answer {} is missing", i + 1))?;
        let said = match line.split_once(' ') {
            None if line == "free" => None,
            Some(("hit", at)) => Some(at.parse::<f64>().map_err(|e| format!("answer {}: {e}", i + 1))?),
            _ => {
                return Err(format!(
                    "answer {} is {line:?}, and should be `free` or `hit 0.5`",
                    i + 1
                ));
            }
        };
        let (Some(solid), Some(body)) = (question.solid(), question.body()) else {
            return Err(format!("question {} has no solid", i + 1));
        };
        let (poses, way) = (&question.poses, &question.way);
        let met = solid.meets(poses, &body, way, Wanted::First);
        let depth = |k: u32| solid.depth(poses, &body, way, f64::from(k) / f64::from(PLACES));
        let deepest = || (0..=PLACES).map(depth).fold(0.0, f64::max);
        match (met.hit, said) {
            (None, None) if met.undecided == 0 => out.free += 1,
            (Some(own), Some(said)) => {
                out.hits += 1;
                let apart = (said - own).abs() * question.fastest();
                out.apart.push(apart);
                if apart > APART && deepest() > GRAZE {
                    out.wrong += 1;
                    println!(
                        "{}: they meet at {own}, the answer is {said}: {apart:.4} u apart",
                        i + 1
                    );
                }
            }
            (None, _) if met.undecided > 0 => {
                out.undecided += 1;
            }
            (own, said)
                if own.is_some() && deepest() <= GRAZE || own.is_none() && near(&solid, &question, &body) =>
            {
                let _ = said;
                out.graze += 1;
            }
            (own, said) => {
                out.wrong += 1;
                println!(
                    "{}: proven {own:?}, the answer is {said:?}, {} u deep",
                    i + 1,
                    deepest()
                );
            }
        }
    }
    Ok(out)
}

/// Whether they come nearer than a graze: the body is met when it is larger by that.
fn near(solid: &Turning, question: &Question, body: &Upright) -> bool {
    let larger = body.shrunk(-GRAZE);
    larger.is_some_and(|body| {
        solid
            .meets(&question.poses, &body, &question.way, Wanted::Any)
            .hit
            .is_some()
    })
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = || Some((words.get(1)?.parse().ok()?, words.get(2)?.parse().ok()?));
    match (words.first().map(String::as_str), numbers()) {
        (Some("write"), Some((seed, count))) => questions(seed, count).for_each(|q| q.print()),
        (Some("compare"), Some((seed, count))) => match compare(seed, count) {
            Ok(mut found) => {
                found.apart.sort_by(f64::total_cmp);
                let at = |share: f64| {
                    found
                        .apart
                        .get((found.apart.len() as f64 * share) as usize)
                        .copied()
                };
                println!(
                    "{} free, {} hits, {} undecided, {} grazes, {} differ; hits are {:?} u apart (median), {:?} at most",
                    found.free,
                    found.hits,
                    found.undecided,
                    found.graze,
                    found.wrong,
                    at(0.5),
                    found.apart.last()
                );
                // A search that decides nothing would agree with everybody.
                let decides = found.undecided == 0 && found.free > 0 && found.hits > 0;
                if found.wrong > 0 || !decides {
                    return ExitCode::FAILURE;
                }
            }
            Err(why) => {
                eprintln!("{why}");
                return ExitCode::from(2);
            }
        },
        _ => {
            eprintln!("turning write SEED COUNT, or turning compare SEED COUNT < ANSWERS");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
