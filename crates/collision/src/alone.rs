//! A question in another library's words: the parts of a program that asks it without our code.
//!
//! An adapter writes down each call to its library: as source, with the arguments as numbers, and with the result. It adds the
//! questions for exact arithmetic about the result. `clipmark-measure` adds the exact answers and puts a program together.

use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Hull, Point, Vec3};

/// The parts of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alone {
    /// The library and its version, and the version of the wrapper between, if any.
    pub library: &'static str,
    /// The lines of `[dependencies]`.
    pub dependencies: &'static str,
    /// Metres, or whatever its users build in, of one unit.
    pub length: f32,
    /// Lines before `main`: `use`, constants.
    pub head: String,
    /// The statements of `main` that build world and body.
    pub world: String,
    /// The calls in their order.
    pub calls: Vec<Call>,
    /// Statements before a call, by its index: where parts of the world are moved.
    pub before: Vec<(usize, String)>,
    /// Whether the calls are asked among moving parts where the tick leaves them, and not where it begins.
    pub parts_at_end: bool,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The question, in a line.
    pub about: String,
    /// Rust statements that end in an array of `f32`: the result.
    pub source: String,
    /// The result when the adapter asked.
    pub came: Vec<f32>,
    /// The question for exact arithmetic.
    pub means: Means,
}

/// The meaning of a call's result, in units and in the frame of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Means {
    /// Nothing that exact arithmetic has an answer to.
    Nothing,
    /// A body was to be moved, and was.
    Moved {
        /// Position before.
        from: Point,
        /// Position after.
        to: Point,
        /// The displacement that was wanted.
        wanted: Vec3,
        /// Whether it is said to stand, where the call says so.
        grounded: Option<bool>,
    },
    /// A cast.
    Cast {
        /// The cast hull, relative to its position.
        hull: Hull,
        /// Position at the start.
        from: Point,
        /// The whole way.
        way: Vec3,
        /// The share of it that was said to be free; 1 where nothing was met.
        free: f32,
        /// The normal named, if something was met.
        normal: Option<Vec3>,
        /// Whether the start was said to be in something.
        starts_inside: bool,
    },
    /// A position test.
    Overlaps {
        /// The tested hull, relative to its position.
        hull: Hull,
        /// Position.
        at: Point,
        /// The library's answer.
        says: bool,
    },
}

/// The solid between sides: an adapter that keeps a brush's sides alone gave its library the corners of this.
pub fn between(sides: &[BrushSide]) -> Brush {
    let mut brush = Brush {
        sides: sides.to_vec(),
        contents: Contents::empty(),
        bounds: Aabb::EMPTY,
        bevelled: false,
    };
    let all: Vec<Point> = brush.faces().iter().flat_map(|f| f.winding.to_f32()).collect();
    brush.bounds = Aabb::of_points(&all);
    brush
}

/// Leaves the calls so far unjudged: those of ticks before the one in question.
pub fn earlier(calls: &mut [Call]) {
    for call in calls {
        call.means = Means::Nothing;
    }
}

/// A number as Rust source that is read back to the same bits.
pub fn number(x: f32) -> String {
    match x {
        x if x.is_nan() => "f32::NAN".into(),
        x if x == f32::INFINITY => "f32::INFINITY".into(),
        x if x == f32::NEG_INFINITY => "f32::NEG_INFINITY".into(),
        x => format!("{x:?}"),
    }
}

/// Numbers with commas between, as arguments or within brackets.
pub fn numbers(all: &[f32]) -> String {
    all.iter().map(|x| number(*x)).collect::<Vec<_>>().join(", ")
}

/// Corners of solids as the constant `SOLIDS`: one list a solid, in the library's lengths.
pub fn solids<'a>(all: impl Iterator<Item = &'a [[f32; 3]]>) -> String {
    let mut text = String::from("/// Corners of each solid, as they are given to the library.\n");
    text += "const SOLIDS: &[&[[f32; 3]]] = &[\n";
    for corners in all {
        text += &listed(corners, 1);
    }
    text + "];\n"
}

/// Corners of the solids of parts that move, each part in its own frame, as the constant `PARTS`.
pub fn parts(all: &[Vec<Vec<[f32; 3]>>]) -> String {
    let mut text =
        String::from("/// Corners of each solid of each part that moves, in the part's own frame.\n");
    text += "const PARTS: &[&[&[[f32; 3]]]] = &[\n";
    for solids in all {
        text += "    &[\n";
        text.extend(solids.iter().map(|corners| listed(corners, 2)));
        text += "    ],\n";
    }
    text + "];\n"
}

fn listed(corners: &[[f32; 3]], deep: usize) -> String {
    let corners: Vec<String> = corners.iter().map(|c| format!("[{}]", numbers(c))).collect();
    format!("{}&[{}],\n", "    ".repeat(deep), corners.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solid_between_sides_has_the_corners_of_the_brush() {
        let (lo, hi) = (Point::new(-3.0, -2.0, 1.0), Point::new(40.0, 5.0, 4000.0));
        let brush = Brush::from_box(lo, hi, Contents::SOLID).unwrap();
        let again = between(&brush.sides).vertices();
        assert_eq!(again, brush.vertices());
        assert_eq!(again.len(), 8);
    }

    #[test]
    fn numbers_are_read_back_to_the_same_bits() {
        for x in [0.1, -0.0, 1e-40, 3.4e38, 16_777_217.0, f32::MIN_POSITIVE] {
            assert_eq!(number(x).parse::<f32>().map(f32::to_bits), Ok(x.to_bits()), "{x}");
        }
        assert_eq!(
            numbers(&[1.0, f32::NAN, f32::NEG_INFINITY]),
            "1.0, f32::NAN, f32::NEG_INFINITY"
        );
        let text = solids([&[[0.0, 1.0, 2.5]][..]].into_iter());
        assert!(text.ends_with("    &[[0.0, 1.0, 2.5]],\n];\n"), "{text}");
    }
}
