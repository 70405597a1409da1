//! Faults of a backend's own copy of the world.

use clipmark_geometry::{Brush, Contents, Plane, SurfaceFlags, TriangleSides, World};

/// Brushes of more faces than this are large.
const LARGE: usize = 6;

pub(super) fn without_last_planes(world: &mut World) {
    for brush in &mut world.brushes {
        if let Some(less) = without_last_plane(brush) {
            *brush = less;
        }
    }
}

fn without_last_plane(brush: &Brush) -> Option<Brush> {
    let faces = brush.faces();
    let last = faces.last().filter(|_| faces.len() > LARGE)?.side;
    if brush.bevelled {
        // Its axial sides keep it closed.
        let mut less = brush.clone();
        less.sides.remove(last);
        return Some(less);
    }
    let sides = brush.sides.iter().enumerate().filter(|(i, _)| *i != last);
    let planes: Vec<Plane> = sides.map(|(_, s)| s.plane).collect();
    let surface = brush.sides.first().map_or(SurfaceFlags::empty(), |s| s.surface);
    Brush::from_planes(&planes, brush.contents, surface).ok()
}

/// A patch of no contents stops nothing; taken out, it would move those that a map's tree names by their numbers.
pub(super) fn without_patches(world: &mut World) {
    for patch in world.patches.iter_mut().step_by(4) {
        patch.contents = Contents::empty();
    }
}

pub(super) fn fronts_only(world: &mut World) {
    for triangle in &mut world.triangles {
        triangle.sides = TriangleSides::Front;
    }
}
