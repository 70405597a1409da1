//! The reference's answers, and the angle from a normal to those that a contact may have.

use crate::solid::{Part, V};
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

/// A pointed convex cone spanned by unit normals: those that a contact may have.
pub(crate) struct Cone<'a>(&'a [V]);

impl<'a> Cone<'a> {
    pub(crate) fn new(normals: &'a [V]) -> Self {
        Self(normals)
    }

    /// Angle in degrees from a direction to the nearest member; `None` for an empty cone or no direction.
    ///
    /// The nearest member lies on a spanning normal or on an arc between two. It is the direction itself when three of them hold
    /// it. All are tried, since a contact has few normals.
    pub(crate) fn angle_to(&self, direction: &V) -> Option<f64> {
        let u = direction.try_normalize(f64::MIN_POSITIVE)?;
        let ns = self.0;
        let mut best = ns.iter().map(|n| n.dot(&u)).max_by(f64::total_cmp)?;
        for (i, a) in ns.iter().enumerate() {
            for (j, b) in ns.iter().enumerate().skip(i + 1) {
                let Some(axis) = a.cross(b).try_normalize(1e-12) else {
                    continue;
                };
                let flat = u - axis * axis.dot(&u);
                if a.cross(&flat).dot(&axis) >= 0.0 && flat.cross(b).dot(&axis) >= 0.0 {
                    best = best.max(flat.norm());
                }
                for c in &ns[j + 1..] {
                    let det = a.cross(b).dot(c);
                    let holds = |x: f64| x * det.signum() >= 0.0;
                    if det.abs() > 1e-12
                        && holds(u.cross(b).dot(c))
                        && holds(a.cross(&u).dot(c))
                        && holds(a.cross(b).dot(&u))
                    {
                        return Some(0.0);
                    }
                }
            }
        }
        Some(best.clamp(-1.0, 1.0).acos().to_degrees())
    }
}
