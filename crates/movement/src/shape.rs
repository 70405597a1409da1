//! The shape of a body within its bounds, and its hulls.

use crate::profile::Profile;
use crate::space::Space;
use clipmark_geometry::{Aabb, Hull};

/// The hulls of a body, standing and crouched.
#[derive(Clone, Debug)]
pub(crate) struct BodyHulls {
    pub(crate) shape: ShapeKind,
    /// Built once: rebuilding a hull per tick causes a store-forwarding stall in each trace.
    hulls: [Hull; 2],
}

impl BodyHulls {
    /// The hulls of a shape within a profile's bounds.
    pub(crate) fn new(shape: ShapeKind, profile: &Profile) -> Self {
        Self {
            shape,
            hulls: [false, true].map(|ducked| shape.hull(profile.bounds(ducked))),
        }
    }

    #[inline(always)]
    pub(crate) fn hull(&self, ducked: bool) -> &Hull {
        &self.hulls[usize::from(ducked)]
    }
}

/// Shape of a body within its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// The box itself.
    Box,
    /// A vertical capsule.
    Capsule,
    /// A vertical cylinder.
    Cylinder,
}

impl ShapeKind {
    /// A box where the world sweeps boxes, else a cylinder.
    pub(crate) fn swept_by(space: &(impl Space + ?Sized)) -> Self {
        if space.sweeps_boxes() {
            Self::Box
        } else {
            Self::Cylinder
        }
    }

    /// The hull of this shape within bounds.
    pub fn hull(self, bounds: Aabb) -> Hull {
        match self {
            Self::Box => Hull::Box { bounds },
            Self::Capsule => Hull::Capsule { bounds },
            Self::Cylinder => Hull::Cylinder { bounds },
        }
    }
}
