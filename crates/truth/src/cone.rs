//! The cone of normals at a contact and the angle from a given direction to its nearest member.

use crate::solid::V;

/// A pointed convex cone spanned by unit normals.
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
