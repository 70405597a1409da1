//! The backend `bvh:planes`: exact planes in a hierarchy. How fast the answers of a BVH of convex solids can be had.
//!
//! A box along the axes or a point meets a convex solid where it meets the planes of their Minkowski sum. All of them are known
//! once the solid is: faces, sides of the bounding box, and the [bevels] of edges. So nothing is searched for, and every answer
//! is [`Status::Exact`](clipmark_collision::Status::Exact). Round hulls have no such planes: they, and contacts, are `bvh`'s.

mod bevels;
pub(crate) mod cast;
mod filter;

use crate::backend::{BvhBackend, is_usable};
use crate::core_shape::CoreShape;
use crate::near::{SweptBox, for_each_on_path};
use crate::passage::{Path, Swept, skin_of};
use crate::tally::{Tally, tallied};
use crate::trace::{Findings, stand};
use bevels::Bevels;
use cast::BoxSweep;
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Facts, Penetration, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Point, World};
use clipmark_hierarchy::Grid;
use filter::Filter;

/// Exact planes in a hierarchy, for boxes and points; [`BvhBackend`] for round hulls.
#[derive(Debug)]
pub struct PlanesBackend {
    /// The solids, and the answers about round hulls.
    round: BvhBackend,
    bevels: Bevels,
    filter: Filter,
    /// The boxes of the solids, for short sweeps.
    grid: Grid,
    facts: Facts,
}

impl PlanesBackend {
    /// Builds it from the brushes, triangles and patches of a world.
    ///
    /// # Errors
    /// As [`BvhBackend::build`].
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        let begun = Instant::now();
        let round = BvhBackend::build_as("bvh:planes", world, rules)?;
        let bevels = Bevels::build(&round.solids);
        let filter = Filter::build(&round.solids, &bevels);
        let boxes: Vec<Aabb> = round.solids.iter().map(|solid| solid.bounds()).collect();
        let names: Vec<u32> = (0..boxes.len() as u32).collect();
        let grid = Grid::new(&boxes, &names);
        let facts = Facts {
            build_time: begun.elapsed(),
            bytes: round.facts().bytes - size_of::<BvhBackend>()
                + size_of::<Self>()
                + bevels.bytes()
                + filter.bytes()
                + grid.bytes(),
            ..round.facts().clone()
        };
        Ok(Self {
            round,
            bevels,
            filter,
            grid,
            facts,
        })
    }

    fn sweep<T: Tally>(&self, sweep: &Sweep, tally: &T) -> Trace {
        let rules = &self.round.rules;
        if sweep.start == sweep.end {
            return self.stand(sweep, tally);
        }
        // Most short sweeps meet no box, and a long one meets few: nothing is prepared for solids before there is one.
        let boxes = SweptBox::new(sweep, skin_of(rules) as f32);
        let mut findings = Findings::new(&self.round.solids);
        let mut begun = None;
        let (mins, maxs) = boxes.bounds();
        if let Some(near) = self.grid.around(mins, maxs) {
            tally.nodes(near.fours());
            let Some(near) = near.beginning() else {
                return Trace::free(sweep);
            };
            let mut least = 1.0;
            near.all_items(|leaf| {
                tally.leaf();
                least = self.ask(sweep, &mut begun, &mut findings, leaf, least, tally);
                true
            });
        } else {
            for_each_on_path(&self.round.hierarchy, &boxes.path(), tally, |leaf, least| {
                self.ask(sweep, &mut begun, &mut findings, leaf, least, tally)
            });
        }
        match &begun {
            Some(asked) => findings.answer(&asked.path, sweep),
            None => Trace::free(sweep),
        }
    }

    /// A sweep of no length.
    fn stand<T: Tally>(&self, sweep: &Sweep, tally: &T) -> Trace {
        let shape = CoreShape::from_hull(&sweep.hull);
        let path = Path::new(sweep, &shape, &self.round.rules);
        let swept = Swept {
            shape: &shape,
            path: &path,
            tally,
        };
        stand(&self.round, &swept, sweep, |number, solid| {
            self.place(number, solid, &shape, &path.start, path.touch, tally)
        })
    }

    /// Asks a solid whose box is met. The least fraction from then on.
    #[inline(never)]
    fn ask<T: Tally>(
        &self,
        sweep: &Sweep,
        begun: &mut Option<BoxSweep>,
        findings: &mut Findings,
        leaf: u32,
        least: f64,
        tally: &T,
    ) -> f64 {
        let number = leaf as usize;
        let head = self.filter.head(number);
        if !head.contents.intersects(sweep.mask) {
            return least;
        }
        let asked = begun.get_or_insert_with(|| BoxSweep::new(sweep, &self.round.rules));
        let cast = if head.is_triangle() {
            if self.round.solids.get(number).lets_pass(&asked.path.delta) {
                return least;
            }
            tally.primitive();
            self.cast_at_triangle(number, asked, least, tally)
        } else {
            tally.primitive();
            self.cast_at_brush(number, asked, least, tally)
        };
        match cast {
            None => least,
            Some(cast) => findings.add(&asked.path, leaf, cast, least),
        }
    }
}

/// Whether the Minkowski sum of this hull and a solid is a polyhedron.
fn has_exact_planes(hull: &Hull) -> bool {
    match hull {
        Hull::Point | Hull::Box { .. } => true,
        Hull::Sphere { radius } => *radius == 0.0,
        Hull::Capsule { .. } | Hull::Cylinder { .. } => false,
    }
}

impl CollisionBackend for PlanesBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if !has_exact_planes(&sweep.hull) {
            return self.round.trace(sweep, work);
        }
        if sweep.check().is_err() || !is_usable(&sweep.hull) {
            return Trace::invalid(sweep);
        }
        tallied!(work, |tally| self.sweep(sweep, tally))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        if !has_exact_planes(hull) {
            return self.round.overlap(hull, at, mask, work);
        }
        if Sweep::new(*hull, *at, *at).check().is_err() || !is_usable(hull) {
            return Some(Penetration::refused(Status::Invalid));
        }
        tallied!(work, |tally| self.round.deepest(
            hull,
            at,
            mask,
            tally,
            |number, solid, shape, middle| {
                self.place(number, solid, shape, middle, crate::touch_at(middle), tally)
            }
        ))
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        self.round.contacts(hull, at, margin, mask, out, work);
    }

    fn contents(&self, at: &Point) -> Contents {
        self.round.contents(at)
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}
