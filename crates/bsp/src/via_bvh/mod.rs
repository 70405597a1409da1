//! `bsp:via-bvh`: the answers of `bsp` to the bit, found without walking the tree.
//!
//! A sweep asks a grid where it is short ([`cells`]), else a hierarchy of boxes ([`hierarchy`], [`descend`]) for its first hits
//! ([`cast`]). Then it has to be proved that the tree's walk would come upon the same ones, and upon which of them first
//! ([`cover`], [`order`]). Where there is no proof, the tree is walked ([`crate::walk`]): `Counts::leaves` counts the leaves of
//! these sweeps alone.

mod cast;
mod cells;
mod cover;
mod descend;
mod hierarchy;
mod order;

use crate::BspBackend;
use crate::backend::{is_at_rest, path};
use crate::lanes::{across, per_axis};
use crate::position::{first_overlap, is_inside, search_box};
use crate::shape::{MovingShape, for_shape, recentred, turned_capsule};
use crate::walk::{Face, Found, walk};
use cast::{Cast, FirstHits, Hit, NO_SIDE, Search, alike};
use cells::Cells;
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Counts, Facts, LeftOver, Penetration, Status, Sweep, Trace,
    TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Point, Rotation, World};
use cover::PathBounds;
use hierarchy::Hierarchy;
use order::{Order, Places, box_reaches, reaches, reaches_at_once};

/// [`BspBackend`]'s answers, bit for bit, mostly without walking its tree.
///
/// ```
/// use clipmark_bsp::{BspBackend, ViaBvhBackend};
/// use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
/// use clipmark_geometry::{Brush, Contents, Hull, Point, World};
///
/// let floor = Brush::from_box(Point::new(-64., -64., -16.), Point::new(64., 64., 0.), Contents::SOLID)?;
/// let world = World::of_brushes("floor", vec![floor]);
/// let walks = BspBackend::build(&world, TraceRules::QUAKE3)?;
/// let jumps = ViaBvhBackend::build(&world, TraceRules::QUAKE3)?;
/// let down = Sweep::new(Hull::quake3_player(), Point::new(0., 0., 40.), Point::new(0., 0., 0.));
/// let [a, b] = [walks.trace(&down, &mut Work::silent()), jumps.trace(&down, &mut Work::silent())];
/// assert_eq!(a.bits(), b.bits());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ViaBvhBackend {
    bsp: BspBackend,
    places: Places,
    /// Which brushes and facets are covered ([`cover`]).
    covered: Vec<bool>,
    /// Around brushes and facets: a brush is named by its line, a facet by its number beyond all lines.
    boxes: Hierarchy,
    /// The same boxes, for short sweeps.
    cells: Cells,
    facts: Facts,
}

impl ViaBvhBackend {
    /// Builds from a world: [`BspBackend`], and what finds hits beside its tree.
    ///
    /// # Errors
    /// As [`BspBackend::build`].
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        let began = Instant::now();
        let bsp = BspBackend::build(world, rules)?;
        let BspBackend {
            brushes,
            patches,
            tree,
            ..
        } = &bsp;
        let facets = (0..).zip(patches.facet_boxes());
        let facets = facets.map(|(facet, bounds)| (brushes.lines() + facet, bounds));
        let named = brushes
            .iter()
            .map(|b| (b.line(), Aabb::new(b.mins().into(), b.maxs().into())));
        let (names, bounds): (Vec<u32>, Vec<Aabb>) = named.chain(facets).unzip();
        let mut boxes = Hierarchy::new(&bounds);
        boxes.rename(&names);
        let cells = Cells::new(&bounds, &names);
        let places = Places::new(tree, brushes, patches.heads.len());
        let covered = cover::covered(tree, &places, brushes, patches);
        let more = boxes.bytes() + cells.bytes() + places.bytes() + covered.len();
        let facts = Facts {
            name: "bsp:via-bvh".into(),
            build_time: began.elapsed(),
            bytes: bsp.facts().bytes + more + size_of::<Self>() - size_of::<BspBackend>(),
            ..bsp.facts().clone()
        };
        Ok(Self {
            bsp,
            places,
            covered,
            boxes,
            cells,
            facts,
        })
    }

    #[inline(always)]
    fn sweep<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        offset: [f32; 3],
        sweep: &Sweep,
        work: &mut Work,
    ) -> Found {
        let (path, mask) = (path(sweep, offset), sweep.mask);
        if is_at_rest(sweep) {
            let contents = self
                .any_overlap(shape, path.0, mask)
                .unwrap_or_else(|| first_overlap(self.bsp.solids(), shape, path.0, mask));
            return contents.map_or(Found::NOTHING, Found::holding);
        }
        // A point always walks. Earlier hits decide whether it meets a facet, and the planes do not bound where.
        let short = self.bsp.brushes.bounded && (!S::IS_POINT || self.bsp.patches.facets.is_empty());
        if short && let Some(found) = self.first_hit::<S, COUNT>(shape, path, mask, &mut work.counts) {
            return found;
        }
        walk::<S, COUNT>(self.bsp.solids(), shape, path, mask, work)
    }

    /// The first hits, then whether and in which order the tree's walk visits them. `None` when that does not decide the answer.
    #[inline(always)]
    fn first_hit<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        (start, end): ([f32; 3], [f32; 3]),
        mask: Contents,
        counts: &mut Counts,
    ) -> Option<Found> {
        let mut cast = Cast::<S, COUNT> {
            brushes: &self.bsp.brushes,
            patches: &self.bsp.patches,
            boxes: &self.boxes,
            cells: &self.cells,
            shape,
            start: &start,
            end: &end,
            mask,
            skin: self.bsp.skin,
            counts,
        };
        let search = cast.look();
        let mut hits = FirstHits::none();
        match search {
            Search::Nothing => return Some(Found::NOTHING),
            Search::Around(short) => cast.look_around(short, &mut hits),
            Search::Down { half } => cast.go_down(half, &mut hits),
        }
        self.settle::<S, COUNT>(shape, (start, end), &hits, counts)
    }

    /// The answer that follows from the first hits. `None` when that does not decide it.
    #[inline(always)]
    fn settle<S: MovingShape, const COUNT: bool>(
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
        if let Some(found) = self.certain(shape, (start, end), hits) {
            return Some(found);
        }
        if hits.more {
            return None;
        }
        let bsp = &self.bsp;
        let tree = (&bsp.tree, &self.places);
        let mut order = Order::<COUNT>::new(tree, &bsp.brushes, shape.reach(), bsp.skin, hits, counts);
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
    fn certain<S: MovingShape>(
        &self,
        shape: &S,
        path: ([f32; 3], [f32; 3]),
        hits: &FirstHits,
    ) -> Option<Found> {
        let (start, end) = path;
        let BspBackend { brushes, skin, .. } = &self.bsp;
        let tree = (&self.bsp.tree, &self.places);
        let levels = self.places.levels;
        let near = |(item, place): (u32, u32), at: [f32; 3]| {
            if item as usize >= brushes.len() {
                return at;
            }
            let brush = brushes.brush_at(place);
            let (mins, maxs) = (brush.mins(), brush.maxs());
            per_axis(|k| at[k].max(mins[k]).min(maxs[k]))
        };
        let reach = shape.reach();
        let reaches = |item: (u32, u32), at: [f32; 3], best: f32| {
            let near = near(item, at);
            reaches(tree, &reach, *skin, path, (item.0, near), best)
        };
        let is_noticed = |line: u32| {
            let item = (brushes.brush_at(line).number(), line);
            hits.best > 0.0
                && (self.is_met(&PathBounds::at_start(levels, shape, start), item)
                    || reaches_at_once(tree, &reach, start, (item.0, near(item, start)))
                    || reaches(item, start, hits.best))
        };
        let starts = hits.starts.as_slice();
        let tied = hits.tied.as_slice();
        let Some((winner, others)) = tied.split_first() else {
            let start_solid = starts.iter().any(|&line| is_noticed(line));
            return start_solid.then_some(Found {
                start_solid,
                ..Found::NOTHING
            });
        };
        if !others.iter().all(|hit| alike(brushes, winner, hit)) {
            return None;
        }
        let hull = PathBounds::on_the_way(levels, shape, *skin, path, hits.next);
        let meets = per_axis(|k| start[k] + hits.best * (end[k] - start[k]));
        let item = (winner.item, winner.place);
        if !self.is_met(&hull, item) && !reaches(item, meets, hits.next) {
            return None;
        }
        let start_solid = if starts.is_empty() || winner.side == NO_SIDE {
            false
        } else if starts.iter().any(|&line| is_noticed(line)) {
            true
        } else {
            return None;
        };
        Some(self.found(shape, winner, start_solid))
    }

    /// Whether the walk reaches an item because it is covered.
    #[inline(always)]
    fn is_met(&self, hull: &Option<PathBounds>, (item, place): (u32, u32)) -> bool {
        let Some(hull) = hull else { return false };
        let brushes = &self.bsp.brushes;
        if (item as usize) < brushes.len() {
            let brush = brushes.brush_at(place);
            return self.covered[item as usize] && hull.meets(brush.mins(), brush.maxs());
        }
        let bounds = &self.bsp.patches.facets[place as usize].bounds;
        self.covered[brushes.len() + place as usize] && hull.meets(bounds.mins, bounds.maxs)
    }

    #[inline(always)]
    fn found<S: MovingShape>(&self, shape: &S, hit: &Hit, start_solid: bool) -> Found {
        let BspBackend { brushes, patches, .. } = &self.bsp;
        let all_solid = hit.side == NO_SIDE;
        let (contents, face) = if (hit.item as usize) < brushes.len() {
            let side = Face::Side {
                line: hit.place,
                side: hit.side,
            };
            let face = if all_solid { Face::Nothing } else { side };
            (brushes.brush_at(hit.place).contents(), face)
        } else {
            let facet = &patches.facets[hit.place as usize];
            let side = patches.sides_of(facet).get(hit.side as usize);
            let face = Face::Facet {
                facet: hit.place,
                plane: shape.moved_out(&side),
            };
            (patches.heads[facet.patch as usize].contents, face)
        };
        Found {
            fraction: hit.fraction,
            start_solid: start_solid || all_solid,
            all_solid,
            contents,
            face,
        }
    }

    /// [`first_overlap`] without the tree: finds all overlaps in the grid or the hierarchy of boxes. Returns `None` when they
    /// differ in contents: then the tree's order decides which one counts.
    fn any_overlap<S: MovingShape>(
        &self,
        shape: &S,
        at: [f32; 3],
        mask: Contents,
    ) -> Option<Option<Contents>> {
        let BspBackend { brushes, patches, .. } = &self.bsp;
        let tree = (&self.bsp.tree, &self.places);
        let (low, high) = shape.bounds_at(at);
        let around = search_box(shape, at, 0.0);
        // The contents of all overlaps, and whether the tree reaches one of them.
        let mut all: Option<Contents> = None;
        let mut certain = false;
        let mut note = |contents: Contents, reached: &dyn Fn() -> bool| {
            certain = certain || reached();
            *all.get_or_insert(contents) == contents
        };
        let (first_patch, first_facet) = (brushes.len() as u32, brushes.lines());
        let test = |item: u32| {
            if item < first_facet {
                let brush = brushes.brush_at(item);
                // The search goes wherever the box, grown by its margin, reaches: to each place where the two overlap.
                let reached = || {
                    let (low, high) = (brush.mins(), brush.maxs());
                    let near = per_axis(|k| at[k].max(low[k]).min(high[k]));
                    let number = brush.number();
                    self.covered[number as usize] || box_reaches(tree, (number, near), around)
                };
                let met = brush.contents().intersects(mask) && is_inside(brush, shape, at);
                return !met || note(brush.contents(), &reached);
            }
            let facet = &patches.facets[(item - first_facet) as usize];
            let contents = patches.heads[facet.patch as usize].contents;
            let met = contents.intersects(mask) && patches.overlaps_facet(facet, shape, at);
            !met || note(contents, &|| {
                box_reaches(tree, (first_patch + facet.patch, at), around)
            })
        };
        let alike = match self.cells.around(across(low), across(high)) {
            Some(short) => short.all_items(test),
            None => self.boxes.overlapping(low, high, test),
        };
        (alike && (certain || all.is_none())).then_some(all)
    }
}

impl CollisionBackend for ViaBvhBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() {
            return Trace::invalid(sweep);
        }
        let Some((shape, offset)) = recentred(&sweep.hull) else {
            return Trace::refused(sweep, Status::Unsupported);
        };
        let found = if work.is_counting() {
            work.counts.queries += 1;
            for_shape!(shape, s => self.sweep::<_, true>(&s, offset, sweep, work))
        } else {
            for_shape!(shape, s => self.sweep::<_, false>(&s, offset, sweep, work))
        };
        self.bsp.answer(sweep, &found)
    }

    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        match turned_capsule(&sweep.hull, rotation) {
            Some((capsule, offset)) if sweep.check().is_ok() => {
                work.counts.queries += u64::from(work.is_counting());
                let found = self.sweep::<_, false>(&capsule, offset, sweep, work);
                self.bsp.answer(sweep, &found)
            }
            _ => self.trace(sweep, work),
        }
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        self.bsp.overlap(hull, at, mask, work)
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
        self.bsp.contacts(hull, at, margin, mask, out, work);
    }

    fn contents(&self, at: &Point) -> Contents {
        self.bsp.contents(at)
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl LeftOver for ViaBvhBackend {
    /// The walk defines the hits and their times.
    fn left_over(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Option<Plane> {
        self.bsp.left_over(sweep, rotation, work)
    }
}
