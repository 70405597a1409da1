//! `bsp:via-bvh`: the answers of `bsp` to the bit, found without walking the tree.
//!
//! A sweep asks a [grid](Grid) where it is short, else a [hierarchy](Hierarchy) of boxes, for its first hits ([`cast`]). Then
//! it has to be proved that the tree's walk would come upon the same one first: that it reaches a leaf that names it
//! ([`cover`], [`places`]), and that no other hit at the same place makes another answer. Where there is no proof, the tree
//! is walked ([`crate::walk`]): `Counts::leaves` counts the leaves of these sweeps alone.

mod cast;
mod cover;
mod places;

use crate::BspBackend;
use crate::backend::{is_at_rest, path};
use crate::position::first_overlap;
use crate::shape::{MovingShape, PointShape, for_shape, recentred, turned_capsule};
use crate::walk::{Face, Found, walk};
use cast::{Cast, FirstHits, Hit, NO_SIDE, Search};
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Counts, Facts, Penetration, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Point, Rotation, World};
use clipmark_hierarchy::lanes::per_axis;
use clipmark_hierarchy::{Grid, Hierarchy};
use cover::PathBounds;
use places::{Places, reaches, reaches_at_once};

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
    grid: Grid,
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
        let grid = Grid::new(&bounds, &names);
        let places = Places::new(tree, brushes, patches.heads.len());
        let covered = cover::covered(tree, &places, brushes, patches);
        let more = boxes.bytes() + grid.bytes() + places.bytes() + covered.len();
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
            grid,
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
            let contents = first_overlap(self.bsp.solids(), shape, path.0, mask);
            return contents.map_or(Found::NOTHING, Found::holding);
        }
        // A point always walks. Earlier hits decide whether it meets a facet, and the planes do not bound where.
        let short = self.bsp.brushes.bounded && (!S::IS_POINT || self.bsp.patches.facets.is_empty());
        if short && let Some(found) = self.first_hit::<S, COUNT>(shape, path, mask, &mut work.counts) {
            return found;
        }
        walk::<S, COUNT>(self.bsp.solids(), shape, path, mask, work)
    }

    /// The first hit, and the proof that it is the walk's. `None` where there is none.
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
            grid: &self.grid,
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
        self.settle(shape, (start, end), &hits)
    }

    /// The answer that follows from the first hits. `None` when the order of the walk decides, or it does not provably reach
    /// them.
    #[inline(always)]
    fn settle<S: MovingShape>(
        &self,
        shape: &S,
        path: ([f32; 3], [f32; 3]),
        hits: &FirstHits,
    ) -> Option<Found> {
        if hits.unsure || hits.tied {
            return None;
        }
        if hits.winner.is_none() && hits.starts().is_empty() {
            return Some(Found::NOTHING);
        }
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
        let starts = hits.starts();
        let Some(winner) = &hits.winner else {
            let start_solid = starts.iter().any(|&line| is_noticed(line));
            return start_solid.then_some(Found {
                start_solid,
                ..Found::NOTHING
            });
        };
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

/// Levels of the tree, by which the rounding of the proofs grows.
pub fn count_levels(backend: &ViaBvhBackend) -> f32 {
    backend.places.levels
}

/// Whether a proof says which leaves a point reaches at its start. It may not: a point may pass an edge on either side.
pub fn proves_starts_of_points(backend: &ViaBvhBackend, start: [f32; 3]) -> bool {
    PathBounds::at_start(backend.places.levels, &PointShape, start).is_some()
}
