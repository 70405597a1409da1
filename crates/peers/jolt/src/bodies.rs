//! Hulls as Jolt's shapes. A thread keeps those that it last used: Jolt allocates a shape, and its users make theirs once.

use crate::scale::{Scale, UPRIGHT};
use crate::settings::Settings;
use clipmark_geometry::{Hull, Vec3 as Units};
use oxijolt::{Quat, Shape, ShapeError};
use std::cell::RefCell;

/// Half the thickness that a hull without any is given, in units, since Jolt's shapes have a volume. Smaller: rounding of map
/// coordinates is larger than it; larger: it would show in a gap.
const LEAST: f32 = 1.0 / 1024.0;

/// How many shapes a thread keeps: standing and crouched of a few players, and the hulls of a test.
const KEPT: usize = 16;

thread_local! {
    static SHAPES: RefCell<Vec<(Hull, f32, Scale, Shape)>> = const { RefCell::new(Vec::new()) };
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

/// A hull as Jolt's shape around the middle of its bounds; a point is a sphere of no size worth naming.
pub(crate) fn shape(hull: &Hull, settings: &Settings) -> Result<Shape, ShapeError> {
    let half = hull.bounds().half_extents().map(|x| x.max(LEAST));
    let radius = settings.convex_radius;
    let (scale, metre) = (settings.scale, settings.scale.metre());
    match hull {
        Hull::Point => Shape::new_sphere(LEAST * metre),
        Hull::Sphere { .. } => Shape::new_sphere(half.x * metre),
        Hull::Box { .. } => Shape::new_box_with_convex_radius(scale.metres(&half), radius),
        Hull::Capsule { .. } => {
            let round = hull.radius().max(LEAST);
            match half.z - round {
                level if level > LEAST => Shape::new_capsule(level * metre, round * metre),
                _ => Shape::new_sphere(round * metre),
            }
        }
        Hull::Cylinder { .. } => {
            Shape::new_cylinder_with_convex_radius(half.z * metre, half.x * metre, radius)
        }
    }
}

/// Runs with a hull's shape, which the thread keeps.
pub(crate) fn with_shape<R>(
    hull: &Hull,
    settings: &Settings,
    run: impl FnOnce(&Shape) -> R,
) -> Result<R, ShapeError> {
    SHAPES.with_borrow_mut(|kept| {
        let same = |(h, radius, scale, _): &(Hull, f32, Scale, Shape)| {
            h == hull && *radius == settings.convex_radius && *scale == settings.scale
        };
        let at = match kept.iter().position(same) {
            Some(at) => at,
            None => {
                let made = shape(hull, settings)?;
                if kept.len() == KEPT {
                    kept.remove(0);
                }
                kept.push((*hull, settings.convex_radius, settings.scale, made));
                kept.len() - 1
            }
        };
        Ok(run(&kept[at].3))
    })
}
