//! What both controllers tell the workbench alike.

use clipmark_collision::BuildError;
use clipmark_geometry::Point;
use clipmark_movement::Carried;

/// Not a number: it counts as no answer, and the body stays where it is.
pub(crate) const NO_ANSWER: Carried = Carried {
    origin: Point::new(f32::NAN, f32::NAN, f32::NAN),
    velocity: None,
    ground: None,
};

/// The error of a world that a library refuses.
pub(crate) fn refused(backend: &'static str) -> impl Fn(anyhow::Error) -> BuildError {
    move |why| BuildError::Library {
        backend,
        why: why.to_string(),
    }
}
