//! From a world to solids, with the parts left out.

use crate::solid::{Refused, Solids};
use clipmark_collision::BuildError;
use clipmark_geometry::World;

/// All parts of a world as convex solids, in the order of its brushes, its triangles and its patches. A line names each kind of
/// thing that is left out.
pub(crate) fn solids_of(world: &World, backend: &'static str) -> Result<(Solids, Vec<String>), BuildError> {
    let mut solids = Solids::default();
    let mut empty = 0;
    for (i, brush) in world.brushes.iter().enumerate() {
        match solids.push_brush(brush) {
            Ok(()) => {}
            Err(Refused::Empty) => empty += 1,
            Err(Refused::Open) => return Err(open(backend, i)),
        }
    }
    let curved = world.patch_triangles();
    let pieces = world.triangles.iter().chain(&curved.triangles);
    let far = pieces.filter(|t| solids.push_triangle(t).is_err()).count();
    solids.shrink();
    let told = [
        (empty, "brushes that enclose no volume"),
        (far, "triangles out of the range of coordinates"),
        (curved.left_out, "patches that are too fine or cut short"),
    ];
    let omissions = told.iter().filter(|(n, _)| *n > 0);
    let omissions = omissions.map(|(n, what)| format!("{n} {what} are not collided with"));
    Ok((solids, omissions.collect()))
}

pub(crate) fn open(backend: &'static str, brush: usize) -> BuildError {
    BuildError::Brush {
        backend,
        brush,
        why: "is open on a side or has a coordinate that is not finite".into(),
    }
}

/// The parts of the world that backends of convex solids do not collide with.
pub(crate) fn omissions(world: &World, empty: usize) -> Vec<String> {
    let mut omissions = Vec::new();
    if !world.patches.is_empty() {
        let n = world.patches.len();
        omissions.push(format!("this map's {n} patches are not collided with"));
    }
    if !world.triangles.is_empty() {
        let n = world.triangles.len();
        omissions.push(format!("the {n} triangles are not collided with"));
    }
    if empty > 0 {
        omissions.push(format!(
            "{empty} brushes that enclose no volume are not collided with"
        ));
    }
    omissions
}
