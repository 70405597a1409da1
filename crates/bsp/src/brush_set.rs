//! Brushes flattened for tracing: of each its head and its sides, in whole cache lines that stand together.
//!
//! All data of one brush stands in neighbouring lines. A leaf names the line. Nothing is looked up first. The brushes stand and
//! are numbered in the order of the leaves that name them, so that near ones lie near.

use crate::lanes::{SideLanes, Sides, push_lanes};
use crate::side_plane::SidePlane;
use clipmark_geometry::{Aabb, Brush, Contents, SurfaceFlags};
use clipmark_hierarchy::lanes::per_axis;
use wide::f32x4;

/// All brushes of a world. A brush has a number, its place in the order, and a line, where its head stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct BrushSet {
    /// For each brush its head ([`BrushAt`]), then its sides, the six axial ones first.
    lines: Vec<SideLanes>,
    len: usize,
    /// For each side of brushes that have several kinds of surface.
    surfaces: Vec<SurfaceFlags>,
    /// Whether each brush has its bounds among its sides: a sweep clear of its box then cannot hit it.
    pub(crate) bounded: bool,
}

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

    /// Where its head stands.
    pub(crate) fn line(self) -> u32 {
        self.line as u32
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
    /// `order`: the indices of the brushes in the order in which they are to stand. Those that it lacks stand last. Returns the
    /// line of each as well, by its index.
    pub(crate) fn new(brushes: &[Brush], order: impl IntoIterator<Item = u32>) -> (Self, Vec<u32>) {
        const NONE: u32 = u32::MAX;
        let lines = brushes.iter().map(|b| 1 + b.sides.len().div_ceil(4)).sum();
        let mut set = Self {
            lines: Vec::with_capacity(lines),
            len: 0,
            surfaces: Vec::new(),
            bounded: true,
        };
        let mut line_of = vec![NONE; brushes.len()];
        for index in order.into_iter().chain(0..brushes.len() as u32) {
            let line = &mut line_of[index as usize];
            if *line == NONE {
                *line = set.lines.len() as u32;
                set.add(&brushes[index as usize]);
            }
        }
        set.surfaces.shrink_to_fit();
        (set, line_of)
    }

    fn add(&mut self, brush: &Brush) {
        let Aabb { mins, maxs } = brush.bounds;
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
                f32x4::new([word(self.len as u32), word(surface_word), 0.0, 0.0]),
            ],
            dist: f32x4::ZERO,
        });
        push_lanes(&mut self.lines, &sides);
        self.len += 1;
    }

    /// Brushes.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// All brushes, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = BrushAt<'_>> {
        let mut next = 0;
        (0..self.len).map(move |_| {
            let brush = self.brush_at(next);
            next += 1 + brush.lanes().len() as u32;
            brush
        })
    }

    /// Lines of all brushes.
    #[inline(always)]
    pub(crate) fn lines(&self) -> u32 {
        self.lines.len() as u32
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

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.lines[..]) + size_of_val(&self.surfaces[..])
    }
}
