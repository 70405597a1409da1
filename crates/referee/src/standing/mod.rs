//! Judges a backend's answers about a hull at rest: the solid that it overlaps, the near features, and a point's contents.
//!
//! Source: the seam. The position test returns nothing where the hull is free, else a way out of a solid around the hull.
//! Contacts are the nearest features of the solids within the margin, and of overlapped ones the polygons that reach in. The
//! two short questions must agree with the long ones. All are held to the tolerance of a sweep's answer.
//!
//! Not judged: places behind their surfaces for backends of surfaces, and the way out's length for backends that follow an
//! engine. Theirs leads out of another solid: of merged ones, or of the given planes' space.

mod contacts;

pub(crate) use contacts::{SLIVER, width};

use crate::body::Round;
use crate::reference::HullReference;
use crate::solid::{V, is_unit};
use clipmark_collision::{
    CollisionBackend, Contact, Declaration, Follows, Penetration, Reached, Sidedness, Status, Sweep, Work,
};
use clipmark_geometry::{Contents, Point};

/// How far the normals of one polygon may differ between two answers, as the length of their difference.
const SAME_NORMAL: f32 = 1e-4;

/// A backend's answers about a hull at a place.
#[derive(Clone, Debug)]
pub struct PlaceAnswers {
    /// The position test.
    pub overlap: Option<Penetration>,
    /// Whether the place is occupied.
    pub occupied: Option<Status>,
    /// Contacts within the margin.
    pub contacts: Vec<Contact>,
    /// The margin in units.
    pub margin: f32,
    /// Polygons that reach into the hull.
    pub reached: Vec<Reached>,
    /// Contacts without a margin.
    pub touching: Vec<Contact>,
}

impl PlaceAnswers {
    /// Asks where a sweep starts, with its hull and mask.
    pub fn ask(backend: &dyn CollisionBackend, here: &Sweep, margin: f32) -> Self {
        let (hull, at, mask) = (&here.hull, &here.start, here.mask);
        let mut work = Work::silent();
        let contacts = |margin: f32| {
            let mut found = Vec::new();
            backend.contacts(hull, at, margin, mask, &mut found, &mut Work::silent());
            found
        };
        let mut reached = Vec::new();
        backend.reached(hull, at, mask, &mut work, &mut |found| reached.push(*found));
        Self {
            overlap: backend.overlap(hull, at, mask, &mut work),
            occupied: backend.occupied(hull, at, mask, &mut work),
            contacts: contacts(margin),
            margin,
            reached,
            touching: contacts(0.0),
        }
    }
}

/// A fault of an answer about a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaceFault {
    /// In words, the same for every place.
    pub what: &'static str,
    /// In units; 1 where it has no size.
    pub size: f64,
}

impl PlaceFault {
    const fn new(what: &'static str) -> Self {
        Self { what, size: 1.0 }
    }

    fn of_size(what: &'static str, size: f64) -> Self {
        Self { what, size }
    }
}

/// The place in question, with its terms.
struct Place<'a> {
    reference: &'a HullReference,
    declaration: &'a Declaration,
    x: V,
    tolerance: f64,
    /// Solids near, each with how far the hull is from it, negative inside.
    near: Vec<(usize, f64)>,
}

/// Judges a backend's answers about the reference's hull at a place. Its faults, or none.
pub fn judge_place(
    reference: &HullReference,
    at: &Point,
    answers: &PlaceAnswers,
    declaration: &Declaration,
) -> Vec<PlaceFault> {
    if !at.iter().all(|x| x.is_finite()) {
        return Vec::new();
    }
    let margin = f64::from(answers.margin);
    let place = Place::new(reference, at, margin, declaration);
    let faults = [
        place.disagreement(answers),
        place.overlap(answers.overlap.as_ref()),
        place.missing(&answers.contacts, margin),
    ];
    let of_contacts = answers.contacts.iter().filter_map(|c| place.contact(c, margin));
    faults.into_iter().flatten().chain(of_contacts).collect()
}

/// The same of the depth alone: that of the position test, and a contact with each solid that the hull is deep in. Backends of
/// surfaces are not asked. An unreliable answer is judged as none.
pub fn judge_depth(
    reference: &HullReference,
    at: &Point,
    overlap: Option<&Penetration>,
    contacts: &[Contact],
    declaration: &Declaration,
) -> Option<PlaceFault> {
    if declaration.sidedness != Sidedness::Solid || !at.iter().all(|x| x.is_finite()) {
        return None;
    }
    let place = Place::new(reference, at, 0.0, declaration);
    place
        .too_shallow(overlap.filter(|p| p.status.is_reliable()))
        .or_else(|| place.missing(contacts, 0.0))
}

/// How deep the hull is proven to be in a solid at a place, where that is more than the tolerance and the backend must notice
/// it.
pub(crate) fn noticed_depth(reference: &HullReference, at: &Point, declaration: &Declaration) -> Option<f64> {
    let place = Place::new(reference, at, 0.0, declaration);
    place.is_noticed_deeper(place.tolerance).then(|| place.depth())
}

/// The fault of a point's reported contents, in words. The reference is a point's, for all contents.
pub fn judge_fill(
    reference: &HullReference,
    at: &Point,
    answers: Contents,
    declaration: &Declaration,
) -> Option<&'static str> {
    let x: V = at.coords.cast();
    if !x.iter().all(|x| x.is_finite()) {
        return (!answers.is_empty()).then_some("contents of no place");
    }
    let rounding = reference.rounding_at(at);
    let (mut surely, mut maybe) = (Contents::empty(), Contents::empty());
    reference.tree.near(&x, rounding, |i| {
        if reference.is_brush(i) {
            let front = reference.bodies[i].signed_distance(&x, 0.0).distance;
            let contents = reference.solids[i].contents;
            if front < -rounding {
                surely |= contents;
            }
            if front <= rounding {
                maybe |= contents;
            }
        }
        rounding
    });
    // A tree of merged solids says one of the contents.
    let unsaid = match declaration.follows == Some(Follows::QuakeClipHulls) {
        true => !surely.is_empty() && !answers.intersects(surely),
        false => !answers.contains(surely),
    };
    if unsaid {
        return Some("contents that fill the point are not reported");
    }
    (!maybe.contains(answers)).then_some("contents that are not there")
}

impl<'a> Place<'a> {
    fn new(reference: &'a HullReference, at: &Point, margin: f64, declaration: &'a Declaration) -> Self {
        let x: V = at.coords.cast();
        let tolerance = reference.share_of(declaration.rules.skin.into()) + reference.rounding_at(at);
        // By planes a corner is nearer than it is, by the root of three at most.
        let stretch = if declaration.follows == Some(Follows::Quake3) {
            1.75
        } else {
            1.0
        };
        let within = stretch * (margin + tolerance) + reference.slack;
        let reach = reference.holding_reach(within);
        let mut near = Vec::new();
        reference.tree.near(&x, reach, |i| {
            let found = reference.bodies[i].nearer_than(within, &x, f64::INFINITY);
            let found = found.filter(|near| near.distance <= within);
            near.extend(found.map(|near| (i, near.distance)));
            reach
        });
        Self {
            reference,
            declaration,
            x,
            tolerance,
            near,
        }
    }

    /// Where the short questions say other things than the long ones. Within the tolerance of a surface either may be right.
    fn disagreement(&self, answers: &PlaceAnswers) -> Option<PlaceFault> {
        let overlaps = answers
            .overlap
            .is_some_and(|p| p.depth > 0.0 || !p.status.is_reliable());
        let touches = self.near.iter().any(|n| n.1.abs() <= self.slack(n.0));
        if overlaps != answers.occupied.is_some() && !touches {
            return Some(PlaceFault::new("occupied says another thing than overlap"));
        }
        let inside: Vec<&Contact> = answers.touching.iter().filter(|c| c.distance < 0.0).collect();
        let is_touch = |c: &Contact| f64::from(c.distance.abs()) <= self.tolerance;
        if answers.touching.iter().any(is_touch) {
            return None;
        }
        let same = |(r, c): (&Reached, &&Contact)| {
            (r.normal - c.face_normal).norm() <= SAME_NORMAL
                && f64::from((r.top - c.top).abs()) <= self.tolerance
        };
        let alike = inside.len() == answers.reached.len() && answers.reached.iter().zip(&inside).all(same);
        (!alike).then_some(PlaceFault::new("reached shows another thing than contacts"))
    }

    /// How far an answer about a solid may be off, in units.
    fn slack(&self, body: usize) -> f64 {
        self.tolerance + self.reference.bodies[body].slack
    }

    /// Whether the backend clips against the planes that a map gives.
    fn by_planes(&self) -> bool {
        self.declaration.follows == Some(Follows::Quake3)
    }

    fn is_of_solids(&self) -> bool {
        self.declaration.sidedness == Sidedness::Solid
    }

    /// Whether the hull is proven to be so deep in a brush that the backend must notice it. A backend of surfaces notices a
    /// solid where the hull crosses them: where its middle is outside.
    fn is_noticed_deeper(&self, than: f64) -> bool {
        let middle = self.x + self.reference.hull.bounds().center().coords.cast::<f64>();
        let is_outside = |n: &(usize, f64)| self.reference.solids[n.0].front(&middle) > self.tolerance;
        self.reference.is_deeper(&self.x, than) && (self.is_of_solids() || self.near.iter().all(is_outside))
    }

    /// The greatest depth in a solid near.
    fn depth(&self) -> f64 {
        self.near.iter().map(|n| -n.1).fold(0.0, f64::max)
    }

    /// Less depth than the hull is proven to have.
    fn too_shallow(&self, overlap: Option<&Penetration>) -> Option<PlaceFault> {
        let said = overlap.map_or(0.0, |p| f64::from(p.depth));
        let what = match overlap {
            None => "overlaps nothing, deep in a solid",
            Some(_) => "is deeper than it says",
        };
        let is_deeper = self.is_noticed_deeper(said + self.tolerance);
        is_deeper.then(|| PlaceFault::of_size(what, self.depth() - said))
    }

    fn overlap(&self, overlap: Option<&Penetration>) -> Option<PlaceFault> {
        let Some(p) = overlap else {
            return self.too_shallow(None);
        };
        if !p.status.is_reliable() {
            return Some(PlaceFault::new("no reliable answer of the position test"));
        }
        if !is_unit(&p.normal.cast()) || !p.depth.is_finite() || p.depth < 0.0 {
            return Some(PlaceFault::new("a way out that is none"));
        }
        let held = self.near.iter().filter(|n| n.1 <= self.slack(n.0));
        let may: Vec<usize> = held.map(|n| n.0).collect();
        let by_given = self.by_planes()
            && self
                .reference
                .within_given_planes(&self.x, None, self.tolerance)
                .is_some();
        if may.is_empty() && !by_given && f64::from(p.depth) > self.tolerance {
            let nearest = self.reference.distance_within(&self.x, f64::INFINITY, |_| false);
            let apart = nearest.map_or(f64::INFINITY, |d| d.distance);
            return Some(PlaceFault::of_size("overlaps something that is apart", apart));
        }
        if !self.is_of_solids() || !self.reference.is_deeper(&self.x, self.tolerance) {
            return self.too_shallow(Some(p));
        }
        let contents = |i: &usize| self.reference.solids[*i].contents.intersects(p.contents);
        if !by_given && !may.iter().any(contents) {
            let fault = PlaceFault::new("overlaps something of contents that are not there");
            return Some(fault);
        }
        if let Some(fault) = self.too_shallow(Some(p)) {
            return Some(fault);
        }
        let left = self.x + p.normal.cast::<f64>() * f64::from(p.depth);
        let exact = self.reference.round == Round::None && !self.reference.mitred;
        let off = |i: &usize| {
            let on = self.reference.bodies[*i].signed_distance(&left, 0.0).distance;
            on.abs() - self.slack(*i)
        };
        let judged = exact && self.declaration.follows != Some(Follows::QuakeClipHulls) && !by_given;
        let off = may.iter().map(off).fold(f64::INFINITY, f64::min);
        let fault = "the way out does not end at the solid's surface";
        (judged && off > 0.0).then(|| PlaceFault::of_size(fault, off))
    }
}
