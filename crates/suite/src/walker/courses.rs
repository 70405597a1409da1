//! The walker's courses: a world, a start, input, and a goal.

use super::solids::{block, bowl, corner, cut_box, debris, floor, groove, pillars, slope, spiral};
use clipmark_geometry::{Point, World};
use clipmark_movement::Body;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// One course.
#[derive(Clone, Debug)]
pub struct Course {
    /// Name, as in tables.
    pub name: String,
    /// The world.
    pub world: World,
    /// Where the body's feet begin.
    pub feet: Point,
    /// The input.
    pub input: InputSource,
    /// How long, in seconds.
    pub seconds: f64,
    /// Speed of the body, if not the profile's, in units per second.
    pub speed: Option<f32>,
    /// The goal besides the promises.
    pub goal: Goal,
}

/// The input of a course.
#[derive(Clone, Copy, Debug)]
pub enum InputSource {
    /// Nothing.
    Idle,
    /// Forward along a yaw in degrees.
    Along(f32),
    /// Forward, in another direction every 2 seconds; seeded.
    Wander(u64),
    /// Forward around the z axis at this distance.
    Around(f32),
}

/// The goal of a course besides the promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Nothing more.
    None,
    /// The mean speed along a wall is the wanted speed times the cosine of this angle, in degrees.
    WallSpeed(f32),
    /// The feet come to be at least this high.
    Height(f32),
    /// The body gets at least this far in x.
    Reaches(f32),
    /// The body never gets past this x.
    StaysBefore(f32),
    /// A slide from rest reaches gravity times the sine of this angle, in degrees, times the time.
    SlideSpeed(f32),
}

impl InputSource {
    /// Yaw to run along, if any, `now` seconds from the start.
    pub(super) fn yaw(self, body: &Body, now: f64) -> Option<f32> {
        match self {
            Self::Idle => None,
            Self::Along(yaw) => Some(yaw),
            Self::Wander(seed) => {
                const TURN_EVERY: f64 = 2.0; // long enough for shake to be judged after a second
                let leg = (now / TURN_EVERY) as u64;
                let mut random = Pcg64Mcg::seed_from_u64(seed ^ leg.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                Some(random.random_range(0.0..360.0))
            }
            Self::Around(distance) => {
                let o = body.origin;
                let (here, out) = (o.y.atan2(o.x), o.coords.xy().norm());
                // Counter-clockwise, turning in or out to keep the distance.
                let turn = ((out - distance) / 32.0).clamp(-1.0, 1.0);
                Some((here + std::f32::consts::FRAC_PI_2 + turn).to_degrees())
            }
        }
    }
}

fn course(name: impl Into<String>, brushes: impl IntoIterator<Item = clipmark_geometry::Brush>) -> Course {
    let name = name.into();
    Course {
        world: World::of_brushes(name.clone(), brushes.into_iter().collect()),
        name,
        feet: Point::new(0.0, 0.0, 0.25),
        input: InputSource::Along(0.0),
        seconds: 4.0,
        speed: None,
        goal: Goal::None,
    }
}

/// Angles between walls that corners are made of, in degrees.
const CORNERS: [f32; 10] = [15.0, 30.0, 45.0, 60.0, 89.0, 90.0, 91.0, 120.0, 150.0, 179.0];
/// Angles between wish and wall, in degrees.
const ALONG: [f32; 6] = [5.0, 15.0, 30.0, 45.0, 60.0, 80.0];
/// Slopes that are to be walked up, in degrees.
const GENTLE: [f32; 5] = [10.0, 20.0, 30.0, 40.0, 45.0];
/// Slopes that are not: normal z 0.699, ..., a wall leaning back by a degree.
const STEEP: [f32; 6] = [45.66, 50.0, 60.0, 75.0, 85.0, 89.0];
/// Speeds at a thin wall, in units per second.
const FAST: [f32; 4] = [400.0, 2000.0, 4000.0, 20_000.0];

/// All courses that are made by code.
pub fn courses() -> Vec<Course> {
    let mut all = vec![
        course("flat", floor()),
        Course {
            goal: Goal::Height(192.0),
            ..course("stairs", floor().into_iter().chain(stairs()))
        },
        Course {
            feet: Point::new(800.0, 0.0, 192.25),
            input: InputSource::Along(180.0),
            goal: Goal::None,
            ..course("stairs down", floor().into_iter().chain(stairs()))
        },
    ];
    all.extend(GENTLE.map(|degrees| Course {
        goal: Goal::Height(96.0),
        ..course(
            format!("ramp {degrees}"),
            floor().into_iter().chain(slope(100.0, degrees, 96.0)),
        )
    }));
    all.extend(STEEP.map(|degrees| Course {
        goal: Goal::StaysBefore(100.0 + 18.0 / degrees.to_radians().tan()),
        ..course(
            format!("slope {degrees}"),
            floor().into_iter().chain(slope(100.0, degrees, 96.0)),
        )
    }));
    all.extend(CORNERS.map(|degrees| Course {
        feet: Point::new(-60.0 - 16.0 / (degrees * 0.5).to_radians().sin(), 4.0, 0.25),
        ..course(
            format!("corner {degrees}"),
            floor().into_iter().chain(corner(degrees)),
        )
    }));
    all.extend(ALONG.map(|degrees| {
        let wall = block([100.0, -4000.0, 0.0], [132.0, 4000.0, 256.0]);
        Course {
            feet: Point::new(60.0, -1500.0, 0.25),
            input: InputSource::Along(90.0 - degrees),
            goal: Goal::WallSpeed(degrees),
            ..course(format!("wall {degrees}"), floor().into_iter().chain(wall))
        }
    }));
    all.extend(grooves());
    all.extend(rough_ground());
    all.extend(FAST.map(|speed| {
        let wall = block([100.0, -4000.0, 0.0], [100.0 + 1.0 / 64.0, 4000.0, 256.0]);
        Course {
            goal: Goal::StaysBefore(84.0),
            speed: Some(speed),
            seconds: 1.0,
            ..course(format!("thin wall at {speed}"), floor().into_iter().chain(wall))
        }
    }));
    all
}

fn stairs() -> impl Iterator<Item = clipmark_geometry::Brush> {
    (0..12).filter_map(|i| {
        let x = 100.0 + 32.0 * i as f32;
        block([x, -512.0, 0.0], [1200.0, 512.0, 16.0 * (i + 1) as f32])
    })
}

fn grooves() -> Vec<Course> {
    let dropped = |name: &str, degrees: f32, falls: f32| Course {
        feet: Point::new(0.0, 3.0, 60.0),
        ..course(name, groove(degrees, falls))
    };
    vec![
        Course {
            goal: Goal::Reaches(300.0),
            ..dropped("groove 60, along", 60.0, 0.0)
        },
        Course {
            input: InputSource::Along(90.0),
            ..dropped("groove 60, across", 60.0, 0.0)
        },
        Course {
            input: InputSource::Idle,
            ..dropped("groove 60, idle", 60.0, 0.0)
        },
        Course {
            goal: Goal::Reaches(300.0),
            ..dropped("groove 30, along", 30.0, 0.0)
        },
        Course {
            goal: Goal::Reaches(300.0),
            ..dropped("ravine 75, falling 10, out", 75.0, 10.0)
        },
        Course {
            input: InputSource::Along(180.0),
            ..dropped("ravine 75, falling 10, up", 75.0, 10.0)
        },
    ]
}

fn rough_ground() -> Vec<Course> {
    let crater = || floor_below().into_iter().chain(bowl(55.0));
    vec![
        Course {
            input: InputSource::Wander(1),
            seconds: 60.0,
            ..course(
                "debris",
                floor().into_iter().chain(fence(420.0)).chain(debris(2000, 400.0)),
            )
        },
        Course {
            seconds: 10.0,
            ..course("crater", crater())
        },
        Course {
            input: InputSource::Along(37.0),
            seconds: 10.0,
            ..course("crater, askew", crater())
        },
        Course {
            input: InputSource::Wander(2),
            seconds: 60.0,
            ..course(
                "pillars",
                floor().into_iter().chain(fence(640.0)).chain(pillars(34.0)),
            )
        },
        Course {
            input: InputSource::Along(2.0),
            feet: Point::new(-400.0, 0.0, 58.25),
            ..course(
                "ledge",
                floor()
                    .into_iter()
                    .chain(block([-512.0, -64.0, 0.0], [512.0, 8.0, 58.0])),
            )
        },
        Course {
            input: InputSource::Around(80.0),
            feet: Point::new(80.0, -24.0, 0.25),
            seconds: 10.0,
            goal: Goal::Height(368.0),
            ..course("spiral stairs", floor().into_iter().chain(spiral()))
        },
        Course {
            ..course(
                "low ceiling",
                floor()
                    .into_iter()
                    .chain(block([100.0, -256.0, 0.0], [800.0, 256.0, 12.0]))
                    .chain(block([100.0, -256.0, 60.0], [800.0, 256.0, 128.0])),
            )
        },
        Course {
            ..course(
                "sloping ceiling",
                floor().into_iter().chain(cut_box(
                    [0.0, -512.0, 0.0],
                    [1024.0, 512.0, 128.0],
                    &[(
                        [0.0, 0.0, 90.0],
                        [-10.0f32.to_radians().sin(), 0.0, -10.0f32.to_radians().cos()],
                    )],
                )),
            )
        },
        Course {
            input: InputSource::Idle,
            feet: Point::new(60.0, 0.0, 132.0),
            seconds: 1.2,
            goal: Goal::SlideSpeed(60.0),
            ..course("slide 60", slide())
        },
        Course {
            input: InputSource::Idle,
            feet: Point::new(-150.0, 0.0, 420.0),
            seconds: 1.5,
            ..course("slide over a bend", chute())
        },
    ]
}

/// Four walls around the origin, so that who wanders stays.
fn fence(reach: f32) -> impl Iterator<Item = clipmark_geometry::Brush> {
    let far = reach + 32.0;
    [
        ([reach, -far, 0.0], [far, far, 256.0]),
        ([-far, -far, 0.0], [-reach, far, 256.0]),
        ([-reach, reach, 0.0], [reach, far, 256.0]),
        ([-reach, -far, 0.0], [reach, -reach, 256.0]),
    ]
    .into_iter()
    .filter_map(|(mins, maxs)| block(mins, maxs))
}

/// Deep below a crater, to be fallen onto.
fn floor_below() -> Option<clipmark_geometry::Brush> {
    block([-4096.0, -4096.0, -256.0], [4096.0, 4096.0, -128.0])
}

/// A long slope of 60 degrees, falling towards -x.
fn slide() -> Option<clipmark_geometry::Brush> {
    let (sin, cos) = 60.0f32.to_radians().sin_cos();
    cut_box(
        [-1500.0, -512.0, -2200.0],
        [500.0, 512.0, 900.0],
        &[([0.0; 3], [-sin, 0.0, cos])],
    )
}

/// Two slopes of 55 degrees that meet at a bend. The first falls towards +x, the second half to the side.
fn chute() -> impl Iterator<Item = clipmark_geometry::Brush> {
    let (sin, cos) = 55.0f32.to_radians().sin_cos();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let first = cut_box(
        [-400.0, -600.0, -900.0],
        [0.0, 600.0, 700.0],
        &[([0.0; 3], [sin, 0.0, cos])],
    );
    let second = cut_box(
        [0.0, -1600.0, -2000.0],
        [1200.0, 1600.0, 900.0],
        &[([0.0; 3], [sin * half, sin * half, cos])],
    );
    first.into_iter().chain(second)
}
