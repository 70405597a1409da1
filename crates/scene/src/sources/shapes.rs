//! Shapes as brushes and triangles. Everything is computed in f64 and rounded to the world's f32 once, as a plane
//! or a corner.

use super::obj::{self, MAX_OBJ_BYTES};
use super::solids::{Placement, Planes, box_planes, ramp, room, slope};
use crate::check::{Checked, Fault, a_box, coordinates, counted, fault, finite, within};
use crate::shape::{Facing, Up};
use crate::{Files, Fill, Frame, Problem, Shape, Triple};
use clipmark_geometry::{
    Brush, BrushError, Plane, Point, SurfaceFlags, Triangle, TriangleError, hull_planes,
};
use nalgebra::Vector3;
use std::path::Path;

/// Most brushes that a scene may describe: twenty times a large map, as a `.map` file may have.
const MAX_BRUSHES: usize = 100_000;
/// Most triangles: several times the faces of a large map.
const MAX_TRIANGLES: usize = 1_000_000;
/// Most corners of a prism, and planes of a solid: clipping is quadratic in them.
const MAX_SIDES: u64 = 128;
/// Most points of a hull: they may span nearly twice as many sides.
const MAX_POINTS: usize = 64;
/// Most work that the solids of a scene may ask for, in cuts of a side by two others: the cube of a solid's sides, which is what
/// its faces, edges and bevels cost, and [`EACH`] more. The 100,000 boxes that a scene may have ask for 222 million, 150 hulls of
/// 64 points for 290 million, which a backend builds in a second or two.
pub(crate) const MAX_WORK: u64 = 300_000_000;
/// What a solid costs however few sides it has, in the same cuts.
const EACH: u64 = 2000;
/// A normal shorter than this has no direction that could be trusted.
const MIN_NORMAL: f64 = 1e-9;

/// What shapes are made of.
#[derive(Default)]
pub(crate) struct Built {
    pub(crate) brushes: Vec<Brush>,
    pub(crate) triangles: Vec<Triangle>,
    /// The work that the solids took, as [`MAX_WORK`] counts it.
    pub(crate) work: u64,
}

/// Refuses more work than a scene may ask for.
pub(crate) fn affordable(path: &str, work: u64) -> Checked {
    if work <= MAX_WORK {
        return Ok(());
    }
    let problem = Problem::Budget {
        what: "cuts of sides (for each solid 2,000 and the cube of its sides)",
        asked: work,
        most: MAX_WORK,
        remedy: "use fewer solids, or solids of fewer sides",
    };
    fault(path, problem)
}

/// The brushes and triangles of a list of shapes, in the order of the list, put where the scene is. Mesh files are read
/// from their place relative to a folder; without one they are passed over.
pub(crate) fn build(shapes: &[Shape], frame: &Frame, folder: Option<(&Path, &dyn Files)>) -> Checked<Built> {
    let mut builder = Builder {
        built: Built::default(),
        meshes: 0,
        folder,
        path: String::new(),
    };
    let place = Placement::new(frame.at, frame.yaw);
    builder.list("world.Shapes", shapes, &place, Fill::Solid)?;
    let parts = builder.built.brushes.len() + builder.built.triangles.len() + builder.meshes;
    let most = MAX_BRUSHES + MAX_TRIANGLES;
    counted("world.Shapes", "solids", parts as u64, 1, most as u64)?;
    Ok(builder.built)
}

struct Builder<'a> {
    built: Built,
    /// Mesh files named so far.
    meshes: usize,
    /// Where paths of meshes start and what reads them, if they are to be read.
    folder: Option<(&'a Path, &'a dyn Files)>,
    /// The shape being built, for messages.
    path: String,
}

impl Builder<'_> {
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
            Shape::Triangles { corners, stops } => {
                counted(path, "triangles", corners.len() as u64, 1, MAX_TRIANGLES as u64)?;
                for (i, triangle) in corners.iter().enumerate() {
                    let path = format!("{path}.corners[{i}]");
                    triangle.iter().try_for_each(|p| coordinates(&path, p))?;
                    self.triangle(&path, triangle.map(Vector3::from), place, fill, *stops)?;
                }
                Ok(())
            }
            Shape::Mesh {
                file,
                scale,
                up,
                stops,
            } => {
                positive(&field("scale"), *scale)?;
                self.meshes += 1;
                match self.folder {
                    Some((folder, files)) => self.mesh(
                        &field("file"),
                        (&folder.join(file), files),
                        *scale,
                        *up,
                        |builder, path, corners| builder.triangle(path, corners, place, fill, *stops),
                    ),
                    None => Ok(()),
                }
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

    /// Reads a mesh file and adds its triangles.
    fn mesh(
        &mut self,
        path: &str,
        (file, files): (&Path, &dyn Files),
        scale: f64,
        up: Up,
        add: impl Fn(&mut Self, &str, [Vector3<f64>; 3]) -> Checked,
    ) -> Checked {
        let bad = |why| Problem::Mesh {
            file: file.into(),
            why,
        };
        let bytes = match files.read(file, None, MAX_OBJ_BYTES) {
            Ok(bytes) => bytes,
            Err(Problem::Unreadable(e)) if e.kind() == std::io::ErrorKind::NotFound => {
                return fault(path, Problem::MissingMesh(file.into()));
            }
            Err(why) => {
                let (file, why) = (file.into(), Box::new(why));
                return fault(path, Problem::MeshFile { file, why });
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let found = obj::triangles(&text, MAX_TRIANGLES - self.built.triangles.len());
        for (line, corners) in found.or_else(|why| fault(path, bad(why)))? {
            let corners = corners.map(|p| match up {
                Up::Y => Vector3::new(p.x, -p.z, p.y) * scale,
                Up::Z => p * scale,
            });
            add(self, path, corners).map_err(|f| match f.problem {
                // The place that helps is the one in the mesh.
                Problem::NotATriangle(TriangleError::Degenerate) => Fault {
                    problem: bad(obj::no_area(line)),
                    ..f
                },
                _ => f,
            })?;
        }
        Ok(())
    }

    /// Adds one triangle, put where it belongs.
    fn triangle(
        &mut self,
        path: &str,
        corners: [Vector3<f64>; 3],
        place: &Placement,
        fill: Fill,
        stops: Facing,
    ) -> Checked {
        let corners = corners.map(|p| place.turned(p) + place.at);
        for p in &corners {
            coordinates(path, &Triple::from(*p))?;
        }
        let corners = corners.map(|p| Point::from(p.cast::<f32>()));
        match Triangle::new(corners, fill.into(), stops.into()) {
            Ok(triangle) => {
                self.built.triangles.push(triangle);
                Ok(())
            }
            Err(e) => fault(path, e),
        }
    }

    /// Adds one convex solid, put where it belongs.
    fn solid(&mut self, planes: Planes, place: &Placement, fill: Fill) -> Checked {
        if self.built.brushes.len() == MAX_BRUSHES {
            let (count, high) = (MAX_BRUSHES as u64 + 1, MAX_BRUSHES as u64);
            return counted(&self.path, "solids up to here", count, 1, high);
        }
        self.built.work += EACH + (planes.len() as u64).pow(3);
        affordable(&self.path, self.built.work)?;
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
                self.built.brushes.push(brush);
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

/// The next number in 0..1 of splitmix64 (Steele, Lea, Flood 2014); the state is the seed at first.
pub fn splitmix64(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
