//! Gives a facet the planes that a box sweep needs besides its surface and borders.
//!
//! Source: `docs/engines.md` section 1, "Patches". As for brushes (see [`bevelled`](crate::bevelled)), these are the axial planes
//! of its bounds and the planes edge x axis. A plane that the facet or the patch has already is reused. Beyond that description:
//! edges near an axis get no bevel with it (`SHORT`). A plane that holds the whole facet is no bevel.

use super::facet::Facet;
use super::outline::cut_behind;
use super::planes::{Planes, Seen, equal};
use super::vector::{Flat, cross, dot, normalized, sub};

/// Most borders of a facet with its bevels.
const MAX_BORDERS: usize = 26;
/// An edge shorter than this, in units, gives no bevel. The same limit holds for a unit edge's cross product with the axis: none
/// within 30 degrees of the axis. Smaller gives planes that the recordings do not know.
const SHORT: f32 = 0.5;
/// A component of a unit vector within this of one makes it axial.
const AXIAL: f32 = 1e-4;
/// A corner this far in front of a bevel, in units, means that the bevel would cut into the facet.
const BEHIND: f32 = 0.1;

/// Adds the bevels to the borders.
pub(super) fn add(facet: &mut Facet, planes: &mut Planes) {
    let outline = std::mem::take(&mut facet.outline);
    for plane in axial(&outline) {
        if let Some(bevel) = fresh(facet, plane, planes) {
            facet.borders.push(bevel);
        }
    }
    for (i, &from) in outline.iter().enumerate() {
        let to = outline[(i + 1) % outline.len()];
        let Some(edge) = direction(sub(from, to)) else {
            continue;
        };
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let bevel = edge_bevel(from, edge, axis, sign)
                    .filter(|p| outline.iter().all(|&at| dot(at, p.normal) - p.dist <= BEHIND))
                    .and_then(|plane| fresh(facet, plane, planes));
                // A plane that the whole facet lies on would be a second surface or a second back.
                if let Some(bevel) = bevel.filter(|&b| !cut_behind(&outline, &planes.seen(b)).is_empty()) {
                    facet.borders.push(bevel);
                }
            }
        }
    }
    facet.outline = outline;
}

/// The six sides of the bounds, in the order -x +x -y +y -z +z.
fn axial(outline: &[[f32; 3]]) -> impl Iterator<Item = Flat> {
    let reach = |k: usize, sign: f32| outline.iter().fold(f32::NEG_INFINITY, |m, p| m.max(sign * p[k]));
    (0..3).flat_map(move |k| {
        [-1.0f32, 1.0].map(|sign| {
            let mut normal = [0.0; 3];
            normal[k] = sign;
            Flat {
                normal,
                dist: reach(k, sign),
            }
        })
    })
}

/// The unit direction of an edge that is neither short nor axial.
fn direction(edge: [f32; 3]) -> Option<[f32; 3]> {
    let (unit, length) = normalized(edge)?;
    (length >= SHORT && unit.iter().all(|x| 1.0 - x.abs() >= AXIAL)).then_some(unit)
}

fn edge_bevel(on: [f32; 3], edge: [f32; 3], axis: usize, sign: f32) -> Option<Flat> {
    let mut towards = [0.0; 3];
    towards[axis] = sign;
    let (normal, length) = normalized(cross(edge, towards))?;
    (length >= SHORT).then(|| Flat {
        normal,
        dist: dot(on, normal),
    })
}

/// The plane as a border, if there is room for it and the facet has none like it.
fn fresh(facet: &Facet, plane: Flat, planes: &mut Planes) -> Option<Seen> {
    let has = |index: usize| equal(&planes.get(index), &plane).is_some();
    let room = facet.borders.len() + 1 < MAX_BORDERS;
    let known = has(facet.surface) || facet.borders.iter().any(|b| has(b.index));
    (room && !known).then(|| planes.like(plane))
}
