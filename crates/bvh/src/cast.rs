//! One hull swept against one solid.
//!
//! Source: van den Bergen, *Ray Casting against General Convex Objects with Application to Continuous Collision
//! Detection* (2004): the ray is advanced to the supporting plane of the closest feature until hull and solid
//! touch.
//!
//! Departures: planes are kept in f64 and re-evaluated on the whole path, so a plane found anywhere also tells
//! leaving and passing by; the distance is asked for at a small gap in front of the surface and never at touching,
//! where its direction is rounding; the result is a crossing of planes, not a sum of steps; and the place of rest
//! is the last plane's crossing at skin distance, which every plane proves to be clear.

use crate::closest::{Closest, closest};
use crate::core_shape::CoreShape;
use crate::passage::{Passage, Path, Surface};
use crate::penetration::{Place, place};
use crate::solid::{Solid, Solids};
use crate::tally::Tally;
use clipmark_collision::Status;

/// The gap at which GJK is asked, in units. Smaller: f32 directions get worse and more steps are needed. Larger:
/// the question is asked farther from the surface than the surface may extend.
const ASK_AT: f64 = 1.0 / 16.0;
/// A new plane must move the hull by more than this to matter, in units. Smaller: more rounds for nothing;
/// larger: hits on edges come early by about its root.
const NO_NEWS: f64 = 1e-6;
/// A witness nearer than this proves a hit, in units: a hundredth of Quake III's skin.
const PROVEN: f64 = 1.0 / 1024.0;
/// Rounds until a hull that is neither proven hit nor proven free stops the sweep short.
const MAX_ROUNDS: usize = 24;
/// The hull may come to rest this much farther from the solid than the skin, as a share of the skin.
const SLACK: f64 = 0.125;
/// Rounds in which the place of rest is moved up to the skin.
const MAX_TIGHTENING: usize = 12;

/// What a solid is to a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cast {
    /// In the way.
    Hit(Stop),
    /// The start is in it and the end is not.
    StartsInside,
    /// Start and end are in it.
    AllInside,
}

/// Where a solid stops a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Fraction of the path at which the hull comes to rest, 0 to below 1.
    pub(crate) fraction: f64,
    pub(crate) surface: Surface,
    pub(crate) status: Status,
}

/// Sweeps against one solid; `None` when it is not met, or not before the fraction `limit`.
pub(crate) fn cast<T: Tally>(
    solids: &Solids,
    solid: &Solid,
    shape: &CoreShape,
    path: &Path,
    limit: f64,
    tally: &T,
) -> Option<Cast> {
    let mut passage = Passage::new();
    let mut known = 0;
    for (i, (normal, dist, face)) in solids.planes(solid).enumerate() {
        known += 1;
        let surface = Surface {
            normal,
            dist,
            face: face.map(|_| i as u32),
            is_facet: true,
        };
        if passage.clip(path, shape, surface) {
            tally.planes(known);
            return None;
        }
    }
    tally.planes(known);
    let settled = shape.is_settled_by_planes(solid.box_settled);
    if !passage.starts_outside {
        let place = |at| place(solids, solid, shape, at, path.touch, tally);
        match place(&path.start) {
            Place::Inside(_) => {
                let all = !passage.ends_outside && matches!(place(&path.end), Place::Inside(_));
                return Some(if all { Cast::AllInside } else { Cast::StartsInside });
            }
            Place::Apart(surface) => {
                if passage.clip(path, shape, surface) {
                    return None;
                }
            }
        }
    }
    if !passage.is_hit() || passage.stop > limit {
        return None;
    }
    let mut status = Status::Exact;
    if !settled {
        status = settle(solids, solid, shape, path, limit, &mut passage, tally)?;
    }
    let (_, _, mut surface) = passage.crux(path)?;
    if shape.is_box() && !surface.is_facet {
        surface = name_facet(solids, solid, shape, path, &passage, surface);
    }
    let fraction = passage.stop.max(0.0);
    (fraction < 1.0 && fraction <= limit).then_some(Cast::Hit(Stop {
        fraction,
        surface,
        status,
    }))
}

/// Asks GJK for planes until the path is proven free (`None`) or proven to meet the solid.
fn settle<T: Tally>(
    solids: &Solids,
    solid: &Solid,
    shape: &CoreShape,
    path: &Path,
    limit: f64,
    passage: &mut Passage,
    tally: &T,
) -> Option<Status> {
    let corners = solids.corners(solid);
    let mut status = Status::OutOfIterations;
    let mut ask_at = ASK_AT;
    for _ in 0..MAX_ROUNDS {
        let (t, gap, surface) = passage.crux(path)?;
        let place = path.at(t);
        let lift = (ask_at - gap - shape.radius).max(0.0);
        let ask = place + surface.normal * lift;
        let Some(found) = closest(corners, shape, &ask, &surface.normal, tally) else {
            // The plane says apart and the solver says overlapping: stop short of it.
            break;
        };
        if passage.clip(path, shape, plane_of(&found)) || !passage.is_hit() || passage.stop > limit {
            return None;
        }
        let apart = found.normal.dot(&place) - found.reach - shape.reach(&found.normal);
        if apart > gap.max(0.0) + NO_NEWS {
            continue;
        }
        let witness = (place - found.touching).norm() - shape.radius;
        if witness <= gap.max(0.0) + PROVEN {
            status = Status::Converged;
            break;
        }
        ask_at *= 0.25;
    }
    // Farther back than the skin is only lawful when the solid is that near.
    let (met, ..) = passage.crux(path)?;
    for round in 0.. {
        let rest = passage.stop.clamp(0.0, 1.0);
        if (met - rest) * path.length <= path.skin * (1.0 + SLACK) {
            break;
        }
        if passage.stop > limit {
            return None;
        }
        if round == MAX_TIGHTENING {
            status = Status::OutOfIterations;
            break;
        }
        let place = path.at(rest);
        let Some(found) = closest(corners, shape, &place, &-path.delta, tally) else {
            break;
        };
        if (place - found.touching).norm() - shape.radius <= path.skin * (1.0 + SLACK) {
            break;
        }
        let fall = -found.normal.dot(&path.delta);
        let before = found.normal.dot(&path.start) - found.reach - shape.reach(&found.normal);
        if fall <= 0.0 {
            break;
        }
        passage.stop = passage.stop.max((before - path.skin) / fall);
    }
    Some(status)
}

fn plane_of(found: &Closest) -> Surface {
    Surface {
        normal: found.normal,
        dist: found.reach,
        face: None,
        is_facet: found.is_facet,
    }
}

/// A box met an edge or corner of the Minkowski sum, where several of its faces join: the one that the path
/// enters last, by trying all.
fn name_facet(
    solids: &Solids,
    solid: &Solid,
    shape: &CoreShape,
    path: &Path,
    passage: &Passage,
    met: Surface,
) -> Surface {
    const JOINED: f64 = 1.0 / 256.0; // units; facets that meet at the place differ by rounding only
    let (t, gap, _) = passage.crux(path).unwrap_or((0.0, 0.0, met));
    let place = path.at(t);
    let gap_of = |s: &Surface| s.normal.dot(&place) - s.dist - shape.reach(&s.normal);
    let facets = solids
        .planes(solid)
        .enumerate()
        .map(|(i, (normal, dist, face))| Surface {
            normal,
            dist,
            face: face.map(|_| i as u32),
            is_facet: true,
        });
    let edges = solids.edge_planes(solid).map(|(normal, dist)| Surface {
        normal,
        dist,
        face: None,
        is_facet: true,
    });
    facets
        .chain(edges)
        .filter(|s| s.normal.dot(&path.delta) < 0.0 && (gap_of(s) - gap).abs() < JOINED)
        .min_by(|a, b| a.normal.dot(&path.delta).total_cmp(&b.normal.dot(&path.delta)))
        .unwrap_or(met)
}
