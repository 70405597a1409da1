//! Shapes as brushes. Everything is computed in f64 and rounded to the world's f32 once, as a plane; a turn by
//! a multiple of 90 degrees is exact, so axial faces stay axial.

use super::convex_hull::{MAX_POINTS, hull_planes};
use crate::check::{Checked, a_box, coordinates, counted, fault, finite, within};
use crate::{Fill, Problem, Shape, Triple};
use clipmark_geometry::{Brush, BrushError, Plane, SurfaceFlags};
use nalgebra::Vector3;

/// Most brushes that a scene may describe: ten times a large map.
const MAX_BRUSHES: usize = 50_000;
/// Most corners of a prism, and planes of a solid: clipping is quadratic in them.
const MAX_SIDES: u64 = 128;
/// A normal shorter than this has no direction that could be trusted.
const MIN_NORMAL: f64 = 1e-9;

/// Outward normals of any length, and distances.
type Planes = Vec<(Vector3<f64>, f64)>;

/// The brushes of a list of shapes, in the order of the list.
pub(crate) fn build(shapes: &[Shape]) -> Checked<Vec<Brush>> {
    let mut builder = Builder {
        brushes: Vec::new(),
        path: String::new(),
    };
    builder.list("world.Shapes", shapes, &Placement::default(), Fill::Solid)?;
    counted(
        "world.Shapes",
        "solids",
        builder.brushes.len() as u64,
        1,
        MAX_BRUSHES as u64,
    )?;
    Ok(builder.brushes)
}

/// A turn around the vertical, then a shift.
#[derive(Clone, Copy)]
struct Placement {
    cos: f64,
    sin: f64,
    at: Vector3<f64>,
}

impl Default for Placement {
    fn default() -> Self {
        Self {
            cos: 1.0,
            sin: 0.0,
            at: Vector3::zeros(),
        }
    }
}

impl Placement {
    fn new(at: Triple, yaw: f64) -> Self {
        let (cos, sin) = direction(yaw);
        let at = Vector3::from(at);
        Self { cos, sin, at }
    }

    fn turned(&self, v: Vector3<f64>) -> Vector3<f64> {
        let (c, s) = (self.cos, self.sin);
        Vector3::new(c * v.x - s * v.y, s * v.x + c * v.y, v.z)
    }

    /// First `inner`, then this.
    fn after(&self, inner: &Self) -> Self {
        Self {
            cos: self.cos * inner.cos - self.sin * inner.sin,
            sin: self.sin * inner.cos + self.cos * inner.sin,
            at: self.turned(inner.at) + self.at,
        }
    }
}

/// Cosine and sine of a yaw in degrees, exact at multiples of 90.
fn direction(yaw: f64) -> (f64, f64) {
    match yaw.rem_euclid(360.0) {
        0.0 => (1.0, 0.0),
        90.0 => (0.0, 1.0),
        180.0 => (-1.0, 0.0),
        270.0 => (0.0, -1.0),
        turn => (turn.to_radians().cos(), turn.to_radians().sin()),
    }
}

struct Builder {
    brushes: Vec<Brush>,
    /// The shape being built, for messages.
    path: String,
}

impl Builder {
    fn list(&mut self, path: &str, shapes: &[Shape], place: &Placement, fill: Fill) -> Checked {
        for (i, shape) in shapes.iter().enumerate() {
            let path = format!("{path}[{i}].{}", shape.name());
            self.path.clone_from(&path);
            self.shape(&path, shape, place, fill)?;
        }
        Ok(())
    }

    fn shape(&mut self, path: &str, shape: &Shape, place: &Placement, fill: Fill) -> Checked {
        let field = |name: &str| format!("{path}.{name}");
        let size = |name: &str, v: f64| positive(&field(name), v);
        match shape {
            Shape::Box { min, max } => {
                a_box(path, min, max)?;
                self.solid(box_planes(min, max), place, fill)
            }
            Shape::Room { min, max, thickness } => {
                a_box(path, min, max)?;
                size("thickness", *thickness)?;
                for wall in room(min, max, *thickness) {
                    self.solid(wall, place, fill)?;
                }
                Ok(())
            }
            Shape::Ramp { min, max, toward } => {
                a_box(path, min, max)?;
                finite(&field("toward"), &[*toward])?;
                if toward.rem_euclid(90.0) != 0.0 {
                    return fault(field("toward"), Problem::NotAxial(*toward));
                }
                self.solid(ramp(min, max, *toward), place, fill)
            }
            Shape::Slope {
                at,
                toward,
                degrees,
                run,
                width,
            } => {
                coordinates(&field("at"), at)?;
                finite(&field("toward"), &[*toward])?;
                within(&field("degrees"), *degrees, 0.01, 89.99, "degrees")?;
                size("run", *run)?;
                size("width", *width)?;
                self.solid(
                    slope(*degrees, *run, *width),
                    &place.after(&Placement::new(*at, *toward)),
                    fill,
                )
            }
            Shape::Stairs {
                at,
                toward,
                steps,
                rise,
                run,
                width,
            } => {
                coordinates(&field("at"), at)?;
                finite(&field("toward"), &[*toward])?;
                counted(&field("steps"), "steps", (*steps).into(), 1, 4096)?;
                size("rise", *rise)?;
                size("run", *run)?;
                size("width", *width)?;
                let place = place.after(&Placement::new(*at, *toward));
                for i in 0..*steps {
                    let i = f64::from(i);
                    let min = [i * run, -width / 2.0, 0.0];
                    let max = [(i + 1.0) * run, width / 2.0, (i + 1.0) * rise];
                    self.solid(box_planes(&min, &max), &place, fill)?;
                }
                Ok(())
            }
            Shape::Prism { base, bottom, top } => self
                .prism(path, base, *bottom, *top)
                .and_then(|p| self.solid(p, place, fill)),
            Shape::Hull(points) => {
                counted(path, "points", points.len() as u64, 4, MAX_POINTS as u64)?;
                for (i, p) in points.iter().enumerate() {
                    coordinates(&format!("{path}[{i}]"), p)?;
                }
                let planes = hull_planes(points);
                if planes.len() < 4 {
                    return fault(path, BrushError::Flat);
                }
                self.solid(planes, place, fill)
            }
            Shape::Planes(planes) => {
                counted(path, "planes", planes.len() as u64, 4, MAX_SIDES)?;
                for (i, (n, d)) in planes.iter().enumerate() {
                    coordinates(&format!("{path}[{i}]"), n)?;
                    finite(&format!("{path}[{i}]"), &[*d])?;
                    let length = Vector3::from(*n).norm();
                    within(
                        &format!("{path}[{i}]"),
                        length,
                        MIN_NORMAL,
                        f64::MAX,
                        "units of normal",
                    )?;
                }
                let planes = planes.iter().map(|(n, d)| (Vector3::from(*n), *d)).collect();
                self.solid(planes, place, fill)
            }
            Shape::Tiles {
                at,
                size,
                count,
                thickness,
                jitter,
                seed,
            } => {
                coordinates(&field("at"), at)?;
                size.iter().try_for_each(|&s| positive(&field("size"), s))?;
                positive(&field("thickness"), *thickness)?;
                within(
                    &field("jitter"),
                    *jitter,
                    0.0,
                    thickness / 2.0,
                    "units (half the thickness)",
                )?;
                let tiles = u64::from(count[0]) * u64::from(count[1]);
                counted(&field("count"), "tiles", tiles, 1, MAX_BRUSHES as u64)?;
                let mut random = *seed;
                for j in 0..count[1] {
                    for i in 0..count[0] {
                        let (i, j) = (f64::from(i), f64::from(j));
                        let top = at[2] + jitter * (2.0 * splitmix64(&mut random) - 1.0);
                        let min = [at[0] + i * size[0], at[1] + j * size[1], at[2] - thickness];
                        let max = [at[0] + (i + 1.0) * size[0], at[1] + (j + 1.0) * size[1], top];
                        self.solid(box_planes(&min, &max), place, fill)?;
                    }
                }
                Ok(())
            }
            Shape::Group {
                at,
                yaw,
                fill: own,
                shapes,
            } => {
                coordinates(&field("at"), at)?;
                finite(&field("yaw"), &[*yaw])?;
                let place = place.after(&Placement::new(*at, *yaw));
                self.list(&field("shapes"), shapes, &place, own.unwrap_or(fill))
            }
        }
    }

    fn prism(&self, path: &str, base: &[[f64; 2]], bottom: f64, top: f64) -> Checked<Planes> {
        counted(
            &format!("{path}.base"),
            "corners",
            base.len() as u64,
            3,
            MAX_SIDES,
        )?;
        for (i, p) in base.iter().enumerate() {
            coordinates(&format!("{path}.base[{i}]"), p)?;
        }
        a_box(path, &[0.0, 0.0, bottom], &[1.0, 1.0, top])?;
        let corner = |i: usize| Vector3::new(base[i % base.len()][0], base[i % base.len()][1], 0.0);
        let turn = |i| {
            let (a, b, c) = (corner(i), corner(i + 1), corner(i + 2));
            (b - a).cross(&(c - b)).z
        };
        let way = if (0..base.len()).map(turn).sum::<f64>() < 0.0 {
            -1.0
        } else {
            1.0
        };
        let convex = (0..base.len()).all(|i| {
            let (a, along) = (corner(i), corner(i + 1) - corner(i));
            let outwards = Vector3::new(along.y, -along.x, 0.0) * way;
            turn(i) * way > 0.0
                && (0..base.len()).all(|j| outwards.dot(&(corner(j) - a)) <= 1e-9 * along.norm_squared())
        });
        if !convex {
            return fault(format!("{path}.base"), Problem::NotConvex);
        }
        let sides = (0..base.len()).map(|i| {
            let along = corner(i + 1) - corner(i);
            let n = Vector3::new(along.y, -along.x, 0.0) * way;
            (n, n.dot(&corner(i)))
        });
        Ok(sides
            .chain([(-Vector3::z(), -bottom), (Vector3::z(), top)])
            .collect())
    }

    /// Adds one convex solid, put where it belongs.
    fn solid(&mut self, planes: Planes, place: &Placement, fill: Fill) -> Checked {
        if self.brushes.len() == MAX_BRUSHES {
            let (count, high) = (MAX_BRUSHES as u64 + 1, MAX_BRUSHES as u64);
            return counted(&self.path, "solids up to here", count, 1, high);
        }
        let planes: Vec<Plane> = planes
            .into_iter()
            .map(|(n, d)| {
                let length = n.norm();
                let normal = place.turned(n / length);
                let dist = d / length + normal.dot(&place.at);
                Plane::new(normal.cast(), dist as f32)
            })
            .collect();
        match Brush::from_planes(&planes, fill.into(), SurfaceFlags::empty()) {
            Ok(brush) => {
                let b = &brush.bounds;
                let ends = [b.mins.coords.min(), b.maxs.coords.max()].map(f64::from);
                coordinates(&self.path, &ends)?;
                self.brushes.push(brush);
                Ok(())
            }
            Err(e) => fault(&self.path, e),
        }
    }
}

fn positive(path: &str, v: f64) -> Checked {
    /// Smallest length that makes a solid, in units: thinner faces are dropped as slivers.
    const SHORTEST: f64 = 1e-3;
    within(path, v, SHORTEST, crate::check::MAX_COORDINATE, "units")
}

fn box_planes(min: &Triple, max: &Triple) -> Planes {
    (0..3)
        .flat_map(|i| {
            let n = axis(i);
            [(-n, -min[i]), (n, max[i])]
        })
        .collect()
}

fn axis(i: usize) -> Vector3<f64> {
    let mut n = Vector3::zeros();
    n[i] = 1.0;
    n
}

/// Floor and ceiling reach under and over all walls, the y walls past the x walls: no gap at any edge, no overlap.
fn room(min: &Triple, max: &Triple, t: f64) -> Vec<Planes> {
    let mut out = Vec::new();
    for i in (0..3).rev() {
        let (mut low, mut high) = (*min, *max);
        for later in 0..i {
            low[later] = min[later] - t;
            high[later] = max[later] + t;
        }
        let (mut under, mut over) = (high, low);
        under[i] = min[i];
        over[i] = max[i];
        let (mut below, mut above) = (low, high);
        below[i] = min[i] - t;
        above[i] = max[i] + t;
        out.push(box_planes(&below, &under));
        out.push(box_planes(&over, &above));
    }
    out
}

fn ramp(min: &Triple, max: &Triple, toward: f64) -> Planes {
    let (cos, sin) = direction(toward);
    let ahead = Vector3::new(cos, sin, 0.0);
    let (low, high) = (Vector3::from(*min), Vector3::from(*max));
    let extent = high - low;
    let run = extent.dot(&ahead).abs();
    let slope = Vector3::z() * run - ahead * extent.z;
    // The lowest edge passes through the low corner when rising along +x or +y, else through the high one.
    let mut foot = if cos + sin > 0.0 { low } else { high };
    foot.z = low.z;
    let mut planes = box_planes(min, max);
    // What is left of the box: the top goes, and the face at the foot shrinks to an edge.
    planes.retain(|(n, _)| n.z <= 0.0 && n.dot(&ahead) >= 0.0);
    planes.push((slope, slope.dot(&foot)));
    planes
}

/// Rises along +x from the edge x = z = 0.
fn slope(degrees: f64, run: f64, width: f64) -> Planes {
    let (sin, cos) = degrees.to_radians().sin_cos();
    vec![
        (-Vector3::z(), 0.0),
        (Vector3::x(), run),
        (-Vector3::y(), width / 2.0),
        (Vector3::y(), width / 2.0),
        (Vector3::new(-sin, 0.0, cos), 0.0),
    ]
}

/// The next number in 0..1 of splitmix64 (Steele, Lea, Flood 2014); the state is the seed at first.
fn splitmix64(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
