//! The reference's answers.

use crate::cone::Cone;
use crate::solid::Part;
use nalgebra::Vector3;

/// The exact answer to a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExactSweep {
    /// Fraction of the way at which the interior of the union is entered. 0 when it starts inside. `None` when the whole way is
    /// free.
    pub entry: Option<f64>,
    /// The start lies in the interior of a solid.
    pub starts_inside: bool,
    /// The entry certainly lies between these; both 0 without one.
    pub bracket: [f64; 2],
    /// The contacts at the entry: every solid that ties, with its normals. Empty when it starts inside.
    pub contacts: Vec<ExactContact>,
    /// A decision could not be certified.
    pub doubtful: bool,
}

/// A solid touched at an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactContact {
    /// Which it is.
    pub part: Part,
    /// Unit normals that span the cone of contact: of all faces of the solid's body that meet here.
    pub normals: Vec<Vector3<f64>>,
}

/// Signed distance of a hull to the union.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactDistance {
    /// Units; negative inside. Inside a union of several brushes it is the deepest single one, a lower bound on
    /// the way out.
    pub distance: f64,
    /// Unit direction in which the distance grows fastest.
    pub normal: Vector3<f64>,
    /// The solid that decides it.
    pub part: Part,
}

impl ExactSweep {
    /// The angle in degrees from a normal to the nearest member of the cone of any tied brush. `None` without contacts or for a
    /// vector without direction.
    pub fn normal_error(&self, normal: &Vector3<f64>) -> Option<f64> {
        self.contacts
            .iter()
            .filter_map(|c| Cone::new(&c.normals).angle_to(normal))
            .min_by(f64::total_cmp)
    }
}
