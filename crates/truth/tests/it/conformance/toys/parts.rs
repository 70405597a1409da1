//! Common parts of the toys: their hulls, the position test on top of their contacts, and their declarations.

use clipmark_collision::*;
use clipmark_geometry::{Aabb, Contents, Hull, Point};

/// The bounds of a point or a box, or why it has none here.
pub(super) fn bounds(hull: &Hull, at: &Point) -> Result<Aabb, Status> {
    let b = hull.bounds();
    match hull {
        Hull::Point | Hull::Box { .. } => {}
        _ => return Err(Status::Unsupported),
    }
    let wrong = b.is_empty() || b.mins.iter().chain(b.maxs.iter()).any(|x| x.abs() > Sweep::LIMIT);
    match Sweep::new(*hull, *at, *at).check() {
        Ok(()) if !wrong => Ok(b),
        _ => Err(Status::Invalid),
    }
}

/// The deepest of the contacts that overlap.
pub(super) fn deepest(
    toy: &dyn CollisionBackend,
    hull: &Hull,
    at: &Point,
    mask: Contents,
    work: &mut Work,
) -> Option<Penetration> {
    if let Err(status) = bounds(hull, at) {
        return Some(Penetration::refused(status));
    }
    let mut all = Vec::new();
    toy.contacts(hull, at, 0.0, mask, &mut all, work);
    let deepest = all.into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance));
    deepest.filter(|c| c.distance < 0.0).map(|c| Penetration {
        depth: -c.distance,
        normal: c.normal,
        contents: c.contents,
        status: Status::Exact,
    })
}

/// Points and boxes against solids, by Quake III's rule for starts in them.
pub(super) fn declaration(rules: TraceRules) -> Declaration {
    Declaration {
        hulls: HullKinds {
            point: true,
            aabb: true,
            ..HullKinds::default()
        },
        rules,
        skin_direction: SkinDirection::Normal,
        round_hulls: RoundHulls::Round,
        sidedness: Sidedness::Solid,
        start_solid: StartSolid::IgnoredUnlessAllSolid,
        touching_overlaps: false,
        follows: None,
        patches: false,
        triangles: false,
    }
}
