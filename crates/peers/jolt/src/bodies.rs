//! Hulls as Jolt's shapes. A thread keeps those that it last used: Jolt allocates a shape, and its users make theirs once.

use crate::scale::{METRE, UPRIGHT, metres};
use crate::settings::Settings;
use clipmark_geometry::{Hull, Vec3 as Units};
use oxijolt::{Quat, Shape, ShapeError, Vec3};
use std::cell::RefCell;

/// Half the thickness that a hull without any is given, in units, since Jolt's shapes have a volume. Smaller: rounding of map
/// coordinates is larger than it; larger: it would show in a gap.
const LEAST: f32 = 1.0 / 1024.0;

/// How many shapes a thread keeps: standing and crouched of a few players, and the hulls of a test.
const KEPT: usize = 16;

thread_local! {
    static SHAPES: RefCell<Vec<(Hull, f32, Shape)>> = const { RefCell::new(Vec::new()) };
}

/// The middle of a hull's bounds from its position, in units: where Jolt's shape is put.
pub(crate) fn middle(hull: &Hull) -> Units {
    hull.bounds().center().coords
}

/// How Jolt's shape of a hull is turned.
pub(crate) fn rotation(hull: &Hull) -> Quat {
    match hull {
        Hull::Capsule { .. } | Hull::Cylinder { .. } => UPRIGHT,
        _ => Quat::IDENTITY,
    }
}

/// Which of Jolt's shapes a hull is, in Jolt's lengths.
pub(crate) enum Form {
    Sphere(f32),
    /// Half its lengths.
    Box(Vec3),
    /// Half the length between the two centres, and the radius.
    Capsule(f32, f32),
    /// Half the height, and the radius.
    Cylinder(f32, f32),
}

/// The form of a hull around the middle of its bounds; a point is a sphere of no size worth naming.
pub(crate) fn form(hull: &Hull) -> Form {
    let half = hull.bounds().half_extents().map(|x| x.max(LEAST));
    match hull {
        Hull::Point => Form::Sphere(LEAST * METRE),
        Hull::Sphere { .. } => Form::Sphere(half.x * METRE),
        Hull::Box { .. } => Form::Box(metres(&half)),
        Hull::Capsule { .. } => {
            let round = hull.radius().max(LEAST);
            match half.z - round {
                level if level > LEAST => Form::Capsule(level * METRE, round * METRE),
                _ => Form::Sphere(round * METRE),
            }
        }
        Hull::Cylinder { .. } => Form::Cylinder(half.z * METRE, half.x * METRE),
    }
}

/// A hull as Jolt's shape around the middle of its bounds.
pub(crate) fn shape(hull: &Hull, settings: &Settings) -> Result<Shape, ShapeError> {
    let convex = settings.convex_radius;
    match form(hull) {
        Form::Sphere(radius) => Shape::new_sphere(radius),
        Form::Box(half) => Shape::new_box_with_convex_radius(half, convex),
        Form::Capsule(level, radius) => Shape::new_capsule(level, radius),
        Form::Cylinder(level, radius) => Shape::new_cylinder_with_convex_radius(level, radius, convex),
    }
}

/// Runs with a hull's shape, which the thread keeps.
pub(crate) fn with_shape<R>(
    hull: &Hull,
    settings: &Settings,
    run: impl FnOnce(&Shape) -> R,
) -> Result<R, ShapeError> {
    SHAPES.with_borrow_mut(|kept| {
        let same = |(h, radius, _): &(Hull, f32, Shape)| h == hull && *radius == settings.convex_radius;
        let at = match kept.iter().position(same) {
            Some(at) => at,
            None => {
                let made = shape(hull, settings)?;
                if kept.len() == KEPT {
                    kept.remove(0);
                }
                kept.push((*hull, settings.convex_radius, made));
                kept.len() - 1
            }
        };
        Ok(run(&kept[at].2))
    })
}
