//! What a library was asked, as data: world, calls and answers, from which a program of the library's own can ask again.
//!
//! An adapter notes each call to its library with arguments and result, in the library's lengths, and says what the result
//! means in ours. `clipmark-measure` adds what exact arithmetic says, and writes the file `question.json`.

use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Hull, Point, Vec3};

/// A question. The library is given the bodies in this order, then the calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// The folder in `peers/` of the program that reads it.
    pub program: &'static str,
    /// The library and its version, and the version of the wrapper between, if any.
    pub library: &'static str,
    /// Metres, or whatever its users build in, of one unit.
    pub length: f32,
    /// Everything that the calls can meet: what their filter leaves out is left out here.
    pub bodies: Vec<Body>,
    /// The calls, from the one that makes the controller on.
    pub calls: Vec<Call>,
    /// Whether the calls are asked among moving parts where the tick leaves them, and not where it begins.
    pub parts_at_end: bool,
}

/// A rigid body, in the library's lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Which of the parts that move it belongs to; none of a body that never moves.
    pub part: Option<usize>,
    /// Where it is, and how it is turned.
    pub pose: BodyPose,
    /// Its shapes, each in its place in the body's frame.
    pub shapes: Vec<(Shape, BodyPose)>,
}

impl Body {
    /// A static body of one shape.
    pub fn new(shape: Shape, pose: BodyPose) -> Self {
        Self {
            part: None,
            pose,
            shapes: vec![(shape, BodyPose::HOME)],
        }
    }
}

/// Position, and rotation as a quaternion (x, y, z, w).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPose {
    /// In the library's lengths.
    pub position: [f32; 3],
    /// Of length 1.
    pub rotation: [f32; 4],
}

impl BodyPose {
    /// At the origin, not turned.
    pub const HOME: Self = Self::at([0.0; 3]);

    /// Not turned.
    pub const fn at(position: [f32; 3]) -> Self {
        Self {
            position,
            rotation: [0.0, 0.0, 0.0, 1.0],
        }
    }
}

/// A convex shape as a library is given it, in its lengths.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The convex hull of points, rounded by a radius.
    Corners(Vec<[f32; 3]>, f32),
    /// A box by half its lengths, its edges rounded by a radius.
    Box([f32; 3], f32),
    /// A ball by its radius.
    Ball(f32),
    /// Half the distance of the two centres, and the radius.
    Capsule(f32, f32),
    /// Half the height, and the radius.
    Cylinder(f32, f32),
}

/// A value in a call's arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// What is left out, as `None` in Rust.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A number whose bits count.
    Number(f32),
    /// Several of them: a vector, a quaternion.
    Numbers(Vec<f32>),
    /// A number to be read by people: exact answers, counts.
    Decimal(f64),
    /// A word.
    Text(String),
    /// Values in a row.
    List(Vec<Value>),
    /// Values by their names.
    Fields(Fields),
}

/// Values by their names.
pub type Fields = Vec<(&'static str, Value)>;

impl From<bool> for Value {
    fn from(it: bool) -> Self {
        Self::Flag(it)
    }
}

impl From<f32> for Value {
    fn from(it: f32) -> Self {
        Self::Number(it)
    }
}

impl From<usize> for Value {
    fn from(it: usize) -> Self {
        Self::Decimal(it as f64)
    }
}

impl<const N: usize> From<[f32; N]> for Value {
    fn from(it: [f32; N]) -> Self {
        Self::Numbers(it.into())
    }
}

impl From<&str> for Value {
    fn from(it: &str) -> Self {
        Self::Text(it.to_owned())
    }
}

impl From<Fields> for Value {
    fn from(it: Fields) -> Self {
        Self::Fields(it)
    }
}

/// `None` is [`Value::Nothing`].
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(it: Option<T>) -> Self {
        it.map_or(Self::Nothing, T::into)
    }
}

impl From<BodyPose> for Value {
    fn from(it: BodyPose) -> Self {
        Self::Fields(vec![
            ("position", it.position.into()),
            ("rotation", it.rotation.into()),
        ])
    }
}

impl From<Shape> for Value {
    fn from(it: Shape) -> Self {
        Self::Fields(match it {
            Shape::Corners(points, radius) => vec![
                ("kind", "corners".into()),
                ("radius", radius.into()),
                ("points", Self::List(points.into_iter().map(Self::from).collect())),
            ],
            Shape::Box(half, radius) => vec![
                ("kind", "box".into()),
                ("half_extents", half.into()),
                ("radius", radius.into()),
            ],
            Shape::Ball(radius) => vec![("kind", "ball".into()), ("radius", radius.into())],
            Shape::Capsule(half, radius) => vec![
                ("kind", "capsule".into()),
                ("half_height", half.into()),
                ("radius", radius.into()),
            ],
            Shape::Cylinder(half, radius) => vec![
                ("kind", "cylinder".into()),
                ("half_height", half.into()),
                ("radius", radius.into()),
            ],
        })
    }
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The library's name of it, or what moves the world between calls.
    pub operation: &'static str,
    /// In the library's lengths.
    pub arguments: Fields,
    /// What the numbers of the result are, in their order.
    pub returns: &'static str,
    /// The result when the adapter asked.
    pub result: Vec<f32>,
    /// The question for exact arithmetic.
    pub means: Means,
}

impl Call {
    /// A call whose result exact arithmetic says nothing of.
    pub fn unjudged(
        operation: &'static str,
        arguments: Fields,
        returns: &'static str,
        result: Vec<f32>,
    ) -> Self {
        Self {
            operation,
            arguments,
            returns,
            result,
            means: Means::Nothing,
        }
    }
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
pub fn solid_between(sides: &[BrushSide]) -> Brush {
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
pub fn leave_unjudged(calls: &mut [Call]) {
    for call in calls {
        call.means = Means::Nothing;
    }
}
