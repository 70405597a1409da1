//! Units and hulls as libraries have them: lengths of their own, and shapes around the middle of a hull's bounds. The length of a
//! unit is a power of two, so that nothing is rounded.

use clipmark_collision::question::Shape;
use clipmark_geometry::{Hull, Vec3};

/// Metres of one unit where a library assumes metres: a player of 56 u is 1.75 m tall.
pub const METRE: f32 = 1.0 / 32.0;

/// A position, displacement or velocity in lengths of which a unit has `length`.
#[inline]
pub fn scaled(v: &Vec3, length: f32) -> [f32; 3] {
    [v.x * length, v.y * length, v.z * length]
}

/// A position, displacement or velocity in units again.
#[inline]
pub fn in_units(v: impl Into<[f32; 3]>, length: f32) -> Vec3 {
    direction(v) / length
}

/// A direction, which has no unit.
#[inline]
pub fn direction(v: impl Into<[f32; 3]>) -> Vec3 {
    Vec3::from(v.into())
}

/// A convex shape around its own middle, in a library's lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A ball by its radius.
    Ball(f32),
    /// A box by half its lengths.
    Box([f32; 3]),
    /// An upright capsule: half the distance of its two centres, and the radius.
    Capsule(f32, f32),
    /// An upright cylinder: half the height, and the radius.
    Cylinder(f32, f32),
}

/// How large a hull is made for a library.
#[derive(Clone, Copy, Debug)]
pub struct Sizing {
    /// The library's length of one unit.
    pub length: f32,
    /// Units by which the hull is grown on every side.
    pub grown: f32,
    /// Half the thickness, in units, of a hull that has less: for libraries whose shapes have a volume. Smaller: rounding of map
    /// coordinates is larger than it; larger: it would show in a gap.
    pub least: f32,
}

/// The form of a hull. A point is a ball of the least size.
#[inline]
pub fn form(hull: &Hull, sizing: Sizing) -> Form {
    let Sizing { length, grown, least } = sizing;
    let half = hull.bounds().half_extents().map(|x| (x + grown).max(least));
    match hull {
        Hull::Point | Hull::Sphere { .. } => Form::Ball(half.x * length),
        Hull::Box { .. } => Form::Box(scaled(&half, length)),
        Hull::Capsule { .. } => {
            let radius = (hull.radius() + grown).max(least);
            match half.z - radius {
                level if level > least => Form::Capsule(level * length, radius * length),
                _ => Form::Ball(radius * length),
            }
        }
        Hull::Cylinder { .. } => Form::Cylinder(half.z * length, half.x * length),
    }
}

/// The middle of a hull's bounds from its position, in units: where libraries put a shape.
#[inline]
pub fn middle(hull: &Hull) -> Vec3 {
    hull.bounds().center().coords
}

impl Form {
    /// The same as data, its edges rounded by a radius where it is a box.
    pub fn as_shape(self, rounding: f32) -> Shape {
        match self {
            Self::Ball(radius) => Shape::Ball(radius),
            Self::Box(half) => Shape::Box(half, rounding),
            Self::Capsule(half, radius) => Shape::Capsule(half, radius),
            Self::Cylinder(half, radius) => Shape::Cylinder(half, radius),
        }
    }
}

/// The last things that were made of hulls, for a library that allocates them: its users make theirs once.
#[derive(Debug)]
pub struct Recent<K, T>(Vec<(K, T)>);

/// How many are kept: standing and crouched of a few players, and the hulls of a test.
const KEPT: usize = 16;

impl<K: PartialEq, T> Recent<K, T> {
    /// Nothing yet.
    pub const EMPTY: Self = Self(Vec::new());

    /// What was made of this, or is made now.
    ///
    /// # Errors
    /// That of `make`.
    pub fn get<E>(&mut self, key: K, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        let at = match self.0.iter().position(|(known, _)| *known == key) {
            Some(at) => at,
            None => {
                let made = make()?;
                if self.0.len() == KEPT {
                    self.0.remove(0);
                }
                self.0.push((key, made));
                self.0.len() - 1
            }
        };
        Ok(&self.0[at].1)
    }
}
