//! The backend `bvh:planes`: exact planes in a hierarchy. How fast the answers of a BVH of convex solids can be had.
//!
//! A box along the axes or a point meets a convex solid where it meets the planes of their Minkowski sum. All of them are known
//! once the solid is: faces, sides of the bounding box, and the [bevels] of edges. So nothing is searched for, and every answer
//! is [`Status::Exact`](clipmark_collision::Status::Exact). Round hulls have no such planes: they, and contacts, are `bvh`'s.

mod bevels;
mod cast;
mod filter;

use crate::V;
use crate::backend::{BvhBackend, is_usable};
use crate::core_shape::CoreShape;
use crate::near::{for_each_on_path, grown};
use crate::passage::Path;
use crate::solid::Solid;
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
use clipmark_hierarchy::lanes::across;
use filter::{Filter, Lanes};

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
        let boxes: Vec<Aabb> = round.solids.solids.iter().map(Solid::bounds).collect();
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

    fn sweep<T: Tally>(&self, shape: &CoreShape, sweep: &Sweep, tally: &T) -> Trace {
        let (hierarchy, solids) = (&self.round.hierarchy, &self.round.solids);
        let path = Path::new(sweep, shape, &self.round.rules);
        if sweep.start == sweep.end {
            return stand(hierarchy, solids, shape, &path, sweep, tally, |number, solid| {
                self.place(number, solid, shape, &path.start, path.touch, tally)
            });
        }
        let question = BoxSweep {
            shape,
            path: &path,
            lanes: Lanes::new(&path, shape),
        };
        let mut findings = Findings::new(solids, &path);
        let mut ask = |leaf: u32, least| {
            let number = leaf as usize;
            let head = self.filter.head(number);
            if !head.contents.intersects(sweep.mask) {
                return least;
            }
            let cast = if head.is_triangle() {
                if solids.lets_pass(&solids.solids[number], &path.delta) {
                    return least;
                }
                tally.primitive();
                self.cast_at_triangle(number, &question, least, tally)
            } else {
                tally.primitive();
                self.cast_at_brush(number, &question, least, tally)
            };
            match cast {
                None => least,
                Some(cast) => findings.add(leaf, cast, least),
            }
        };
        let grow = shape.half.add_scalar(path.skin);
        let lanes = |v: V| across(v.cast().into());
        let (start, end, half) = (lanes(path.start), lanes(path.end), lanes(grown(&path, &grow)));
        if let Some(near) = self
            .grid
            .around(start.fast_min(end) - half, start.fast_max(end) + half)
        {
            tally.nodes(near.fours());
            let mut least = 1.0;
            near.all_items(|leaf| {
                tally.leaf();
                least = ask(leaf, least);
                true
            });
        } else {
            for_each_on_path(hierarchy, &path, &grow, tally, ask);
        }
        findings.answer(sweep)
    }
}

/// Whether the Minkowski sum of this hull and a solid is a polyhedron.
fn has_exact_planes(shape: &CoreShape) -> bool {
    shape.is_box() || shape.is_point()
}

impl CollisionBackend for PlanesBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        let shape = CoreShape::from_hull(&sweep.hull);
        if !has_exact_planes(&shape) {
            return self.round.trace(sweep, work);
        }
        if sweep.check().is_err() || !is_usable(&sweep.hull) {
            return Trace::invalid(sweep);
        }
        tallied!(work, |tally| self.sweep(&shape, sweep, &tally))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        if !has_exact_planes(&CoreShape::from_hull(hull)) {
            return self.round.overlap(hull, at, mask, work);
        }
        if Sweep::new(*hull, *at, *at).check().is_err() || !is_usable(hull) {
            return Some(Penetration::refused(Status::Invalid));
        }
        tallied!(work, |tally| self.round.deepest(
            hull,
            at,
            mask,
            &tally,
            |number, solid, shape, middle| {
                self.place(number, solid, shape, middle, crate::touch_at(middle), &tally)
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
