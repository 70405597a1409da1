//! Worlds and sweeps from bytes, mostly on a coarse grid, where faces coincide and ties are common. Some lie one
//! skin off it, and now and then a number breaks solvers.

use arbitrary::{Result, Unstructured};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::{
    Aabb, Brush, Contents, Hull, Patch, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};

/// Brushes of a world at most: enough for a tree of some levels, few enough for the exact reference.
const BRUSHES: usize = 12;
/// Sweeps through it at most.
const SWEEPS: usize = 16;
/// Spacing of the grid, in units.
const GRID: f32 = 8.0;

/// Most coordinates are within this many steps of the grid.
const NEAR: i8 = 16;
/// Steps off the grid, in units: skins, half a player, and a number that f32 has not.
const OFF: [f32; 10] = [
    0.125,
    -0.125,
    0.03125,
    -0.03125,
    1.0,
    -1.0,
    0.5,
    15.0,
    -24.0,
    1.0 / 3.0,
];

/// A world, the questions to it, and the rules to answer them by.
#[derive(Clone, Debug)]
pub struct Case {
    /// Skin and touch rule.
    pub rules: TraceRules,
    /// Sound, or the constructors would have refused it.
    pub world: World,
    /// Sweeps of any hull, on any coordinates.
    pub sweeps: Vec<Sweep>,
}

impl Case {
    /// The same questions to another world.
    pub(crate) fn of(&self, mut world: World) -> Self {
        world.bodies = self.world.bodies.clone();
        Self {
            world,
            ..self.clone()
        }
    }
}

/// Which numbers a case is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// On the grid, near it, and those that break solvers.
    Any,
    /// On the grid, and a skin or so off it.
    Round,
}

/// A world and sweeps through it.
///
/// # Errors
/// Bytes that ran out.
pub fn case(u: &mut Unstructured) -> Result<Case> {
    let rules = rules(u)?;
    let mut world = World::of_brushes("fuzz", brushes(u, Numbers::Any)?);
    if u.ratio(1, 4)? {
        world.patches.push(patch(u)?);
    }
    let sweeps = sweeps(u, Numbers::Any)?;
    Ok(Case { rules, world, sweeps })
}

/// A world of brushes and triangles on a grid, and sweeps through it by sound hulls, for the exact reference.
///
/// # Errors
/// Bytes that ran out.
pub fn round_case(u: &mut Unstructured) -> Result<Case> {
    let rules = rules(u)?;
    let mut world = World::of_brushes("fuzz", brushes(u, Numbers::Round)?);
    if u.ratio(1, 4)? {
        for _ in 0..u.int_in_range(1..=4)? {
            let corners = [
                point(u, Numbers::Round)?,
                point(u, Numbers::Round)?,
                point(u, Numbers::Round)?,
            ];
            let sides = *u.choose(&[TriangleSides::Both, TriangleSides::Front])?;
            world = world.with_triangles(Triangle::new(corners, Contents::SOLID, sides));
        }
    }
    let sweeps = sweeps(u, Numbers::Round)?;
    // For backends that prepare for the boxes that they are asked about.
    let boxes = sweeps.iter().filter(|s| matches!(s.hull, Hull::Box { .. }));
    world.bodies = boxes.map(|s| s.hull.bounds()).collect();
    Ok(Case { rules, world, sweeps })
}

fn rules(u: &mut Unstructured) -> Result<TraceRules> {
    Ok(*u.choose(&[TraceRules::QUAKE3, TraceRules::QUAKEWORLD])?)
}

fn brushes(u: &mut Unstructured, numbers: Numbers) -> Result<Vec<Brush>> {
    let mut brushes = Vec::new();
    for _ in 0..u.int_in_range(0..=BRUSHES)? {
        brushes.extend(brush(u, numbers)?);
    }
    Ok(brushes)
}

fn sweeps(u: &mut Unstructured, numbers: Numbers) -> Result<Vec<Sweep>> {
    let mut sweeps: Vec<Sweep> = Vec::new();
    for _ in 0..u.int_in_range(1..=SWEEPS)? {
        let hull = hull(u, numbers)?;
        let start = point(u, numbers)?;
        let end = match (u.int_in_range(0..=5)?, sweeps.last()) {
            (0, _) => start,
            (1, _) => {
                let mut end = start;
                end[u.int_in_range(0..=2)?] = coordinate(u, numbers)?;
                end
            }
            // Beside the last one's end.
            (2, Some(last)) => {
                let mut end = last.end;
                end[u.int_in_range(0..=2)?] += *u.choose(&OFF)?;
                end
            }
            _ => point(u, numbers)?,
        };
        let mask = *u.choose(&[Contents::PLAYER_MASK, Contents::SOLID, Contents::WATER])?;
        sweeps.push(Sweep::new(hull, start, end).against(mask));
    }
    Ok(sweeps)
}

/// On the grid, near it, or anything.
fn coordinate(u: &mut Unstructured, numbers: Numbers) -> Result<f32> {
    const ODD: [f32; 12] = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        1e38,
        -1e38,
        f32::MIN_POSITIVE,
        1e-40,
        -0.0,
        Sweep::LIMIT,
        -Sweep::LIMIT,
        65536.0,
        2e6,
    ];
    // Mostly near the middle, where solids overlap and sweeps meet them.
    let grid = |u: &mut Unstructured| {
        let steps = match u.ratio(1, 8)? {
            true => u.arbitrary::<i8>()?,
            false => u.int_in_range(-NEAR..=NEAR)?,
        };
        Ok(f32::from(steps) * GRID)
    };
    let most = match numbers {
        Numbers::Any => 15,
        Numbers::Round => 13,
    };
    Ok(match u.int_in_range(0..=most)? {
        0..=7 => grid(u)?,
        8..=11 => grid(u)? + u.choose(&OFF)?,
        12 => f32::from(u.arbitrary::<i16>()?) / 8.0,
        13 => f32::from(u.arbitrary::<i8>()?) / 8.0,
        14 => f32::from_bits(u.arbitrary()?),
        _ => *u.choose(&ODD)?,
    })
}

fn point(u: &mut Unstructured, numbers: Numbers) -> Result<Point> {
    Ok(Point::new(
        coordinate(u, numbers)?,
        coordinate(u, numbers)?,
        coordinate(u, numbers)?,
    ))
}

/// A box or the part behind some planes; nothing if that is no solid.
fn brush(u: &mut Unstructured, numbers: Numbers) -> Result<Option<Brush>> {
    let contents = *u.choose(&[
        Contents::SOLID,
        Contents::SOLID,
        Contents::SOLID,
        Contents::PLAYER_CLIP,
        Contents::WATER,
    ])?;
    let middle = point(u, numbers)?;
    let size = |u: &mut Unstructured| {
        let most = *u.choose(&[2u8, 8, 32])?;
        Ok(f32::from(u.int_in_range(1..=most)?) * GRID / 2.0)
    };
    let half = Vec3::new(size(u)?, size(u)?, size(u)?);
    let (mins, maxs) = (middle - half, middle + half);
    if u.ratio(1, 2)? {
        return Ok(Brush::from_box(mins, maxs, contents).ok());
    }
    let mut planes = Vec::new();
    for axis in 0..3 {
        let mut normal = Vec3::zeros();
        normal[axis] = 1.0;
        planes.push(Plane::new(normal, maxs[axis]));
        planes.push(Plane::new(-normal, -mins[axis]));
    }
    for _ in 0..u.int_in_range(1..=4)? {
        let step = |u: &mut Unstructured| Ok(f32::from(u.int_in_range(-4..=4i8)?));
        let across = Vec3::new(step(u)?, step(u)?, step(u)?);
        let share = f32::from(u.int_in_range(-8..=8i8)?) / 8.0;
        if let Some(normal) = across.try_normalize(0.5) {
            let reach = half.dot(&normal.abs());
            planes.push(Plane::new(normal, normal.dot(&middle.coords) + reach * share));
        }
    }
    Ok(Brush::from_planes(&planes, contents, SurfaceFlags::empty()).ok())
}

/// A grid of control points; map readers leave out points without numbers, so they are here.
fn patch(u: &mut Unstructured) -> Result<Patch> {
    let (width, height) = (*u.choose(&[3, 5])?, 3);
    let mut points = Vec::new();
    for _ in 0..width * height {
        let p = point(u, Numbers::Any)?;
        let fine = p.iter().all(|x| x.is_finite() && x.abs() < 65536.0);
        points.push(if fine { p } else { Point::origin() });
    }
    Ok(Patch {
        width,
        height,
        points,
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    })
}

/// Any hull that its constructor accepts, among them flat ones; now and then one with odd fields.
fn hull(u: &mut Unstructured, numbers: Numbers) -> Result<Hull> {
    if u.ratio(1, 2)? {
        return Ok(Hull::quake3_player());
    }
    let size = |u: &mut Unstructured| Ok(f32::from(u.int_in_range(0..=64u8)?) / 2.0);
    let (x, y) = (size(u)?, size(u)?);
    let mins = Point::new(-x, -x, -size(u)?);
    let maxs = Point::new(x, x, size(u)?);
    let beside = Aabb::new(mins, Point::new(x, y, maxs.z));
    let most = match numbers {
        Numbers::Any => 6,
        Numbers::Round => 4,
    };
    Ok(match u.int_in_range(0..=most)? {
        0 => Hull::Point,
        1 => Hull::Sphere { radius: x },
        2 => Hull::Box { bounds: beside },
        3 => Hull::Capsule {
            bounds: Aabb::new(mins, maxs),
        },
        4 => Hull::Cylinder {
            bounds: Aabb::new(mins, maxs),
        },
        5 => Hull::Sphere {
            radius: coordinate(u, numbers)?,
        },
        _ => Hull::Box {
            bounds: Aabb::new(point(u, numbers)?, point(u, numbers)?),
        },
    })
}
