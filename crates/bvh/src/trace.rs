//! Sweeps a hull through all solids of a world and picks the first stop.

use crate::backend::BvhBackend;
use crate::cast::Cast;
use crate::core_shape::CoreShape;
use crate::near::{SweptBox, for_each_on_path};
use crate::passage::{Path, Stop, Surface, Swept};
use crate::penetration::{Place, place};
use crate::solid::{Solid, Solids};
use crate::tally::Tally;
use clipmark_collision::{Status, Sweep, Trace};
use clipmark_geometry::{Contents, Plane, SurfaceFlags};
use std::cmp::Ordering;

/// Sweeps a hull that has been checked through all solids.
pub(crate) fn trace<T: Tally>(backend: &BvhBackend, sweep: &Sweep, tally: &T) -> Trace {
    let shape = CoreShape::from_hull(&sweep.hull);
    let path = Path::new(sweep, &shape, &backend.rules);
    let swept = Swept {
        shape: &shape,
        path: &path,
        tally,
    };
    if sweep.start == sweep.end {
        return stand(backend, &swept, sweep, |_, solid| {
            place(solid, &shape, &path.start, path.touch, tally)
        });
    }
    let mut asking = Asking {
        backend,
        swept,
        mask: sweep.mask,
        findings: Findings::new(&backend.solids),
    };
    let boxes = SweptBox::new(sweep, path.skin as f32).path();
    for_each_on_path(&backend.hierarchy, &boxes, tally, |leaf, least| {
        asking.ask(leaf, least)
    });
    asking.findings.answer(&path, sweep)
}

/// One sweep, asked of solid after solid.
struct Asking<'a, T> {
    backend: &'a BvhBackend,
    swept: Swept<'a, T>,
    mask: Contents,
    findings: Findings<'a>,
}

impl<T: Tally> Asking<'_, T> {
    /// Asks a solid. The least fraction from then on. Not inlined: the walk that calls it stays small.
    #[inline(never)]
    fn ask(&mut self, leaf: u32, least: f64) -> f64 {
        let Some(solid) = self.backend.solids.meeting(leaf, self.mask) else {
            return least;
        };
        if solid.lets_pass(&self.swept.path.delta) {
            return least;
        }
        self.swept.tally.primitive();
        match self.swept.cast(solid, least, self.backend.early_out) {
            None => least,
            Some(cast) => self.findings.add(self.swept.path, leaf, cast, least),
        }
    }
}

/// The findings of the solids asked so far on a sweep.
pub(crate) struct Findings<'a> {
    solids: &'a Solids,
    /// The first stop of all.
    best: Option<(u32, Stop)>,
    /// The first of those at a face.
    best_face: Option<(u32, Stop)>,
    start_solid: bool,
    all_inside: Option<Contents>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(solids: &'a Solids) -> Self {
        Self {
            solids,
            best: None,
            best_face: None,
            start_solid: false,
            all_inside: None,
        }
    }

    /// Adds what a solid does to the sweep. The least fraction from then on.
    pub(crate) fn add(&mut self, path: &Path, leaf: u32, cast: Cast, least: f64) -> f64 {
        let solid = self.solids.get(leaf as usize);
        match cast {
            // A one-sided surface is no inside that a sweep could start in: it has been passed from behind.
            Cast::StartsInside | Cast::AllInside if solid.is_one_sided() => {}
            Cast::StartsInside => self.start_solid = true,
            Cast::AllInside => {
                self.start_solid = true;
                self.all_inside = Some(self.all_inside.unwrap_or(Contents::empty()) | solid.contents);
            }
            Cast::Hit(stop) => {
                let hit = (leaf, stop);
                if stop.surface.face.is_some() && self.comes_before(path, &hit, self.best_face.as_ref()) {
                    self.best_face = Some(hit);
                }
                if self.comes_before(path, &hit, self.best.as_ref()) {
                    self.best = Some(hit);
                }
                return self.least(path).unwrap_or(least);
            }
        }
        least
    }

    fn comes_before(&self, path: &Path, (leaf, stop): &(u32, Stop), held: Option<&(u32, Stop)>) -> bool {
        let order = |leaf: &u32| self.solids.get(*leaf as usize).order;
        held.is_none_or(|(other, held)| comes_first(path, stop, held, || order(leaf).cmp(&order(other))))
    }

    /// No later stop counts: after an edge a face may come that stops the sweep at once, see [`Findings::first`].
    fn least(&self, path: &Path) -> Option<f64> {
        let (_, best) = self.best?;
        if best.surface.face.is_some() {
            return Some(best.fraction);
        }
        let at_once = best.fraction + path.tie();
        let face = self.best_face.map_or(at_once, |(_, face)| face.fraction);
        Some(at_once.min(face))
    }

    /// The surface that stops the sweep. A face goes before an edge at the same fraction. Two triangles of one flat piece have
    /// their planes rounded apart. A hull that meets both meets no edge between them. Both are the first of their kind in a
    /// total order, so the order of asking does not matter.
    fn first(&self, path: &Path) -> Option<(u32, Stop)> {
        let (leaf, stop) = self.best?;
        let face = self
            .best_face
            .filter(|(_, face)| face.fraction <= stop.fraction + path.tie());
        face.or(Some((leaf, stop)))
    }

    /// The answer, once all solids near the path are asked.
    pub(crate) fn answer(&self, path: &Path, sweep: &Sweep) -> Trace {
        let mut answer = Trace::free(sweep);
        answer.start_solid = self.start_solid;
        if let Some(contents) = self.all_inside {
            answer.all_solid = true;
            answer.fraction = 0.0;
            answer.end = sweep.start;
            answer.contents = contents;
        } else if let Some((leaf, stop)) = self.first(path) {
            let solid = self.solids.get(leaf as usize);
            let (plane, surface) = met(solid, &stop.surface);
            // A stop just short of the end must not round up to "nothing met".
            answer.fraction = (stop.fraction as f32).min(1.0_f32.next_down());
            answer.end = sweep.at(answer.fraction);
            answer.plane = Some(plane);
            answer.surface = surface;
            answer.contents = solid.contents;
            answer.status = stop.status;
        }
        answer
    }
}

/// A sweep of no length is the position test: `place` tells where the hull is with respect to a solid.
#[inline(never)]
pub(crate) fn stand<T: Tally>(
    backend: &BvhBackend,
    swept: &Swept<T>,
    sweep: &Sweep,
    place: impl Fn(usize, Solid) -> Place,
) -> Trace {
    let Swept { shape, path, tally } = *swept;
    let mut answer = Trace::free(sweep);
    backend.for_each_around(&path.start, &shape.half, sweep.mask, tally, |number, solid| {
        if let Place::Inside(depth) = place(number, solid) {
            answer.start_solid = true;
            answer.all_solid = true;
            answer.fraction = 0.0;
            answer.end = sweep.start;
            answer.contents |= solid.contents;
            if depth.status == Status::Converged && answer.status == Status::Exact {
                answer.status = Status::Converged;
            }
        }
    });
    answer
}

/// A total order of stops: the earlier, then the surface most opposed to the motion, then its normal and place. The `order` of
/// the world decides only between surfaces that are one. [`contacts`](crate::contact::contacts) finds the other ties where the
/// hull comes to rest.
fn comes_first(path: &Path, new: &Stop, held: &Stop, order: impl FnOnce() -> Ordering) -> bool {
    let opposed = |s: &Stop| s.surface.normal.dot(&path.delta);
    let place_of = |s: &Stop| (<[f64; 3]>::from(s.surface.normal), s.surface.dist);
    new.fraction
        .total_cmp(&held.fraction)
        .then(opposed(new).total_cmp(&opposed(held)))
        .then_with(|| {
            place_of(new)
                .partial_cmp(&place_of(held))
                .unwrap_or(Ordering::Equal)
        })
        .then_with(order)
        .is_lt()
}

/// The surface met as the caller sees it; at an edge, with the flags of the face most like it.
pub(crate) fn met(solid: Solid, surface: &Surface) -> (Plane, SurfaceFlags) {
    if let Some(face) = surface.face.and_then(|i| solid.faces().get(i as usize)) {
        return (face.plane, face.surface);
    }
    let face = solid.face_like(&surface.normal, |_| true);
    let flags = face.map_or(SurfaceFlags::empty(), |f| f.surface);
    (Plane::new(surface.normal.cast(), surface.dist as f32), flags)
}
