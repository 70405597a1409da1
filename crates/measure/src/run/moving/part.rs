//! The backends of a moving world: the contestant's own for the rigid part, and one built for each model.

use clipmark_collision::CollisionBackend;
use std::ops::Deref;

/// A backend that is lent, or one that is owned: asked through one pointer either way.
pub(crate) enum PartBackend<'a> {
    Lent(&'a dyn CollisionBackend),
    Own(Box<dyn CollisionBackend>),
}

impl<'a> Deref for PartBackend<'a> {
    type Target = dyn CollisionBackend + 'a;

    #[inline]
    fn deref(&self) -> &Self::Target {
        match self {
            Self::Lent(backend) => *backend,
            Self::Own(backend) => &**backend,
        }
    }
}
