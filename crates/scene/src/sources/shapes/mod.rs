//! Shapes as brushes and triangles. Everything is computed in f64 and rounded to the world's f32 once, as a plane
//! or a corner.

mod each;
mod mesh;

use super::solids::{Placement, Planes};
use crate::check::{self, At, Checked, coordinates, counted, fault};
use crate::shape::Facing;
use crate::{Files, Fill, Frame, Shape, Triple};
use clipmark_geometry::{Brush, Plane, Point, SurfaceFlags, Triangle};
use nalgebra::Vector3;
use std::path::Path;

/// Most brushes that a scene may describe: twenty times a large map, as a `.map` file may have.
const MAX_BRUSHES: usize = 100_000;
/// Most triangles: several times the faces of a large map.
const MAX_TRIANGLES: usize = 1_000_000;
/// Most work for the solids of a scene, in pairs of their sides (the cost of faces, edges and bevels), and [`EACH`] more. The
/// 100,000 boxes that a scene may have ask for 15.6 million, 2,000 hulls of 64 points for 31 million. Those take some ten
/// seconds and 270 MB on one core of a server of 2021.
const MAX_WORK: u64 = 32_000_000;
/// The base cost of a solid, in the same pairs.
const EACH: u64 = 120;

/// The solids of shapes.
#[derive(Default)]
pub(crate) struct Built {
    pub(crate) brushes: Vec<Brush>,
    pub(crate) triangles: Vec<Triangle>,
    /// The work that the solids took, as [`MAX_WORK`] counts it.
    pub(crate) work: u64,
}

/// Refuses more work than a scene may ask for.
pub(crate) fn affordable(at: impl std::fmt::Display, work: u64) -> Checked {
    let what = "pairs of sides (for each solid 120 and the square of its sides)";
    let remedy = "use fewer solids, or solids of fewer sides";
    check::affordable(at, what, work, MAX_WORK, remedy)
}

/// The brushes and triangles of a list of shapes, in the order of the list, put where the scene is. Mesh files are read
/// from their place relative to a folder; without one they are passed over.
pub(crate) fn build(
    at: &At,
    shapes: &[Shape],
    frame: &Frame,
    folder: Option<(&Path, &dyn Files)>,
) -> Checked<Built> {
    let mut builder = Builder {
        built: Built::default(),
        meshes: 0,
        folder,
    };
    let place = Placement::new(frame.at, frame.yaw);
    builder.list(at, shapes, &place, Fill::Solid)?;
    let parts = builder.built.brushes.len() + builder.built.triangles.len() + builder.meshes;
    let most = MAX_BRUSHES + MAX_TRIANGLES;
    counted(at, "solids", parts as u64, 1, most as u64)?;
    Ok(builder.built)
}

/// Where a shape is: its path in the file, its place, and its contents.
#[derive(Clone, Copy)]
struct Here<'a> {
    at: &'a At<'a>,
    place: &'a Placement,
    fill: Fill,
}

struct Builder<'a> {
    built: Built,
    /// Mesh files named so far.
    meshes: usize,
    /// Where paths of meshes start and their reader, if they are to be read.
    folder: Option<(&'a Path, &'a dyn Files)>,
}

impl Builder<'_> {
    fn list(&mut self, at: &At, shapes: &[Shape], place: &Placement, fill: Fill) -> Checked {
        for (i, shape) in shapes.iter().enumerate() {
            let item = at.item(i);
            let at = &item.field(shape.name());
            self.shape(Here { at, place, fill }, shape)?;
        }
        Ok(())
    }

    /// Adds one triangle, put where it belongs.
    fn triangle(&mut self, at: At, corners: [Vector3<f64>; 3], here: Here, stops: Facing) -> Checked {
        let corners = corners.map(|p| here.place.turned(p) + here.place.at);
        for p in &corners {
            coordinates(at, &Triple::from(*p))?;
        }
        let corners = corners.map(|p| Point::from(p.cast::<f32>()));
        match Triangle::new(corners, here.fill.into(), stops.into()) {
            Ok(triangle) => {
                self.built.triangles.push(triangle);
                Ok(())
            }
            Err(why) => fault(
                at,
                format_args!("no triangle: {why}"),
                "mend its corners or leave it out",
            ),
        }
    }

    /// Adds one convex solid, put where it belongs.
    fn solid(&mut self, planes: Planes, place: &Placement, here: Here) -> Checked {
        let count = self.built.brushes.len() as u64 + 1;
        counted(here.at, "solids up to here", count, 1, MAX_BRUSHES as u64)?;
        self.built.work += EACH + (planes.len() as u64).pow(2);
        affordable(here.at, self.built.work)?;
        let planes: Vec<Plane> = planes
            .into_iter()
            .map(|(n, d)| {
                let length = n.norm();
                let normal = place.turned(n / length);
                let dist = d / length + normal.dot(&place.at);
                Plane::new(normal.cast(), dist as f32)
            })
            .collect();
        match Brush::from_planes(&planes, here.fill.into(), SurfaceFlags::empty()) {
            Ok(brush) => {
                let b = &brush.bounds;
                let ends = [b.mins.coords.min(), b.maxs.coords.max()].map(f64::from);
                coordinates(here.at, &ends)?;
                self.built.brushes.push(brush);
                Ok(())
            }
            Err(why) => no_solid(here.at, why),
        }
    }
}

fn no_solid(at: &At, why: clipmark_geometry::BrushError) -> Checked {
    fault(
        at,
        format_args!("no solid: {why}"),
        "check the shape's points or planes",
    )
}

/// The next number in 0..1 of splitmix64 (Steele, Lea, Flood 2014); the state is the seed at first.
pub fn splitmix64(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
