//! A box or a point swept against one solid by planes alone.

use super::PlanesBackend;
use super::bevels::of_triangle;
use super::filter::{Lanes, TrianglePlanes, Verdict};
use crate::V;
use crate::cast::Cast;
use crate::core_shape::CoreShape;
use crate::passage::{Path, PlaneInterval, Surface, Swept, larger};
use crate::penetration::{Place, place_by_planes};
use crate::solid::{Solid, SolidFace};
use crate::tally::{Silent, Tally};
use clipmark_collision::{CollisionBackend, Status, Sweep, TraceRules};

/// Bevels of a triangle: of each edge with each axis.
const BEVELS: usize = 9;

/// A sweep of a box or a point.
pub(super) struct BoxSweep {
    shape: CoreShape,
    pub(super) path: Path,
    lanes: Lanes,
}

impl BoxSweep {
    fn swept<'a, T>(&'a self, tally: &'a T) -> Swept<'a, T> {
        Swept {
            shape: &self.shape,
            path: &self.path,
            tally,
        }
    }

    #[inline(always)]
    pub(super) fn new(sweep: &Sweep, rules: &TraceRules) -> Self {
        let shape = CoreShape::from_hull(&sweep.hull);
        let path = Path::new(sweep, &shape, rules);
        Self {
            shape,
            path,
            lanes: Lanes::new(&path, &shape),
        }
    }
}

impl PlanesBackend {
    /// Sweeps against a brush; `None` when it is not met, or not before the fraction `limit`. f64 sees the planes that f32 does
    /// not decide.
    #[inline(always)]
    pub(super) fn cast_at_brush<T: Tally>(
        &self,
        number: usize,
        sweep: &BoxSweep,
        limit: f64,
        tally: &T,
    ) -> Option<Cast> {
        let head = self.filter.head(number);
        tally.planes(head.planes());
        let deciding = match self.filter.ask(head, &sweep.lanes, limit) {
            Verdict::Apart => return None,
            Verdict::StartsInside => return Some(Cast::StartsInside),
            Verdict::AllInside => return Some(Cast::AllInside),
            Verdict::Open(deciding) => deciding,
        };
        self.cast_by_planes(number, sweep, limit, deciding)
    }

    /// The same by f64 alone, told which planes decide, a bit each.
    fn cast_by_planes(&self, number: usize, sweep: &BoxSweep, limit: f64, deciding: u64) -> Option<Cast> {
        let BoxSweep { shape, path, .. } = sweep;
        let head = self.filter.head(number);
        let solid = self.round.solids.get(number);
        let first_bevel = head.first_bevel();
        let planes = if shape.is_point() {
            first_bevel
        } else {
            head.planes()
        };
        let mut passage = PlaneInterval::new();
        let mut passes = |plane: usize| {
            let surface = match plane.checked_sub(first_bevel) {
                None => solid.plane(plane),
                Some(bevel) => self.bevels.get(number, bevel),
            };
            surface.is_some_and(|surface| passage.clip(path, shape, surface))
        };
        let mut rest = deciding;
        while rest != 0 {
            let plane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if plane >= planes {
                break;
            }
            if passes(plane) {
                return None;
            }
        }
        if (64..planes).any(passes) || passage.slides_along(path) {
            return None;
        }
        if !passage.starts_outside {
            let all = !passage.ends_outside;
            return Some(if all { Cast::AllInside } else { Cast::StartsInside });
        }
        stop(&passage, limit)
    }

    /// Sweeps against a triangle; `None` when it is not met, or not before the fraction `limit`.
    pub(super) fn cast_at_triangle<T: Tally>(
        &self,
        number: usize,
        sweep: &BoxSweep,
        limit: f64,
        tally: &T,
    ) -> Option<Cast> {
        let (shape, path) = (&sweep.shape, &sweep.path);
        let mut deciding = TrianglePlanes::ALL;
        if shape.is_box() {
            let Some(entered) = faces_entered(self.round.solids.get(number).faces(), shape, path) else {
                tally.planes(2);
                return None;
            };
            // A flat hull in the plane of a triangle meets it where its box ends.
            if shape.half.min() > 2.0 * path.touch {
                tally.planes(BEVELS);
                let head = self.filter.head(number);
                deciding = self.filter.ask_triangle(head, &sweep.lanes, limit, entered)?;
            }
        }
        self.cast_by_bevels(number, sweep, limit, deciding, tally)
    }

    /// The same by f64 alone, told which planes decide beside the faces.
    fn cast_by_bevels<T: Tally>(
        &self,
        number: usize,
        sweep: &BoxSweep,
        limit: f64,
        deciding: TrianglePlanes,
        tally: &T,
    ) -> Option<Cast> {
        let BoxSweep { shape, path, .. } = sweep;
        let solid = self.round.solids.get(number);
        let mut passage = PlaneInterval::new();
        let swept = sweep.swept(tally);
        if swept.passes_known_planes(solid, deciding.sides, &mut passage)
            || self.bevels(number, solid, shape, deciding.bevels).any(|bevel| {
                tally.planes(1);
                passage.clip(path, shape, bevel)
            })
            || passage.slides_along(path)
        {
            return None;
        }
        if !passage.starts_outside {
            // Planes along which the hull is flat were moved; its place is not asked by those.
            let is_flat = shape.half.min() <= path.touch;
            let place = |at| self.place(number, solid, shape, at, path.touch, tally);
            if is_flat && let Place::Apart(surface) = place(&path.start) {
                if passage.clip(path, shape, surface) || passage.slides_along(path) {
                    return None;
                }
            } else {
                let stays = || !is_flat || matches!(place(&path.end), Place::Inside(_));
                let all = !passage.ends_outside && stays();
                return Some(if all { Cast::AllInside } else { Cast::StartsInside });
            }
        }
        stop(&passage, limit)
    }

    /// Where a box or a point is with respect to a solid, and the shortest way out of it.
    pub(super) fn place<T: Tally>(
        &self,
        number: usize,
        solid: Solid,
        shape: &CoreShape,
        at: &V,
        touch: f64,
        tally: &T,
    ) -> Place {
        let planes = solid.planes();
        place_by_planes(
            planes.chain(self.bevels(number, solid, shape, u16::MAX)),
            shape,
            at,
            touch,
            tally,
        )
    }

    /// The bevels of a solid; of a triangle those alone that decide, a bit each. A point needs none.
    fn bevels(
        &self,
        number: usize,
        solid: Solid,
        shape: &CoreShape,
        deciding: u16,
    ) -> impl Iterator<Item = Surface> {
        let stored = shape.is_box().then(|| self.bevels.of_solid(number));
        let triangle = solid.triangle_corners().filter(|_| shape.is_box());
        let made = triangle.map(|c| {
            let mut rest = deciding & ((1 << BEVELS) - 1);
            let edges = std::iter::from_fn(move || {
                let i = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(i)
            });
            edges.filter_map(|i| of_triangle([&c[i % 3], &c[(i + 1) % 3], &c[(i + 2) % 3]], i / 3))
        });
        stored.into_iter().flatten().chain(made.into_iter().flatten())
    }
}

/// The fraction of the path at which a box is through the last of a triangle's two faces; `None` where one keeps the box off
/// all the way. By the sums of [`PlaneInterval::clip`](crate::passage::PlaneInterval::clip). Strictly in front: of a flat
/// hull in the triangle's plane, `passes_known_planes` moves one face away.
fn faces_entered(faces: &[SolidFace], shape: &CoreShape, path: &Path) -> Option<f64> {
    let mut entered = f64::NEG_INFINITY;
    for face in faces {
        let normal = face.plane.normal.cast::<f64>();
        let before = normal.dot(&path.start) - face.reach - shape.reach(&normal);
        let fall = -normal.dot(&path.delta);
        if before > 0.0 && (before - fall >= path.reach() || fall <= 0.0) {
            return None;
        }
        if fall > 0.0 {
            entered = larger(before / fall, entered);
        }
    }
    Some(entered)
}

/// The stop by planes that do not keep hull and solid apart all the way.
fn stop(passage: &PlaneInterval, limit: f64) -> Option<Cast> {
    if !passage.is_hit() || passage.stop > limit {
        return None;
    }
    let (_, _, surface) = passage.deciding_feature()?;
    passage.stop_at(surface, Status::Exact, limit).map(Cast::Hit)
}

/// Holds what f32 decides about each solid and a sweep to what f64 alone finds. How many brushes f32 keeps apart, tells to be left,
/// and tells to be stayed in.
///
/// # Panics
/// Where they differ.
pub fn compare_filter(backend: &PlanesBackend, sweep: &Sweep, limit: f64) -> [usize; 3] {
    let question = BoxSweep::new(sweep, &backend.facts().declaration.rules);
    let mut verdicts = [0; 3];
    for (number, solid) in backend.round.solids.iter().enumerate() {
        let (fast, slow) = if solid.triangle.is_some() {
            (
                backend.cast_at_triangle(number, &question, limit, &Silent),
                backend.cast_by_bevels(number, &question, limit, TrianglePlanes::ALL, &Silent),
            )
        } else {
            let head = backend.filter.head(number);
            let verdict = backend.filter.ask(head, &question.lanes, limit);
            verdicts[0] += usize::from(verdict == Verdict::Apart);
            verdicts[1] += usize::from(verdict == Verdict::StartsInside);
            verdicts[2] += usize::from(verdict == Verdict::AllInside);
            (
                backend.cast_at_brush(number, &question, limit, &Silent),
                backend.cast_by_planes(number, &question, limit, u64::MAX),
            )
        };
        let [fast, slow] = [fast, slow].map(|cast| format!("{cast:?}"));
        assert_eq!(fast, slow, "{number} {sweep:?}");
    }
    verdicts
}
