//! Answers a sweep by a shortcut or by the full walk.
//!
//! The full walk is [`crate::walk`], which defines the answers. The shortcut takes the first hits from
//! [`crate::cast`] and asks [`crate::order`] whether and in which order the walk visits them. It gives no answer
//! where that is not certain.

use crate::backend::BspBackend;
use crate::cast::{Cast, FirstHits, Search};
use crate::cover::Surely;
use crate::hit::{Hit, NO_SIDE};
use crate::lanes::per_axis;
use crate::order::Order;
use crate::position::{any_overlap, first_overlap};
use crate::shape::MovingShape;
use crate::walk::{Face, Found, Walk};
use clipmark_collision::{Counts, Sweep, Work};
use clipmark_geometry::{Contents, Point};

impl BspBackend {
    pub(crate) fn sweep<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        offset: [f32; 3],
        sweep: &Sweep,
        work: &mut Work,
    ) -> Found {
        let shifted = |p: &Point| per_axis(|i| p[i] + offset[i]);
        let (start, end) = (shifted(&sweep.start), shifted(&sweep.end));
        // By components: comparing points or arrays is a loop that is not unrolled.
        let (a, b) = (&sweep.start, &sweep.end);
        if a.x == b.x && a.y == b.y && a.z == b.z {
            let all = (&self.brushes, &self.patches);
            let near = (&self.cells, &self.boxes);
            let contents = any_overlap(&self.tree, all, near, &shape, start, sweep.mask)
                .unwrap_or_else(|| first_overlap(&self.tree, all, &shape, start, sweep.mask));
            return contents.map_or(Found::NOTHING, |contents| Found {
                fraction: 0.0,
                start_solid: true,
                all_solid: true,
                contents,
                face: Face::Nothing,
            });
        }
        // A point always walks. Earlier hits decide whether it meets a facet, and the planes do not bound where.
        let short = self.brushes.bounded && (!S::IS_POINT || self.patches.facets.is_empty());
        if short
            && let Some(found) = self.first_hit::<S, COUNT>(shape, (start, end), sweep.mask, &mut work.counts)
        {
            return found;
        }
        self.walk::<S, COUNT>(shape, (start, end), sweep.mask, work)
    }

    /// The shortcut: the first hits, then whether and in which order the tree's walk visits them. `None` when that does
    /// not decide the answer.
    #[inline(always)]
    pub(crate) fn first_hit<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        (start, end): ([f32; 3], [f32; 3]),
        mask: Contents,
        counts: &mut Counts,
    ) -> Option<Found> {
        let mut cast = Cast::<S, COUNT> {
            brushes: &self.brushes,
            patches: &self.patches,
            boxes: &self.boxes,
            cells: &self.cells,
            shape: &shape,
            start: &start,
            end: &end,
            mask,
            skin: self.skin,
            counts,
        };
        let search = cast.look();
        let mut hits = FirstHits::none();
        match search {
            Search::Nothing => return Some(Found::NOTHING),
            Search::Around(short) => cast.look_around(short, &mut hits),
            Search::Down { half } => cast.go_down(half, &mut hits),
        }
        self.settle::<S, COUNT>(&shape, (start, end), &hits, counts)
    }

    /// The answer that follows from the first hits. `None` when that does not decide it.
    #[inline(always)]
    pub(crate) fn settle<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        (start, end): ([f32; 3], [f32; 3]),
        hits: &FirstHits,
        counts: &mut Counts,
    ) -> Option<Found> {
        if hits.unsure {
            return None;
        }
        if hits.tied.as_slice().is_empty() && hits.starts.as_slice().is_empty() {
            return Some(Found::NOTHING);
        }
        if let Some(found) = self.certain::<S, COUNT>(shape, (start, end), hits) {
            return Some(found);
        }
        if hits.more {
            return None;
        }
        let mut order = Order::<S, COUNT>::new(&self.tree, *shape, self.skin, hits, counts);
        if !order.run(start, end) {
            return None;
        }
        let start_solid = order.start_solid;
        Some(order.winner.map_or(
            Found {
                start_solid,
                ..Found::NOTHING
            },
            |hit| self.found(shape, &hit, start_solid),
        ))
    }

    /// The answer when the order of the hits does not change it and the tree provably reaches them.
    #[inline(always)]
    fn certain<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        path: ([f32; 3], [f32; 3]),
        hits: &FirstHits,
    ) -> Option<Found> {
        let (start, end) = path;
        let near = |(item, place): (u32, u32), at: [f32; 3]| {
            if item as usize >= self.brushes.len() {
                return at;
            }
            let brush = self.brushes.brush_at(place);
            let (mins, maxs) = (brush.mins(), brush.maxs());
            per_axis(|k| at[k].max(mins[k]).min(maxs[k]))
        };
        let reaches = |item: (u32, u32), at: [f32; 3], best: f32| {
            let near = near(item, at);
            Order::<S, COUNT>::reaches(&self.tree, shape, self.skin, path, (item.0, near), best)
        };
        let is_noticed = |number: u32| {
            let item = (number, self.brushes.line_of(number));
            hits.best > 0.0
                && (self.is_met(&Surely::at_start(&self.tree, shape, start), item)
                    || Order::<S, COUNT>::reaches_at_once(
                        &self.tree,
                        shape,
                        start,
                        (number, near(item, start)),
                    )
                    || reaches(item, start, hits.best))
        };
        let starts = hits.starts.as_slice();
        let tied = hits.tied.as_slice();
        let Some((winner, others)) = tied.split_first() else {
            let start_solid = starts.iter().any(|&i| is_noticed(i));
            return start_solid.then_some(Found {
                start_solid,
                ..Found::NOTHING
            });
        };
        if !others.iter().all(|hit| self.brushes.alike(winner, hit)) {
            return None;
        }
        let hull = Surely::on_the_way(&self.tree, shape, self.skin, path, hits.next);
        let meets = per_axis(|k| start[k] + hits.best * (end[k] - start[k]));
        let item = (winner.item, winner.place);
        if !self.is_met(&hull, item) && !reaches(item, meets, hits.next) {
            return None;
        }
        let start_solid = if starts.is_empty() || winner.side == NO_SIDE {
            false
        } else if starts.iter().any(|&i| is_noticed(i)) {
            true
        } else {
            return None;
        };
        Some(self.found(shape, winner, start_solid))
    }

    /// Whether the walk reaches an item because it is covered.
    #[inline(always)]
    fn is_met(&self, hull: &Option<Surely>, (item, place): (u32, u32)) -> bool {
        let Some(hull) = hull else { return false };
        if (item as usize) < self.brushes.len() {
            let brush = self.brushes.brush_at(place);
            return brush.is_covered() && hull.meets(brush.mins(), brush.maxs());
        }
        let facet = &self.patches.facets[place as usize];
        facet.covered && hull.meets(facet.bounds.mins, facet.bounds.maxs)
    }

    #[inline(always)]
    fn found<S: MovingShape>(&self, shape: &S, hit: &Hit, start_solid: bool) -> Found {
        let all_solid = hit.side == NO_SIDE;
        let (contents, face) = if (hit.item as usize) < self.brushes.len() {
            let side = Face::Side {
                line: hit.place,
                side: hit.side,
            };
            let face = if all_solid { Face::Nothing } else { side };
            (self.brushes.brush_at(hit.place).contents(), face)
        } else {
            let facet = &self.patches.facets[hit.place as usize];
            let side = self.patches.sides_of(facet).get(hit.side as usize);
            let face = Face::Facet {
                facet: hit.place,
                plane: shape.moved_out(&side),
            };
            (self.patches.heads[facet.patch as usize].contents, face)
        };
        Found {
            fraction: hit.fraction,
            start_solid: start_solid || all_solid,
            all_solid,
            contents,
            face,
        }
    }

    /// The full walk, as the engine does it.
    pub(crate) fn walk<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        (start, end): ([f32; 3], [f32; 3]),
        mask: Contents,
        work: &mut Work,
    ) -> Found {
        let half = shape.half();
        let (stamp, stamps, counts) = work.begin_visits(self.brushes.len() + self.patches.heads.len());
        let mut walk = Walk::<S, COUNT> {
            tree: &self.tree,
            brushes: &self.brushes,
            patches: &self.patches,
            shape,
            start,
            end,
            mask,
            skin: self.skin,
            mins: per_axis(|i| start[i].min(end[i]) - half[i]),
            maxs: per_axis(|i| start[i].max(end[i]) + half[i]),
            stamp,
            stamps,
            counts,
            found: Found::NOTHING,
        };
        walk.run();
        walk.found
    }
}
