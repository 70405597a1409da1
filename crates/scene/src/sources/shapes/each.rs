//! One function a shape: its fields are checked in the order of the file, then it is built. (A mesh is in `mesh.rs`.)

use super::super::solids::{Placement, Planes, box_planes, ramp, room, slope};
use super::{Builder, Here, MAX_BRUSHES, MAX_TRIANGLES, splitmix64};
use crate::check::{Checked, a_box, coordinates, counted, fault, finite, within};
use crate::shape::Facing;
use crate::{Fill, Problem, Shape, Triple};
use clipmark_geometry::{BrushError, hull_planes};
use nalgebra::Vector3;

/// Most corners of a prism, and planes of a solid: clipping is quadratic in them.
const MAX_SIDES: u64 = 128;
/// Most points of a hull: they may span nearly twice as many sides.
const MAX_POINTS: usize = 64;
/// A normal shorter than this has no direction that could be trusted.
const MIN_NORMAL: f64 = 1e-9;

/// How uneven the tops of tiles are.
pub(super) struct Tops {
    pub(super) jitter: f64,
    pub(super) seed: u64,
}

impl Builder<'_> {
    pub(super) fn cuboid(&mut self, here: Here, min: &Triple, max: &Triple) -> Checked {
        a_box(here.path, min, max)?;
        self.solid(box_planes(min, max), here.place, here.fill)
    }

    pub(super) fn room(&mut self, here: Here, min: &Triple, max: &Triple, thickness: f64) -> Checked {
        a_box(here.path, min, max)?;
        positive(&here.field("thickness"), thickness)?;
        for wall in room(min, max, thickness) {
            self.solid(wall, here.place, here.fill)?;
        }
        Ok(())
    }

    pub(super) fn ramp(&mut self, here: Here, min: &Triple, max: &Triple, toward: f64) -> Checked {
        a_box(here.path, min, max)?;
        finite(&here.field("toward"), &[toward])?;
        if toward.rem_euclid(90.0) != 0.0 {
            return fault(here.field("toward"), Problem::NotAxial(toward));
        }
        self.solid(ramp(min, max, toward), here.place, here.fill)
    }

    pub(super) fn slope(
        &mut self,
        here: Here,
        foot: (&Triple, f64),
        degrees: f64,
        [run, width]: [f64; 2],
    ) -> Checked {
        let place = turned(here, foot, "toward")?;
        within(&here.field("degrees"), degrees, 0.01, 89.99, "degrees")?;
        positive(&here.field("run"), run)?;
        positive(&here.field("width"), width)?;
        self.solid(slope(degrees, run, width), &place, here.fill)
    }

    pub(super) fn stairs(
        &mut self,
        here: Here,
        foot: (&Triple, f64),
        steps: u32,
        [rise, run, width]: [f64; 3],
    ) -> Checked {
        let place = turned(here, foot, "toward")?;
        counted(&here.field("steps"), "steps", steps.into(), 1, 4096)?;
        positive(&here.field("rise"), rise)?;
        positive(&here.field("run"), run)?;
        positive(&here.field("width"), width)?;
        for i in 0..steps {
            let i = f64::from(i);
            let min = [i * run, -width / 2.0, 0.0];
            let max = [(i + 1.0) * run, width / 2.0, (i + 1.0) * rise];
            self.solid(box_planes(&min, &max), &place, here.fill)?;
        }
        Ok(())
    }

    pub(super) fn prism(&mut self, here: Here, base: &[[f64; 2]], bottom: f64, top: f64) -> Checked {
        let planes = prism_planes(here.path, base, bottom, top)?;
        self.solid(planes, here.place, here.fill)
    }

    pub(super) fn hull(&mut self, here: Here, points: &[Triple]) -> Checked {
        counted(here.path, "points", points.len() as u64, 4, MAX_POINTS as u64)?;
        for (i, p) in points.iter().enumerate() {
            coordinates(&format!("{}[{i}]", here.path), p)?;
        }
        let planes = hull_planes(points);
        if planes.len() < 4 {
            return fault(here.path, BrushError::Flat);
        }
        self.solid(planes, here.place, here.fill)
    }

    pub(super) fn planes(&mut self, here: Here, planes: &[(Triple, f64)]) -> Checked {
        counted(here.path, "planes", planes.len() as u64, 4, MAX_SIDES)?;
        for (i, (n, d)) in planes.iter().enumerate() {
            let path = format!("{}[{i}]", here.path);
            coordinates(&path, n)?;
            finite(&path, &[*d])?;
            let length = Vector3::from(*n).norm();
            within(&path, length, MIN_NORMAL, f64::MAX, "units of normal")?;
        }
        let planes = planes.iter().map(|(n, d)| (Vector3::from(*n), *d)).collect();
        self.solid(planes, here.place, here.fill)
    }

    pub(super) fn tiles(
        &mut self,
        here: Here,
        at: &Triple,
        size: &[f64; 2],
        count: &[u32; 2],
        thickness: f64,
        tops: Tops,
    ) -> Checked {
        let Tops { jitter, mut seed } = tops;
        coordinates(&here.field("at"), at)?;
        size.iter().try_for_each(|&s| positive(&here.field("size"), s))?;
        positive(&here.field("thickness"), thickness)?;
        let most = thickness / 2.0;
        within(&here.field("jitter"), jitter, 0.0, most, "u (half the thickness)")?;
        let tiles = u64::from(count[0]) * u64::from(count[1]);
        counted(&here.field("count"), "tiles", tiles, 1, MAX_BRUSHES as u64)?;
        for j in 0..count[1] {
            for i in 0..count[0] {
                let (i, j) = (f64::from(i), f64::from(j));
                let top = at[2] + jitter * (2.0 * splitmix64(&mut seed) - 1.0);
                let min = [at[0] + i * size[0], at[1] + j * size[1], at[2] - thickness];
                let max = [at[0] + (i + 1.0) * size[0], at[1] + (j + 1.0) * size[1], top];
                self.solid(box_planes(&min, &max), here.place, here.fill)?;
            }
        }
        Ok(())
    }

    pub(super) fn triangles(&mut self, here: Here, corners: &[[Triple; 3]], stops: Facing) -> Checked {
        counted(
            here.path,
            "triangles",
            corners.len() as u64,
            1,
            MAX_TRIANGLES as u64,
        )?;
        for (i, triangle) in corners.iter().enumerate() {
            let path = format!("{}.corners[{i}]", here.path);
            triangle.iter().try_for_each(|p| coordinates(&path, p))?;
            self.triangle(&path, triangle.map(Vector3::from), here.place, here.fill, stops)?;
        }
        Ok(())
    }

    pub(super) fn group(
        &mut self,
        here: Here,
        origin: (&Triple, f64),
        fill: Option<Fill>,
        shapes: &[Shape],
    ) -> Checked {
        let place = turned(here, origin, "yaw")?;
        self.list(&here.field("shapes"), shapes, &place, fill.unwrap_or(here.fill))
    }
}

/// The place of a shape that is put somewhere and turned, by the fields `at` and the one named.
fn turned(here: Here, (at, yaw): (&Triple, f64), name: &str) -> Checked<Placement> {
    coordinates(&here.field("at"), at)?;
    finite(&here.field(name), &[yaw])?;
    Ok(here.place.after(&Placement::new(*at, yaw)))
}

fn prism_planes(path: &str, base: &[[f64; 2]], bottom: f64, top: f64) -> Checked<Planes> {
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

/// Rejects a length that makes no solid.
pub(super) fn positive(path: &str, v: f64) -> Checked {
    /// Smallest length that makes a solid, in units: thinner faces are dropped as slivers.
    const SHORTEST: f64 = 1e-3;
    within(path, v, SHORTEST, crate::check::MAX_COORDINATE, "u")
}
