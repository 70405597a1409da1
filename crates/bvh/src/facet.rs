//! Which flat surface a sharp hull met, where GJK says only in which direction.

use crate::core_shape::CoreShape;
use crate::passage::{Path, PlaneInterval, Surface};
use crate::solid::{SAME_CORNER, Solid, Solids};

/// A sharp hull met an edge or corner of the Minkowski sum, where several faces join. All are tried; the face most opposed to
/// the motion counts. The curved side of a cylinder joins none and keeps its own normal.
pub(crate) fn name_facet(
    solids: &Solids,
    solid: &Solid,
    shape: &CoreShape,
    path: &Path,
    passage: &PlaneInterval,
    met: Surface,
) -> Surface {
    // A cosine. Corners of a face are off its plane by a rounding, so three of them span it to a thousandth.
    const SAME_PLANE: f64 = 1.0 - 5e-7;
    // Units. Faces that meet at the place differ by rounding only. Beside the round side of a cylinder, a flat face this near
    // is up to 0.2° off.
    let joined = if shape.is_box() { 1.0 / 256.0 } else { 1e-4 };
    let (t, gap, _) = passage.deciding_feature().unwrap_or((0.0, 0.0, met));
    let touching = path.at(t) - met.normal * gap;
    let gap_of = |s: &Surface| s.normal.dot(&touching) - s.dist - shape.reach(&s.normal);
    let alike = |s: &Surface| s.normal.dot(&met.normal);
    if met.is_facet {
        // A solver's version of a known plane, or an edge against an edge, which may be that near to another plane.
        let most = solids
            .planes(solid)
            .filter(|s| gap_of(s).abs() < joined)
            .max_by(|a, b| alike(a).total_cmp(&alike(b)));
        return most.filter(|s| alike(s) > SAME_PLANE).unwrap_or(met);
    }
    let has_edges = shape.is_box() && !solid.box_settled;
    let sharp = has_edges.then(|| solids.edge_planes(solid, SAME_CORNER));
    let edges = sharp.into_iter().flatten();
    let edges = edges.map(|(normal, dist)| Surface::known(normal, dist, None));
    solids
        .planes(solid)
        .chain(edges)
        .filter(|s| s.normal.dot(&path.delta) < 0.0 && gap_of(s).abs() < joined)
        .min_by(|a, b| a.normal.dot(&path.delta).total_cmp(&b.normal.dot(&path.delta)))
        .unwrap_or(met)
}
