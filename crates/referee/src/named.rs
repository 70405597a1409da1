//! A stop's facts beside its normal: the plane's distance, the flags of the surface, and the placed model that it is of.
//!
//! Source: the seam. The plane is the met surface's, not moved out by the hull. A hull at rest is no farther from it than the
//! skin, and no deeper behind it than the tolerance. Flags are those of a face of a solid that is met there. Where solids are
//! solids it is a face that looks along the normal, if there is one; else any.
//!
//! Not judged: a stop in the solid that the sweep starts in. A backend that declares merged solids has no surfaces, and names no
//! flags.

use crate::body::outline;
use crate::judge::Verdict;
use crate::laid::Lying;
use crate::reference::HullReference;
use crate::solid::{HalfSpace, Part, Solid, V};
use crate::standing::{SLIVER, width};
use clipmark_collision::{Declaration, Follows, Sidedness, Sweep, Trace};
use clipmark_geometry::SurfaceFlags;
use clipmark_rows::faults::Fault;

/// Cosine from which a face looks along the reported normal, 1 degree: the tolerance of normals.
const SAME_FACE: f64 = 0.999_848;
/// The reported normal is the face's own if it differs by no more than this: a few f32 roundings. Farther off it belongs to a
/// bevel at an edge beside, which may have the flags of any face there. On terrain such bevels are 5e-6 off a face.
const OWN_FACE: f64 = 1e-6;

/// The verdict, with the faults of the other facts that a stop names besides its normal.
pub fn judge_named(
    reference: &HullReference,
    sweep: &Sweep,
    trace: &Trace,
    declaration: &Declaration,
    v: Verdict,
) -> Verdict {
    let unknown = [Fault::Malformed, Fault::Phantom, Fault::WrongNormal];
    let is_known = v.judged && !unknown.into_iter().any(|fault| v.is_of_geometry(fault));
    let told = trace
        .plane
        .filter(|_| is_known && trace.hit() && !trace.start_solid);
    let Some(plane) = told else { return v };
    let (n, end): (V, V) = (plane.normal.cast(), trace.end.coords.cast());
    let skin = f64::from(declaration.rules.skin);
    let slack = v.asked.tolerance + reference.slack;
    let is_off = |lying: Lying| {
        let gap = lying.gap(&n, plane.dist.into());
        gap - skin > slack || -gap > slack
    };
    // An upright box says nothing of the plane of a model that meets a laid one.
    let (mut plane_off, mut laid) = (true, false);
    let grown = skin + v.asked.tolerance;
    let (mut any, mut right, mut at_patch) = (false, false, false);
    let merges = declaration.follows == Some(Follows::QuakeClipHulls);
    for i in reference.holding(&end, grown) {
        any = true;
        let lying = Lying::at(&reference.solids[i], &sweep.hull, end);
        plane_off &= is_off(lying);
        laid |= lying.is_laid();
        at_patch |= matches!(reference.part_of(i), Part::Patch { .. });
        let solid = &reference.solids[i];
        right |= solid.placement == trace.model
            && (merges || may_name(solid, &n, trace.surface, declaration.sidedness));
    }
    plane_off &= laid || is_off(Lying::upright(&sweep.hull, end));
    // The engine names a facet's plane moved out by the hull.
    if at_patch && declaration.follows == Some(Follows::Quake3) {
        plane_off = false;
    }
    let wrong_surface = any && !right || merges && !trace.surface.is_empty();
    let found = [
        (plane_off, Fault::WrongPlane),
        (wrong_surface, Fault::WrongSurface),
    ];
    let wrong = found.into_iter().filter(|(is, _)| *is);
    wrong.fold(v, |v, (_, fault)| v.and(fault))
}

/// Whether a stop at a solid, by this normal, may name these flags.
fn may_name(solid: &Solid, n: &V, surface: SurfaceFlags, sidedness: Sidedness) -> bool {
    let of_face = |(normal, flags): &(V, SurfaceFlags)| normal.dot(n) >= SAME_FACE && *flags == surface;
    if solid.flags.iter().any(of_face) {
        return true;
    }
    // A sliver of a face is none to who welds corners.
    let is_own = |face: &&HalfSpace| (face.normal - n).norm() <= OWN_FACE;
    let is_wide = |face: &HalfSpace| width(&outline(face, &solid.vertices)) >= SLIVER;
    // A backend of surfaces meets a face and the edges of its neighbours at once.
    if sidedness == Sidedness::Solid && solid.faces.iter().filter(is_own).any(is_wide) {
        return false;
    }
    // At an edge a normal belongs to no face.
    surface.is_empty() || solid.flags.iter().any(|(_, flags)| *flags == surface)
}
