//! Brushes flattened for tracing: of each its head and its sides, in whole cache lines that stand together.
//!
//! All data of one brush stands in neighbouring lines. The search already knows their place. Nothing is looked up first. The
//! brushes stand in the order of the hierarchy of boxes, so that near ones lie near.

use crate::hit::{Hit, NO_SIDE};
use crate::lanes::{SideLanes, Sides, per_axis, push_lanes};
use crate::side_plane::SidePlane;
use clipmark_geometry::{Aabb, Brush, Contents, SurfaceFlags};
use wide::f32x4;

/// All brushes of a world. A brush has a number, its place in the map, and a line, where its head stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct BrushSet {
    /// For each brush its head ([`BrushAt`]), then its sides, the six axial ones first.
    lines: Vec<SideLanes>,
    /// The line of each brush, by its number.
    line_of: Vec<u32>,
    /// For each side of brushes that have several kinds of surface.
    surfaces: Vec<SurfaceFlags>,
    /// Whether each brush has its bounds among its sides: a sweep clear of its box then cannot hit it.
    pub(crate) bounded: bool,
}

/// Set in a head's count of sides: each place in the brush's bounds lies in a leaf that names it.
const COVERED: u32 = 1 << 31;
/// Set in a head's count of sides: its sides have several kinds of surface, which stand in a list.
const MIXED: u32 = 1 << 30;
const COUNT: u32 = MIXED - 1;
/// A brush with no more sides than this is its bounds.
const BOUNDS: usize = 6;

/// One brush. Its head is a line of four vectors. The first is the low bounds and the contents, the second the high bounds and
/// the count of sides. The third is the number and the surface, or where the list of surfaces begins. The fourth is not used.
/// Whole numbers stand there as the bits of an `f32`.
#[derive(Clone, Copy)]
pub(crate) struct BrushAt<'a> {
    lines: &'a [SideLanes],
    line: usize,
}

impl<'a> BrushAt<'a> {
    #[inline(always)]
    fn word(self, vector: usize, lane: usize) -> f32 {
        self.lines[self.line].normal[vector].as_array()[lane]
    }

    #[inline(always)]
    fn counted(self) -> u32 {
        self.word(1, 3).to_bits()
    }

    #[inline(always)]
    pub(crate) fn mins(self) -> [f32; 3] {
        per_axis(|k| self.word(0, k))
    }

    #[inline(always)]
    pub(crate) fn maxs(self) -> [f32; 3] {
        per_axis(|k| self.word(1, k))
    }

    #[inline(always)]
    pub(crate) fn contents(self) -> Contents {
        Contents::from_bits_retain(self.word(0, 3).to_bits())
    }

    /// Whether each place in its bounds lies in a leaf that names it.
    #[inline(always)]
    pub(crate) fn is_covered(self) -> bool {
        self.counted() & COVERED != 0
    }

    #[inline(always)]
    pub(crate) fn number(self) -> u32 {
        self.word(2, 0).to_bits()
    }

    /// The sides as the clip asks them: in groups, and which group first.
    #[inline(always)]
    pub(crate) fn groups(self) -> (&'a [SideLanes], usize) {
        (self.lanes(), usize::from(self.sides_len() > BOUNDS))
    }

    #[inline(always)]
    pub(crate) fn lanes(self) -> &'a [SideLanes] {
        let first = self.line + 1;
        &self.lines[first..first + self.sides_len().div_ceil(4)]
    }

    #[inline(always)]
    fn sides_len(self) -> usize {
        (self.counted() & COUNT) as usize
    }

    #[inline(always)]
    pub(crate) fn sides(self) -> Sides<'a> {
        Sides::new(self.lanes(), self.sides_len())
    }

    /// Whether the boxes lie strictly apart.
    #[inline(always)]
    pub(crate) fn apart(self, mins: [f32; 3], maxs: [f32; 3], slack: f32) -> bool {
        let (low, high) = (self.mins(), self.maxs());
        (0..3).any(|i| mins[i] > high[i] + slack || maxs[i] < low[i] - slack)
    }
}

impl BrushSet {
    /// `order`: the numbers of the brushes in the order in which they are to stand, each once. Others in it are passed over.
    pub(crate) fn new(brushes: &[Brush], order: impl IntoIterator<Item = u32>) -> Self {
        let lines = brushes.iter().map(|b| 1 + b.sides.len().div_ceil(4)).sum();
        let mut set = Self {
            lines: Vec::with_capacity(lines),
            line_of: vec![0; brushes.len()],
            surfaces: Vec::new(),
            bounded: true,
        };
        for number in order {
            if let Some(brush) = brushes.get(number as usize) {
                set.add(number, brush);
            }
        }
        set
    }

    fn add(&mut self, number: u32, brush: &Brush) {
        let Aabb { mins, maxs } = brush.bounds;
        let line = self.lines.len();
        self.line_of[number as usize] = line as u32;
        let sides = brush.sides.iter().map(|side| SidePlane {
            normal: side.plane.normal.into(),
            dist: side.plane.dist,
        });
        let sides: Vec<SidePlane> = sides.collect();
        self.bounded &= (0..3).all(|k| {
            let has = |sign: f32, dist: f32| {
                let mut normal = [0.0; 3];
                normal[k] = sign;
                sides.iter().any(|s| s.normal == normal && s.dist == dist)
            };
            has(-1.0, -mins[k]) && has(1.0, maxs[k])
        });
        let surface = brush.sides.first().map_or(SurfaceFlags::empty(), |s| s.surface);
        let mut count = brush.sides.len() as u32;
        let mut surface_word = surface.bits();
        if brush.sides.iter().any(|side| side.surface != surface) {
            count |= MIXED;
            surface_word = self.surfaces.len() as u32;
            self.surfaces.extend(brush.sides.iter().map(|side| side.surface));
        }
        let word = f32::from_bits;
        self.lines.push(SideLanes {
            normal: [
                f32x4::new([mins.x, mins.y, mins.z, word(brush.contents.bits())]),
                f32x4::new([maxs.x, maxs.y, maxs.z, word(count)]),
                f32x4::new([word(number), word(surface_word), 0.0, 0.0]),
            ],
            dist: f32x4::ZERO,
        });
        push_lanes(&mut self.lines, &sides);
    }

    /// Brushes.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.line_of.len()
    }

    /// Lines of all brushes: the search numbers facets from here on.
    #[inline(always)]
    pub(crate) fn lines(&self) -> u32 {
        self.lines.len() as u32
    }

    #[inline(always)]
    pub(crate) fn line_of(&self, number: u32) -> u32 {
        self.line_of[number as usize]
    }

    /// The brush of this number.
    #[inline(always)]
    pub(crate) fn brush(&self, number: u32) -> BrushAt<'_> {
        self.brush_at(self.line_of(number))
    }

    /// The brush whose head stands in this line.
    #[inline(always)]
    pub(crate) fn brush_at(&self, line: u32) -> BrushAt<'_> {
        BrushAt {
            lines: &self.lines,
            line: line as usize,
        }
    }

    /// The surface of a side.
    #[inline(always)]
    pub(crate) fn surface(&self, brush: BrushAt, side: u32) -> SurfaceFlags {
        let word = brush.word(2, 1).to_bits();
        if brush.counted() & MIXED == 0 {
            SurfaceFlags::from_bits_retain(word)
        } else {
            self.surfaces[(word + side) as usize]
        }
    }

    /// Notes that each place in a brush's bounds lies in a leaf that names it.
    pub(crate) fn set_covered(&mut self, number: u32) {
        let bounds = &mut self.lines[self.line_of[number as usize] as usize].normal[1];
        let mut words = bounds.to_array();
        words[3] = f32::from_bits(words[3].to_bits() | COVERED);
        *bounds = f32x4::new(words);
    }

    /// Whether two hits make the same answer, to the bit.
    pub(crate) fn alike(&self, a: &Hit, b: &Hit) -> bool {
        if a.item as usize >= self.len() || b.item as usize >= self.len() {
            return false;
        }
        let (x, y) = (self.brush_at(a.place), self.brush_at(b.place));
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
            && self.surface(x, a.side) == self.surface(y, b.side)
    }

    /// Gives back memory that building reserved in excess.
    pub(crate) fn trim(&mut self) {
        self.lines.shrink_to_fit();
        self.surfaces.shrink_to_fit();
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.lines[..]) + size_of_val(&self.line_of[..]) + size_of_val(&self.surfaces[..])
    }
}
