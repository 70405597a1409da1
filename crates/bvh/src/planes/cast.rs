//! A box or a point swept against one solid by planes alone.

use super::PlanesBackend;
use super::bevels::of_triangle;
use super::filter::{Lanes, Verdict};
use crate::V;
use crate::cast::{Cast, passes_known_planes};
use crate::core_shape::CoreShape;
use crate::passage::{Passage, Path, Surface};
use crate::penetration::{Place, place_by_planes};
use crate::solid::Solid;
use crate::tally::Tally;
use clipmark_collision::Status;

/// A sweep of a box or a point.
pub(super) struct Question<'a> {
    pub(super) shape: &'a CoreShape,
    pub(super) path: &'a Path,
    pub(super) lanes: Lanes,
}

impl PlanesBackend {
    /// Sweeps against a brush; `None` when it is not met, or not before the fraction `limit`. f64 sees the planes that f32 does
    /// not decide.
    #[inline(always)]
    pub(super) fn cast_at_brush<T: Tally>(
        &self,
        number: usize,
        Question { shape, path, lanes }: &Question<'_>,
        limit: f64,
        tally: &T,
    ) -> Option<Cast> {
        let head = self.filter.head(number);
        tally.planes(head.planes());
        let deciding = match self.filter.ask(head, lanes, limit) {
            Verdict::Apart => return None,
            Verdict::StartsInside => return Some(Cast::StartsInside),
            Verdict::AllInside => return Some(Cast::AllInside),
            Verdict::Open(deciding) => deciding,
        };
        let passage = self.clip_brush(number, shape, path, deciding)?;
        if !passage.starts_outside {
            let all = !passage.ends_outside;
            return Some(if all { Cast::AllInside } else { Cast::StartsInside });
        }
        stop(&passage, limit)
    }

    /// The verdict of the deciding planes of a brush; `None` when one keeps hull and brush apart.
    fn clip_brush(&self, number: usize, shape: &CoreShape, path: &Path, deciding: u64) -> Option<Passage> {
        let head = self.filter.head(number);
        let solids = &self.round.solids;
        let solid = &solids.solids[number];
        let (first_bevel, planes) = (head.first_bevel(), head.planes());
        let planes = if shape.is_point() { first_bevel } else { planes };
        let mut passage = Passage::new();
        let mut passes = |plane: usize| {
            let surface = match plane.checked_sub(first_bevel) {
                None => solids.plane(solid, plane),
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
        Some(passage)
    }

    /// Sweeps against a triangle; `None` when it is not met, or not before the fraction `limit`.
    pub(super) fn cast_at_triangle<T: Tally>(
        &self,
        number: usize,
        Question { shape, path, .. }: &Question<'_>,
        limit: f64,
        tally: &T,
    ) -> Option<Cast> {
        let solids = &self.round.solids;
        let solid = &solids.solids[number];
        let mut passage = Passage::new();
        if passes_known_planes(solids, solid, shape, path, &mut passage, tally)
            || self.bevels(number, solid, shape).any(|bevel| {
                tally.planes(1);
                passage.clip(path, shape, bevel)
            })
            || passage.slides_along(path)
        {
            return None;
        }
        if !passage.starts_outside {
            // The planes of a triangle are moved for what is flat; its place is not asked by those.
            let place = |at| self.place(number, solid, shape, at, path.touch, tally);
            match place(&path.start) {
                Place::Inside(_) => {
                    let all = !passage.ends_outside && matches!(place(&path.end), Place::Inside(_));
                    return Some(if all { Cast::AllInside } else { Cast::StartsInside });
                }
                Place::Apart(surface) => {
                    if passage.clip(path, shape, surface) || passage.slides_along(path) {
                        return None;
                    }
                }
            }
        }
        stop(&passage, limit)
    }

    /// Where a box or a point is with respect to a solid, and the shortest way out of it.
    pub(super) fn place<T: Tally>(
        &self,
        number: usize,
        solid: &Solid,
        shape: &CoreShape,
        at: &V,
        touch: f64,
        tally: &T,
    ) -> Place {
        let planes = self.round.solids.planes(solid);
        place_by_planes(
            planes.chain(self.bevels(number, solid, shape)),
            shape,
            at,
            touch,
            tally,
        )
    }

    /// A point needs no bevels.
    fn bevels(&self, number: usize, solid: &Solid, shape: &CoreShape) -> impl Iterator<Item = Surface> {
        let corners = self.round.solids.corners(solid);
        let triangle = corners.try_into().ok().filter(|_| shape.is_box());
        let stored = shape.is_box().then(|| self.bevels.of_solid(number));
        let made = triangle.map(of_triangle);
        stored.into_iter().flatten().chain(made.into_iter().flatten())
    }
}

/// The stop by planes that do not keep hull and solid apart all the way.
fn stop(passage: &Passage, limit: f64) -> Option<Cast> {
    if !passage.is_hit() || passage.stop > limit {
        return None;
    }
    let (_, _, surface) = passage.crux()?;
    passage.stop_at(surface, Status::Exact, limit).map(Cast::Hit)
}
