//! Each shape, checked and built. (A mesh is in `mesh.rs`.)

use super::super::solids::{Placement, Planes, box_planes, ramp, room, slope};
use super::{Builder, Here, MAX_BRUSHES, MAX_TRIANGLES, no_solid, splitmix64};
use crate::check::{At, Checked, Range, SIDE, a_box, coordinates, counted, fault, finite, range, within};
use crate::problem::number;
use crate::{Shape, Triple};
use clipmark_geometry::{BrushError, hull_planes};
use nalgebra::Vector3;

/// Most corners of a prism, and planes of a solid: clipping is quadratic in them.
const MAX_SIDES: u64 = 128;
/// Most points of a hull: they may span nearly twice as many sides.
const MAX_POINTS: u64 = 64;

/// A normal shorter than this has no direction that could be trusted.
const SHORTEST_NORMAL: f64 = 1e-9;
/// Angle of a slope.
const DEGREES: Range = range(0.01, 89.99, "degrees");

impl Builder<'_> {
    /// Checks the fields of a shape in the order of the file, then builds it.
    pub(super) fn shape(&mut self, here: Here, shape: &Shape) -> Checked {
        let Here { at: path, place, .. } = here;
        let side = |name: &str, length: f64| within(path.field(name), length, &SIDE);
        match shape {
            Shape::Box { min, max } => {
                a_box(path, min, max)?;
                self.solid(box_planes(min, max), place, here)
            }
            Shape::Room { min, max, thickness } => {
                a_box(path, min, max)?;
                side("thickness", *thickness)?;
                let mut walls = room(min, max, *thickness).into_iter();
                walls.try_for_each(|wall| self.solid(wall, place, here))
            }
            Shape::Ramp { min, max, toward } => {
                a_box(path, min, max)?;
                axial(path.field("toward"), *toward)?;
                self.solid(ramp(min, max, *toward), place, here)
            }
            Shape::Slope {
                at,
                toward,
                degrees,
                run,
                width,
            } => {
                let place = turned(here, at, ("toward", *toward))?;
                within(path.field("degrees"), *degrees, &DEGREES)?;
                side("run", *run)?;
                side("width", *width)?;
                self.solid(slope(*degrees, *run, *width), &place, here)
            }
            Shape::Stairs {
                at,
                toward,
                steps,
                rise,
                run,
                width,
            } => {
                let place = turned(here, at, ("toward", *toward))?;
                counted(path.field("steps"), "steps", (*steps).into(), 1, 4096)?;
                side("rise", *rise)?;
                side("run", *run)?;
                side("width", *width)?;
                (0..*steps).map(f64::from).try_for_each(|i| {
                    let min = [i * run, -width / 2.0, 0.0];
                    let max = [(i + 1.0) * run, width / 2.0, (i + 1.0) * rise];
                    self.solid(box_planes(&min, &max), &place, here)
                })
            }
            Shape::Prism { base, bottom, top } => {
                let planes = prism_planes(path, base, *bottom, *top)?;
                self.solid(planes, place, here)
            }
            Shape::Hull(points) => {
                counted(path, "points", points.len() as u64, 4, MAX_POINTS)?;
                for (i, p) in points.iter().enumerate() {
                    coordinates(path.item(i), p)?;
                }
                let planes = hull_planes(points);
                if planes.len() < 4 {
                    return no_solid(path, BrushError::Flat);
                }
                self.solid(planes, place, here)
            }
            Shape::Planes(planes) => {
                counted(path, "planes", planes.len() as u64, 4, MAX_SIDES)?;
                for (i, (n, d)) in planes.iter().enumerate() {
                    let at = path.item(i);
                    coordinates(at, n)?;
                    finite(at, &[*d])?;
                    if Vector3::from(*n).norm() < SHORTEST_NORMAL {
                        return fault(
                            at,
                            "the normal has no length",
                            "write the direction out of the solid",
                        );
                    }
                }
                let planes = planes.iter().map(|(n, d)| (Vector3::from(*n), *d)).collect();
                self.solid(planes, place, here)
            }
            Shape::Tiles {
                at,
                size,
                count,
                thickness,
                jitter,
                seed,
            } => {
                coordinates(path.field("at"), at)?;
                size.iter().try_for_each(|&s| side("size", s))?;
                side("thickness", *thickness)?;
                let most = range(0.0, thickness / 2.0, "u (half the thickness)");
                within(path.field("jitter"), *jitter, &most)?;
                let tiles = u64::from(count[0]) * u64::from(count[1]);
                counted(path.field("count"), "tiles", tiles, 1, MAX_BRUSHES as u64)?;
                let mut random = *seed;
                let rows = (0..count[1]).flat_map(|j| (0..count[0]).map(move |i| [i, j].map(f64::from)));
                rows.map(|[i, j]| {
                    let top = at[2] + jitter * (2.0 * splitmix64(&mut random) - 1.0);
                    let min = [at[0] + i * size[0], at[1] + j * size[1], at[2] - thickness];
                    let max = [at[0] + (i + 1.0) * size[0], at[1] + (j + 1.0) * size[1], top];
                    box_planes(&min, &max)
                })
                .try_for_each(|tile| self.solid(tile, place, here))
            }
            Shape::Triangles { corners, stops } => {
                counted(path, "triangles", corners.len() as u64, 1, MAX_TRIANGLES as u64)?;
                let list = path.field("corners");
                for (i, triangle) in corners.iter().enumerate() {
                    let at = list.item(i);
                    triangle.iter().try_for_each(|p| coordinates(at, p))?;
                    self.triangle(at, triangle.map(Vector3::from), here, *stops)?;
                }
                Ok(())
            }
            Shape::Mesh {
                file,
                scale,
                up,
                stops,
            } => self.mesh(here, file, *scale, *up, *stops),
            Shape::Group {
                at,
                yaw,
                fill,
                shapes,
            } => {
                let place = turned(here, at, ("yaw", *yaw))?;
                self.list(&path.field("shapes"), shapes, &place, fill.unwrap_or(here.fill))
            }
        }
    }
}

/// Refuses a direction along no axis.
fn axial(at: At, toward: f64) -> Checked {
    finite(at, &[toward])?;
    if toward.rem_euclid(90.0) == 0.0 {
        return Ok(());
    }
    let toward = number(toward);
    let message = format_args!("{toward} is no direction for a Ramp, which rises toward 0, 90, 180 or 270");
    fault(at, message, "put it in a Group with a yaw, or use a Slope")
}

/// The place of a shape that is put somewhere and turned, by the field of that name.
fn turned(here: Here, at: &Triple, (name, yaw): (&str, f64)) -> Checked<Placement> {
    coordinates(here.at.field("at"), at)?;
    finite(here.at.field(name), &[yaw])?;
    Ok(here.place.after(&Placement::new(*at, yaw)))
}

fn prism_planes(at: &At, base: &[[f64; 2]], bottom: f64, top: f64) -> Checked<Planes> {
    let list = at.field("base");
    counted(list, "corners", base.len() as u64, 3, MAX_SIDES)?;
    for (i, p) in base.iter().enumerate() {
        coordinates(list.item(i), p)?;
    }
    a_box(at, &[0.0, 0.0, bottom], &[1.0, 1.0, top])?;
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
        return fault(
            list,
            "the corners do not go once around a convex polygon",
            "split it, or put them in order",
        );
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
