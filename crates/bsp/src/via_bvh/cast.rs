//! The first hits of a sweep, whatever the tree: which brushes and patches end it, and which it starts in.
//!
//! Each brush has a box, moved out by the hull and the skin. The hierarchy passes over brushes whose box the path does not cross,
//! as far as it is needed. That changes no answer: such a box has the start in front of one of its six planes. So the brush holds
//! no start. Its planes alone make the path enter after it leaves, or after the best hit.
//!
//! The order of the tree's walk decides which of several hits at one fraction counts, and whether a brush is started in.

use crate::brush_set::BrushSet;
use crate::clip::{BrushSweep, Clip, Kept, NOTHING_KEPT, Skin, clip_to_brush};
use crate::lanes::larger;
use crate::patch::{FacetSweep, PatchSet};
use crate::shape::MovingShape;
use crate::side_plane::SidePlane;
use crate::walk::ROUNDING;
use clipmark_collision::Counts;
use clipmark_geometry::Contents;
use clipmark_hierarchy::lanes::{Lanes3, across, in_lanes, per_axis, splat};
use clipmark_hierarchy::{BoxPath, Grid, Hierarchy, Nearby};
use wide::f32x4;

/// Brushes started in that are kept. A sweep with more is walked.
const MAX_STARTS: usize = 6;
/// Hits this little behind the best, in units along the path, are examined too, to make `next` known there. At 0.25 rounding
/// ([`super::cover`]) left no proof for half of the hits 50,000 u from the origin. 0.5 meets no more boxes.
pub(crate) const BEHIND: f32 = 0.5;
/// A hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// Brushes are numbered first, then patches.
    pub(crate) item: u32,
    pub(crate) fraction: f32,
    /// Which side of the brush or facet; [`NO_SIDE`] when the whole path lies inside.
    pub(crate) side: u32,
    /// The brush's line, or which facet of all.
    pub(crate) place: u32,
}

/// Stands for no side: start and end lie in the brush.
pub(crate) const NO_SIDE: u32 = u32::MAX;

/// The first hits of a sweep.
pub(crate) struct FirstHits {
    /// The least fraction at which anything is entered; 1 when nothing is.
    pub(crate) best: f32,
    /// No hit lies between `best` and this.
    pub(crate) next: f32,
    /// What is entered at `best`.
    pub(crate) winner: Option<Hit>,
    /// Whether something else is entered there, which makes another answer.
    pub(crate) tied: bool,
    starts: [u32; MAX_STARTS],
    starts_len: usize,
    /// Whether the answer depends on more: too many brushes started in, or a facet that is unbounded on some side.
    pub(crate) unsure: bool,
}

/// A sweep against everything.
pub(crate) struct Cast<'a, S, const COUNT: bool> {
    pub(crate) brushes: &'a BrushSet,
    pub(crate) patches: &'a PatchSet,
    /// Around brushes and facets: a brush is named by its line, a facet by its number beyond all lines.
    pub(crate) boxes: &'a Hierarchy,
    pub(crate) grid: &'a Grid,
    pub(crate) shape: &'a S,
    pub(crate) start: &'a [f32; 3],
    pub(crate) end: &'a [f32; 3],
    pub(crate) mask: Contents,
    pub(crate) skin: Skin,
    pub(crate) counts: &'a mut Counts,
}

/// Where to look for hits.
pub(crate) enum Search<'a> {
    /// No box.
    Nothing,
    /// These boxes, as far as they touch the bounds of the path.
    Around(Nearby<'a>),
    /// In the hierarchy, with its boxes grown along each axis by `half`: the hull's half size and a little.
    Down { half: f32x4 },
}

impl<'a, S: MovingShape, const COUNT: bool> Cast<'a, S, COUNT> {
    /// The search to be done, without doing it.
    #[inline(always)]
    pub(crate) fn look(&mut self) -> Search<'a> {
        let (start, end) = (across(*self.start), across(*self.end));
        let half = across(self.shape.half());
        // Along an axis sums depend on its coordinates alone.
        let far = start.abs().fast_max(end.abs()).fast_max(half);
        let half = half + (f32x4::splat(self.skin.width as f32) + f32x4::splat(ROUNDING) * far);
        let (mins, maxs) = (start.fast_min(end) - half, start.fast_max(end) + half);
        let Some(short) = self.grid.around(mins, maxs) else {
            return Search::Down { half };
        };
        if COUNT {
            self.counts.nodes += short.fours();
        }
        short.beginning().map_or(Search::Nothing, Search::Around)
    }

    /// Tests the items that touch the bounds of the path.
    #[inline(never)]
    pub(crate) fn look_around(&mut self, short: Nearby, found: &mut FirstHits) {
        let along = per_axis(|k| (self.end[k] - self.start[k]).abs());
        let behind = BEHIND / larger(larger(along[0], along[1]), along[2]);
        let (start, end) = (splat(*self.start), splat(*self.end));
        let mut kept = NOTHING_KEPT;
        let all_seen = short.all_items(|item| {
            let asked = self.asked((&start, &end), found.best + behind);
            self.test(item, &asked, &mut kept, found)
        });
        found.unsure = !all_seen;
        found.next = found.next.min(found.best + behind);
    }

    #[inline(always)]
    fn asked<'b>(&self, (start, end): (&'b Lanes3, &'b Lanes3), before: f32) -> BrushSweep<'b> {
        BrushSweep {
            start,
            end,
            skin: self.skin,
            before,
        }
    }

    /// Tests the items of the hierarchy along the path, nearer boxes first, to a little behind the best hit.
    #[inline(never)]
    pub(crate) fn go_down(&mut self, half: f32x4, found: &mut FirstHits) {
        let (start, end) = (across(*self.start), across(*self.end));
        let along = end - start;
        let path = BoxPath::new(start, along, half);
        let [x, y, z, _] = along.abs().to_array();
        let behind = BEHIND / larger(larger(x, y), z);
        let (start, end) = (in_lanes(start), in_lanes(end));
        let mut kept = NOTHING_KEPT;
        let mut nodes = 0;
        let limit = |found: &FirstHits| found.best + behind;
        let all_seen = self.boxes.along_path(&path, limit(found), &mut nodes, |item| {
            let asked = self.asked((&start, &end), limit(found));
            self.test(item, &asked, &mut kept, found).then(|| limit(found))
        });
        found.unsure = !all_seen;
        if COUNT {
            self.counts.nodes += nodes;
        }
        found.next = found.next.min(found.best + behind);
    }

    /// Whether the answer may still be found.
    #[inline(always)]
    fn test(&mut self, item: u32, asked: &BrushSweep, kept: &mut Kept, found: &mut FirstHits) -> bool {
        let brushes = self.brushes.lines();
        if item < brushes {
            self.test_brush(item, asked, kept, found)
        } else {
            self.test_facet(item - brushes, (asked.start, asked.end), found)
        }
    }

    /// Whether the answer may still be found.
    #[inline(always)]
    fn test_brush(&mut self, line: u32, asked: &BrushSweep, kept: &mut Kept, found: &mut FirstHits) -> bool {
        let brush = self.brushes.brush_at(line);
        if !brush.contents().intersects(self.mask) {
            return true;
        }
        let mut planes = 0;
        let clip = clip_to_brush(self.shape, brush.groups(), asked, kept, &mut planes);
        if COUNT {
            self.counts.primitives += 1;
            self.counts.planes += planes;
        }
        let hit = |fraction, side| Hit {
            item: brush.number(),
            fraction,
            side,
            place: line,
        };
        match clip {
            Clip::Free => true,
            Clip::StartInside => found.note_start(line),
            Clip::AllInside => {
                found.note(self.brushes, hit(0.0, NO_SIDE));
                true
            }
            Clip::Enters { fraction, side } => {
                found.note(self.brushes, hit(fraction, side as u32));
                true
            }
        }
    }

    /// The same for a facet. Not inlined: few sweeps come to one.
    #[inline(never)]
    fn test_facet(&mut self, index: u32, lanes: (&Lanes3, &Lanes3), found: &mut FirstHits) -> bool {
        let facet = &self.patches.facets[index as usize];
        if !self.patches.heads[facet.patch as usize]
            .contents
            .intersects(self.mask)
        {
            return true;
        }
        let mut sweep = FacetSweep {
            shape: self.shape,
            start: *self.start,
            end: *self.end,
            lanes,
            skin: self.skin,
            facets_tested: 0,
            planes_tested: 0,
        };
        let hit = self.patches.clip_to_facet(facet, &mut sweep, 1.0);
        if COUNT {
            self.counts.primitives += sweep.facets_tested;
            self.counts.planes += sweep.planes_tested;
        }
        let Some(hit) = hit else { return true };
        if facet.loose {
            return false;
        }
        let hit = Hit {
            item: self.brushes.len() as u32 + facet.patch,
            fraction: hit.fraction,
            side: hit.side,
            place: index,
        };
        found.note(self.brushes, hit);
        true
    }
}

impl FirstHits {
    /// Made in registers: a constant would be copied from memory by a call.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self {
            best: 1.0,
            next: 1.0,
            winner: None,
            tied: false,
            starts: [0; MAX_STARTS],
            starts_len: 0,
            unsure: false,
        }
    }

    /// Lines of the brushes that the sweep starts in and leaves.
    #[inline(always)]
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts[..self.starts_len]
    }

    /// Keeps a brush that the sweep starts in; whether there was room.
    #[inline(always)]
    fn note_start(&mut self, line: u32) -> bool {
        let room = self.starts.get_mut(self.starts_len).map(|slot| *slot = line);
        self.starts_len += usize::from(room.is_some());
        room.is_some()
    }

    /// Keeps a hit if it is the first.
    #[inline(always)]
    pub(crate) fn note(&mut self, brushes: &BrushSet, hit: Hit) {
        if hit.fraction > self.best || hit.fraction >= 1.0 {
            self.next = self.next.min(hit.fraction);
            return;
        }
        match &mut self.winner {
            Some(winner) if hit.fraction == self.best => {
                // Among facets of one patch entered together, the first counts.
                if winner.item != hit.item {
                    self.tied |= !alike(brushes, winner, &hit);
                } else if hit.place < winner.place {
                    *winner = hit;
                }
            }
            _ => {
                self.next = self.best;
                self.best = hit.fraction;
                self.winner = Some(hit);
                self.tied = false;
            }
        }
    }
}

/// Whether two hits make the same answer, to the bit.
pub(crate) fn alike(brushes: &BrushSet, a: &Hit, b: &Hit) -> bool {
    if a.item as usize >= brushes.len() || b.item as usize >= brushes.len() {
        return false;
    }
    let (x, y) = (brushes.brush_at(a.place), brushes.brush_at(b.place));
    let bits = |p: SidePlane| {
        let [x, y, z] = p.normal;
        [x.to_bits(), y.to_bits(), z.to_bits(), p.dist.to_bits()]
    };
    if x.contents() != y.contents() || a.fraction.to_bits() != b.fraction.to_bits() {
        return false;
    }
    if a.side == NO_SIDE || b.side == NO_SIDE {
        return a.side == b.side;
    }
    bits(x.sides().get(a.side as usize)) == bits(y.sides().get(b.side as usize))
        && brushes.surface(x, a.side) == brushes.surface(y, b.side)
}
