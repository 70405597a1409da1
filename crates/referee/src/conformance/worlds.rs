//! The worlds that properties are tried in.

use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use nalgebra::{Rotation3, Unit};
use rand::RngExt;
use rand_pcg::Pcg32;

/// Which solids a backend can be built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Solids {
    /// Any convex brush.
    #[default]
    Convex,
    /// Axis-aligned boxes only.
    AxisBoxes,
}

/// Half the inner width of the rooms, in units.
pub(crate) const ROOM: f32 = 512.0;
/// Thickness of the thin wall, in units: the smallest that maps are built on.
pub(crate) const THIN: f32 = 0.125;

/// The named worlds. All have a floor at z = 0, except `box`, `spike` and the random ones.
const BOXES: [&str; 4] = ["box", "room", "tiles", "thin-wall"];
const CONVEX: [&str; 3] = ["ramp", "spike", "sloped-tiles"];

/// The names of all worlds; `random` of them are random ones of each kind.
pub(crate) fn names(solids: Solids, random: usize) -> Vec<String> {
    let mut names: Vec<String> = BOXES.iter().map(|n| (*n).into()).collect();
    names.extend((0..random).map(|i| format!("random-boxes-{i}")));
    if solids == Solids::Convex {
        names.extend(CONVEX.iter().map(|n| String::from(*n)));
        names.extend((0..random).map(|i| format!("random-convex-{i}")));
    }
    names
}

/// The world of a name that a report mentions, to replay an example in it. The seed matters to random worlds.
pub fn world(name: &str, seed: u64) -> Option<World> {
    let brushes = match name {
        "box" => vec![solid([-64.0; 3], [64.0, 64.0, 32.0])],
        "room" => room().into_iter().chain(furniture()).collect(),
        "tiles" => walls().into_iter().chain(tiles(Vec3::z())).collect(),
        "thin-wall" => {
            let wall = solid([100.0, -ROOM, 0.0], [100.0 + THIN, ROOM, ROOM]);
            room().into_iter().chain([wall]).collect()
        }
        "ramp" => room().into_iter().chain([ramp(30.0), ramp(60.0)]).collect(),
        "spike" => vec![spike()],
        "sloped-tiles" => tiles(Vec3::new(-0.3, 0.2, 0.9).normalize()).collect(),
        _ => {
            let (kind, index) = name.rsplit_once('-')?;
            let stream: u64 = index.parse().ok()?;
            let mut rng = Pcg32::new(seed, stream);
            let one: fn(&mut Pcg32) -> Option<Brush> = match kind {
                "random-boxes" => random_box,
                "random-convex" => random_convex,
                _ => return None,
            };
            (0..RANDOM_BRUSHES).map(|_| one(&mut rng)).collect()
        }
    };
    let brushes = brushes.into_iter().flatten().collect();
    Some(World::of_brushes(name, brushes))
}

/// Brushes of a random world: few, so that brute force checks stay cheap, but enough to overlap here and there.
const RANDOM_BRUSHES: usize = 10;
/// Half the width of random worlds, in units.
const SPREAD: f32 = 200.0;

fn filled(mins: [f32; 3], maxs: [f32; 3], contents: Contents) -> Option<Brush> {
    Brush::from_box(Point::from(mins), Point::from(maxs), contents).ok()
}

fn solid(mins: [f32; 3], maxs: [f32; 3]) -> Option<Brush> {
    filled(mins, maxs, Contents::SOLID)
}

fn convex(planes: &[Plane], contents: Contents) -> Option<Brush> {
    Brush::from_planes(planes, contents, SurfaceFlags::empty()).ok()
}

const OUT: f32 = ROOM + 64.0;

/// Walls and ceiling, whose inner faces are the planes x, y = +-`ROOM` and z = `ROOM`.
fn walls() -> Vec<Option<Brush>> {
    vec![
        solid([-OUT, -OUT, ROOM], [OUT, OUT, OUT]),
        solid([-OUT, -OUT, -64.0], [-ROOM, OUT, ROOM]),
        solid([ROOM, -OUT, -64.0], [OUT, OUT, ROOM]),
        solid([-ROOM, -OUT, -64.0], [ROOM, -ROOM, ROOM]),
        solid([-ROOM, ROOM, -64.0], [ROOM, OUT, ROOM]),
    ]
}

fn room() -> Vec<Option<Brush>> {
    let mut brushes = walls();
    brushes.push(solid([-ROOM, -ROOM, -64.0], [ROOM, ROOM, 0.0]));
    brushes
}

/// A crate, a step, a pillar reaching into floor and ceiling, water, and a clip brush.
fn furniture() -> Vec<Option<Brush>> {
    vec![
        solid([200.0, 200.0, 0.0], [264.0, 264.0, 64.0]),
        solid([264.0, 200.0, 0.0], [300.0, 264.0, 18.0]),
        solid([-264.0, 200.0, -16.0], [-232.0, 232.0, ROOM + 16.0]),
        filled([-400.0, -400.0, 0.0], [-200.0, -200.0, 40.0], Contents::WATER),
        filled(
            [200.0, -300.0, 0.0],
            [300.0, -200.0, 128.0],
            Contents::PLAYER_CLIP,
        ),
    ]
}

/// A floor through the origin with the given normal, cut into columns 64 units wide.
fn tiles(normal: Vec3) -> impl Iterator<Item = Option<Brush>> {
    (0..64).map(move |i| {
        let (x, y) = ((i % 8 - 4) as f32 * 128.0, (i / 8 - 4) as f32 * 128.0);
        let planes = [
            Plane::new(normal, 0.0),
            Plane::new(-Vec3::z(), 512.0),
            Plane::new(Vec3::x(), x + 128.0),
            Plane::new(-Vec3::x(), -x),
            Plane::new(Vec3::y(), y + 128.0),
            Plane::new(-Vec3::y(), -y),
        ];
        convex(&planes, Contents::SOLID)
    })
}

/// A wedge on the floor that rises towards +x for 30 degrees, -x for more.
fn ramp(degrees: f32) -> Option<Brush> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (side, y) = if degrees > 45.0 {
        (1.0, 100.0)
    } else {
        (-1.0, -300.0)
    };
    let planes = [
        Plane::new(Vec3::new(side * sin, 0.0, cos), 0.0),
        Plane::new(-Vec3::z(), 0.0),
        Plane::new(Vec3::x() * -side, 200.0),
        Plane::new(Vec3::y(), y + 200.0),
        Plane::new(-Vec3::y(), -y),
    ];
    convex(&planes, Contents::SOLID)
}

/// A tetrahedron with a sharp tip and sharp edges, none of them axial.
fn spike() -> Option<Brush> {
    let tip = Point::new(10.0, -20.0, 180.0);
    let foot = [(70.0, 5.0), (-60.0, 40.0), (-15.0, -75.0)].map(|(x, y)| Point::new(x, y, -40.0));
    let planes: Option<Vec<Plane>> = (0..3)
        .map(|i| Plane::through(foot[i], foot[(i + 1) % 3], tip))
        .chain([Plane::through(foot[0], foot[2], foot[1])])
        .collect();
    convex(&planes?, Contents::SOLID)
}

fn random_place(rng: &mut Pcg32) -> Vec3 {
    Vec3::from_fn(|_, _| rng.random_range(-SPREAD..SPREAD).round())
}

fn random_box(rng: &mut Pcg32) -> Option<Brush> {
    let at = random_place(rng);
    let half = Vec3::from_fn(|_, _| (rng.random_range(0.5_f32..80.0) * 8.0).round() / 8.0);
    solid((at - half).into(), (at + half).into())
}

/// A rotated box, a wedge, or a box with corners and edges cut off in any direction.
fn random_convex(rng: &mut Pcg32) -> Option<Brush> {
    let at = random_place(rng);
    let half = Vec3::from_fn(|_, _| rng.random_range(4.0_f32..80.0));
    let kind = rng.random_range(0..3);
    let turn = match kind {
        0 => Rotation3::from_axis_angle(&Unit::new_normalize(direction(rng)), rng.random_range(0.1..3.0)),
        _ => Rotation3::identity(),
    };
    let facing = |n: Vec3, reach: f32| {
        let n = (turn * n).normalize();
        Plane::new(n, n.dot(&at) + reach)
    };
    let mut planes = Vec::new();
    for axis in 0..3 {
        let mut n = Vec3::zeros();
        n[axis] = 1.0;
        planes.push(facing(n, half[axis]));
        planes.push(facing(-n, half[axis]));
    }
    let least = half.min();
    for _ in 0..[0, 1, 6][kind] {
        let mut n = direction(rng);
        if kind == 1 {
            n[rng.random_range(0..3)] = 0.0;
        }
        let reach = least * rng.random_range(0.2..0.9);
        planes.push(facing(n.normalize(), reach));
    }
    convex(&planes, Contents::SOLID)
}

/// A direction that is not of unit length, and no shorter than 0.1 in two of its components.
pub(crate) fn direction(rng: &mut Pcg32) -> Vec3 {
    let mut part = || rng.random_range(0.1_f32..1.0) * if rng.random() { 1.0 } else { -1.0 };
    Vec3::new(part(), part(), part()).normalize()
}
