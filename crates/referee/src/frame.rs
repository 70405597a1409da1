//! Where a placed model puts the numbers of its solids: by the matrix of its axes, which are f32 and so rational.
//!
//! A matrix of f32 axes is only nearly orthogonal. The solid is the image of the model's under it, not the one of a true
//! rotation.

use crate::corners::{HalfSpace, V};
use crate::rational::{Q, Q3, dot, image, image_of_normal, q, q3};
use clipmark_geometry::Pose;
use nalgebra::{Matrix3, Vector3};

/// A model's frame in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The model's axes in the world; `None` where it is not turned.
    axes: Option<[[f32; 3]; 3]>,
    /// In units.
    origin: [f32; 3],
}

impl Frame {
    /// Where the model was drawn.
    pub(crate) const HOME: Self = Self {
        axes: None,
        origin: [0.0; 3],
    };

    pub(crate) fn from_pose(pose: &Pose) -> Self {
        let turned = !pose.rotation.is_none();
        Self {
            axes: turned.then(|| pose.rotation.axes().map(<[f32; 3]>::from)),
            origin: pose.origin.coords.into(),
        }
    }

    pub(crate) fn is_turned(&self) -> bool {
        self.axes.is_some()
    }

    pub(crate) fn origin(&self) -> V {
        Vector3::from(self.origin).cast()
    }

    /// Its axes as columns, in f64 without rounding.
    pub(crate) fn matrix(&self) -> Matrix3<f64> {
        self.axes.map_or_else(Matrix3::identity, |axes| {
            Matrix3::from_columns(&axes.map(|a| Vector3::from(a).cast()))
        })
    }

    /// A direction of the model in the world.
    pub(crate) fn direction(&self, of: &V) -> V {
        self.matrix() * of
    }

    /// A direction of the world along the model's axes, as engines turn it: by the transposed matrix.
    pub(crate) fn along_axes(&self, of: &V) -> V {
        self.matrix().transpose() * of
    }

    /// A plane of the model in the world, which is shifted from the model's origin by `way`.
    pub(crate) fn half_space(&self, of: &HalfSpace, way: &V) -> HalfSpace {
        let on = self.direction(&(of.normal * of.height)) + way;
        let normal = self.unit_normal(&of.normal);
        HalfSpace {
            normal,
            height: normal.dot(&on),
        }
    }

    /// As [`normal`](Self::normal), of unit length.
    pub(crate) fn unit_normal(&self, of: &V) -> V {
        self.normal(of).normalize()
    }

    /// The normal of a plane of the model, of any length. By the matrix of cofactors, which fits a matrix that is not orthogonal.
    pub(crate) fn normal(&self, of: &V) -> V {
        let m = self.matrix();
        let [x, y, z] = [0, 1, 2].map(|i| m.column(i).into_owned());
        y.cross(&z) * of.x + z.cross(&x) * of.y + x.cross(&y) * of.z
    }

    /// A point of the model in the world, exact.
    pub(crate) fn exact_point(&self, p: &Q3) -> Q3 {
        let turned = match self.exact_axes() {
            Some(axes) => image(&axes, p),
            None => p.clone(),
        };
        let at = q3(&self.origin());
        std::array::from_fn(|i| &turned[i] + &at[i])
    }

    /// The plane `n . x = d` of the model in the world, exact. Its normal has about the same length.
    pub(crate) fn exact_plane(&self, n: &Q3, d: &Q) -> (Q3, Q) {
        let at = q3(&self.origin());
        let (n, d) = match self.exact_axes() {
            Some(axes) => {
                let (n, factor) = image_of_normal(&axes, n);
                (n, d * factor)
            }
            None => (n.clone(), d.clone()),
        };
        let d = d + dot(&n, &at);
        (n, d)
    }

    fn exact_axes(&self) -> Option<[Q3; 3]> {
        self.axes.map(|axes| axes.map(|a| a.map(|x| q(f64::from(x)))))
    }
}
