//! One run of EPA under observation, for a place of the hull some way into the solid that it meets.

use super::Watching;
use super::edges::{Edge, edges, grown};
use crate::V;
use crate::closest::{Cloud, closest, parry_simplex};
use crate::core_shape::CoreShape;
use crate::passage::Path;
use crate::penetration::epa_normal;
use crate::solid::support;
use crate::tally::Silent;

/// For EPA the hull is put at most this much farther into the solid than GJK's place, in units. An eighth of a player's
/// height is deep enough to be seen.
pub const PUSH: f64 = 8.0;

/// EPA for one place of the hull in one solid. Positions are of the solid grown by the hull relative to the hull's middle,
/// which is the origin.
#[derive(Clone, Debug)]
pub struct ExpandRun {
    /// The hull's middle in the world.
    pub at: V,
    /// Edges of the grown solid.
    pub body: Vec<Edge>,
    /// The steps of the expansion.
    pub steps: Vec<ExpandStep>,
    /// Unit direction of the way out.
    pub normal: V,
    /// Its length: how far the grown solid reaches that way.
    pub depth: f64,
}

/// One support.
#[derive(Clone, Debug)]
pub struct ExpandStep {
    /// Edges of the polytope before it.
    pub polytope: Vec<Edge>,
    /// Unit direction of the support: the normal of the face that is nearest to the origin.
    pub toward: V,
    /// How far the polytope reaches that way: a lower bound of the depth.
    pub reach: f64,
    /// The grown solid's farthest corner in that direction.
    pub support: V,
}

/// A place on the path, past `t`, where the core of the hull is in the solid.
pub(super) fn pushed(corners: &[V], shape: &CoreShape, path: &Path, t: f64) -> Option<V> {
    let along = path.delta / path.length;
    // From deep to shallow: a path that only grazes the solid has left it after the whole push.
    let pushes = (0..6).map(|i| PUSH * 0.5_f64.powi(i));
    let mut places = pushes.map(|push| path.at(t) + along * (push + shape.radius));
    places.find(|at| closest(corners, shape, at, &-along, &Silent).is_none())
}

pub(super) fn expand(corners: &[V], shape: &CoreShape, at: &V) -> Option<ExpandRun> {
    let cloud = Cloud {
        corners,
        origin: *at,
        tally: &Silent,
        is_epa: false,
    };
    let simplex = parry_simplex(&cloud, shape, &V::z());
    let mut points: Vec<V> = (0..=simplex.dimension())
        .map(|i| {
            let p = simplex.point(i).point;
            V::new(p.x.into(), p.y.into(), p.z.into())
        })
        .collect();
    let watching = Watching::default();
    let normal = epa_normal(corners, shape, at, &watching)?;
    let mut steps = Vec::new();
    for (toward, corner) in watching.expansions.into_inner() {
        let new = corners[corner] - at - shape.core_support(&-toward);
        let toward = toward.try_normalize(0.0)?;
        steps.push(ExpandStep {
            polytope: edges(&points),
            toward,
            reach: points
                .iter()
                .map(|p| p.dot(&toward))
                .fold(f64::NEG_INFINITY, f64::max),
            support: new,
        });
        points.push(new);
    }
    Some(ExpandRun {
        at: *at,
        body: grown(corners, shape, at),
        steps,
        normal,
        depth: support(corners, &normal).0 + shape.core_reach(&normal) - normal.dot(at),
    })
}
