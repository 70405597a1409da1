//! The surface of a body at a position: its outward normals there, and how far it is off.

use crate::body::{Body, Round};
use crate::distance::Nearest;
use crate::slice;
use crate::solid::{HalfSpace, V};

impl Body {
    /// Outward normals of those parts of the surface that a position lies in front of, or slightly behind (`depth`).
    pub(crate) fn fronts(&self, x: &V, depth: f64) -> Vec<V> {
        match self.round {
            Round::None => {
                let fronts = self.planes.iter().filter(|p| p.distance(x) >= -depth);
                fronts.map(|p| p.normal).collect()
            }
            Round::Ball(_) => {
                let near = self.signed_distance(x, 0.0);
                (near.distance >= -depth)
                    .then_some(near.normal)
                    .into_iter()
                    .collect()
            }
            Round::Disc(r) => {
                let mut out = Vec::new();
                out.extend((x.z - self.maxs.z >= -depth).then(V::z));
                out.extend((self.mins.z - x.z >= -depth).then(|| -V::z()));
                let level = V::new(x.x, x.y, x.z.clamp(self.mins.z, self.maxs.z));
                let side = slice::to_disc_sum(self, r, 0.0, &level);
                // It is a distance in plan, behind a slope longer than the true one.
                if side.distance >= -depth * side.normal.norm() {
                    out.extend(side.normal.try_normalize(f64::MIN_POSITIVE));
                }
                if side.distance > 0.0 {
                    // Off the surface the nearest point is another than the one in plan.
                    out.push(slice::true_distance(self, r, x, f64::INFINITY).normal);
                }
                out
            }
        }
    }

    /// Unit normals of the surface, moved out by `offset`, at a position on it.
    pub(crate) fn normals_at(&self, x: &V, offset: f64, within: f64) -> Vec<V> {
        let planes = |moved: f64| -> Vec<V> {
            let met = |p: &&HalfSpace| (p.distance(x) - moved).abs() <= within;
            self.planes.iter().filter(met).map(|p| p.normal).collect()
        };
        match self.round {
            Round::None => planes(offset),
            Round::Ball(r) if r + offset <= 0.0 => planes(r + offset),
            Round::Ball(_) => vec![self.signed_distance(x, offset).normal],
            Round::Disc(r) => {
                let mut out = Vec::new();
                out.extend(((x.z - self.maxs.z - offset).abs() <= within).then(V::z));
                out.extend(((self.mins.z - offset - x.z).abs() <= within).then(|| -V::z()));
                // Just inside the slab the gradient in plan is the side's.
                let (bottom, top) = (self.mins.z - offset + within, self.maxs.z + offset - within);
                let inner = V::new(x.x, x.y, x.z.min(top).max(bottom));
                let side = slice::to_disc_sum(self, r, offset, &inner);
                if out.is_empty() || side.distance.abs() <= within * 10.0 {
                    out.extend(side.normal.try_normalize(f64::MIN_POSITIVE));
                }
                out
            }
        }
    }

    /// The distance of a position from the planes that bound it. Inside it is minus the depth: the true one, but of a
    /// cylinder at least the true one, since these planes leave out how an edge meets its rim.
    pub(crate) fn distance_to_planes(&self, x: &V) -> Nearest {
        match self.round {
            Round::Disc(r) => self.disc_planes(r, x),
            Round::None | Round::Ball(_) => self.signed_distance(x, 0.0),
        }
    }

    /// The true distance of a position; inside, as [`distance_to_planes`](Self::distance_to_planes). Where it is more than
    /// `most`, some distance beyond that. `None` where the planes say that it is more than `than`.
    pub(crate) fn nearer_than(&self, than: f64, x: &V, most: f64) -> Option<Nearest> {
        let planes = self.distance_to_planes(x);
        match self.round {
            _ if planes.distance > than => None,
            Round::Disc(r) if planes.distance >= 0.0 => Some(slice::true_distance(self, r, x, most)),
            _ => Some(planes),
        }
    }

    /// The largest signed distance of a position from planes that bound a cylinder's body. They are the moved-out planes of the
    /// brush, top and bottom, and the plane at the round side's nearest point.
    fn disc_planes(&self, radius: f64, x: &V) -> Nearest {
        let of = |distance, normal| Nearest { distance, normal };
        let level = V::new(x.x, x.y, x.z.clamp(self.mins.z, self.maxs.z));
        let side = slice::to_disc_sum(self, radius, 0.0, &level);
        let length = side.normal.norm();
        let round = of(
            side.distance / length + side.normal.z / length * (x.z - level.z),
            side.normal / length,
        );
        let flat = [of(x.z - self.maxs.z, V::z()), of(self.mins.z - x.z, -V::z())];
        let moved = |p: &HalfSpace| {
            of(
                p.distance(x) - slice::disc_support(&p.normal, radius, 0.0),
                p.normal,
            )
        };
        let planes = self.planes.iter().map(moved).chain(flat);
        planes.fold(round, |a, b| if b.distance > a.distance { b } else { a })
    }
}
