//! Judges a backend's contacts: none is missing, and each lies on a surface, with its face and the height of that face's top.

use super::{Place, PlaceFault};
use crate::body::{Round, outline};
use crate::laid::Lying;
use crate::solid::{HalfSpace, Solid, V, is_unit};
use clipmark_collision::{Contact, RoundHulls};

/// Cosine from which a face has the named normal, 1 degree. A sweep's normal may be off by as much.
const SAME_FACE: f64 = 0.999_848;
/// A face narrower than this is left by rounding between planes that nearly meet, in units. Backends weld or cut it.
pub(crate) const SLIVER: f64 = 0.25;

impl Place<'_> {
    /// A solid that should be among the contacts.
    pub(super) fn missing(&self, contacts: &[Contact], margin: f64) -> Option<PlaceFault> {
        let inside = "no contact with a solid that the hull is in";
        if !self.is_of_solids() {
            let is_lacking = contacts.is_empty() && self.is_noticed_deeper(self.tolerance);
            return is_lacking.then(|| PlaceFault::of_size(inside, self.depth()));
        }
        let within = margin - self.tolerance;
        let deep = self.reference.brushes_deeper(&self.x, self.tolerance);
        // By its planes a mitred hull is nearer to a corner than it is.
        let is_apart = |n: &(usize, f64)| !self.reference.mitred && n.1 > self.tolerance && n.1 < within;
        let wanted = |n: &&(usize, f64)| self.reference.is_brush(n.0) && (is_apart(n) || deep.contains(&n.0));
        let among = |&(i, distance): &(usize, f64)| {
            contacts.iter().any(|c| {
                let n: V = c.normal.cast();
                let off = f64::from(c.distance) - distance;
                // The planes of a backend that clips against them, bevels among them, are no farther off than the solid.
                let right = match (distance < 0.0, self.by_planes()) {
                    (true, _) => c.distance < 0.0,
                    (false, true) => off <= self.tolerance,
                    (false, false) => off.abs() <= self.tolerance,
                };
                right && self.is_plane_of(i, &n, &c.point.coords.cast())
            })
        };
        let missing = self.near.iter().filter(wanted).find(|n| !among(n))?;
        let what = match missing.1 < 0.0 {
            true => inside,
            false => "no contact with a solid that is near",
        };
        Some(PlaceFault::of_size(what, missing.1.abs()))
    }

    /// The fault of one contact.
    pub(super) fn contact(&self, c: &Contact, margin: f64) -> Option<PlaceFault> {
        let (n, face, point): (V, V, V) = (c.normal.cast(), c.face_normal.cast(), c.point.coords.cast());
        if !is_unit(&n) || !is_unit(&face) {
            return Some(PlaceFault::new("a contact's normal is not of unit length"));
        }
        let beyond = f64::from(c.distance) - margin;
        if beyond.is_nan() || beyond > self.tolerance {
            return Some(PlaceFault::of_size("a contact is beyond the margin", beyond));
        }
        let mitred = self.reference.mitred && self.reference.round_hulls == RoundHulls::Mitred;
        let off = |lying: Lying| (lying.gap(&n, n.dot(&point)) - f64::from(c.distance)).abs();
        let has_gap = |lying: Lying| mitred || off(lying) <= self.tolerance;
        let upright = Lying::upright(&self.reference.hull, self.x);
        if !has_gap(upright) && !self.near.iter().any(|near| has_gap(self.lying(near.0))) {
            let fault = "a contact's distance is not the gap at its point";
            return Some(PlaceFault::of_size(fault, off(upright)));
        }
        // Facets of patches lie off the pieces, and bevels off their brushes.
        let judged = |i: usize| self.reference.is_brush(i) || !self.by_planes();
        // For a polygon that reaches into the hull, or touches it, the point is the deepest of its plane there. For a backend of
        // planes it is always one of the plane.
        let of_plane = f64::from(c.distance) <= self.tolerance || self.by_planes();
        let of = |&&(i, _): &&(usize, f64)| {
            judged(i)
                && has_gap(self.lying(i))
                && match of_plane {
                    true => self.is_plane_of(i, &n, &point) || self.is_plane_of(i, &face, &point),
                    false => self.is_on(&self.reference.solids[i], &point),
                }
        };
        let solids: Vec<usize> = self.near.iter().filter(of).map(|n| n.0).collect();
        if solids.is_empty() {
            let patches = self.by_planes() && self.near.iter().any(|n| !self.reference.is_brush(n.0));
            return (!patches).then_some(PlaceFault::new("a contact's point is on no surface"));
        }
        let solid = |i: usize| &self.reference.solids[i];
        if !solids.iter().any(|&i| solid(i).contents.intersects(c.contents)) {
            return Some(PlaceFault::new("a contact of contents that are not there"));
        }
        let faces = |&i: &usize| {
            self.faces(solid(i), &face, &point)
                .map(move |polygon| (i, polygon))
        };
        let polygons: Vec<(usize, Vec<V>)> = solids.iter().flat_map(faces).collect();
        if polygons.is_empty() {
            // A bevel is no face, and an edge that is touched belongs to none that its normal tells.
            let bevel = self.by_planes() && face.dot(&n) >= SAME_FACE;
            let touches = f64::from(c.distance.abs()) <= self.tolerance;
            // Nor has a hull that is wholly within a solid any face in it.
            let reaches = |f: &HalfSpace, i| self.lying(i).highest(&outline(f, &solid(i).vertices), margin);
            let enclosed = |&i: &usize| solid(i).faces.iter().all(|f| reaches(f, i).is_none());
            let enclosed = c.distance < 0.0 && solids.iter().any(enclosed);
            let fault = PlaceFault::new("a contact's face is none at its point");
            return (!bevel && !touches && !enclosed).then_some(fault);
        }
        let top = f64::from(c.top);
        let right = |(i, polygon): &(usize, Vec<V>)| {
            if solid(*i).is_tilted() {
                // The highest part is unknown to who asks in the model's frame. The contact's own height is known.
                return (top - point.z).abs() <= self.tolerance;
            }
            let lying = self.lying(*i);
            let [most, least] =
                [self.tolerance, -self.tolerance].map(|by| lying.highest(polygon, margin + by));
            // Beside a solid its nearest feature may belong to more polygons: the highest of its parts counts.
            let all = |f: &HalfSpace| {
                let polygon = outline(f, &solid(*i).vertices);
                lying.highest(&polygon, margin + self.tolerance)
            };
            let most = match c.distance < 0.0 {
                true => most,
                false => solid(*i).faces.iter().filter_map(all).reduce(f64::max),
            };
            // A round hull's part is less than its box's, and of a sliver rounding decides whether there is any.
            let lenient = self.reference.round != Round::None || mitred || width(polygon) < SLIVER;
            let least = least.filter(|_| !lenient).unwrap_or(f64::NEG_INFINITY);
            let most = most.filter(|_| width(polygon) >= SLIVER);
            most.is_none_or(|most| top <= most + self.tolerance) && top >= least - self.tolerance
        };
        let fault = PlaceFault::new("a contact's top is not that of its polygon in the hull");
        (!polygons.iter().any(right)).then_some(fault)
    }

    /// The hull as a solid meets it.
    fn lying(&self, i: usize) -> Lying<'_> {
        Lying::at(&self.reference.solids[i], &self.reference.hull, self.x)
    }

    /// Whether the plane through a point touches a solid, or is one of those that the map gives it.
    fn is_plane_of(&self, i: usize, normal: &V, point: &V) -> bool {
        let (solid, height) = (&self.reference.solids[i], normal.dot(point));
        let is_it = |side: &HalfSpace| {
            side.normal.dot(normal) >= SAME_FACE && (side.height - height).abs() <= self.tolerance
        };
        (solid.support(normal) - height).abs() <= self.tolerance
            || self.by_planes() && solid.sides.iter().any(is_it)
    }

    /// Whether a point is on a solid's surface.
    fn is_on(&self, solid: &Solid, point: &V) -> bool {
        solid.front(point).abs() <= self.tolerance
    }

    /// The polygons of a solid that have a normal and hold a point.
    fn faces<'s>(&self, solid: &'s Solid, normal: &V, point: &V) -> impl Iterator<Item = Vec<V>> + use<'s> {
        let is_it =
            |f: &&HalfSpace| f.normal.dot(normal) >= SAME_FACE && f.distance(point).abs() <= self.tolerance;
        // A plane that touches an edge is a sliver of a face to who welds corners.
        let planes: Vec<&HalfSpace> = solid.sides.iter().filter(is_it).collect();
        planes.into_iter().map(|f| outline(f, &solid.vertices))
    }
}

/// The least width of a polygon, in units: across its longest side. None has one of fewer than three corners.
pub(crate) fn width(polygon: &[V]) -> f64 {
    let sides = || (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]));
    let Some((a, b)) = sides().max_by(|(a, b), (c, d)| (b - a).norm().total_cmp(&(d - c).norm())) else {
        return 0.0;
    };
    let along = (b - a).try_normalize(f64::MIN_POSITIVE).unwrap_or(V::x());
    let across = |p: &V| {
        let from = p - a;
        (from - along * along.dot(&from)).norm()
    };
    polygon.iter().map(across).fold(0.0, f64::max)
}
