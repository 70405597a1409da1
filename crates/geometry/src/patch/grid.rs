//! A patch's control grid made into a grid of flat cells.
//!
//! Source: how Quake III's engine is described to subdivide curves for collision; the halving is de Casteljau's (1959). A row of
//! quadratic curves is flat enough when its middle is near its chord's middle. The chord then replaces it: only the control
//! points on the surface remain. Departure: a direction stops being split at [`MAX_COLUMNS`]; no map that the engine loads gets
//! there.

use super::Patch;
use crate::Point;

/// A triple of columns is split while a curve's middle is this far from its chord's, in units. Larger is
/// coarser; smaller makes facets that only cost time.
const STRAY: f32 = 16.0;
/// Columns that differ by less than this in every coordinate are one, in units. Larger eats narrow strips;
/// smaller leaves cells too thin to have a plane.
const SAME_POINT: f32 = 0.1;
/// Once a grid has this many columns (the engine's limit), no triple is split. It is a bound for damaged maps.
const MAX_COLUMNS: usize = 129;
/// Most times that a triple is halved. Each halving leaves a quarter of the stray, so a curve the size of the world is done after
/// seven.
const MAX_HALVINGS: u32 = 16;

type Column = Vec<Point>;

/// Points on the surface of a patch, in columns of equal length. Four neighbours `a = columns[i][j]`, `b = columns[i + 1][j]`, `c
/// = columns[i + 1][j + 1]`, `d = columns[i][j + 1]` are a cell. Its halves are the triangles `a b c` and `c d a`, clockwise seen
/// from the front.
#[derive(Clone, Debug, PartialEq)]
pub struct PatchGrid {
    /// The points, in units. The columns are the rows of the control grid.
    pub columns: Vec<Vec<Point>>,
    /// Whether the last column is the first again.
    pub closed_across: bool,
    /// Whether the last point of each column is its first again.
    pub closed_along: bool,
}

impl Patch {
    /// The surface subdivided into flat cells, as Quake III does for collision; none when the control grid is not of the size
    /// that it says.
    pub fn grid(&self) -> PatchGrid {
        let control = |i: usize| -> Column {
            let rows = (0..self.height).map(|j| self.points[j * self.width + i]);
            rows.collect()
        };
        let whole = self.points.len() == self.width * self.height;
        let columns: Vec<Column> = (0..self.width).filter(|_| whole).map(control).collect();
        let (columns, closed_along) = flatten(columns);
        let (columns, closed_across) = flatten(transposed(&columns));
        PatchGrid {
            columns,
            closed_across,
            closed_along,
        }
    }
}

impl PatchGrid {
    /// Number of cells across and along the columns.
    pub fn cells(&self) -> (usize, usize) {
        let along = self.columns.first().map_or(0, Vec::len);
        (self.columns.len().saturating_sub(1), along.saturating_sub(1))
    }

    /// The corners `a b c d` of a cell.
    ///
    /// # Panics
    /// With numbers that are not below those of [`Self::cells`].
    pub fn cell(&self, i: usize, j: usize) -> [Point; 4] {
        let c = &self.columns;
        [c[i][j], c[i + 1][j], c[i + 1][j + 1], c[i][j + 1]]
    }
}

/// Flattens across the columns, and says whether they close in a ring.
fn flatten(control: Vec<Column>) -> (Vec<Column>, bool) {
    let (Some(first), Some(last)) = (control.first(), control.last()) else {
        return (control, false);
    };
    let closed = same(first, last);
    let mut out = vec![first.clone()];
    for i in (2..control.len()).step_by(2) {
        let (a, b, c) = (&control[i - 2], &control[i - 1], &control[i]);
        bend(a, b, c, MAX_HALVINGS, &mut out);
    }
    out.dedup_by(|later, earlier| same(later, earlier));
    (out, closed)
}

/// Appends the columns after `a` up to and including `c`.
fn bend(a: &Column, b: &Column, c: &Column, halvings: u32, out: &mut Vec<Column>) {
    if halvings == 0 || out.len() >= MAX_COLUMNS || !strays(a, b, c) {
        out.push(c.clone());
        return;
    }
    let (ab, bc) = (between(a, b), between(b, c));
    let on = between(&ab, &bc);
    bend(a, &ab, &on, halvings - 1, out);
    bend(&on, &bc, c, halvings - 1, out);
}

fn strays(a: &Column, b: &Column, c: &Column) -> bool {
    a.iter().zip(b).zip(c).any(|((&a, &b), &c)| {
        let on = middle(middle(a, b), middle(b, c));
        let chord = middle(a, c);
        // The order of the sum is part of the answer's last bit.
        let off: [f32; 3] = (on - chord).into();
        off.iter().map(|x| x * x).sum::<f32>().sqrt() >= STRAY
    })
}

fn between(a: &Column, b: &Column) -> Column {
    a.iter().zip(b).map(|(&a, &b)| middle(a, b)).collect()
}

fn same(a: &Column, b: &Column) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).iter().all(|x| x.abs() <= SAME_POINT))
}

fn middle(a: Point, b: Point) -> Point {
    Point::from((a.coords + b.coords) * 0.5)
}

fn transposed(columns: &[Column]) -> Vec<Column> {
    let rows = columns.first().map_or(0, Vec::len);
    (0..rows)
        .map(|j| columns.iter().map(|c| c[j]).collect())
        .collect()
}
